/**
 * The channels of the game, one function each: `Channels.room("W7N3")`, `Channels.console()`.
 *
 * **Details**
 *
 * On official servers a channel that belongs to a shard is that of the shard which is named, else of the server's default
 * one; private servers are never sent a shard. A room and a path are checked before anything is sent.
 */
import { InvalidInput, ShardRequired } from "@screeps-effect/api/ScreepsError"
import type { Description } from "@screeps-effect/api/Server"
import { ActiveBranchEvent } from "@screeps-effect/schema/ActiveBranchEvent"
import { CodeEvent } from "@screeps-effect/schema/CodeEvent"
import { ConsoleEvent } from "@screeps-effect/schema/ConsoleEvent"
import { ConversationEvent } from "@screeps-effect/schema/ConversationEvent"
import { CpuEvent } from "@screeps-effect/schema/CpuEvent"
import { MapVisualEvent } from "@screeps-effect/schema/MapVisualEvent"
import { MemoryEvent, WatchPath } from "@screeps-effect/schema/MemoryEvent"
import { MoneyEvent } from "@screeps-effect/schema/MoneyEvent"
import { NewMessageEvent } from "@screeps-effect/schema/NewMessageEvent"
import { ResourcesEvent } from "@screeps-effect/schema/ResourcesEvent"
import { RoomMapEvent } from "@screeps-effect/schema/RoomMapEvent"
import { ServerMessageEvent } from "@screeps-effect/schema/ServerMessageEvent"
import type { UserChannel } from "@screeps-effect/schema/ChannelName"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import * as RoomName from "@screeps-effect/schema/RoomName"
import { ShardName } from "@screeps-effect/schema/ShardName"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Result from "effect/Result"
import * as Channel from "./Channel.ts"

const decodePath = Decoder.make(WatchPath)
const decodeShard = Decoder.make(ShardName)

const invalid = (field: string, why: string) => Result.fail(new InvalidInput({ field, detail: why }))

const shardOf = (
  server: Description,
  given: ShardName | undefined
): Result.Result<ShardName | undefined, InvalidInput | ShardRequired> => {
  if (server.kind === "private") return Result.succeed(undefined)
  const shard = given ?? server.shard
  return shard === undefined
    ? Result.fail(new ShardRequired())
    : Result.mapError(
        decodeShard(shard),
        ({ message }) => new InvalidInput({ field: "shard", detail: message })
      )
}

const userOf = ({ user }: Channel.Place): Result.Result<UserId, InvalidInput> =>
  user === undefined ? invalid("user", "guests have no channels of their own") : Result.succeed(user)

const roomOf = (room: string): Result.Result<string, InvalidInput> =>
  RoomName.is(room) ? Result.succeed(room) : invalid("room", "expected a room name such as W12N3")

const rooms = Channel.family<RoomFrame>({
  topic: "Room",
  delivery: "patches",
  access: "authenticated",
  schema: RoomFrame
})

/**
 * Everything that happens in a room, as patches: the channel `room:<room>`.
 *
 * **Details**
 *
 * The payloads are those of the server: the first one holds the whole room, later ones what changed. `RoomFeed` folds
 * them; to fold them with `RoomState.fold`, listen to `signals` and begin with `RoomState.reset` at `Connected` and
 * `Resumed`. A late listener, and one that fell behind, makes the server send the whole room again: see `Delivery`.
 *
 * **Gotchas**
 *
 * A server serves two rooms per account and tick; above that rooms take turns and the others get `Refused` signals. Any
 * room can be watched, visible or not. The server sends nothing of a room that does not exist. Where ticks are shorter
 * than a server waits between two messages (200 milliseconds), the objects of one may be a tick newer than its `gameTime`.
 */
export const room = (room: RoomName.RoomName, shard?: ShardName): Channel.Channel<RoomFrame> =>
  Channel.make(rooms, ({ server }) =>
    Result.flatMap(roomOf(room), (room) =>
      Result.map(shardOf(server, shard), (shard) => ({ _tag: "Room", room, shard }))
    )
  )

const roomMaps = Channel.family<RoomMapEvent>({
  topic: "RoomMap",
  delivery: "latest",
  access: "authenticated",
  schema: RoomMapEvent
})

/**
 * A room on the coarse map, whole in every tick: the channel `roomMap2:<room>`.
 *
 * **Details**
 *
 * No limit is known: 200 rooms at once were served every tick. xxscreeps sends changes only.
 */
export const roomMap = (room: RoomName.RoomName, shard?: ShardName): Channel.Channel<RoomMapEvent> =>
  Channel.make(roomMaps, ({ server }) =>
    Result.flatMap(roomOf(room), (room) =>
      Result.map(shardOf(server, shard), (shard) => ({ _tag: "RoomMap", room, shard }))
    )
  )

const mapVisuals = Channel.family<string | null>({
  topic: "MapVisual",
  delivery: "latest",
  access: "owner",
  schema: MapVisualEvent
})

