/** Made by scripts/fields.mjs from the doc comments of records and inputs: do not edit. */
import type { Descriptions } from "@screeps-effect/schema/JsonSchema"

/** Records of this package, by their identifier. @internal */
export const records: Descriptions = {
  ActiveName: {
    description: "Where a branch can be active: in the world, or in the simulation.",
    fields: {}
  },
  ApiToken: {
    description: "An API token: its permissions, and the token itself where the server returns it.",
    fields: {
      _id: "Id of the token, not the secret.",
      description: "Description that the user gave the token.",
      endpoints: "Endpoints that the token may use, written like `GET /api/user/name`.",
      full: "Whether the token has all permissions; if so, the three lists are absent.",
      memorySegments: "Memory segments that the token may use, if it is limited to some.",
      noRatelimitUntil: "Until when rate limits are suspended, in milliseconds since 1970.",
      token: "The token, redacted; in lists only its beginning. Absent where the server does not return it.",
      websockets: "Groups of socket channels that the token may subscribe to: `console`, `rooms`."
    }
  },
  AuthMod: {
    description: "The auth mod of a private server, and the ways to sign in and register that it offers.",
    fields: {
      allowRegistration: "Whether new accounts can be registered; `false` on servers with a server password.",
      github: "Whether players can sign in through GitHub.",
      gitlab: "Whether players can sign in through GitLab.",
      name: "Name of the mod's package; `official` for official servers.",
      steam: "Whether players can sign in through Steam.",
      version: "Version of the mod."
    }
  },
  BadgePicture: {
    description: "A picture as SVG text.",
    fields: {}
  },
  Branches: {
    description: "The user's branches.",
    fields: {
      list: "The branches; their flags say which are active."
    }
  },
  Code: {
    description: "The modules of a branch.",
    fields: {
      branch: "Name of the branch, also when the request named an alias such as `$activeWorld`.",
      modules: "The modules by name: text, or base64 for binary modules."
    }
  },
  CodeStored: {
    description: "The result of a change to the user's code.",
    fields: {
      timestamp: "Time of the change on the server, in milliseconds since 1970."
    }
  },
  Feature: {
    description: "A feature that a server announces.",
    fields: {
      name: "Name of the feature, such as `seasons`; for mods the name of the package.",
      version: "Version of the feature: text for mods, a number for others; some have none."
    }
  },
  FoundUser: {
    description: "The user that was found.",
    fields: {
      user: "The user's public profile."
    }
  },
  GameTime: {
    description: "The current game time.",
    fields: {
      time: "The current tick."
    }
  },
  GlobalIntentAdded: {
    description: "The stored intent of the account.",
    fields: {
      _id: "Id of the new document, as private servers send it.",
      insertedCount: "Number of new documents, as official servers send it (reported).",
      insertedIds: "Ids of the new documents, as official servers send them (reported).",
      intents:
        "The stored intents by name, with prices in thousandths of a credit; empty when the server does not know the name.",
      result: "Result of the database driver.",
      user: "Id of the user."
    }
  },
  IntentBody: {
    description: "The body of an intent: fields for an object, a list of them for a room.",
    fields: {}
  },
  IntentFields: {
    description: "The fields of an intent for an object or the account: JSON values by name.",
    fields: {}
  },
  Inventory: {
    description: "The decorations that the user owns.",
    fields: {
      list: "The decorations, placed or not."
    }
  },
  LeaderboardPage: {
    description: "A page of a leaderboard.",
    fields: {
      count: "How many ranks the leaderboard has.",
      list: "The ranks, best first.",
      users: "The users of the ranks by user id."
    }
  },
  LeaderboardSeasons: {
    description: "The months of the leaderboard.",
    fields: {
      seasons: "The months, latest first."
    }
  },
  MapStatsResponse: {
    description: "Map data of several rooms.",
    fields: {
      decorations: "Definitions of decorations by id, not decoded (official servers, reported).",
      gameTime: "The current tick.",
      stats: "Map data by room name; rooms that do not exist are left out.",
      statsMax:
        "Highest value of the requested statistic among all rooms, by its name; empty on private servers.",
      users: "Owners, reservers and signers of the rooms by user id."
    }
  },
  MarketStats: {
    description: "The statistics of a resource on the market.",
    fields: {
      stats: "One entry per day, latest first; days without a deal are left out."
    }
  },
  Me: {
    description: "The signed-in user.",
    fields: {
      _id: "Id of the user.",
      badge: "The user's badge; absent until one is set. `Badge.parse` of the schema package decodes it.",
      blocked: "Whether the account is blocked: it cannot place a spawn.",
      cpu: "CPU limit, in milliseconds per tick.",
      cpuShard: "CPU limit in milliseconds per tick, by shard name (official servers).",
      email: "Mail address; absent when the account has none.",
      gcl: "Control points earned so far, not the level: `Gcl.level` of the schema package returns the level.",
      lastRespawnDate: "Time of the last respawn, in milliseconds since 1970; absent before the first one.",
      money: "Balance of the account, in credits.",
      notifyPrefs: "Mail notification preferences; absent until they are first changed.",
      password: "Whether the account has a password.",
      power:
        "Power points earned so far, not the level: `Gcl.powerLevel` of the schema package returns the level.",
      powerExperimentationTime:
        "End of the last period of power experimentation, in milliseconds since 1970; 0 before the first one.",
      powerExperimentations: "How many periods of power experimentation the account can still start.",
      resources:
        "Amounts of the account's resources by name: `pixel`, `cpuUnlock`, `accessKey` (official servers).",
      steam: "The linked Steam account; without fields when none is linked.",
      username:
        "Name of the user; absent until one is chosen, for accounts that were created through a game platform."
    }
  },
  MemoryData: {
    description: "A part of Memory in the server's format.",
    fields: {
      data: "Packed JSON (`gz:` text), or `Incorrect memory path`; absent when the last key of the path is missing."
    }
  },
  MessageIndex: {
    description: "The user's conversations.",
    fields: {
      messages: "The conversations, each with its latest message.",
      users: "The users of the conversations by user id."
    }
  },
  MessageList: {
    description: "Messages of one conversation.",
    fields: {
      messages: "The latest 100 messages at most, oldest first."
    }
  },
  ModNames: {
    description: "The names of mods, in the order in which they were loaded.",
    fields: {}
  },
  MoneyHistory: {
    description: "A page of the history of the user's credits.",
    fields: {
      hasMore: "Whether there is a next page.",
      list: "At most 20 entries, latest first.",
      page: "Number of the page, counted from 0."
    }
  },
  MyOrders: {
    description: "The user's own orders, in one of two forms; `withShards` reads both.",
    fields: {
      list: "The orders (private servers).",
      shards:
        "The orders by shard name, those for resources of the account under `intershard` (official servers, reported)."
    }
  },
  NewToken: {
    description: "A new API token.",
    fields: {
      token: "The whole token, redacted. Servers return it only this once."
    }
  },
  NotifyPrefs: {
    description: "The mail notification preferences of a user; fields that were never set are absent.",
    fields: {
      disabled: "Whether all mails are stopped.",
      disabledOnMessages: "Whether mails about messages of other players are stopped.",
      errorsInterval: "Shortest time between two mails about errors, in minutes; 100000 means never.",
      interval: "Shortest time between two mails, in minutes.",
      sendOnline: "Whether mails are sent even while the user is online."
    }
  },
  Nukes: {
    description: "The nukes in flight.",
    fields: {
      nukes: "The nukes by shard name."
    }
  },
  Orders: {
    description: "The active orders for a resource.",
    fields: {
      list: "The orders of all users and of non-player traders."
    }
  },
  OrdersIndex: {
    description: "The resources on the market.",
    fields: {
      list: "An entry for each resource that has orders."
    }
  },
  Overview: {
    description: "One statistic of the user's rooms; `overviewByShard` reads it.",
    fields: {
      gameTimes: "The same as `gametimes`; sources differ on the name.",
      gametimes: "Ticks at which the slots began; `null` where the server does not know it.",
      rooms: "Names of the user's rooms.",
      shards: "The statistic by shard name (official servers).",
      stats:
        "Slots of the statistic by room name, oldest first, or only their values (xxscreeps); empty on servers 4.3.0.",
      statsMax: "Highest value of the statistic (official servers).",
      totals: "Totals of all statistics by name; empty on private servers."
    }
  },
  Pixelized: {
    description: "The decorations that were created from pixels.",
    fields: {
      decorations: "The new decorations."
    }
  },
  PlatformSignedIn: {
    description:
      "A session token that was issued for a ticket of a game platform, and the account's id on that platform.",
    fields: {
      steamid: "Steam id of the account.",
      token: "Session token, redacted."
    }
  },
  PowerCreepCreated: {
    description: "The power creep that was created.",
    fields: {
      _id: "Id of the new document, as private servers send it.",
      className: "Class of the power creep.",
      hitsMax: "Maximum hit points.",
      insertedCount: "Number of new documents, as official servers send it (reported).",
      insertedIds: "Ids of the new documents, as official servers send them (reported).",
      level: "Level of the power creep: 0.",
      name: "Name of the power creep; servers cut off what exceeds 50 characters.",
      powers: "Powers of the power creep, by the number of the power: none.",
      result: "Result of the database driver.",
      spawnCooldownTime: "When it can be spawned, in milliseconds since 1970; 0 means now.",
      store: "Resources that the power creep carries: none.",
      storeCapacity: "Maximum amount of all resources in the store together.",
      user: "Id of the owner."
    }
  },
  PowerCreepList: {
    description: "The user's power creeps.",
    fields: {
      list: "The power creeps, spawned or not."
    }
  },
  PowerLevels: {
    description: "The levels of a power creep's powers: 0 to 5, by the number of the power.",
    fields: {}
  },
  ProhibitedRooms: {
    description: "The rooms in which a user may not place the next first spawn.",
    fields: {
      rooms: "Room names; official servers write `shard0/E4S61`."
    }
  },
  QueriedToken: {
    description: "The permissions of an API token.",
    fields: {
      _id: "Id of the token; some sources report it here, others in `token`.",
      token: "The token's permissions."
    }
  },
  RankInSeason: {
    description: "A user's rank in one month.",
    fields: {
      _id: "Id of the result; absent on xxscreeps.",
      rank: "Place on the leaderboard, counted from 0.",
      score: "Points of the month: control points, or processed power in the mode `power`.",
      season: "Month of the result, such as `2026-11`.",
      user: "Id of the user."
    }
  },
  RanksFound: {
    description: "A user's rank in the requested month, or the ranks in all months; `ranks` reads both.",
    fields: {}
  },
  RanksInSeasons: {
    description: "A user's ranks in all months.",
    fields: {
      list: "The ranks, one for each month."
    }
  },
  Reason: {
    description: "The reason for which an operation failed.",
    fields: {}
  },
  RoomDecorations: {
    description: "The decorations of a room.",
    fields: {
      decorations: "The decorations that are placed in the room."
    }
  },
  RoomObjects: {
    description: "The objects in a room, and their owners.",
    fields: {
      objects: "The objects; flags are not among them.",
      ok: "Absent on private servers with the admin mod.",
      users: "The owners of objects by user id."
    }
  },
  RoomOverview: {
    description: "The owner of a room, and its statistics.",
    fields: {
      owner: "The owner; `null` or absent when the room has none.",
      stats: "Slots of the requested length by statistic name, oldest first.",
      statsMax: "Highest values by statistic name and slot length, such as `energyHarvested180`.",
      totals: "Sums over all slots by statistic name; zero sums are left out."
    }
  },
  RoomStatusResponse: {
    description: "The status of a room.",
    fields: {
      room: "The room's status; without fields (private) or `null` (official, reported) for a room that does not exist."
    }
  },
  RoomTerrain: {
    description: "The terrain of a room, in one of two forms.",
    fields: {
      terrain: "Either one entry with 2500 digits, or an entry for every square that is not plain."
    }
  },
  RoomsTerrain: {
    description: "The terrain of several rooms.",
    fields: {
      rooms: "An entry with 2500 digits for each room; `Terrain.decode` of the schema package decodes them."
    }
  },
  ScoreboardMeta: {
    description: "The size of a scoreboard.",
    fields: {
      length: "How many players are on the scoreboard."
    }
  },
  ScoreboardPage: {
    description: "A page of the scoreboard.",
    fields: {
      meta: "The size of the whole scoreboard.",
      users: "The players of the page, best first."
    }
  },
  SeasonList: {
    description: "The seasons so far.",
    fields: {
      list: "The seasons, earliest first."
    }
  },
  SeasonNow: {
    description: "The current or next season.",
    fields: {
      _id: "Id of the season.",
      createdAt: "When the record was created, as ISO 8601 text.",
      endDate: "When the season ends, as ISO 8601 text.",
      index: "Number of the season.",
      players: "Number of players who take part.",
      rank: "Rank of the signed-in user in this season.",
      startDate: "When the season begins, as ISO 8601 text.",
      title: "Title of the season.",
      updatedAt: "When the record was last changed, as ISO 8601 text."
    }
  },
  SegmentChoice: {
    description:
      'One or more segments: a number, a list of numbers, or a text of numbers joined by commas (`"1, 2"`).',
    fields: {}
  },
  SegmentData: {
    description: "The content of segments in the server's format.",
    fields: {
      data: "A text; absent or `null` if never written; a list for several segments (official). Private servers may hold any JSON."
    }
  },
  ServerData: {
    description: "Settings of a server.",
    fields: {
      customObjectTypes: "Room object types that mods added, by type, not decoded (private servers).",
      features: "Features that the server announces; absent on private servers without mods.",
      historyChunkSize: "Length of a chunk of room history, in ticks.",
      shards:
        "Names of the shards; absent on private servers without mods, and may contain `null` on those with mods.",
      socketUpdateThrottle:
        "Shortest time between two updates of a socket channel, in milliseconds (private servers).",
      welcomeText: "Welcome page for players, as HTML (private servers)."
    }
  },
  ServerList: {
    description: "The community servers.",
    fields: {
      servers: "The servers, with names, addresses and counts of likes."
    }
  },
  ShardOverview: {
    description: "One statistic of the user's rooms on one shard.",
    fields: {
      gameTimes: "The same as `gametimes`; sources differ on the name.",
      gametimes: "Ticks at which the slots began; `null` where the server does not know it.",
      rooms: "Names of the user's rooms.",
      stats:
        "Slots of the statistic by room name, oldest first, or only their values (xxscreeps); empty on servers 4.3.0."
    }
  },
  ShardTick: {
    description: "The duration of a shard's ticks.",
    fields: {
      tick: "Duration of a tick in milliseconds; `null` when it is unknown."
    }
  },
  ShardsInfo: {
    description: "The shards of a server.",
    fields: {
      shards: "The shards, with sizes and tick durations."
    }
  },
  SignedIn: {
    description: "A session token of a private server; it is valid for 60 to 70 seconds.",
    fields: {
      token: "Session token, redacted."
    }
  },
  SpawnPlaced: {
    description: "The result of placing a first spawn.",
    fields: {
      newbie: "`true` on known servers."
    }
  },
  StartRoom: {
    description: "The room to show a user first.",
    fields: {
      room: "At most one room name; official servers write `shard0/E4S61` when no shard was sent."
    }
  },
  StoredRoom: {
    description: "A room as it is stored.",
    fields: {
      active: "Whether the room is marked as active.",
      bus: "Whether the room is a highway room, in which power banks and deposits appear.",
      depositType: "Type of the deposits that appear in the room.",
      invaderGoal: "How much energy must be harvested before invaders appear.",
      lastPvpTime: "Tick of the last fight between players.",
      name: "Name of the room, if one was stored.",
      nextForceUpdateTime: "Tick in which the server next processes the room even without activity.",
      novice: "End of the novice area, in milliseconds since 1970.",
      objects: "The objects in the room, with all stored fields.",
      openTime: "When the room opens, in milliseconds since 1970.",
      powerBankTime: "Tick in which the next power bank appears.",
      respawnArea: "End of the respawn area, in milliseconds since 1970.",
      room: "Name of the room.",
      sourceKeepers: "Whether source keepers guard the room.",
      status: "`normal`, `out of borders`, or any other text that was stored.",
      terrain: "2500 digits by row: 0 plain, 1 wall, 2 swamp, 3 both."
    }
  },
  StoredRooms: {
    description: "All rooms at a tick.",
    fields: {
      rooms: "The rooms; `null` stands for a room without terrain.",
      tick: "Tick at which the rooms were read."
    }
  },
  Themes: {
    description: "The themes of decorations.",
    fields: {
      list: "The themes."
    }
  },
  TickLength: {
    description: "The duration of a tick.",
    fields: {
      tick: "Duration of the shortest of the last 30 ticks, in milliseconds; `null` before the first tick after a start."
    }
  },
  TokenEndpoints: {
    description:
      "The endpoints that a token may use: `true` or `false` by method and path, such as `GET /api/user/name`.",
    fields: {}
  },
  TokenList: {
    description: "The account's API tokens.",
    fields: {
      tokens: "The tokens; only the beginning of each is returned."
    }
  },
  TokenSockets: {
    description: "The groups of socket channels to which a token may subscribe.",
    fields: {
      console: "Whether the token may subscribe to the console.",
      rooms: "Whether the token may subscribe to rooms."
    }
  },
  UniqueName: {
    description: "A name that is still free.",
    fields: {
      name: "A name that none of the user's objects of this type has."
    }
  },
  UnreadCount: {
    description: "The number of unread messages.",
    fields: {
      count: "How many received messages the user has not read."
    }
  },
  UserName: {
    description: "The user's name.",
    fields: {
      username: "Name of the user."
    }
  },
  UserRooms: {
    description: "The rooms of a user, in one of two forms; `roomsByShard` reads both.",
    fields: {
      reservations: "Names of the reserved rooms, by shard name (official servers, reported).",
      rooms: "Names of the owned rooms, highest level first (private servers).",
      shards: "Names of the owned rooms, by shard name (official servers, reported)."
    }
  },
  UserStats: {
    description: "The totals of a user's statistics.",
    fields: {
      stats: "Totals by statistic name; one client reports lists of slots instead. Empty on private servers."
    }
  },
  Version: {
    description: "A server's version and settings.",
    fields: {
      currentSeason: "The current season, as text.",
      decorationConvertationCost: "How many pixels the conversion of a decoration returns.",
      decorationPixelizationCost: "How many pixels a new decoration costs.",
      package: "Number of an official server's package.",
      packageVersion: "Version of a private server's package, such as `4.3.0`.",
      protocol: "Version of the server's protocol, such as 14.",
      seasonAccessCost: "Price of access to the season, as a number or text.",
      serverData: "The server's settings.",
      useNativeAuth:
        "Whether Steam tickets must be encrypted app tickets (`true`) or session tickets (`false`).",
      users: "How many players are active."
    }
  },
  WorldSize: {
    description: "The size of the world.",
    fields: {
      height: "Height of the world, in rooms.",
      width: "Width of the world, in rooms."
    }
  },
  WorldStatusResponse: {
    description: "The user's status in the world.",
    fields: {
      status: "`empty`: may place a first spawn; `normal`: plays; `lost`: has no spawn left."
    }
  }
}

