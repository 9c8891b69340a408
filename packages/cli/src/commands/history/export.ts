/** `screeps history export` */
import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import * as LocalFile from "@screeps-effect/api/LocalFile"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import { Server } from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import type { Terrain } from "@screeps-effect/schema/Terrain"
import type { UserBrief } from "@screeps-effect/schema/UserBrief"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as HistoryReplay from "@screeps-effect/socket/workflows/HistoryReplay"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as client from "../../config/client.ts"
import { optional, toggle } from "../../input/flags.ts"
import * as Output from "../../output/output.ts"
import { format, oneLine, plain } from "../../output/text.ts"
import { Refused, Usage } from "../../runner/failure.ts"
import * as Database from "../collect/database.ts"
import * as Span from "./span.ts"

/** A room over time. */
interface Source {
  readonly from: number
  readonly to: number
  readonly terrain: Terrain
  /** The signed-in user; `undefined` for guests and files. */
  readonly user: UserId | undefined
  readonly states: Stream.Stream<RoomState, ScreepsError | Refused, ScreepsClient>
  readonly usernameOf: (id: UserId) => Effect.Effect<string | undefined, never, ScreepsClient>
}

/** Reads the server, or chunks that were downloaded into the folder. */
const ofServer = Effect.fnUntraced(function* (
  room: RoomName,
  { concurrency, folder, ...given }: Span.Given & { readonly concurrency: number; readonly folder: string }
) {
  const { chunkSize, from, to } = yield* Span.find(given)
  const cache = yield* Span.cacheIn(folder)
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

/** Reads a database that a Collector keeps; the terrain, too, if it is there. */
const ofStore = Effect.fnUntraced(function* (room: RoomName, address: string, given: Span.Given) {
  const range = yield* Span.given(given)
  const { isNew, layer, name } = yield* Database.resolve(address, {})
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

/** Returns the users that a page names: owners of objects, and who reserved the controller. */
const usersIn = (object: RoomObject.RoomObject): ReadonlyArray<UserId> => [
  ...(RoomObject.isOwned(object) ? [object.user] : []),
  ...(object.type === "controller" && object.reservation ? [object.reservation.user] : [])
]

/** Further users keep their ids: each name may cost a request. */
const mostUsers = 50

/** Adds the names of users to one state after another: history has only their ids. */
const withUsernames = (usernameOf: Source["usernameOf"]) => {
  const requested = new Set<UserId>()
  let users: ReadonlyMap<UserId, UserBrief> = new Map()
  return Effect.fnUntraced(function* (state: RoomState) {
    for (const id of new Set([...state.objects.values()].flatMap(usersIn))) {
      if (requested.has(id) || requested.size >= mostUsers) continue
      requested.add(id)
      const username = yield* usernameOf(id)
      if (username !== undefined) users = new Map([...users, [id, { _id: id, username }]])
    }
    return { ...state, users }
  })
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

export const command = Command.make(
  "export",
  {
    ...Span.config,
    html: toggle("html", "Write an HTML file with a player, which opens without a network"),
    output: Flag.Path("output", { pathType: "either" }).pipe(
      Flag.withAlias("o"),
      Flag.withMetavar("<file>"),
      Flag.withDefault(undefined),
      Flag.withDescription("File to write, which must not exist (default: <room>-<from>-<to>.html)")
    ),
    database: optional(
      Flag.String("database"),
      "Database of screeps collect, read instead of the server: SQLite file, or postgres://…",
      "<file or url>"
    )
  },
  ({ database, html, output, room, ...given }) =>
    Effect.gen(function* () {
      if (!html) return yield* new Usage({ message: "pass a format: --html" })
      const fs = yield* FileSystem
      const { from, states, terrain, to, user, usernameOf } = yield* database === undefined
        ? ofServer(room, given)
        : ofStore(room, database, given)
      const file = output ?? `${room}-${from}-${to}.html`
      // Found out before the states are read; a pipe or a device is written.
      const before = yield* Effect.option(fs.stat(file))
      if (Option.exists(before, ({ type }) => type === "File" || type === "Directory"))
        return yield* new Refused({ message: `nothing was written: ${file} exists` })
      const { replay } = yield* Effect.promise(() => import("@screeps-effect/pictures/RoomPage"))
      let count = 0
      const recorded = Stream.tap(states, () => Effect.sync(() => void (count += 1)))
      const orNothing = Stream.suspend(() =>
        count === 0 ? Stream.fail(Span.nothing(room, from, to)) : Stream.empty
      )
      let bytes = 0
      const pieces = Stream.concat(recorded, orNothing).pipe(
        Stream.mapEffect(withUsernames(usernameOf)),
        replay({ room, terrain, user, from, to }),
        Stream.encodeText,
        Stream.tap((piece) => Effect.sync(() => void (bytes += piece.length)))
      )
      yield* LocalFile.writeStream(file, pieces, { existing: "fail" })
      const missing = to - from + 1 - count
      yield* Output.value({ room, from, to, file, states: count, missing, bytes }, (_, paint) => {
        const gaps = missing === 0 ? format`` : paint("yellow", format`, ${missing} missing`)
        return format`${paint("bold", oneLine(file))}: ticks ${from} to ${to} of ${plain(room)}${gaps}, ${plain(megabytes(bytes))} MB`
      })
    }).pipe(Effect.scoped, Effect.provide(client.http))
).pipe(
  Command.withDescription("Write a room's history as a file that can be shared, with a player"),
  Command.withExamples([
    { command: "screeps history export W7N3 71000000..71000999 --html" },
    { command: "screeps history export W7N3 1000..2000 --html --database world.sqlite --output battle.html" }
  ])
)