/**
 * What one's own script drew onto the world map, in every tick: the channel `mapVisual:<user>`.
 *
 * **Gotchas**
 *
 * Private servers send it to others only once: when its owner begins to listen, all subscribers get it.
 */
export const mapVisual = (shard?: ShardName): Channel.Channel<string | null> =>
  Channel.make(mapVisuals, (place) =>
    Result.flatMap(userOf(place), (user) =>
      Result.map(shardOf(place.server, shard), (shard) => ({ _tag: "MapVisual", user, shard }))
    )
  )

const memories = Channel.family<string>({
  topic: "Memory",
  delivery: "latest",
  access: "owner",
  schema: MemoryEvent
})

/**
 * A value of one's own Memory as text, in every tick: the channel `user:<user>/memory/<path>`.
 *
 * **Details**
 *
 * `MemoryEvent.isAbsent` checks whether there is nothing at the path.
 *
 * **Gotchas**
 *
 * A server watches at most 50 paths per user, counting those that were given up, until it restarts. Some paths would end
 * a private server (`toString`) and are refused: `InvalidInput`, nothing is sent.
 */
export const memory = (path: string, shard?: ShardName): Channel.Channel<string> =>
  Channel.make(memories, (place) =>
    Result.gen(function* () {
      const user = yield* userOf(place)
      const checked = yield* Result.mapError(
        decodePath(path),
        ({ message }) => new InvalidInput({ field: "path", detail: message })
      )
      return { _tag: "Memory", user, path: checked, shard: yield* shardOf(place.server, shard) } as const
    })
  )

/** A channel that needs no more than the user. */
const own = <A>(
  topic: UserChannel["_tag"],
  delivery: "every" | "latest",
  schema: Channel.Channel<A>["schema"]
): Channel.Channel<A> =>
  Channel.make(Channel.family<A>({ topic, delivery, access: "owner", schema }), (place) =>
    Result.map(userOf(place), (user) => ({ _tag: topic, user }))
  )

const consoleChannel = own<ConsoleEvent>("Console", "every", ConsoleEvent)

/**
 * One's own console: output, results of commands and errors, one event or two per tick: the channel
 * `user:<user>/console`.
 *
 * **Details**
 *
 * `ConsoleEvent.lines` reads the texts. On official servers the events of all shards come on this channel and name theirs.
 */
export const console = (): Channel.Channel<ConsoleEvent> => consoleChannel

const cpuChannel = own<CpuEvent>("Cpu", "latest", CpuEvent)

/**
 * What one's own script costs: the channel `user:<user>/cpu`.
 *
 * **Gotchas**
 *
 * Servers leave many of these events out: count no ticks by them.
 */
export const cpu = (): Channel.Channel<CpuEvent> => cpuChannel

const resourcesChannel = own<ResourcesEvent>("Resources", "latest", ResourcesEvent)

/** Credits and account-bound resources, in every tick: the channel `user:<user>/resources`. */
export const resources = (): Channel.Channel<ResourcesEvent> => resourcesChannel

const moneyChannel = own<number>("Money", "latest", MoneyEvent)

/**
 * Credits: the channel `user:<user>/money`.
 *
 * **Gotchas**
 *
 * Private servers never send anything here: use `resources`.
 */
export const money = (): Channel.Channel<number> => moneyChannel

const codeChannel = own<CodeEvent>("Code", "every", CodeEvent)

/** Branches as they are saved, with all their code: the channel `user:<user>/code`. */
export const code = (): Channel.Channel<CodeEvent> => codeChannel

const activeBranchChannel = own<ActiveBranchEvent>("ActiveBranch", "every", ActiveBranchEvent)

/** Changes of the branch that runs: the channel `user:<user>/set-active-branch`. */
export const activeBranch = (): Channel.Channel<ActiveBranchEvent> => activeBranchChannel

const newMessageChannel = own<NewMessageEvent>("NewMessage", "every", NewMessageEvent)

/** Messages that come in, from whomever: the channel `user:<user>/newMessage`. */
export const newMessage = (): Channel.Channel<NewMessageEvent> => newMessageChannel

const conversations = Channel.family<ConversationEvent>({
  topic: "Conversation",
  delivery: "every",
  access: "owner",
  schema: ConversationEvent
})

/**
 * Messages to and from one other user, and marks that they were read: the channel `user:<user>/message:<respondent>`.
 */
export const conversation = (respondent: UserId): Channel.Channel<ConversationEvent> =>
  Channel.make(conversations, (place) =>
    Result.flatMap(userOf(place), (user) =>
      /^[^\s/]+$/.test(respondent)
        ? Result.succeed({ _tag: "Conversation", user, respondent } as const)
        : invalid("respondent", "expected the id of a user, not the name")
    )
  )

const serverMessages = Channel.family<string>({
  topic: "ServerMessage",
  delivery: "every",
  access: "public",
  schema: ServerMessageEvent
})

/** Messages of the server's operator to everyone, guests included: the channel `server-message`. */
export const serverMessage = (): Channel.Channel<string> =>
  Channel.make(serverMessages, () => Result.succeed({ _tag: "ServerMessage" }))
