/**
 * The channels of the game, one function each: `Channels.room("W7N3")`, `Channels.console()`.
 *
 * **Details**
 *
 * On official servers, a channel of a shard uses the given shard, or the server's default shard; private servers are
 * never sent a shard. Room names and Memory paths are checked before anything is sent.
 */
import { InvalidInput, ShardRequired } from "@screeps-effect/api/ScreepsError"
import type { Description } from "@screeps-effect/api/Server"
import { ActiveBranchEvent } from "@screeps-effect/schema/ActiveBranchEvent"
import { ModBattle } from "@screeps-effect/schema/Battle"
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
import { ServerStats, UserProgress } from "@screeps-effect/schema/ServerStats"
import type { AdminModChannel, UserChannel } from "@screeps-effect/schema/ChannelName"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import * as RoomName from "@screeps-effect/schema/RoomName"
import { ShardName } from "@screeps-effect/schema/ShardName"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Channel from "./Channel.ts"

const decodePath = Decoder.make(WatchPath)
const decodeShard = Decoder.make(ShardName)

const invalid = (field: string, detail: string) => Result.fail(new InvalidInput({ field, detail }))

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
  user === undefined
    ? invalid("user", "guests have no user channels: pass a token, or a user name and a password")
    : Result.succeed(user)

/** Returns a function from rooms to their channels. */
const ofRoom = <A>(
  kind: "Room" | "RoomMap",
  delivery: "latest" | "patches",
  schema: Channel.Channel<A>["schema"]
) => {
  const family = Channel.family<A>({ kind, delivery, access: "authenticated", schema })
  return (room: string, shard: ShardName | undefined): Channel.Channel<A> =>
    Channel.make(family, ({ server }) =>
      RoomName.is(room)
        ? Result.map(shardOf(server, shard), (shard) => ({ _tag: kind, room, shard }))
        : invalid("room", "expected a room name such as W12N3")
    )
}

const roomChannel = ofRoom<RoomFrame>("Room", "patches", RoomFrame)

/**
 * Emits the contents of a room as patches: the channel `room:<room>`.
 *
 * **Details**
 *
 * The payloads are as the server sends them: the first one holds the whole room, later ones what changed. `RoomFeed`
 * folds them. To fold them yourself with `RoomState.fold`, listen to `signals` and start from `RoomState.reset` at
 * `Connected` and `Resumed`. A listener that starts late or fell behind makes the server send the whole room again: see
 * `Delivery`.
 *
 * **Gotchas**
 *
 * A server sends two rooms per account and tick. Above that limit, rooms take turns and the others get `Refused`
 * signals. Any room can be watched, visible or not. The server sends nothing about a room that does not exist. A server
 * waits 200 milliseconds between two messages; with shorter ticks, the objects of a message may be a tick newer than
 * its `gameTime`.
 */
export const room = (room: RoomName.RoomName, shard?: ShardName): Channel.Channel<RoomFrame> =>
  roomChannel(room, shard)

const roomMapChannel = ofRoom<RoomMapEvent>("RoomMap", "latest", RoomMapEvent)

/**
 * Emits the positions in a room as the world map shows them, complete in every tick: the channel `roomMap2:<room>`.
 *
 * **Details**
 *
 * No limit is known: 200 rooms at once were sent every tick. xxscreeps sends changes only.
 */
export const roomMap = (room: RoomName.RoomName, shard?: ShardName): Channel.Channel<RoomMapEvent> =>
  roomMapChannel(room, shard)

const mapVisuals = Channel.family<string | null>({
  kind: "MapVisual",
  delivery: "latest",
  access: "owner",
  schema: MapVisualEvent
})

/**
 * Emits what your script drew on the world map, in every tick: the channel `mapVisual:<user>`.
 *
 * **Gotchas**
 *
 * Private servers send it to other users only once: when the owner subscribes, all subscribers get it.
 */
