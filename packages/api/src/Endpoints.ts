/** Every operation, as data. */
import * as Account from "./Account.ts"
import * as Auth from "./Auth.ts"
import * as AuthTokens from "./AuthTokens.ts"
import * as Code from "./Code.ts"
import * as Construction from "./Construction.ts"
import * as Decorations from "./Decorations.ts"
import * as Experimental from "./Experimental.ts"
import * as Flags from "./Flags.ts"
import * as Game from "./Game.ts"
import * as Intents from "./Intents.ts"
import * as Invaders from "./Invaders.ts"
import * as Leaderboard from "./Leaderboard.ts"
import * as Market from "./Market.ts"
import * as Memory from "./Memory.ts"
import * as Messages from "./Messages.ts"
import * as Mods from "./Mods.ts"
import type { Any } from "./Operation.ts"
import * as PowerCreeps from "./PowerCreeps.ts"
import * as Register from "./Register.ts"
import * as RoomHistoryApi from "./RoomHistoryApi.ts"
import * as Scoreboard from "./Scoreboard.ts"
import * as Seasons from "./Seasons.ts"
import * as Segments from "./Segments.ts"
import * as Servers from "./Servers.ts"
import * as Shards from "./Shards.ts"
import * as User from "./User.ts"
import * as Warpath from "./Warpath.ts"

/** Every operation of the SDK: what tables, documents and tests are made from. */
export const all: ReadonlyArray<Any> = [
  Auth.signIn,
  Auth.steamTicket,
  Auth.queryToken,
  Auth.me,
  Auth.authmod,
  Register.submit,
  Register.checkEmail,
  Register.checkUsername,
  Register.setUsername,
  Game.version,
  Game.time,
  Game.tick,
  Game.worldSize,
  Game.roomTerrain,
  Game.rooms,
  Game.roomStatus,
  Game.roomOverview,
  Game.roomObjects,
  Game.roomDecorations,
  Game.mapStats,
  Game.genUniqueObjectName,
  Game.checkUniqueObjectName,
  Game.genUniqueFlagName,
  Game.checkUniqueFlagName,
  Game.placeSpawn,
  Flags.create,
  Flags.changeColor,
  Flags.move,
  Flags.remove,
  Construction.create,
  Construction.setNotifyWhenAttacked,
  Intents.addObjectIntent,
  Intents.addGlobalIntent,
  Invaders.create,
  Invaders.remove,
  PowerCreeps.list,
  PowerCreeps.create,
  PowerCreeps.upgrade,
  PowerCreeps.rename,
  PowerCreeps.remove,
  PowerCreeps.cancelDelete,
  PowerCreeps.experimentation,
  Market.ordersIndex,
  Market.orders,
  Market.stats,
  Market.myOrders,
  Shards.info,
  Shards.tick,
  RoomHistoryApi.get,
  Leaderboard.list,
  Leaderboard.find,
  Leaderboard.seasons,
  Scoreboard.list,
  Seasons.current,
  Seasons.list,
  Servers.list,
  Experimental.pvp,
  Experimental.nukes,
  Warpath.battles,
  Mods.list,
  Mods.stats,
  User.worldStatus,
  User.worldStartRoom,
  User.branches,
  User.console,
  User.respawnProhibitedRooms,
  User.respawn,
  User.find,
  User.name,
  User.rooms,
  User.stats,
  User.overview,
  User.moneyHistory,
  Code.get,
  Code.set,
  Code.setActiveBranch,
  Code.cloneBranch,
  Code.deleteBranch,
  Memory.get,
  Memory.set,
  Segments.get,
  Segments.set,
  Messages.index,
  Messages.list,
  Messages.send,
  Messages.markRead,
  Messages.unreadCount,
  Decorations.inventory,
  Decorations.themes,
  Decorations.pixelize,
  Decorations.convert,
  Decorations.activate,
  Decorations.deactivate,
  Account.notifyPrefs,
  Account.badge,
  Account.badgeSvg,
  Account.email,
  Account.changePassword,
  Account.setSteamVisible,
  Account.tutorialDone,
  Account.cpuShards,
  Account.activatePtr,
  Account.unlinkSteam,
  Account.unlinkGithub,
  Account.unlinkGitlab,
  AuthTokens.list,
  AuthTokens.create,
  AuthTokens.remove,
  AuthTokens.noratelimit
]
