/** The connection to a store that several processes share, and its behaviour while the store does not respond. */
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Runs one step of the script on the quota of a key: sends arguments, returns numbers. */
export type Run<E = unknown, A = ReadonlyArray<number>> = (
  key: string,
  values: ReadonlyArray<string | number>
) => Effect.Effect<A, E>

export interface Link {
  /** The name of this process in the store. */
  readonly program: string
  /** Runs one step; returns `undefined` while the store does not respond. */
  readonly run: Run<never, ReadonlyArray<number> | undefined>
  /** Registers an effect that runs when the store responds again; returns the function that removes it. */
  readonly onReturn: (report: Effect.Effect<unknown>) => () => void
}

/** Milliseconds between two attempts to reach a lost store. */
const pause = 5_000

/** Names an error without the store's message, which may repeat the arguments. */
const nameOf = (error: unknown): string => {
  if (Cause.isTimeoutError(error)) return "timeout"
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (!(cause instanceof Error)) return "unknown"
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name
}

const lostMessage =
  "The rate limit store does not respond: this process continues with its share of the quotas"
const foundMessage = "The rate limit store responds again"

export const makeLink = Effect.fnUntraced(function* (run: Run, program: string, timeout: Duration.Input) {
  const scope = yield* Effect.scope
  const reports = new Set<Effect.Effect<unknown>>()
  let store: "connected" | "lost" | "returning" = "connected"

  const runWithTimeout: Run = (key, values) => Effect.timeout(run(key, values), timeout)

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
  const poll = (...[key, values]: Parameters<Run>): Effect.Effect<void> =>
    runWithTimeout(key, ["look", ...values.slice(1, 5), -1]).pipe(
      Effect.delay(pause),
      Effect.matchEffect({ onFailure: () => poll(key, values), onSuccess: () => comeBack })
    )

  const lose = (error: unknown, key: string, values: Parameters<Run>[1]) =>
    Effect.gen(function* () {
      if (store === "lost") return undefined
      store = "lost"
      yield* Effect.forkIn(Effect.interruptible(poll(key, values)), scope)
      yield* Effect.logWarning(lostMessage, { reason: nameOf(error) })
      return undefined
    })

  const link: Link = {
    program,
    onReturn: (report) => {
      reports.add(report)
      return () => void reports.delete(report)
    },
    run: (key, values) =>
      Effect.suspend(() =>
        store === "lost" || (store === "returning" && values[0] === "take")
          ? Effect.undefined
          : Effect.catch(runWithTimeout(key, values), (error) => lose(error, key, values))
      )
  }
  return link
})
