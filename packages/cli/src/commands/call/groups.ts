/** Loads modules of operations when one of their operations is called. */

/** Modules by the group's name in the catalogue; a test compares them with `Endpoints.all`. */
export const groups: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>> = {
  Account: () => import("@screeps-effect/api/Account"),
  Auth: () => import("@screeps-effect/api/Auth"),
  AuthTokens: () => import("@screeps-effect/api/AuthTokens"),
  Code: () => import("@screeps-effect/api/Code"),
  Construction: () => import("@screeps-effect/api/Construction"),
  Decorations: () => import("@screeps-effect/api/Decorations"),
  Experimental: () => import("@screeps-effect/api/Experimental"),
  Flags: () => import("@screeps-effect/api/Flags"),
  Game: () => import("@screeps-effect/api/Game"),
  Intents: () => import("@screeps-effect/api/Intents"),
  Invaders: () => import("@screeps-effect/api/Invaders"),
  Leaderboard: () => import("@screeps-effect/api/Leaderboard"),
  MapTool: () => import("@screeps-effect/api/MapTool"),
  Market: () => import("@screeps-effect/api/Market"),
  Memory: () => import("@screeps-effect/api/Memory"),
  Messages: () => import("@screeps-effect/api/Messages"),
  Mods: () => import("@screeps-effect/api/Mods"),
  PowerCreeps: () => import("@screeps-effect/api/PowerCreeps"),
  Register: () => import("@screeps-effect/api/Register"),
  History: () => import("@screeps-effect/api/History"),
  Scoreboard: () => import("@screeps-effect/api/Scoreboard"),
  Seasons: () => import("@screeps-effect/api/Seasons"),
  Segments: () => import("@screeps-effect/api/Segments"),
  Servers: () => import("@screeps-effect/api/Servers"),
  Shards: () => import("@screeps-effect/api/Shards"),
  User: () => import("@screeps-effect/api/User"),
  Warpath: () => import("@screeps-effect/api/Warpath")
}
