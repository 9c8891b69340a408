/**
 * Groups and counts the errors of a script: a colony that fails the same way in every tick has one group.
 *
 * **Details**
 *
 * Errors belong together when they have the same name (`TypeError`) and the same stack frames; numbers and ids in the
 * message may differ. Errors without stack frames of the script belong together when their first lines differ only in
 * numbers and ids. Map the stack traces first (`SourceMaps`), so that groups outlast a new bundle of the same sources.
 *
 * ```ts
 * import { Console, ScriptErrors } from "@screeps-effect/socket/workflows"
 * import * as Effect from "effect/Effect"
 * import * as Stream from "effect/Stream"
 *
 * const program = ScriptErrors.collect(Console.lines()).pipe(
 *   Stream.runForEach((errors) => {
 *     const [group] = ScriptErrors.list(errors)
 *     return Effect.log(group?.message, group?.count)
 *   })
 * )
 * ```
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Line } from "./Console/Lines.ts"

/** Errors with the same name and the same stack frames. */
export interface ErrorGroup {
  /** First line of the first error. */
  readonly message: string
  /** Stack frames of the script, without those of the game and of console lines. */
  readonly frames: ReadonlyArray<string>
  /** Number of errors. */
  readonly count: number
  /** Number of different ticks, or of whatever `at` counts, in which they happened. */
  readonly ticks: number
  /** When the first one happened, as given to `add`. */
  readonly first: number
  /** When the last one happened, as given to `add`. */
  readonly last: number
  /** Text of the last error, at most 10,000 characters. */
  readonly example: string
}

/** Groups of errors. */
export interface Errors {
  /** The groups by what their errors have in common, the oldest first. */
  readonly groups: ReadonlyMap<string, ErrorGroup>
  /** Number of errors without a group: those that arrived when there were 100 groups already. */
  readonly others: number
}

/** The most groups, characters of an error, and stack frames that are compared. */
const [mostGroups, maxLength, mostFrames] = [100, 10_000, 20]

/** No errors. */
export const none: Errors = { groups: new Map(), others: 0 }

/** Frames of the game itself and of console lines. */
const foreign = ["<runtime>", "__mainLoop", "_console", "<isolated-vm"]

const framesOf = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .filter((line) => /^\s{0,40}at /.test(line) && !foreign.some((part) => line.includes(part)))
    .slice(0, mostFrames)
    .map((line) => line.trim())

/** Returns what errors of the same group have in common. */
const keyOf = (message: string, frames: ReadonlyArray<string>): string =>
  frames.length === 0
    ? message.replaceAll(/[\da-f]{12,}|\d+/g, "#")
    : [/^[\w$.]{1,100}/.exec(message)?.[0] ?? "", ...frames].join("\n")

/** Adds an error that happened in a tick; use the time in milliseconds where the tick is unknown. */
export const add = ({ groups, others }: Errors, text: string, at: number): Errors => {
  const example = text.slice(0, maxLength)
  const [line = ""] = example.split("\n", 1)
  const message = line.slice(0, 1000)
  const frames = framesOf(example)
  const key = keyOf(message, frames)
  const before = groups.get(key)
  if (before === undefined && groups.size >= mostGroups) return { groups, others: others + 1 }
  const group: ErrorGroup =
    before === undefined
      ? { message, frames, count: 1, ticks: 1, first: at, last: at, example }
      : {
          ...before,
          count: before.count + 1,
          ticks: before.ticks + (before.last === at ? 0 : 1),
          last: at,
          example
        }
  return { groups: new Map(groups).set(key, group), others }
}

/** Returns the groups, those with the most errors first. */
export const list = ({ groups }: Errors): ReadonlyArray<ErrorGroup> =>
  [...groups.values()].toSorted((a, b) => b.count - a.count)

/**
 * Groups the errors among the lines of a console, and emits all groups after each error. Lines have no tick: `first` and
 * `last` are milliseconds since 1970.
 */
export const collect = <L extends Pick<Line, "kind" | "text">, E, R>(
  lines: Stream.Stream<L, E, R>
): Stream.Stream<Errors, E, R> =>
  lines.pipe(
    Stream.filter(({ kind }) => kind === "error"),
    Stream.mapAccumEffect(
      () => none,
      (errors, { text }) =>
        Effect.map(Clock.currentTimeMillis, (now): readonly [Errors, ReadonlyArray<Errors>] => {
          const next = add(errors, text, now)
          return [next, [next]]
        })
    )
  )