export const mapVisual = (shard?: ShardName): Channel.Channel<string | null> =>
  Channel.make(mapVisuals, (place) =>
    Result.flatMap(userOf(place), (user) =>
      Result.map(shardOf(place.server, shard), (shard) => ({ _tag: "MapVisual", user, shard }))
    )
  )

const memories = Channel.family<string>({
  kind: "Memory",
  delivery: "latest",
  access: "owner",
  schema: MemoryEvent
})

/**
 * Emits a value of your Memory as text, in every tick: the channel `user:<user>/memory/<path>`.
 *
 * **Details**
 *
 * `MemoryEvent.isAbsent` checks whether there is no value at the path.
 *
 * **Gotchas**
 *
 * A server watches at most 50 paths per user until it restarts; unsubscribed paths count, too. Some paths (`toString`)
 * would crash a private server: they fail with `InvalidInput`, and nothing is sent.
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

/** Creates a channel whose name needs only the user. */
const own = <A>(
  kind: UserChannel["_tag"],
  delivery: "every" | "latest",
  schema: Channel.Channel<A>["schema"]
): Channel.Channel<A> =>
  Channel.make(Channel.family<A>({ kind, delivery, access: "owner", schema }), (place) =>
    Result.map(userOf(place), (user) => ({ _tag: kind, user }))
  )

const consoleChannel = own<ConsoleEvent>("Console", "every", ConsoleEvent)

/**
 * Emits your console: output, results of commands and errors, one or two events per tick: the channel
 * `user:<user>/console`.
 *
 * **Details**
 *
 * `ConsoleEvent.lines` returns the texts. On official servers, this channel has the events of all shards; each event
 * names its shard.
 */
export const console = (): Channel.Channel<ConsoleEvent> => consoleChannel

const cpuChannel = own<CpuEvent>("Cpu", "latest", CpuEvent)

/**
 * Emits the CPU time of your script and the size of your Memory: the channel `user:<user>/cpu`.
 *
 * **Gotchas**
 *
 * Servers leave many of these events out: do not count ticks by them.
 */
export const cpu = (): Channel.Channel<CpuEvent> => cpuChannel

const resourcesChannel = own<ResourcesEvent>("Resources", "latest", ResourcesEvent)

/** Emits your credits and account-bound resources, in every tick: the channel `user:<user>/resources`. */
export const resources = (): Channel.Channel<ResourcesEvent> => resourcesChannel

const moneyChannel = own<number>("Money", "latest", MoneyEvent)

/**
 * Emits your credits: the channel `user:<user>/money`.
 *
 * **Gotchas**
 *
 * Private servers never send anything here: use `resources`.
 */
export const money = (): Channel.Channel<number> => moneyChannel

const codeChannel = own<CodeEvent>("Code", "every", CodeEvent)

/** Emits each branch that is saved, with all its code: the channel `user:<user>/code`. */
export const code = (): Channel.Channel<CodeEvent> => codeChannel

const activeBranchChannel = own<ActiveBranchEvent>("ActiveBranch", "every", ActiveBranchEvent)

/** Emits changes of the active branch: the channel `user:<user>/set-active-branch`. */
export const activeBranch = (): Channel.Channel<ActiveBranchEvent> => activeBranchChannel

const newMessageChannel = own<NewMessageEvent>("NewMessage", "every", NewMessageEvent)

/** Emits incoming messages of all senders: the channel `user:<user>/newMessage`. */
export const newMessage = (): Channel.Channel<NewMessageEvent> => newMessageChannel

const conversations = Channel.family<ConversationEvent>({
  kind: "Conversation",
  delivery: "every",
  access: "owner",
  schema: ConversationEvent
})

/**
 * Emits messages to and from one other user, and when they were read: the channel `user:<user>/message:<respondent>`.
 */
export const conversation = (respondent: UserId): Channel.Channel<ConversationEvent> =>
  Channel.make(conversations, (place) =>
    Result.flatMap(userOf(place), (user) =>
      /^[^\s/]+$/.test(respondent)
        ? Result.succeed({ _tag: "Conversation", user, respondent } as const)
        : invalid("respondent", "expected the id of a user, not the name")
    )
  )

