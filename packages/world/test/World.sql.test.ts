/** A world in a database: what one program read, the next one has. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { isPostgresMissing, postgres } from "@screeps-effect/fixtures/postgres"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
import * as World from "@screeps-effect/world/World"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { counted } from "./support/program.ts"

const rooms = Array.from({ length: 1000 }, (_, i): RoomName => `W${(i % 32) + 1}N${Math.floor(i / 32) + 1}`)

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "world-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Reads 1,000 rooms twice, in programs of their own, damages some records in between, and reads again. */
const readsOnce = (database: () => Layer.Layer<SqlClient.SqlClient, SqlError>) =>
  Effect.gen(function* () {
    const world = ScreepsWorld.make({ accounts: [{ username: "bob", password: "secret" }], rooms })
    const run = Effect.gen(function* () {
      const { sent, server } = counted(world)
      const program = Effect.all([World.terrains(rooms), World.rooms(rooms, { maxAge: "1 hour" })])
      const layer = World.layerSql.pipe(Layer.provide([server, database()]))
      const [terrains, readings] = yield* Effect.provide(program, layer)
      assert.deepStrictEqual([terrains.size, readings.size], [1000, 1000])
      return [sent.count("/api/game/rooms"), sent.count("/api/game/map-stats")]
    })
    assert.deepStrictEqual(yield* run, [2, 2])
    assert.deepStrictEqual(yield* run, [0, 0])
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE effect_persistence SET value = ${"{"} WHERE id = ${"/W1N1"}`
      yield* sql`UPDATE effect_persistence SET value = ${'{"digits":"012","stats":7}'} WHERE id = ${"/W2N1"}`
    }).pipe(Effect.provide(database()))
    assert.deepStrictEqual(yield* run, [1, 1])
    assert.deepStrictEqual(yield* run, [0, 0])
  })

describe("World.layerSql", () => {
  it.live("keeps the world in a SQLite file: a second program sends no request for 1,000 rooms", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "world.sqlite")
      yield* readsOnce(() => NodeSqlite.layer(file))
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(isPostgresMissing)(
    "keeps the world in Postgres: a second program sends no request for 1,000 rooms",
    () =>
      Effect.gen(function* () {
        const url = Redacted.make((yield* postgres).url)
        yield* readsOnce(() => PgClient.layer({ url }))
      }).pipe(Effect.scoped)
  )
})
