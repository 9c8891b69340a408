/** A store for several programs, whatever runs its script. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Redacted from "effect/Redacted"
import { makeStore } from "./Store.ts"
import { type Account, makeAccount, type Owner } from "./account.ts"
import { makeLink, type Run } from "./link.ts"
import { makeSharedQuota } from "./sharedQuota.ts"

export interface Options {
  /** What the keys begin with. */
  readonly prefix: string
  /** How long one step may take. */
  readonly timeout: Duration.Input
}

/** The name of an account: nobody learns the token from it. */
const nameOf = ({ host, token }: Owner): Effect.Effect<string> =>
  Effect.promise(async () => {
    const text = new TextEncoder().encode(Redacted.value(token))
    const hash = await crypto.subtle.digest("SHA-256", text)
    return `${host}:${Hex.encode(new Uint8Array(hash))}`
  })

/** This program's way to the store. */
export const makeSharedStore = Effect.fnUntraced(function* (run: Run, { prefix, timeout }: Options) {
  const program = yield* Effect.sync(() => crypto.randomUUID())
  const link = yield* makeLink(run, program, timeout)
  /** All clients of this program that have an account share its quotas: to the store they are one. */
  const accounts = new Map<string, Account>()
  return makeStore((owner) =>
    Effect.gen(function* () {
      const name = yield* nameOf(owner)
      // The braces keep an account on one machine of a cluster.
      const fresh = yield* makeAccount((rule) =>
        makeSharedQuota(link, `${prefix}{${name}}:${rule.key}`, rule)
      )
      const account = accounts.get(name) ?? fresh
      accounts.set(name, account)
      return account
    })
  )
})