/** Creates a channel that everyone may listen to, guests included. */
const everyone = <A>(
  kind: "ServerMessage" | AdminModChannel["_tag"],
  delivery: "every" | "latest",
  schema: Channel.Channel<A>["schema"]
): Channel.Channel<A> =>
  Channel.make(Channel.family<A>({ kind, delivery, access: "public", schema }), () =>
    Result.succeed({ _tag: kind })
  )

const serverMessageChannel = everyone<string>("ServerMessage", "every", ServerMessageEvent)

/** Emits messages of the server's operator to everyone, guests included: the channel `server-message`. */
export const serverMessage = (): Channel.Channel<string> => serverMessageChannel

// ---- channels of `screepsmod-admin-utils`

const serverStatsChannel = everyone<ServerStats>("ServerStats", "latest", ServerStats)

/**
 * Emits statistics of a private server after each tick: the channel `stats:full` of `screepsmod-admin-utils`.
 *
 * **Details**
 *
 * A payload is what `Mods.stats` returns. Nothing is sent on subscribing, and nothing while the simulation is paused.
 * The server does not throttle it: with ticks of 50 ms it sends 20 payloads a second, of about 0.6–4 kB.
 *
 * **Gotchas**
 *
 * Silent on servers without the mod. The server counts each `subscribe` twice, so that one `unsubscribe` does not end
 * it.
 *
 * **Source** recorded from a server 4.3.0 with `screepsmod-admin-utils` 1.29.0.
 */
export const serverStats = (): Channel.Channel<ServerStats> => serverStatsChannel

const userStatsChannel = everyone<ReadonlyArray<UserProgress>>(
  "UserStats",
  "latest",
  Schema.Array(UserProgress)
)

/**
 * Emits statistics of a private server's users after each tick: the channel `stats:users` of `screepsmod-admin-utils`.
 *
 * **Details**
 *
 * The same as `users` of `serverStats`.
 *
 * **Gotchas**
 *
 * Users without possessions are not listed, so empty lists are frequent; NPCs are listed in the first ticks of a new
 * world. Silent on servers without the mod.
 *
 * **Source** recorded from a server 4.3.0 with `screepsmod-admin-utils` 1.29.0.
 */
export const userStats = (): Channel.Channel<ReadonlyArray<UserProgress>> => userStatsChannel

const battlesChannel = everyone<ReadonlyArray<ModBattle>>("Battles", "latest", Schema.Array(ModBattle))

/**
 * Emits all battles of the tick, after each tick in which players fought: the channel `warpath:battles` of
 * `screepsmod-admin-utils`.
 *
 * **Details**
 *
 * A battle is what `Warpath.battles` returns; `lastPvpTime` is the tick of the damage. The list is never empty.
 *
 * **Gotchas**
 *
 * The end of a battle is not announced: payloads stop. Damage by or to NPCs is not a battle. Silent on servers without
 * the mod. With the mod, a power creep whose owner has no other fighter in the room of a battle, or a creep of a
 * deleted user, crashes the server's backend at each tick of the fight, with or without subscribers: connections close
 * with 1006.
 *
 * **Source** recorded from a server 4.3.0 with `screepsmod-admin-utils` 1.29.0.
 */
export const battles = (): Channel.Channel<ReadonlyArray<ModBattle>> => battlesChannel

const battleChannel = everyone<ModBattle>("Battle", "every", ModBattle)

/**
 * Emits each battle of the tick by itself, after each tick in which players fought: the channel `warpath:battle` of
 * `screepsmod-admin-utils`.
 *
 * **Details**
 *
 * The same battles as those of `battles`, one payload for each: subscribe to one of the two.
 *
 * **Gotchas**
 *
 * It is not a channel per room. The cautions of `battles` apply.
 *
 * **Source** recorded from a server 4.3.0 with `screepsmod-admin-utils` 1.29.0.
 */
export const battle = (): Channel.Channel<ModBattle> => battleChannel
