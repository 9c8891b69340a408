/** The arguments of `download`, `play` and `export`: a room, a range of ticks, and a folder of chunks. */
import * as Capabilities from "@screeps-effect/api/Capabilities"
import * as Game from "@screeps-effect/api/Game"
import * as LocalFile from "@screeps-effect/api/LocalFile"
import type { ChunkCache } from "@screeps-effect/socket/workflows/HistoryReplay"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { accept, positive, roomArgument } from "../../input/flags.ts"
import { Refused, Usage } from "../../runner/failure.ts"

/** A tick, or a range of ticks. */
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

export const config = {
  room: roomArgument("Name of the room, such as W7N3"),
  from: Argument.String("from").pipe(
    Argument.filterMap(parseFirst, () => "a tick such as 1000, or a range such as 1000..2000"),
    Argument.withDefault(undefined),
    Argument.withDescription(
      "First tick, or first and last tick as 1000..2000; default: computed from --last"
    )
  ),
  to: Argument.Int("to").pipe(
    accept((tick: number) => tick >= 0, "a tick, at least 0"),
    Argument.withDefault(undefined),
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
    accept((many: number) => many >= 1 && many <= 16, "between 1 and 16"),
    Flag.withDefault(4),
    Flag.withDescription("Number of simultaneous downloads, 1 to 16 (default: 4)")
  )
}

/** Creates the failure of a command that finds no history in its range. */
export const nothing = (room: string, from: number, to: number): Refused =>
  new Refused({ message: `no history of ${room} is recorded from tick ${from} to ${to}` })

/** The range of ticks in the arguments. */
export interface Given {
  readonly from: First | undefined
  readonly to: number | undefined
  readonly last: number
}

/** Returns the first and the last tick in the arguments, as far as they are there. */
export const given = Effect.fnUntraced(function* ({ from: first, to }: Pick<Given, "from" | "to">) {
  if (first?.to !== undefined && to !== undefined)
    return yield* new Usage({ message: `pass the last tick once: ${first.to} or ${to}` })
  return yield* inOrder({ from: first?.from, to: first?.to ?? to })
})

/** Fails if the first tick is after the last one. */
export const inOrder = <R extends { readonly from: number | undefined; readonly to: number | undefined }>(
  range: R
) =>
  range.from !== undefined && range.to !== undefined && range.from > range.to
    ? Effect.fail(
        new Usage({ message: `the first tick (${range.from}) is after the last tick (${range.to})` })
      )
    : Effect.succeed(range)

/** Returns the range of ticks, and the number of ticks in a chunk of this server. */
export const find = Effect.fnUntraced(function* ({ last, ...range }: Given) {
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

/** Returns the parts of a key as names that are valid in every file system. */
const namesOf = (key: string): ReadonlyArray<string> =>
  key
    .replace(/^\w+:\/\//, "")
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .map((part) => part.replaceAll(/[^\w.+-]/g, "_"))

const refused = ({ message }: LocalFile.LocalFileError) => new Refused({ message })

/** Creates a cache in a folder; files are written whole or not at all, and never through a link. */
export const cacheIn = (folder: string): Effect.Effect<ChunkCache<Refused>, never, FileSystem | Path> =>
  Effect.gen(function* () {
    const path = yield* Path
    const context = yield* Effect.context<FileSystem | Path>()
    const fileOf = (key: string) => `${path.join(folder, ...namesOf(key))}.json`
    return {
      get: (key) => LocalFile.readText(fileOf(key)).pipe(Effect.provide(context), Effect.mapError(refused)),
      set: (key, chunk) =>
        LocalFile.write(fileOf(key), chunk, { link: "replace" }).pipe(
          Effect.provide(context),
          Effect.mapError(refused)
        )
    }
  })
