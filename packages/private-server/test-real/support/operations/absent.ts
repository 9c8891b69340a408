import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as AuthTokens from "@screeps-effect/api/AuthTokens"
import * as Decorations from "@screeps-effect/api/Decorations"
import * as Experimental from "@screeps-effect/api/Experimental"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as History from "@screeps-effect/api/History"
import * as MapTool from "@screeps-effect/api/MapTool"
import * as Mods from "@screeps-effect/api/Mods"
import * as Scoreboard from "@screeps-effect/api/Scoreboard"
import * as Seasons from "@screeps-effect/api/Seasons"
import * as Servers from "@screeps-effect/api/Servers"
import * as Shards from "@screeps-effect/api/Shards"
import * as User from "@screeps-effect/api/User"
import * as Warpath from "@screeps-effect/api/Warpath"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { Called } from "./everyOperation.ts"

const _id = ObjectId.make("0123456789abcde")
const userId = UserId.make("0123456789abcde")
const token = Redacted.make("01234567")

/** Operations that no private server 4.3.0 has, neither plain nor with the admin mod. */
export const absent: ReadonlyArray<Called> = [
  [Auth.queryToken, Auth.queryToken({ token })],
  [Game.roomDecorations, Game.roomDecorations({ room: "W1N1" })],
  [Flags.move, Flags.move({ _id, room: "W1N1", x: 1, y: 2 })],
  [Shards.tick, Shards.tick()],
  [History.officialChunk, History.officialChunk({ room: "W1N1", tick: 20 })],
  [Scoreboard.list, Scoreboard.list()],
  [Scoreboard.list, Stream.runCollect(Scoreboard.entries())],
  [Seasons.current, Seasons.current()],
  [Seasons.list, Seasons.list()],
  [Servers.list, Servers.list()],
  [User.name, User.name()],
  [Decorations.inventory, Decorations.inventory()],
  [Decorations.themes, Decorations.themes()],
  [Decorations.pixelize, Decorations.pixelize({ count: 1 })],
  [Decorations.convert, Decorations.convert({ decorations: [_id] })],
  [Decorations.activate, Decorations.activate({ _id, active: {} })],
  [Decorations.deactivate, Decorations.deactivate({ decorations: [_id] })],
  [Account.cpuShards, Account.cpuShards({ cpu: { shard0: 20 } })],
  [Account.activatePtr, Account.activatePtr()],
  [Account.activateCpuUnlocks, Account.activateCpuUnlocks({ count: 1 })],
  [Account.activateShardAccess, Account.activateShardAccess({ shard: "shardX", count: 1 })],
  [Account.ivm, Account.ivm({ legacy: false })],
  [Account.githubScope, Account.githubScope()],
  [Account.githubRepos, Account.githubRepos()],
  [Account.githubRepo, Account.githubRepo({ repo: false })],
  [Game.findObject, Game.findObject({ _id })],
  [Game.randomNoviceRoom, Game.randomNoviceRoom()],
  [History.share, History.share({ room: "W1N1", time: 20 })],
  [History.shared, History.shared({ code: "none" })],
  [History.sharedChunk, History.sharedChunk({ code: "none", tick: 20, room: "W1N1" })],
  [Seasons.access, Seasons.access()],
  [Seasons.enter, Seasons.enter()],
  [Seasons.lastPost, Seasons.lastPost()],
  [Seasons.ranks, Seasons.ranks({ userId })],
  [Servers.news, Servers.news()],
  [User.findShared, User.findShared({ id: userId })],
  [User.moneyHistoryDetails, User.moneyHistoryDetails({ tick: 20 })],
  [AuthTokens.list, AuthTokens.list()],
  [AuthTokens.create, AuthTokens.create({ type: "full" })],
  [AuthTokens.remove, AuthTokens.remove({ tokenId: _id })],
  [AuthTokens.noratelimit, AuthTokens.noratelimit({ token, recaptcha: token })]
]

/** Operations that a private server 4.3.0 has with the admin mod only. */
export const ofAdminMod: ReadonlyArray<Called> = [
  [Game.roomObjects, Game.roomObjects({ room: "W1N1" })],
  [Shards.info, Shards.info()],
  [Experimental.pvp, Experimental.pvp({ interval: 100 })],
  [Experimental.nukes, Experimental.nukes()],
  [Warpath.battles, Warpath.battles({ interval: 100 })],
  [Mods.list, Mods.list()],
  [Mods.stats, Mods.stats()]
]

const keeper = { user: "admin", password: Redacted.make("maptool-pass") }

/**
 * Operations of mods that are not installed on the server of these tests, which responds with 404; they were recorded
 * from another server. The map tool requires packages that it does not declare, and no test needs it.
 */
export const ofOtherMods: ReadonlyArray<Called> = [
  [MapTool.rooms, MapTool.rooms(keeper)],
  [
    MapTool.set,
    MapTool.set({
      ...keeper,
      rooms: [{ room: "W1N1", terrain: "0".repeat(2500), status: "normal", objects: [] }]
    })
  ]
]
