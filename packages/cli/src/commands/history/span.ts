/** The arguments of `download` and `play`: a room and a range of ticks. */
import * as Capabilities from "@screeps-effect/api/Capabilities"
import * as Game from "@screeps-effect/api/Game"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Refused, Usage } from "../../runner/failure.ts"
import * as Room from "../../input/room.ts"
import { positive } from "../../input/flags.ts"

const tick = (name: string) =>
  Argument.Int(name).pipe(
    Argument.filter(
      (tick) => tick >= 0,
      () => "a tick, at least 0"
    ),
    Argument.optional
  )

/** @internal */
export const config = {
  room: Room.argument.pipe(Argument.withDescription("Name of the room, such as W7N3")),
  from: tick("from").pipe(Argument.withDescription("First tick; default: computed from --last")),
  to: tick("to").pipe(Argument.withDescription("Last tick; default: the last recorded tick")),
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
  readonly from: Option.Option<number>
  readonly to: Option.Option<number>
  readonly last: number
}

/** Returns the range of ticks, and the number of ticks in a chunk of this server. @internal */
export const find = ({ from, last, to }: Given) =>
  Effect.gen(function* () {
    const { historyChunkSize: chunkSize } = yield* Capabilities.read
    if (chunkSize === undefined) return yield* new Usage({ message: "this server reports no room history" })
    const { time } = yield* Game.time()
    // The server has not written the current chunk yet.
    const end = Option.getOrElse(to, () => time - (time % chunkSize) - 1)
    const begin = Option.getOrElse(from, () => Math.max(0, end - last + 1))
    if (end < 0) return yield* new Usage({ message: "no history is recorded yet" })
    if (begin > end)
      return yield* new Usage({ message: `the first tick (${begin}) is after the last tick (${end})` })
    return { from: begin, to: end, chunkSize }
  })
