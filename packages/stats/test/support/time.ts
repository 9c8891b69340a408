/** Time in tests: virtual, in small steps, each followed by what the platform does asynchronously. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { setImmediate } from "node:timers/promises"
import { promisify } from "node:util"
import { gunzip, gzipSync } from "node:zlib"

const inflate = promisify(gunzip)
const nothing = gzipSync("")

/** Waits for work of other threads that began before, such as unpacking Memory: there are four. */
const threads = Effect.promise(() => Promise.all(Array.from({ length: 4 }, () => inflate(nothing))))

const turns = Effect.repeat(
  Effect.promise(() => setImmediate()),
  { times: 4 }
)

/** Lets everything happen that can happen without time passing. */
export const settle = Effect.repeat(Effect.andThen(turns, threads), { times: 3 })

/** Lets time pass in steps. */
export const pass = (duration: Duration.Input, step: Duration.Input = "1 second"): Effect.Effect<void> =>
  Effect.gen(function* () {
    const steps = Math.ceil(Duration.toMillis(duration) / Duration.toMillis(step))
    yield* settle
    for (let i = 0; i < steps; i++) {
      yield* TestClock.adjust(step)
      yield* settle
    }
  })
