/** Which ticks of which room: the arguments that downloading and playing have in common. */
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
      () => "a tick, 0 or later"
    ),
    Argument.optional
  )

/** @internal */
export const config = {
  room: Room.argument,
  from: tick("from").pipe(Argument.withDescription("The first tick; otherwise --last before the end")),
  to: tick("to").pipe(Argument.withDescription("The last tick; otherwise the last one that is recorded")),
  last: Flag.Int("last").pipe(
    Flag.withMetavar("<ticks>"),
    positive("at least one tick"),
    Flag.withDefault(100),
    Flag.withDescription("How many ticks, without a first one")
  ),
  folder: Flag.Directory("folder").pipe(
    Flag.withDefault("history"),
    Flag.withDescription("Where chunks are kept: existing ones are not downloaded again")
  ),
  concurrency: Flag.Int("concurrency").pipe(
    Flag.filter(
      (many) => many >= 1 && many <= 16,
      () => "between 1 and 16"
    ),
    Flag.withDefault(4),
    Flag.withDescription("How many chunks are downloaded at once")
  )
}

/** How a command ends that finds nothing at all of the ticks that were meant. @internal */
export const nothing = (room: string, from: number, to: number): Refused =>
  new Refused({ message: `nothing is recorded of ${room} from tick ${from} to ${to}` })

/** @internal */
export interface Given {
  readonly from: Option.Option<number>
  readonly to: Option.Option<number>
  readonly last: number
}

/** The ticks that are meant, and how many of them a chunk of this server holds. @internal */
export const find = ({ from, last, to }: Given) =>
  Effect.gen(function* () {
    const { historyChunkSize: chunkSize } = yield* Capabilities.read
    const { time } = yield* Game.time()
    // The chunk that is being written is not there yet.
    const end = Option.getOrElse(to, () => time - (time % chunkSize) - 1)
    const begin = Option.getOrElse(from, () => Math.max(0, end - last + 1))
    if (end < 0) return yield* new Usage({ message: "nothing is recorded yet" })
    if (begin > end) return yield* new Usage({ message: `tick ${begin} is after tick ${end}, the last one` })
    return { from: begin, to: end, chunkSize }
  })
