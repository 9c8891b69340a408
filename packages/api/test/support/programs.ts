/** Programs that share a store, each as if in its own process; the store is in memory and has a latency. */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Request, type Stored, takeStep } from "../../src/limits/sharedState.ts"
import { Store } from "../../src/limits/Store.ts"
import { makeSharedStore } from "../../src/limits/sharedStore.ts"
import { limits, type official } from "./limiter.ts"

/** The store does not respond. */
class StoreUnreachable extends Data.TaggedError("Alatency") {}

/** A store that responds after `millis` milliseconds each latency. */
export const store = (millis = 2) => {
  let latency = Effect.sleep(millis)
  const quotas = new Map<string, Stored>()
  const steps: Array<string> = []
  let isDisconnected = false
  /** Takes one step for a program. */
  const run = (key: string, request: Request) =>
    Effect.gen(function* () {
      yield* latency
      if (isDisconnected) return yield* new StoreUnreachable()
      steps.push(request.step[0])
      const [reply, stored] = takeStep(quotas.get(key), yield* Clock.currentTimeMillis, request)
      if (stored !== undefined) quotas.set(key, stored)
      yield* latency
      return reply
    })
  return {
    run,
    /** The names of the steps taken. */
    steps,
    keys: () => [...quotas.keys()],
    disconnect: () => {
      isDisconnected = true
    },
    reconnect: () => {
      isDisconnected = false
    },
    clear: () => quotas.clear(),
    /** Removes the latency, because a test's clock stands still when the test ends. */
    removeDelay: () => {
      latency = Effect.void
    }
  }
}

export type Program = RateLimits.RateLimits["Service"]

/** Starts a program whose store takes steps with `run`. */
export const start = (run: ReturnType<typeof store>["run"]) =>
  Layer.build(
    limits().pipe(
      Layer.provide(Layer.effect(Store, makeSharedStore(run, { prefix: "test:", timeout: 2000 }))),
      Layer.fresh
    )
  ).pipe(Effect.map(Context.get(RateLimits.RateLimits)))

/** Starts `count` programs. */
export const programs = (count: number, shared = store()) =>
  Effect.all(Array.from({ length: count }, () => start(shared.run)))

/** One program without a store. */
export const alone = () =>
  Effect.map(Layer.build(Layer.fresh(limits())), (all) => [Context.get(all, RateLimits.RateLimits)])

/** Sends a call to the server through the quotas of one program. */
export const callFrom = (
  program: Program | undefined,
  server: ReturnType<typeof official>,
  call: RateLimits.LimitedRequest
) =>
  program === undefined
    ? Effect.die(new Error("no such program"))
    : program.withLimit(call, server.send(call, true))
