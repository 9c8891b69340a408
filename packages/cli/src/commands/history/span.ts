/** The arguments of `download`, `play` and `export`: a room and a range of ticks. */
import * as Capabilities from "@screeps-effect/api/Capabilities"
import * as Game from "@screeps-effect/api/Game"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Refused, Usage } from "../../runner/failure.ts"
import * as Room from "../../input/room.ts"
import { positive } from "../../input/flags.ts"

/** A tick, or a range of ticks. @internal */
export interface First {
  readonly from: number
  readonly to: number | undefined
}

const parseFirst = (text: string): Option.Option<First> => {
  const [, from, to] = /^(\d{1,15})(?:\.\.(\d{1,15}))?$/.exec(text) ?? []
  return from === undefined
    ? Option.none()
    : Option.some({ from: Number(from), to: to === undefined ? undefined : Number(to) })
}

/** @internal */
export const config = {
  room: Room.argument.pipe(Argument.withDescription("Name of the room, such as W7N3")),
  from: Argument.String("from").pipe(
    Argument.filterMap(parseFirst, () => "a tick such as 1000, or a range such as 1000..2000"),
    Argument.optional,
    Argument.withDescription(
      "First tick, or first and last tick as 1000..2000; default: computed from --last"
    )
  ),
  to: Argument.Int("to").pipe(
    Argument.filter(
      (tick) => tick >= 0,
      () => "a tick, at least 0"
    ),
    Argument.optional,
    Argument.withDescription("Last tick; default: the last recorded tick")
  ),
  last: Flag.Int("last").pipe(
    Flag.withMetavar("<ticks>"),
    positive("at least one tick"),
    Flag.withDefault(100),
    Flag.withDescription("Number of ticks if <from> is omitted (default: 100)")
  ),
  folder: Flag.Directory("folder").pipe(
    Flag.withDefault("history"),
    Flag.withDescription("Folder for downloaded chunks (default: history)")
  ),
  concurrency: Flag.Int("concurrency").pipe(
    Flag.filter(
      (many) => many >= 1 && many <= 16,
      () => "between 1 and 16"
    ),
    Flag.withDefault(4),
    Flag.withDescription("Number of simultaneous downloads, 1 to 16 (default: 4)")
  )
}

/** Creates the failure of a command that finds no history in its range. @internal */
export const nothing = (room: string, from: number, to: number): Refused =>
  new Refused({ message: `no history of ${room} is recorded from tick ${from} to ${to}` })

/** The range of ticks in the arguments. @internal */
export interface Given {
  readonly from: Option.Option<First>
  readonly to: Option.Option<number>
  readonly last: number
}

/** Returns the first and the last tick in the arguments, as far as they are there. @internal */
export const given = ({ from, to }: Pick<Given, "from" | "to">) =>
  Effect.gen(function* () {
    const first = Option.getOrUndefined(from)
    if (first?.to !== undefined && Option.isSome(to))
      return yield* new Usage({ message: `pass the last tick once: ${first.to} or ${to.value}` })
    const range = { from: first?.from, to: first?.to ?? Option.getOrUndefined(to) }
    return yield* inOrder(range)
  })

/** Fails if the first tick is after the last one. @internal */
export const inOrder = <R extends { readonly from: number | undefined; readonly to: number | undefined }>(
  range: R
) =>
  range.from !== undefined && range.to !== undefined && range.from > range.to
    ? Effect.fail(
        new Usage({ message: `the first tick (${range.from}) is after the last tick (${range.to})` })
      )
    : Effect.succeed(range)

/** Returns the range of ticks, and the number of ticks in a chunk of this server. @internal */
export const find = ({ last, ...range }: Given) =>
  Effect.gen(function* () {
    const { from, to } = yield* given(range)
    const { historyChunkSize: chunkSize } = yield* Capabilities.read
    if (chunkSize === undefined) return yield* new Usage({ message: "this server reports no room history" })
    const { time } = yield* Game.time()
    // The server has not written the current chunk yet.
    const end = to ?? time - (time % chunkSize) - 1
    if (end < 0) return yield* new Usage({ message: "no history is recorded yet" })
    const found = yield* inOrder({ from: from ?? Math.max(0, end - last + 1), to: end })
    return { ...found, chunkSize }
  })
