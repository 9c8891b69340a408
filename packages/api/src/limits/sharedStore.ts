/** A store that several processes share, for any runner of its script. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Redacted from "effect/Redacted"
import { makeStore } from "./Store.ts"
import { type Account, makeAccount, type Owner } from "./account.ts"
import { makeLink, type Run } from "./link.ts"
import { makeSharedQuota } from "./sharedQuota.ts"

export interface Options {
  /** Prefix of all keys. */
  readonly prefix: string
  /** The time limit of one step. */
  readonly timeout: Duration.Input
}

/** Returns the name of an account in the store, which does not reveal the token. */
const nameOf = ({ host, token }: Owner): Effect.Effect<string> =>
  Effect.promise(async () => {
    const text = new TextEncoder().encode(Redacted.value(token))
    const hash = await crypto.subtle.digest("SHA-256", text)
    return `${host}:${Hex.encode(new Uint8Array(hash))}`
  })

/** Creates this process's access to the store. */
export const makeSharedStore = Effect.fnUntraced(function* (run: Run, { prefix, timeout }: Options) {
  const program = yield* Effect.sync(() => crypto.randomUUID())
  const link = yield* makeLink(run, program, timeout)
  /** All clients of this process with the same account share its quotas: for the store they are one. */
  const accounts = new Map<string, Account>()
  return makeStore((owner) =>
    Effect.gen(function* () {
      const name = yield* nameOf(owner)
      // The braces are a Redis hash tag: they keep all keys of an account on one node of a cluster.
      const fresh = yield* makeAccount((rule) =>
        makeSharedQuota(link, `${prefix}{${name}}:${rule.key}`, rule)
      )
      const account = accounts.get(name) ?? fresh
      accounts.set(name, account)
      return account
    })
  )
})
