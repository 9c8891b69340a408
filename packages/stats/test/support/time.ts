/** Time in tests whose programs also wait for other threads, such as those that unpack Memory. */
import * as time from "@screeps-effect/fixtures/time"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { promisify } from "node:util"
import { gunzip, gzipSync } from "node:zlib"

const inflate = promisify(gunzip)
const nothing = gzipSync("")

/** Waits for work of other threads that began before: there are four. */
const threads = Effect.promise(() => Promise.all(Array.from({ length: 4 }, () => inflate(nothing))))

/** Lets everything happen that can happen without time passing. */
export const settle = Effect.repeat(Effect.andThen(time.settle, threads), { times: 3 })

/** Lets time pass in steps. */
export const pass = (duration: Duration.Input, step: Duration.Input = "1 second"): Effect.Effect<void> =>
  time.pass(duration, { step, settled: settle })
