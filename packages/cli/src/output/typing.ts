/** Prints lines above the one that is being typed: those of the command, its notes and its log. */
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

interface Line {
  /** Hides the line, prints, and shows it again; `undefined` while nothing is typed. */
  around: ((print: () => void) => void) | undefined
}

/** The line that is being typed, if there is one. */
export const Typing = Context.Reference<Line>("@screeps-effect/cli/Typing", {
  defaultValue: () => ({ around: undefined })
})

/** Provides a console that respects the line that is being typed. */
export const provide = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Console.Console, (console) => {
    const typing: Line = { around: undefined }
    const printing =
      (print: (...parts: ReadonlyArray<unknown>) => void) =>
      (...parts: ReadonlyArray<unknown>) =>
        typing.around === undefined ? print(...parts) : typing.around(() => print(...parts))
    const own: Console.Console = Object.assign(Object.create(console), {
      log: printing((...parts) => console.log(...parts)),
      error: printing((...parts) => console.error(...parts))
    })
    return effect.pipe(Effect.provideService(Typing, typing), Effect.provideService(Console.Console, own))
  })
