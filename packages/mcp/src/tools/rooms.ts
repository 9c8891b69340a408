/** Tools about rooms: as they are, what changed, their history. */
import * as Game from "@screeps-effect/api/Game"
import * as History from "@screeps-effect/api/History"
import * as User from "@screeps-effect/api/User"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomPicture from "@screeps-effect/pictures/RoomPicture"
import * as RoomState from "@screeps-effect/schema/RoomState"
import { ShardName } from "@screeps-effect/schema/ShardName"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { failed } from "../ToolFailure.ts"
import { cursor, listed } from "./answers.ts"
import { define, documented } from "./define.ts"
import * as Describe from "./describe.ts"
import { ShownRooms } from "./services.ts"
import { answer, type AnswerText, own } from "./text.ts"

const room = documented(RoomName, Game.roomTerrain, "room")
/** The shard, on official servers. @internal */
export const shard = Schema.optionalKey(documented(ShardName, Game.roomTerrain, "shard"))
const inRoom = { room, shard }

const mostRooms = 50

interface Place {
  readonly room: RoomName
  readonly shard?: ShardName | undefined
}

const keyOf = ({ room, shard }: Place) => `${shard ?? ""} ${room}`

/** Keeps a state as the one that was shown last, and returns the one before. */
const remember = (place: Place, state: RoomState.RoomState) =>
  Effect.map(ShownRooms, (shown) => {
    const key = keyOf(place)
    const before = shown.get(key)
    shown.delete(key)
    shown.set(key, state)
    const oldest = shown.keys().next()
    if (shown.size > mostRooms && oldest.done !== true) shown.delete(oldest.value)
    return before
  })

/** Servers send nothing about a room that does not exist. */
const seconds = 15

/** Returns the state of a room, and the tick. */
const current = Effect.fnUntraced(function* ({ room, shard }: Place) {
  const view = yield* RoomFeed.states(room, shard).pipe(
    Stream.runHead,
    Effect.timeoutOption(`${seconds} seconds`),
    Effect.map(Option.flatten)
  )
  if (Option.isNone(view)) {
    return yield* failed(
      answer`The server sent nothing about ${own(room)} within ${seconds} seconds: the room does not exist, or the account watches two other rooms.`
    )
  }
  const { time } = yield* Game.time({ shard })
  return { ...view.value, tick: time }
})

const ownerOf = (state: RoomState.RoomState): AnswerText => {
  for (const object of state.objects.values()) {
    if (object.type !== "controller") continue
    const { level, user } = object
    if (user === undefined || user === null) return answer`nobody's room`
    return answer`room of ${Describe.userName(state, user)}, level ${level}`
  }
  return answer`no controller`
}

/** Describes what the map says of a room. */
const mapLine = (
  name: string,
  stats: Effect.Success<ReturnType<typeof Game.mapStats>>["stats"][string] | undefined,
  users: Readonly<Record<string, { readonly username?: string | null | undefined }>>
): string => {
  if (stats === undefined) return `${name}: does not exist`
  const { minerals0, own, safeMode, sign, status } = stats
  const owner =
    own === undefined || own === null ? undefined : JSON.stringify(users[own.user]?.username ?? own.user)
  return [
    `${name}: ${owner === undefined ? "free" : own?.level === 0 ? `reserved by ${owner}` : `owned by ${owner}, level ${own?.level}`}`,
    ...(status === undefined || status === "normal" ? [] : [JSON.stringify(status)]),
    ...(safeMode === true ? ["safe mode"] : []),
    ...(minerals0 === undefined || minerals0 === null ? [] : [`mineral ${JSON.stringify(minerals0.type)}`]),
    ...(sign === undefined || sign === null ? [] : [`sign ${JSON.stringify(sign.text)}`])
  ].join("; ")
}

const mapLines = (rooms: ReadonlyArray<RoomName>, shard: ShardName | undefined) =>
  Effect.map(Game.mapStats({ rooms, statName: "minerals0", shard }), ({ stats, users }) =>
    rooms.map((name) => mapLine(name, stats[name], users ?? {}))
  )

const isRoomName = Schema.is(RoomName)

