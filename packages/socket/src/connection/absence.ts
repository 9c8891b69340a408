/** Logs that a program waits for a connection, since it sees no error, and when it no longer does. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { shown } from "../shown.ts"

/** Milliseconds without a connection before it is logged. */
const patience = 10_000

export const make = (url: string, clock: () => number) => {
  let since: number | undefined
  let reason = ""
  let stage: "unknown" | "logged" | "over" = "unknown"
  let waiting: Fiber.Fiber<void> | undefined

  const log = Effect.suspend(() => {
    stage = "logged"
    return Effect.logWarning(
      `No lasting connection to ${url} for ten seconds: ${shown(reason)}. The socket keeps trying.`
    )
  })

  return {
    /** There is no connection, for this reason. */
    begin: Effect.fnUntraced(function* (why: string) {
      since ??= clock()
      reason = why
      if (stage === "unknown" && waiting === undefined) {
        waiting = yield* Effect.forkChild(Effect.delay(log, Math.max(0, since + patience - clock())))
      }
    }),
    /** There is a connection. */
    end: Effect.gen(function* () {
      if (waiting !== undefined) yield* Fiber.interrupt(waiting)
      waiting = undefined
      if (stage !== "logged") return
      stage = "over"
      const after = Duration.format(Duration.seconds(Math.round((clock() - (since ?? clock())) / 1000)))
      yield* Effect.logInfo(`Connected to ${url} after ${after}.`)
    }),
    /** Returns for how many milliseconds there has been no connection that lasted. */
    lasting: () => clock() - (since ?? clock()),
    /** The last connection lasted: the next absence is another one. */
    reset: () => {
      since = undefined
      stage = "unknown"
    }
  }
}