/** Fields of inputs, by method and path. @internal */
export const inputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "GET /api/auth/query-token": {
    token: "The whole API token."
  },
  "GET /api/experimental/pvp": {
    interval: "How many ticks to look back.",
    start: "First tick to include; the admin mod looks back from this tick instead."
  },
  "GET /api/game/market/my-orders": {
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/game/market/orders": {
    resourceType:
      "Resource that is traded, such as `energy` or `pixel`; `Other.make` for one that seasons or mods add.",
    "resourceType.other": "The name as servers write it: 1 to 100 letters, digits, `_`, `-` and `$`.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/game/market/orders-index": {
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/game/market/stats": {
    resourceType:
      "Resource that is traded, such as `energy` or `pixel`; `Other.make` for one that seasons or mods add.",
    "resourceType.other": "The name as servers write it: 1 to 100 letters, digits, `_`, `-` and `$`.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/game/room-decorations": {
    room: "Name of the room, such as `W7N3`.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/game/room-objects": {
    room: "Name of the room, such as `W7N3`.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/game/room-overview": {
    interval: "Length of a slot in minutes: 8 (the default), 180 or 1440.",
    room: "Name of the room, such as `W7N3`.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/game/room-status": {
    room: "Name of the room, such as `W7N3`.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/game/room-terrain": {
    encoded: "`1` returns one entry with 2500 digits; without it, the squares that are not plain are listed.",
    room: "Name of the room, such as `W7N3`.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/game/shards/tick": {
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/game/time": {
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/game/world-size": {
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/leaderboard/find": {
    mode: "`world` (control points, the default) or `power` (processed power).",
    season: "Month, such as `2026-11`; without it, the ranks in all months are returned.",
    username: "Name of the user."
  },
  "GET /api/leaderboard/list": {
    limit: "How many ranks to return; default: 10.",
    mode: "`world` (control points, the default) or `power` (processed power).",
    offset: "Index of the first rank to return, counted from 0; default: 0.",
    season: "Month, such as `2026-11`; default: the current month in UTC."
  },
  "GET /api/maptool/rooms": {
    password: "Password of the map tool.",
    user: "User of the map tool."
  },
  "GET /api/register/check-email": {
    email: "Mail address to check."
  },
  "GET /api/register/check-username": {
    username: "Name to check."
  },
  "GET /api/scoreboard/list": {
    limit: "How many players to return: 1 to 20 (the default).",
    offset: "Index of the first player to return, counted from 0; default: 0."
  },
  "GET /api/user/badge-svg": {
    border: "`1` draws a ring around the badge; without it there is no ring.",
    username: "Name of the user whose badge is drawn."
  },
  "GET /api/user/branches": {
    withCode: "Whether the branches are requested with their modules; other servers than xxscreeps ignore it."
  },
  "GET /api/user/code": {
    branch:
      "Name of the branch, or `$activeWorld` or `$activeSim`; default: the branch that is active in the world."
  },
  "GET /api/user/find": {
    id: "Id of the user.",
    username: "Name of the user; private servers ignore upper and lower case."
  },
  "GET /api/user/memory": {
    path: "Keys joined by dots, such as `creeps.Bob`; without it, all of Memory is returned.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/user/memory-segment": {
    segment: 'Number of the segment, 0–99; or several, as a list or as a text such as `"1, 2"`.',
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/user/messages/list": {
    respondent: "Id, not name, of the other user: `User.find` returns it."
  },
  "GET /api/user/money-history": {
    page: "Number of the page, counted from 0; default: 0."
  },
  "GET /api/user/overview": {
    interval: "Length of a slot in minutes: 8 (the default), 180 or 1440.",
    statName:
      "Name of the statistic; default: `energyControl`. `Other.make` for one that this version does not list.",
    "statName.other": "The name as servers write it: 1 to 100 letters, digits, `_`, `-` and `$`."
  },
  "GET /api/user/rooms": {
    id: "Id of the user.",
    reservation: "`1` also lists reserved rooms (official servers, reported)."
  },
  "GET /api/user/stats": {
    id: "Id of the user.",
    interval: "Length of a slot in minutes: 8, 180 or 1440."
  },
  "GET /api/user/world-start-room": {
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "GET /api/warpath/battles": {
    interval: "How many ticks to look back; default of the admin mod: 1000.",
    start: "Tick to look back from; default of the admin mod: the current tick."
  },
  "GET /room-history": {
    room: "The room whose history is returned.",
    time: "First tick of the chunk."
  },
  "GET /room-history/{shard}/{room}/{tick}.json": {
    room: "The room whose history is returned.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard.",
    tick: "First tick of the chunk."
  },
  "POST /api/auth/signin": {
    email: "The account's name or mail address, exactly as registered.",
    password: "The account's password."
  },
  "POST /api/auth/steam-ticket": {
    ticket: "Ticket as hexadecimal text, issued for the game's app 464350.",
    useNativeAuth:
      "Whether the ticket is an encrypted app ticket (`true`) or a session ticket (`false`, the default)."
  },
  "POST /api/game/add-global-intent": {
    intent: "Fields of the intent.",
    name: "Name of the intent, such as `cancelOrder`.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "POST /api/game/add-object-intent": {
    _id: "The whole room. Id of the object.",
    intent: "A list of fields, one item for each intent. Fields of the intent.",
    name: "Name of the intent, such as `suicide`.",
    room: "The room of the object.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "POST /api/game/change-flag": {
    _id: "Id of the flag.",
    room: "The room to which the flag is moved.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard.",
    x: "Column of the square, from 0 (west) to 49 (east).",
    y: "Row of the square, from 0 (north) to 49 (south)."
  },
  "POST /api/game/change-flag-color": {
    color: "New primary colour, a number from 1 to 10.",
    name: "Name of the flag, 1 to 60 characters.",
    room: "Name of the room, such as `W7N3`.",
    secondaryColor: "New secondary colour, a number from 1 to 10.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "POST /api/game/check-unique-flag-name": {
    name: "Name to check, 1 to 60 characters.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "POST /api/game/check-unique-object-name": {
    name: "Name to check, 1 to 50 characters.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard.",
    type: "Type of the object; only `spawn` is accepted."
  },
  "POST /api/game/create-construction": {
    name: "Name of the spawn, 1 to 50 characters.",
    room: "Name of the room, such as `W7N3`.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard.",
    structureType: "Type of the structure to build.",
    "structureType.other": "The name as servers write it: 1 to 100 letters, digits, `_`, `-` and `$`.",
    x: "Column of the square, from 0 (west) to 49 (east).",
    y: "Row of the square, from 0 (north) to 49 (south)."
  },
  "POST /api/game/create-flag": {
    color: "Primary colour, a number from 1 to 10; default: white (10).",
    name: "Name of the flag, 1 to 60 characters.",
    room: "Name of the room, such as `W7N3`.",
    secondaryColor: "Secondary colour, a number from 1 to 10; default: white (10).",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard.",
    x: "Column of the square, from 0 (west) to 49 (east).",
    y: "Row of the square, from 0 (north) to 49 (south)."
  },
  "POST /api/game/create-invader": {
    boosted: "Whether its body parts are boosted; default: `false`.",
    room: "Name of the room, such as `W7N3`.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard.",
    size: "Size of the invader's body.",
    type: "How the invader fights: close combat, at a distance, or by healing other invaders.",
    x: "Column of the square, from 0 (west) to 49 (east).",
    y: "Row of the square, from 0 (north) to 49 (south)."
  },
  "POST /api/game/gen-unique-flag-name": {
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "POST /api/game/gen-unique-object-name": {
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard.",
    type: "Type of the object that needs a name."
  },
  "POST /api/game/map-stats": {
    rooms: "Names of the rooms.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard.",
    statName:
      "A layer (`owner0`, `minerals0`, …) or a statistic with its slot length in minutes, such as `energyHarvested180`; `Other.make` for one that this version does not list.",
    "statName.other": "The name as servers write it: 1 to 100 letters, digits, `_`, `-` and `$`."
  },
  "POST /api/game/place-spawn": {
    name: "Name of the spawn, 1 to 50 characters.",
    room: "Name of the room, such as `W7N3`.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard.",
    x: "Column of the square, from 0 (west) to 49 (east).",
    y: "Row of the square, from 0 (north) to 49 (south)."
  },
  "POST /api/game/power-creeps/cancel-delete": {
    id: "Id of the power creep."
  },
  "POST /api/game/power-creeps/create": {
    className: "Class of the power creep.",
    name: "Name of the power creep, 1 to 50 characters, unique in the account."
  },
  "POST /api/game/power-creeps/delete": {
    id: "Id of the power creep."
  },
  "POST /api/game/power-creeps/rename": {
    id: "Id of the power creep.",
    name: "Name of the power creep, 1 to 50 characters, unique in the account."
  },
  "POST /api/game/power-creeps/upgrade": {
    id: "Id of the power creep.",
    powers: "New levels of all powers, unchanged ones included: 0 to 5, by the number of the power."
  },
  "POST /api/game/remove-flag": {
    name: "Name of the flag, 1 to 60 characters.",
    room: "Name of the room, such as `W7N3`.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "POST /api/game/remove-invader": {
    _id: "Id of the invader.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "POST /api/game/rooms": {
    encoded: "Always `true`, the default: each room is returned as 2500 digits.",
    rooms: "Names of the rooms.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "POST /api/game/set-notify-when-attacked": {
    _id: "Id of an object of the user, or of a structure in a room of the user.",
    enabled: "Whether attacks on the object are notified.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "POST /api/maptool/set": {
    password: "Password of the map tool.",
    rooms: "The rooms to write, at least one.",
    "rooms.bus": "Whether the room is a highway room, in which power banks and deposits appear.",
    "rooms.depositType": "Type of the deposits that appear in the room.",
    "rooms.novice": "End of the novice area, in milliseconds since 1970.",
    "rooms.objects": "All objects that the room contains afterwards.",
    "rooms.objects.$loki": "Must be absent: the storage adds it.",
    "rooms.objects.meta": "Must be absent: the storage adds it.",
    "rooms.objects.type": "Type of the object, such as `creep`.",
    "rooms.objects.x": "Column of the object, from 0 (west) to 49 (east).",
    "rooms.objects.y": "Row of the object, from 0 (north) to 49 (south).",
    "rooms.openTime": "When the room opens, in milliseconds since 1970.",
    "rooms.respawnArea": "End of the respawn area, in milliseconds since 1970.",
    "rooms.room": "Name of an existing room.",
    "rooms.sourceKeepers": "Whether source keepers guard the room.",
    "rooms.status": "Players can enter the room only with the status `normal`.",
    "rooms.terrain": "2500 digits by row: 0 plain, 1 wall, 2 swamp, 3 both.",
    user: "User of the map tool."
  },
  "POST /api/register/set-username": {
    email: "Mail address of the account.",
    username: "The name: at least 3 letters, digits, `_` or `-`."
  },
  "POST /api/register/submit": {
    email: "Mail address of the new account.",
    modules: "Modules of the branch `default` by name; without them the branch is empty.",
    password: "Password of the new account.",
    username: "Name of the new account."
  },
  "POST /api/user/auth-token": {
    description: "A note that helps the user recognize the token.",
    endpoints: "Endpoints that a selected token may use; default: none.",
    memorySegments:
      "Numbers of the memory segments that a selected token may use, joined by commas; default: all.",
    type: "`full` for all permissions, `selected` for those in the other fields.",
    websockets: "Groups of socket channels to which a selected token may subscribe; default: none."
  },
  "POST /api/user/badge": {
    badge: "The new badge: shape 1–24, colours as `#rrggbb`, `param` from −100 to 100."
  },
  "POST /api/user/clone-branch": {
    branch: "Name of the branch to copy; without it, the new branch contains `defaultModules`.",
    defaultModules: "Modules of the new branch when no branch is copied; default: an empty `main`.",
    existing: "Confirms that an existing branch of the new name is overwritten; it is not sent.",
    newName: "Name of the new branch: 1 to 30 characters that do not begin with `$`."
  },
  "POST /api/user/code": {
    branch:
      "Name of the branch, or `$activeWorld` or `$activeSim`; default: the branch that is active in the world.",
    modules: "All modules of the branch by name: text, or base64 for binary modules; 5 MiB at most."
  },
  "POST /api/user/console": {
    expression: "JavaScript to run, at most 1024 characters as JSON text, quotes and escapes included.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "POST /api/user/cpu-shards": {
    cpu: "CPU limit in whole milliseconds per tick, by shard name."
  },
  "POST /api/user/decorations/activate": {
    _id: "Id of the user's decoration.",
    active:
      "Place (`shard`, `room`; none for creeps and badges), `world` (shown on the map) and chosen properties by name."
  },
  "POST /api/user/decorations/convert": {
    decorations: "Ids of the user's decorations, at least one."
  },
  "POST /api/user/decorations/deactivate": {
    decorations: "Ids of the user's decorations, at least one."
  },
  "POST /api/user/decorations/pixelize": {
    count: "How many decorations to create.",
    theme: "Id of the theme to choose from; default: empty text, which means any theme."
  },
  "POST /api/user/delete-auth-token": {
    tokenId: "Id of the token, as returned by `list`."
  },
  "POST /api/user/delete-branch": {
    branch: "Name of the branch to delete."
  },
  "POST /api/user/email": {
    email: "The new mail address."
  },
  "POST /api/user/memory": {
    path: "Keys joined by dots, such as `creeps.Bob`; without it, all of Memory is replaced.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard.",
    value: "JSON value to write, at most 1 MiB as JSON text; a plain object when there is no path."
  },
  "POST /api/user/memory-segment": {
    data: "Text to write, at most 102400 characters.",
    segment: "Number of the segment, 0–99.",
    shard:
      "Name of the shard on official servers; default: the configured one. Private servers are never sent a shard."
  },
  "POST /api/user/messages/mark-read": {
    id: "Id of the message."
  },
  "POST /api/user/messages/send": {
    respondent: "Id, not name, of the other user: `User.find` returns it.",
    text: "Text of the message, at most 102400 characters."
  },
  "POST /api/user/noratelimit": {
    token: "The first 8 characters of the token."
  },
  "POST /api/user/notify-prefs": {
    disabled: "Whether to stop all mails.",
    disabledOnMessages: "Whether to stop mails about messages from other players.",
    errorsInterval: "Minimum time between two mails about errors, in minutes; 0 is at once, 100000 is never.",
    interval: "Minimum time between two mails, in minutes.",
    sendOnline: "Whether to send mails even while the user is online."
  },
  "POST /api/user/password": {
    acknowledge: "Confirms that you know the danger; it is not sent.",
    oldPassword: "The current password; leave it out when the account has none.",
    password: "The new password."
  },
  "POST /api/user/set-active-branch": {
    activeName: "Where it runs: `activeWorld` for the world, `activeSim` for the simulation.",
    branch: "Name of the branch to run."
  },
  "POST /api/user/set-steam-visible": {
    visible: "Whether other players see the link."
  }
}
