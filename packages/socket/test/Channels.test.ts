import * as Channel from "@screeps-effect/socket/Channel"
import * as Channels from "@screeps-effect/socket/Channels"
import * as Server from "@screeps-effect/api/Server"
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as UserId from "@screeps-effect/schema/UserId"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

type AnyChannel = Omit<Channel.Channel<never>, "decode" | "schema">

const user = UserId.make("6491e40834fb252")
const privateServer = Server.privateServer("http://127.0.0.1:21025", { shard: "shard9" })
const official = Server.official({ shard: "shard3" })
const bare = Server.official()

const named = (channel: AnyChannel, server: Server.Description, userId: UserId.UserId | undefined = user) =>
  Result.match(channel.name({ user: userId, server }), {
    onSuccess: ChannelName.format,
    onFailure: (reason) => (reason._tag === "InvalidInput" ? `InvalidInput ${reason.field}` : reason._tag)
  })

const all: ReadonlyArray<readonly [AnyChannel, onPrivate: string, onOfficial: string]> = [
  [Channels.serverMessage(), "server-message", "server-message"],
  [Channels.serverStats(), "stats:full", "stats:full"],
  [Channels.userStats(), "stats:users", "stats:users"],
  [Channels.battles(), "warpath:battles", "warpath:battles"],
  [Channels.battle(), "warpath:battle", "warpath:battle"],
  [Channels.room("W7N3"), "room:W7N3", "room:shard3/W7N3"],
  [Channels.room("W7N3", "shard1"), "room:W7N3", "room:shard1/W7N3"],
  [Channels.roomMap("E0S0"), "roomMap2:E0S0", "roomMap2:shard3/E0S0"],
  [Channels.mapVisual(), `mapVisual:${user}`, `mapVisual:${user}/shard3`],
  [Channels.console(), `user:${user}/console`, `user:${user}/console`],
  [Channels.cpu(), `user:${user}/cpu`, `user:${user}/cpu`],
  [
    Channels.memory("stats.a b/c"),
    `user:${user}/memory/stats.a b/c`,
    `user:${user}/memory/shard3/stats.a b/c`
  ],
  [Channels.resources(), `user:${user}/resources`, `user:${user}/resources`],
  [Channels.money(), `user:${user}/money`, `user:${user}/money`],
  [Channels.code(), `user:${user}/code`, `user:${user}/code`],
  [Channels.activeBranch(), `user:${user}/set-active-branch`, `user:${user}/set-active-branch`],
  [Channels.newMessage(), `user:${user}/newMessage`, `user:${user}/newMessage`],
  [Channels.conversation(UserId.invader), `user:${user}/message:2`, `user:${user}/message:2`]
]

describe("Channels", () => {
  it("have no shard in their names on private servers, and the default or the given one on official servers", () => {
    for (const [channel, onPrivate, onOfficial] of all) {
      assert.strictEqual(named(channel, privateServer), onPrivate)
      assert.strictEqual(named(channel, official), onOfficial)
    }
  })

  it("have names that ChannelName.parse reads back", () => {
    for (const [channel, onPrivate, onOfficial] of all) {
      assert.strictEqual(ChannelName.parse(onPrivate)._tag, channel.kind)
      assert.strictEqual(ChannelName.parse(onOfficial)._tag, channel.kind)
    }
  })

  it("fail with ShardRequired on official servers without a default shard, if they belong to a shard", () => {
    const needing = all.filter(([channel]) => named(channel, bare) === "ShardRequired")
    assert.deepStrictEqual(
      needing.map(([channel]) => channel.kind),
      ["Room", "RoomMap", "MapVisual", "Memory"]
    )
  })

  it("reject invalid shard names", () => {
    assert.strictEqual(named(Channels.room("W7N3", "shard3/W1N1"), official), "InvalidInput shard")
  })

  it("reject empty paths and paths that would crash a private server", () => {
    for (const path of [...Object.getOwnPropertyNames(Object.prototype), "", "a\nb"]) {
      for (const server of [privateServer, official]) {
        assert.strictEqual(named(Channels.memory(path), server), "InvalidInput path")
      }
    }
    assert.strictEqual(
      named(Channels.memory("stats.toString"), privateServer),
      `user:${user}/memory/stats.toString`
    )
  })

  it("reject invalid room names and respondents", () => {
    assert.strictEqual(named(Channels.room("w7n3" as RoomName), privateServer), "InvalidInput room")
    assert.strictEqual(named(Channels.roomMap("shard0/W7N3" as RoomName), privateServer), "InvalidInput room")
    assert.strictEqual(
      named(Channels.conversation(UserId.make("a b")), privateServer),
      "InvalidInput respondent"
    )
  })

  it("of a user fail with InvalidInput for guests", () => {
    const guest = (channel: AnyChannel) => channel.name({ user: undefined, server: privateServer })
    for (const [channel] of all) {
      assert.strictEqual(Result.isSuccess(guest(channel)), channel.access !== "owner")
    }
  })

  it("deliver every patch, line, saved branch and message, but only the latest snapshot", () => {
    const by = (delivery: Channel.Delivery) =>
      [
        ...new Set(all.filter(([channel]) => channel.delivery === delivery).map(([{ kind }]) => kind))
      ].toSorted()
    assert.deepStrictEqual(by("patches"), ["Room"])
    assert.deepStrictEqual(by("every"), [
      "ActiveBranch",
      "Battle",
      "Code",
      "Console",
      "Conversation",
      "NewMessage",
      "ServerMessage"
    ])
    assert.deepStrictEqual(by("latest"), [
      "Battles",
      "Cpu",
      "MapVisual",
      "Memory",
      "Money",
      "Resources",
      "RoomMap",
      "ServerStats",
      "UserStats"
    ])
  })

  it("share one decoder per family", () => {
    assert.strictEqual(Channels.room("W7N3").decode, Channels.room("W1N1").decode)
  })

  it("can be created for the events of a mod", () => {
    const family = Channel.family({
      kind: "Unknown",
      delivery: "every",
      access: "public",
      schema: Schema.Struct({ season: Schema.Finite })
    })
    const channel = Channel.make(family, () => Result.succeed({ _tag: "Unknown", name: "season-clock" }))
    assert.strictEqual(named(channel, privateServer), "season-clock")
    assert.deepStrictEqual(Result.getOrThrow(channel.decode({ season: 5, more: 1 })), { season: 5 })
  })
})