const lookAtRoom = define("look_at_room", {
  operations: [Game.roomTerrain, Game.time],
  description:
    "Shows a room as it is now: a picture with a letter for each square (x to the right, y down, from 0,0), then the objects with ids, owners, hits and stores.",
  parameters: {
    ...inRoom,
    picture: Schema.optionalKey(
      Schema.Boolean.annotate({ description: "Whether to draw the picture; default: true" })
    ),
    cursor
  },
  *run({ cursor, picture = true, ...place }) {
    const state = yield* current(place)
    yield* remember(place, state)
    const user = yield* Effect.option(User.whoAmI())
    const me: UserId | undefined = Option.getOrUndefined(user)?._id
    const drawing =
      picture && cursor === undefined
        ? RoomPicture.draw(yield* Game.terrain(place), state.objects.values(), { colors: false, user: me })
        : []
    const title = answer`${own(place.room)} in tick ${state.tick}: ${ownerOf(state)}, ${state.objects.size} objects`
    return yield* listed(title, [...drawing, ...Describe.objectLines(state)], cursor)
  }
})

const roomChanges = define("room_changes", {
  operations: [Game.roomTerrain, Game.time],
  description:
    "Lists what changed in a room since look_at_room or room_changes last showed it: new, gone and changed objects.",
  parameters: { ...inRoom, cursor },
  *run({ cursor, ...place }) {
    const after = yield* current(place)
    const before = yield* remember(place, after)
    if (before === undefined) {
      return answer`${own(place.room)} was not shown before: this is where changes are counted from now on (tick ${after.tick}, ${after.objects.size} objects). Use look_at_room to see it.`
    }
    const lines = Describe.changeLines(RoomState.changes(before, after), after)
    const title = answer`${own(place.room)}, ticks ${before.tick ?? "?"} to ${after.tick}: ${lines.length} changes`
    return yield* listed(title, lines, cursor)
  }
})

const roomHistory = define("room_history", {
  operations: [History.privateChunk, History.officialChunk],
  description:
    "Summarises what happened in a room during the chunk of ticks that contains a tick: which objects appeared and were gone, and how others differ between the first and the last tick.",
  parameters: {
    ...inRoom,
    tick: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
      description: "Any tick of the chunk"
    }),
    cursor
  },
  *run({ cursor, ...place }) {
    const chunk = yield* History.chunk(place)
    let begin: RoomState.RoomState | undefined
    let end: RoomState.RoomState | undefined
    const visitors = new Map<string, string>()
    for (const state of RoomHistory.states(chunk)) {
      begin ??= state
      for (const [id, object] of state.objects) {
        if (!begin.objects.has(id)) visitors.set(id, Describe.titleOf(object))
      }
      end = state
    }
    if (begin === undefined || end === undefined) return answer`The chunk of ${place.room} is empty.`
    for (const id of end.objects.keys()) visitors.delete(id)
    const lines = [
      ...Describe.changeLines(RoomState.changes(begin, end), end),
      ...[...visitors.values()].map((title) => `came and went: ${title}`)
    ]
    const title = answer`${own(place.room)}, ticks ${begin.tick ?? "?"} to ${end.tick ?? "?"}: ${begin.objects.size} objects at first, ${end.objects.size} at last`
    return yield* listed(title, lines, cursor)
  }
})

const myRooms = define("my_rooms", {
  operations: [User.rooms, Game.mapStats, User.worldStatus],
  description:
    "Lists the rooms that the account owns, with their level and protection, and whether the account plays, may place a first spawn, or has lost.",
  parameters: { cursor },
  *run({ cursor }) {
    const { _id } = yield* User.whoAmI()
    const { status } = yield* User.worldStatus()
    const owned = User.roomsByShard(yield* User.rooms({ id: _id }))
    const lines = yield* Effect.forEach(owned, ({ rooms, shard }) =>
      rooms.length === 0
        ? Effect.succeed([])
        : Effect.map(mapLines(rooms.filter(isRoomName), shard), (lines) =>
            lines.map((line) => (shard === undefined ? line : `${shard} ${line}`))
          )
    )
    const all = lines.flat()
    return yield* listed(answer`Status: ${status}. ${all.length} rooms.`, all, cursor)
  }
})

const mapOfRooms = define("map_of_rooms", {
  operations: [Game.mapStats],
  parameters: {
    rooms: documented(
      Schema.Array(RoomName).check(Schema.isMinLength(1), Schema.isMaxLength(200)),
      Game.mapStats,
      "rooms"
    ),
    shard,
    cursor
  },
  run: ({ cursor, rooms, shard }) =>
    Effect.flatMap(mapLines(rooms, shard), (lines) => listed(undefined, lines, cursor))
})

/** The tools. @internal */
export const tools = [lookAtRoom, roomChanges, roomHistory, myRooms, mapOfRooms] as const
