/** Made by scripts/fields.mjs from the doc comments of records and inputs: do not edit. */
import type { Descriptions } from "@screeps-effect/schema/JsonSchema"

/** Records of this package, by their identifier. @internal */
export const records: Descriptions = {
  ActiveName: {
    description: "What a branch may be active in: the world, or the simulation.",
    fields: {}
  },
  ApiToken: {
    description:
      "An API token: what it may do, and the token itself where the server repeats it (in lists its beginning only).",
    fields: {
      full: "Whether the token has all permissions; if so, the three lists are absent.",
      _id: "Id of the token, not the secret.",
      description: "Description that the user gave the token.",
      endpoints: "Endpoints that the token may use, written like `GET /api/user/name`.",
      websockets: "Groups of socket channels that the token may subscribe to: `console`, `rooms`.",
      memorySegments: "Memory segments that the token may use, if it is limited to some.",
      noRatelimitUntil: "Until when rate limits are suspended, in milliseconds since 1970."
    }
  },
  AuthMod: {
    description: "The auth mod of a private server and whether it lets people register.",
    fields: {}
  },
  BadgePicture: {
    description: "A picture as SVG text.",
    fields: {}
  },
  Branches: {
    description: "The branches of the user.",
    fields: {}
  },
  Code: {
    description: "The modules of a branch; `branch` is its real name, also when an alias was asked for.",
    fields: {}
  },
  CodeStored: {
    description: "Code was stored; `timestamp` is the server's time in milliseconds since 1970.",
    fields: {}
  },
  Feature: {
    description: "A feature that a server announces; mods write their versions as text.",
    fields: {}
  },
  FoundUser: {
    description: "The user that was found.",
    fields: {}
  },
  GameTime: {
    description: "The game's clock.",
    fields: {}
  },
  GlobalIntentAdded: {
    description:
      "An intent of the account was stored: `intents` is what the server kept of it, empty when it does not know the name.",
    fields: {
      result: "Result of the database driver.",
      _id: "Id of the new document, as private servers send it.",
      insertedIds: "Ids of the new documents, as official servers send them (reported).",
      insertedCount: "Number of new documents, as official servers send it (reported)."
    }
  },
  IntentBody: {
    description: "What is asked for: of an object as fields, of a room as a list of them.",
    fields: {}
  },
  IntentFields: {
    description: "What an object or the account is asked for: fields of JSON by name.",
    fields: {}
  },
  Inventory: {
    description: "The decorations that the user owns, placed or not.",
    fields: {}
  },
  LeaderboardPage: {
    description: "A part of a leaderboard: ranks, how many there are in all, and the users by identity.",
    fields: {}
  },
  LeaderboardSeasons: {
    description: "The months of the leaderboard.",
    fields: {}
  },
  MapStatsAnswer: {
    description:
      "What the map knows about rooms: by room, the highest values of the statistic, and the users by identity.",
    fields: {}
  },
  MarketStats: {
    description: "The days of a resource on the market, the newest first.",
    fields: {}
  },
  Me: {
    description: "The signed-in user.",
    fields: {}
  },
  MemoryData: {
    description: 'A part of Memory as servers write it: `gz:` text, `"Incorrect memory path"`, or nothing.',
    fields: {}
  },
  MessageIndex: {
    description: "The newest message of each of the user's conversations, and the users in them by identity.",
    fields: {}
  },
  MessageList: {
    description: "Messages of one conversation, oldest first.",
    fields: {}
  },
  ModNames: {
    description: "The names of mods, in the order in which they were loaded.",
    fields: {}
  },
  MoneyHistory: {
    description: "A page of the history of the user's credits, newest entries first.",
    fields: {}
  },
  MyOrders: {
    description:
      "The user's own orders, in one of two forms: a list (private servers), or lists by shard (official servers, reported); `placed` reads both.",
    fields: {}
  },
  NewToken: {
    description: "A new API token.",
    fields: {}
  },
  NotifyPrefs: {
    description: "Which notifications a user wants by mail; intervals are in minutes.",
    fields: {}
  },
  Nukes: {
    description: "The nukes in flight by shard.",
    fields: {}
  },
  Orders: {
    description: "The active orders for a resource.",
    fields: {}
  },
  OrdersIndex: {
    description: "The resources that are on the market, and how many orders there are for each.",
    fields: {}
  },
  Overview: {
    description:
      "One statistic of the user's rooms: by shard, or in one for private servers, which keep no statistics.",
    fields: {}
  },
  Pixelized: {
    description: "Decorations were made of pixels: the new ones.",
    fields: {}
  },
  PlatformSignedIn: {
    description:
      "A session token that was given for a ticket of a game platform, and the account's identity on that platform.",
    fields: {}
  },
  PowerCreepList: {
    description: "The power creeps of the user.",
    fields: {}
  },
  PowerLevels: {
    description: "The levels of all powers of a power creep by their numbers: 0 to 5 each.",
    fields: {}
  },
  ProhibitedRooms: {
    description: "The rooms in which a user may not place a spawn again.",
    fields: {}
  },
  QueriedToken: {
    description: "What an API token may do; sources differ on where `_id` stands.",
    fields: {}
  },
  RankInSeason: {
    description: "A user's rank in one month.",
    fields: {
      _id: "Id of the result.",
      season: "Month of the result, such as `2026-11`.",
      user: "Id of the user.",
      score: "Points of the month: control points, or processed power in the mode `power`.",
      rank: "Place on the leaderboard, counted from 0."
    }
  },
  RanksFound: {
    description: "A user's rank in the month that was named, or the ranks in all months; `ranks` reads both.",
    fields: {}
  },
  RanksInSeasons: {
    description: "A user's ranks in all months.",
    fields: {}
  },
  Reason: {
    description: "The reason for which an operation failed.",
    fields: {}
  },
  RoomDecorations: {
    description: "The decorations of a room.",
    fields: {}
  },
  RoomObjects: {
    description: "Everything that stands in a room, and the users who own it, by identity.",
    fields: {}
  },
  RoomOverview: {
    description:
      "Who owns a room, and its statistics by name: slots oldest first, highest values and totals.",
    fields: {}
  },
  RoomStatusAnswer: {
    description:
      "A room's status; `room` is empty (private) or `null` (official, reported) for a room that does not exist.",
    fields: {}
  },
  RoomTerrain: {
    description: "The terrain of a room, in one of the two shapes in which servers write it.",
    fields: {}
  },
  RoomsTerrain: {
    description: "The terrain of many rooms, 2500 digits each; `Terrain.decode` of the schemas reads them.",
    fields: {}
  },
  ScoreboardMeta: {
    description: "How many players are on a scoreboard.",
    fields: {}
  },
  ScoreboardPage: {
    description: "A part of the scoreboard, and how many players are on it in all.",
    fields: {}
  },
  SeasonList: {
    description: "The seasons so far.",
    fields: {}
  },
  SeasonNow: {
    description: "The season that runs or is about to start.",
    fields: {
      _id: "Id of the season.",
      index: "Number of the season.",
      title: "Title of the season.",
      startDate: "When the season begins, as ISO 8601 text.",
      endDate: "When the season ends, as ISO 8601 text.",
      createdAt: "When the record was created, as ISO 8601 text.",
      updatedAt: "When the record was last changed, as ISO 8601 text.",
      rank: "Rank of the signed-in user in this season.",
      players: "Number of players who take part."
    }
  },
  SegmentChoice: {
    description:
      "Which segments are asked for: one by its number, or several, as a list or as numbers joined by commas.",
    fields: {}
  },
  SegmentData: {
    description:
      "What a server has in the segments that were asked for: a text, nothing, or (official servers) a list of them.",
    fields: {}
  },
  ServerData: {
    description: "What a server says about itself beyond its version.",
    fields: {}
  },
  ServerList: {
    description: "The community servers.",
    fields: {}
  },
  ShardOverview: {
    description:
      "One statistic of the user's rooms on one shard, slots oldest first; sources differ on how the times are called.",
    fields: {}
  },
  ShardTick: {
    description: "The length of a shard's ticks in milliseconds.",
    fields: {}
  },
  ShardsInfo: {
    description: "The shards of a server.",
    fields: {}
  },
  SignedIn: {
    description: "A session token of a private server; it lives 60–70 seconds.",
    fields: {}
  },
  SpawnPlaced: {
    description: "A first spawn was placed.",
    fields: {}
  },
  StartRoom: {
    description: "The room to show a user first: at most one name, as the server writes it.",
    fields: {}
  },
  StoredRoom: {
    description: "A room as the storage holds it.",
    fields: {}
  },
  StoredRooms: {
    description: "All rooms at a tick; `null` stands for a room that has no terrain.",
    fields: {}
  },
  Themes: {
    description: "The themes of decorations.",
    fields: {}
  },
  TickLength: {
    description: "The length of a tick in milliseconds; `null` before the first one.",
    fields: {}
  },
  TokenEndpoints: {
    description: "Which endpoints a token may use, written `GET /api/user/name`.",
    fields: {}
  },
  TokenList: {
    description: "The account's API tokens; of each token only the beginning is told.",
    fields: {}
  },
  TokenSockets: {
    description: "Which groups of socket channels a token may listen to.",
    fields: {}
  },
  UniqueName: {
    description: "A name that the user has not given yet.",
    fields: {}
  },
  UnreadCount: {
    description: "How many received messages the user has not read.",
    fields: {}
  },
  UserName: {
    description: "The user's name.",
    fields: {}
  },
  UserRooms: {
    description:
      "The rooms of a user: in one list (private servers), or by shard, those owned apart from those reserved.",
    fields: {}
  },
  UserStats: {
    description: "The totals of a user's statistics by name; one client reports their slots instead.",
    fields: {}
  },
  Version: {
    description:
      "A server's version: the protocol it speaks, how many users are active, and what it says about itself.",
    fields: {}
  },
  WorldSize: {
    description: "The size of the world in rooms.",
    fields: {}
  },
  WorldStatusAnswer: {
    description: "Where the user stands in the world.",
    fields: {}
  }
}

/** Fields of inputs, by method and path. @internal */
export const inputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {}
