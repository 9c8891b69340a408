/**
 * The keys that operations drop from recorded responses: the storage's own, those that only a mod adds, and of users
 * everything except names and badges. Ids, numbers and room names as keys are written `*`.
 */

const stored = ["meta", "$loki"]
const under = (path: string, ...keys: ReadonlyArray<string>) => keys.map((key) => `${path}.${key}`)

/** Private servers also return mail addresses and password hashes. */
const users = [
  "active",
  "authTouched",
  "blocked",
  "bot",
  "cpu",
  "cpuAvailable",
  "email",
  "gcl",
  "lastNotifyDate",
  "lastUsedCpu",
  "lastUsedDirtyTime",
  "money",
  "password",
  "power",
  "powerExperimentationTime",
  "powerExperimentations",
  "registeredDate",
  "rooms",
  "salt",
  "usernameLower",
  ...stored
]

const room = ["bus", "invaderGoal", "nextForceUpdateTime", "sourceKeepers", "status", ...stored]

const invader = [
  "body",
  "fatigue",
  "hits",
  "hitsMax",
  "name",
  "room",
  "store",
  "storeCapacity",
  "ticksToLive",
  "type",
  "user",
  "userSummoned",
  "x",
  "y",
  ...stored
]

export const dropped: Readonly<Record<string, ReadonlyArray<string>>> = {
  "GET /api/experimental/nukes": under("nukes.privSrv[]", ...stored),
  "GET /api/experimental/pvp": under("pvp.privSrv.rooms[]", ...room),
  "GET /api/game/market/my-orders": under("list[]", ...stored),
  "GET /api/game/market/orders": under("list[]", "active", "totalAmount", "user", ...stored),
  "GET /api/game/market/stats": under("stats[]", ...stored),
  "GET /api/game/power-creeps/list": under("list[]", "actionLog", ...stored),
  "GET /api/game/room-objects": under("users.*", ...users),
  "GET /api/game/room-terrain": under("terrain[]", "_id", ...stored),
  "GET /api/maptool/rooms": under("rooms[]", ...stored),
  "GET /api/user/branches": under("list[]", "user", ...stored),
  "GET /api/user/messages/index": under("messages[].message", ...stored),
  "GET /api/user/messages/list": under("messages[]", ...stored),
  "GET /api/user/money-history": under("list[]", ...stored),
  "GET /api/version": under("serverData.features[]", "authTypes", "menuData"),
  "POST /api/game/add-global-intent": stored,
  "POST /api/game/create-invader": invader,
  "POST /api/game/map-stats": under("users.*", ...users),
  "POST /api/game/power-creeps/create": stored,
  "POST /api/game/power-creeps/upgrade": ["*"],
  "POST /api/game/rooms": under("rooms[]", "_id", ...stored),
  "POST /api/user/console": ["expression", "user", ...stored],
  "POST /api/user/memory": ["expression", "hidden", "user", ...stored],
  "POST /api/user/messages/mark-read": ["*"]
}
