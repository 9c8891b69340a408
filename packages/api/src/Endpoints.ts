/** Every operation, as data. */
import * as Account from "./operations/Account.ts"
import * as Auth from "./operations/Auth.ts"
import * as AuthTokens from "./operations/AuthTokens.ts"
import * as Code from "./operations/Code.ts"
import * as Construction from "./operations/Construction.ts"
import * as Decorations from "./operations/Decorations.ts"
import * as Experimental from "./operations/Experimental.ts"
import * as Flags from "./operations/Flags.ts"
import * as Game from "./operations/Game.ts"
import * as Intents from "./operations/Intents.ts"
import * as Invaders from "./operations/Invaders.ts"
import * as Leaderboard from "./operations/Leaderboard.ts"
import * as Market from "./operations/Market.ts"
import * as Memory from "./operations/Memory.ts"
import * as Messages from "./operations/Messages.ts"
import * as Mods from "./operations/Mods.ts"
import type { AnyOperation } from "./Operation.ts"
import * as PowerCreeps from "./operations/PowerCreeps.ts"
import * as Register from "./operations/Register.ts"
import * as RoomHistoryApi from "./operations/RoomHistoryApi.ts"
import * as Scoreboard from "./operations/Scoreboard.ts"
import * as Seasons from "./operations/Seasons.ts"
import * as Segments from "./operations/Segments.ts"
import * as Servers from "./operations/Servers.ts"
import * as Shards from "./operations/Shards.ts"
import * as User from "./operations/User.ts"
import * as Warpath from "./operations/Warpath.ts"

/** Every operation of the SDK: what tables, documents and tests are made from. */
export const all: ReadonlyArray<AnyOperation> = [
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
