/** Where `export` reads a room: from the server, or from the database of a Collector. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import { Server } from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import type { Terrain } from "@screeps-effect/schema/Terrain"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as HistoryReplay from "@screeps-effect/socket/workflows/HistoryReplay"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Output from "../../output/output.ts"
import { Refused } from "../../runner/failure.ts"
import * as Database from "../collect/database.ts"
import * as Folder from "./folder.ts"
import * as Span from "./span.ts"

/** A room over time. @internal */
export interface Source {
  readonly from: number
  readonly to: number
  readonly terrain: Terrain
  /** The signed-in user; `undefined` for guests and files. */
  readonly user: UserId | undefined
  readonly states: Stream.Stream<RoomState, ScreepsError | Refused, ScreepsClient>
  readonly usernameOf: (id: UserId) => Effect.Effect<string | undefined, never, ScreepsClient>
}

/** Reads the server, or chunks that were downloaded into the folder. @internal */
export const ofServer = (
  room: RoomName,
  { concurrency, folder, ...given }: Span.Given & { readonly concurrency: number; readonly folder: string }
) =>
  Effect.gen(function* () {
    const { chunkSize, from, to } = yield* Span.find(given)
    const cache = yield* Folder.make(folder)
    const me = yield* Effect.option(Auth.me())
    return {
      from,
      to,
      terrain: yield* Game.terrain({ room }),
      user: me._tag === "Some" ? me.value._id : undefined,
      states: HistoryReplay.states(room, from, to, { cache, chunkSize, concurrency }),
      usernameOf: (id) =>
        User.find({ id }).pipe(
          Effect.map(({ user }) => user.username ?? undefined),
          // A page shows the id instead.
          Effect.orElseSucceed(() => undefined)
        )
    } satisfies Source
  })

const unreadable = (name: string) => (error: { readonly message: string }) =>
  new Refused({ message: `${name} cannot be read as a database of the Collector: ${error.message}` })

/** Reads a database that a Collector keeps; the terrain, too, if it is there. @internal */
export const ofStore = (room: RoomName, address: string, given: Span.Given) =>
  Effect.gen(function* () {
    const range = yield* Span.given(given)
    const { isNew, layer, name } = yield* Database.resolve(Option.some(address), {})
    // The driver would create it.
    if (isNew) return yield* new Refused({ message: `${name} does not exist` })
    const Collector = yield* Effect.promise(() => import("@screeps-effect/collector/Collector"))
    const database = yield* Effect.mapError(Layer.build(layer), unreadable(name))
    const { shard = "", url: server } = yield* Server
    const output = yield* Output.Output
    const onDamaged = ({ message }: { readonly message: string }) =>
      Effect.provideService(Output.warning(message), Output.Output, output)
    const place = { room, server, shard, onDamaged }
    const span = yield* Collector.historySpan(place).pipe(
      Effect.provide(database),
      Effect.mapError(unreadable(name))
    )
    if (span === undefined)
      return yield* new Refused({ message: `${name} has no history of ${room} on ${server}` })
    const to = range.to ?? span.to
    const { from } = yield* Span.inOrder({
      from: range.from ?? Math.max(span.from, to - given.last + 1),
      to
    })
    if (from > span.to || to < span.from)
      return yield* new Refused({
        message: `${name} has ticks ${span.from} to ${span.to} of ${room}, but none from ${from} to ${to}`
      })
    const terrain = yield* Collector.terrain(place).pipe(
      Effect.provide(database),
      Effect.mapError(unreadable(name))
    )
    return {
      from,
      to,
      terrain: terrain ?? (yield* Game.terrain({ room })),
      user: undefined,
      states: Collector.histories({ ...place, from, to }).pipe(
        Stream.provideContext(database),
        Stream.mapError(unreadable(name)),
        Stream.flatMap((chunk) => Stream.fromIterable(RoomHistory.states(chunk))),
        Stream.filter(({ tick }) => tick !== undefined && tick >= from && tick <= to)
      ),
      usernameOf: (id) =>
        Collector.username(id, { server }).pipe(
          Effect.provide(database),
          Effect.orElseSucceed(() => undefined)
        )
    } satisfies Source
  })
