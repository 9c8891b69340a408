/** Programs that share a store, each as if it ran in a process of its own; the store is in memory, some way off. */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeSharedStore } from "../../src/limits/sharedStore.ts"
import { limits, type official } from "./limiter.ts"
import { sharedLedger } from "./sharedLedger.ts"

/** The store is not there. */
class Away extends Data.TaggedError("Away") {}

/** A store that answers after some milliseconds. */
export const store = (millis = 2) => {
  let way = Effect.sleep(millis)
  const quotas = new Map<string, ReturnType<typeof sharedLedger>>()
  const steps: Array<string> = []
  let isAway = false
  /** What one program asks the store. */
  const run = (key: string, values: ReadonlyArray<string | number>) =>
    Effect.gen(function* () {
      yield* way
      if (isAway) return yield* new Away()
      steps.push(String(values[0]))
      const quota = quotas.get(key) ?? sharedLedger()
      quotas.set(key, quota)
      const answer = quota(yield* Clock.currentTimeMillis, values)
      yield* way
      return answer
    })
  return {
    run,
    /** The steps taken, by their names. */
    steps,
    keys: () => [...quotas.keys()],
    goAway: () => {
      isAway = true
    },
    comeBack: () => {
      isAway = false
    },
    forget: () => quotas.clear(),
    /** From now on it answers at once: a test's clock stands still when the test ends. */
    hurry: () => {
      way = Effect.void
    }
  }
}

export type Program = RateLimits.RateLimits["Service"]

/** Starts a program; `run` is its way to the store. */
export const start = (run: ReturnType<typeof store>["run"]) =>
  Layer.build(
    limits().pipe(
      Layer.provide(Layer.effect(RateLimits.Store, makeSharedStore(run, { prefix: "test:", timeout: 2000 }))),
      Layer.fresh
    )
  ).pipe(Effect.map(Context.get(RateLimits.RateLimits)))

/** Starts so many programs. */
export const programs = (count: number, shared = store()) =>
  Effect.all(Array.from({ length: count }, () => start(shared.run)))

/** One program that shares nothing. */
export const alone = () =>
  Effect.map(Layer.build(Layer.fresh(limits())), (all) => [Context.get(all, RateLimits.RateLimits)])

/** A call of one program, sent to the server through its quotas. */
export const callFrom = (
  program: Program | undefined,
  server: ReturnType<typeof official>,
  call: RateLimits.LimitedRequest
) =>
  program === undefined
    ? Effect.die(new Error("no such program"))
    : program.withLimit(call, server.ask(call, true))
