/** Errors of a script: grouped and counted, and why their stack traces are not mapped. */
import * as ScriptErrors from "@screeps-effect/socket/workflows/ScriptErrors"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Output } from "../../output/output.ts"
import { format, join, plain, type PlainText, toJson } from "../../output/text.ts"

/** A text of the console. */
interface Shown {
  readonly kind: string
  readonly text: string
  readonly maps: SourceMaps.Maps
}

/**
 * Returns an effect that reports, once, that an error could not be mapped although source maps are used: those of the
 * code that runs are not kept here.
 *
 * @internal
 */
export const reportUnmapped = Effect.gen(function* () {
  const store = yield* SourceMaps.Store
  const { note } = yield* Output
  const isUsed = yield* Effect.match(store.isEmpty, { onFailure: () => false, onSuccess: (empty) => !empty })
  let isReported = !isUsed
  return ({ kind, maps, text }: Shown) => {
    if (isReported || kind !== "error" || maps !== "none" || !text.includes("\n    at ")) return Effect.void
    isReported = true
    return note(
      format`No source maps are kept for the code that runs: stack traces show its own lines. "screeps code push" keeps them.`
    )
  }
})

const timeOf = (millis: number): PlainText => plain(new Date(millis).toISOString().slice(11, 19))

/** Formats the groups of errors, the most frequent first. */
const summary = ({ paint }: Output["Service"], errors: ScriptErrors.Errors): PlainText =>
  join(
    [
      ...ScriptErrors.list(errors).map(({ count, first, frames, last, message }) => {
        const times = count === 1 ? format`at ${timeOf(first)}` : format`${timeOf(first)} to ${timeOf(last)}`
        const shown = join([plain(message), ...frames.map((frame) => format`    ${plain(frame)}`)], "\n")
        return format`${paint("bold", format`${count}×`)} ${times} ${paint("red", shown)}`
      }),
      ...(errors.others > 0 ? [format`${errors.others} more errors of other kinds`] : [])
    ],
    "\n"
  )

/** Counts the errors of a console. @internal */
export interface Counted {
  /** Counts an error; returns whether it is the first of its group. */
  readonly add: (text: string) => Effect.Effect<boolean>
  /** Prints the groups: as one JSON value per line for programs. */
  readonly print: Effect.Effect<void>
}

/** Starts to count errors. @internal */
export const count = Effect.map(Output, (output): Counted => {
  let errors = ScriptErrors.none
  return {
    add: (text) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const before = errors
        errors = ScriptErrors.add(errors, text, now)
        return errors.groups.size > before.groups.size
      }),
    print: Effect.suspend(() => {
      if (output.isJson) {
        return Effect.forEach(
          ScriptErrors.list(errors),
          ({ count, example, first, frames, last, message }) =>
            output.line(
              toJson({
                message,
                frames,
                count,
                first: new Date(first).toISOString(),
                last: new Date(last).toISOString(),
                example
              })
            ),
          { discard: true }
        )
      }
      return errors.groups.size === 0 ? output.note(format`No errors.`) : output.line(summary(output, errors))
    })
  }
})
