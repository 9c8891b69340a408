/**
 * The Screeps HTTP API as typed operations; every module is a namespace.
 *
 * @since 0.1.0
 */

// ---- who asks whom
export * as Capabilities from "./Capabilities.ts"
export * as ConfigFile from "./ConfigFile.ts"
export * as Credentials from "./Credentials.ts"
export * as RateLimits from "./RateLimits.ts"
export * as Retry from "./Retry.ts"
export * as ScreepsClient from "./ScreepsClient.ts"
export * as ScreepsError from "./ScreepsError.ts"
export * as ScreepsEvents from "./ScreepsEvents.ts"
export * as Server from "./Server.ts"
export * as Session from "./Session.ts"

// ---- operations by path group
export * as Account from "./Account.ts"
export * as Auth from "./Auth.ts"
export * as AuthTokens from "./AuthTokens.ts"
export * as Code from "./Code.ts"
export * as Construction from "./Construction.ts"
export * as Decorations from "./Decorations.ts"
export * as Experimental from "./Experimental.ts"
export * as Flags from "./Flags.ts"
export * as Game from "./Game.ts"
export * as Intents from "./Intents.ts"
export * as Invaders from "./Invaders.ts"
export * as Leaderboard from "./Leaderboard.ts"
export * as Market from "./Market.ts"
export * as Memory from "./Memory.ts"
export * as Messages from "./Messages.ts"
export * as Mods from "./Mods.ts"
export * as PowerCreeps from "./PowerCreeps.ts"
export * as Register from "./Register.ts"
export * as RoomHistoryApi from "./RoomHistoryApi.ts"
export * as Scoreboard from "./Scoreboard.ts"
export * as Seasons from "./Seasons.ts"
export * as Segments from "./Segments.ts"
export * as Servers from "./Servers.ts"
export * as Shards from "./Shards.ts"
export * as User from "./User.ts"
export * as Warpath from "./Warpath.ts"

// ---- operations as data
export * as Catalogue from "./Catalogue.ts"
export * as Endpoints from "./Endpoints.ts"
export * as OpenApi from "./OpenApi.ts"
export * as Operation from "./Operation.ts"
