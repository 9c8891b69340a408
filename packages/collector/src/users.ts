/** Names of users, by their ids. */
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { inParts, text, withNow } from "./sql.ts"

interface User {
  readonly username?: string | null | undefined
}

/** Stores names that are new or have changed. */
export const storeUsers = (
  server: string,
  users: { readonly [id: string]: User } = {}
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  withNow((sql, now) => {
    const named = Object.entries(users).flatMap(([id, { username }]) =>
      username === undefined || username === null ? [] : [{ id: text(id), username: text(username) }]
    )
    // In one order: two transactions that store the same users would otherwise wait for each other.
    const ordered = named.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    return inParts(ordered, (part) =>
      Effect.gen(function* () {
        // An upsert locks rows that it does not change: transactions with the same users would run one after another.
        const known = yield* sql<{ readonly id: string; readonly username: string }>`SELECT id, username
          FROM collected_users WHERE server = ${server} AND id IN ${sql.in(part.map(({ id }) => id))}`
        const names = new Map(known.map(({ id, username }) => [id, username]))
        const changed = part.filter(({ id, username }) => names.get(id) !== username)
        if (changed.length === 0) return
        yield* sql`INSERT INTO collected_users (server, id, username, seen_at)
          VALUES ${sql.join(",", false)(changed.map(({ id, username }) => sql`(${server}, ${id}, ${username}, ${now})`))}
          ON CONFLICT (server, id) DO UPDATE SET username = excluded.username, seen_at = excluded.seen_at`
      })
    )
  })
