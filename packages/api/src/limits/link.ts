/** The way to a store that several programs share, and what happens while it does not answer. */
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** One step of the script on the quota of a key: arguments go, numbers come. */
export type Run<E = unknown, A = ReadonlyArray<number>> = (
  key: string,
  values: ReadonlyArray<string | number>
) => Effect.Effect<A, E>

export interface Link {
  /** The name of this program in the store. */
  readonly program: string
  /** `undefined` while the store does not answer. */
  readonly run: Run<never, ReadonlyArray<number> | undefined>
  /** Has this done whenever the store answers again. */
  readonly onReturn: (report: Effect.Effect<unknown>) => void
}

/** A lost store is asked again after so many milliseconds. */
const pause = 5_000

/** What went wrong, without the words of the store: they may repeat what it was asked. */
const nameOf = (error: unknown): string => {
  if (Cause.isTimeoutError(error)) return "it was too late"
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (!(cause instanceof Error)) return "unknown"
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name
}

const lost = "The store of rate limits does not answer: this program goes on with its share of the quotas"
const found = "The store of rate limits answers again"

export const makeLink = Effect.fnUntraced(function* (run: Run, program: string, timeout: Duration.Input) {
  const scope = yield* Effect.scope
  const reports: Array<Effect.Effect<unknown>> = []
  let store: "there" | "away" | "returning" = "there"

  const ask: Run = (key, values) => Effect.timeout(run(key, values), timeout)

  /**
   * When the store answers again it is told what happened meanwhile. Other programs do so, too, and until all have,
   * nobody takes more than a share.
   */
  const comeBack = Effect.gen(function* () {
    store = "returning"
    yield* Effect.forEach(reports, (report) => report, { discard: true })
    yield* Effect.sleep(2 * pause)
    if (store !== "returning") return
    store = "there"
    yield* Effect.logInfo(found)
  })

  /** A look changes nothing. */
  const look = (...[key, values]: Parameters<Run>): Effect.Effect<void> =>
    ask(key, ["look", ...values.slice(1, 5), -1]).pipe(
      Effect.delay(pause),
      Effect.matchEffect({ onFailure: () => look(key, values), onSuccess: () => comeBack })
    )

  const lose = (error: unknown, key: string, values: Parameters<Run>[1]) =>
    Effect.gen(function* () {
      if (store === "away") return undefined
      store = "away"
      yield* Effect.forkIn(Effect.interruptible(look(key, values)), scope)
      yield* Effect.logWarning(lost, { reason: nameOf(error) })
      return undefined
    })

  const link: Link = {
    program,
    onReturn: (report) => {
      reports.push(report)
    },
    run: (key, values) =>
      Effect.suspend(() =>
        store === "away" || (store === "returning" && values[0] === "take")
          ? Effect.undefined
          : Effect.catch(ask(key, values), (error) => lose(error, key, values))
      )
  }
  return link
})
