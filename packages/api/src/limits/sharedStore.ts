/** A store that several processes share, and what this process does while the store does not respond. */
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Redacted from "effect/Redacted"
import { type Account, makeAccount, type Owner, type Store } from "./Store.ts"
import { type Connection, makeSharedQuota } from "./sharedQuota.ts"
import type { Request, Run } from "./sharedState.ts"

/** Milliseconds between two attempts to reach a lost store. */
const pause = 5_000

/** Names a failure without the store's message, which may repeat the arguments. */
const reasonOf = (error: unknown): string => {
  if (Cause.isTimeoutError(error)) return "timeout"
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (!(cause instanceof Error)) return "unknown"
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name
}

const lostMessage =
  "The rate limit store does not respond: this process continues with its share of the quotas"
const foundMessage = "The rate limit store responds again"

const connect = Effect.fnUntraced(function* (run: Run, timeout: Duration.Input) {
  const scope = yield* Effect.scope
  const reports = new Set<Effect.Effect<unknown>>()
  let store: "connected" | "lost" | "returning" = "connected"

  const program = yield* Effect.sync(() => crypto.randomUUID().slice(0, 13))
  const runWithTimeout: Run = (key, request) => Effect.timeout(run(key, request), timeout)

  /**
   * Reports the requests sent meanwhile when the store responds again. Other processes do the same, and until all have
   * reported, each keeps to its share.
   */
  const comeBack = Effect.gen(function* () {
    store = "returning"
    yield* Effect.forEach([...reports], (report) => report, { discard: true })
    yield* Effect.sleep(2 * pause)
    if (store !== "returning") return
    store = "connected"
    yield* Effect.logInfo(foundMessage)
  })

  /** Polls the store with a step that changes nothing. */
  const poll = (key: string, request: Request): Effect.Effect<void> =>
    runWithTimeout(key, { ...request, step: ["look", 0] }).pipe(
      Effect.delay(pause),
      Effect.matchEffect({ onFailure: () => poll(key, request), onSuccess: () => comeBack })
    )

  const lose = (error: unknown, key: string, request: Request) =>
    Effect.gen(function* () {
      if (store === "lost") return undefined
      store = "lost"
      yield* Effect.forkIn(Effect.interruptible(poll(key, request)), scope)
      yield* Effect.logWarning(lostMessage, { reason: reasonOf(error) })
      return undefined
    })

  const connection: Connection = {
    program,
    onReturn: (report) => {
      reports.add(report)
      return () => void reports.delete(report)
    },
    run: (key, request) =>
      Effect.suspend(() =>
        store === "lost" || (store === "returning" && request.step[0] === "take")
          ? Effect.undefined
          : Effect.catch(runWithTimeout(key, request), (error) => lose(error, key, request))
      )
  }
  return connection
})
export interface Options {
  /** Prefix of all keys. */
  readonly prefix: string
  /** The time limit of one step. */
  readonly timeout: Duration.Input
}

/** Returns the name of an account in the store, which does not reveal the token. */
const nameOf = ({ realm, token }: Owner): Effect.Effect<string> =>
  Effect.promise(async () => {
    const text = new TextEncoder().encode(Redacted.value(token))
    const hash = await crypto.subtle.digest("SHA-256", text)
    return `${realm}:${Hex.encode(new Uint8Array(hash))}`
  })

/** Creates this process's access to the store. */
export const makeSharedStore = Effect.fnUntraced(function* (run: Run, { prefix, timeout }: Options) {
  const connection = yield* connect(run, timeout)
  /** All clients of this process with the same account share its quotas: for the store they are one. */
  const accounts = new Map<string, Account>()
  const open: Store = (owner) =>
    Effect.gen(function* () {
      const name = yield* nameOf(owner)
      // The braces are a Redis hash tag: they keep all keys of an account on one node of a cluster.
      const fresh = yield* makeAccount((rule) =>
        makeSharedQuota(connection, `${prefix}{${name}}:${rule.key}`, rule)
      )
      const account = accounts.get(name) ?? fresh
      accounts.set(name, account)
      return account
    })
  return open
})
