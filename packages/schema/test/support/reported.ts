/** Documents as reported by others for official servers and services; none of them is a recording. */

const _id = "5bbcad769099fc012e63792f"
const user = "58c1c2b8c4d2a1b3f0e5d6a7"
const iso = "2026-11-21T13:17:27.570Z"

export const order = {
  _id,
  type: "sell",
  amount: 1000,
  remainingAmount: 5000,
  price: 0.253,
  roomName: "E4S61"
}
export const orderIndexEntry = { _id: "energy", count: 63, avgPrice: 14.2, stddevPrice: 3.05 }
export const moneyEntry = {
  _id,
  date: iso,
  tick: 61_234_567,
  user,
  shard: "shard2",
  type: "market.fee",
  balance: 1000.5,
  change: 0.25,
  market: {
    order: {
      orderId: _id,
      type: "sell",
      resourceType: "H",
      price: 0.5,
      remainingAmount: 10,
      roomName: "E4S61"
    }
  }
}
export const userFound = {
  _id: user,
  username: "Bob",
  badge: { type: 24, color1: 0, color2: 41, color3: 79, param: 0, flip: false },
  gcl: 571_891_423,
  power: 7_655_123,
  steam: { id: "76561198000000000" }
}
export const message = { _id, date: iso, type: "in", text: "hello", unread: true }
export const messageIndexEntry = { _id: user, message }

const preview = {
  original: "https://x/o.png",
  "128x128": "https://x/128.png",
  "256x256": "https://x/256.png"
}
const definition = {
  _id: "5f1f2f3f4f5f6f7f8f9f0f1f",
  enabled: true,
  rarity: 3,
  rarityMultiplier: 1,
  group: "W-00031",
  groupDescription: null,
  theme: "5f0f0f0f0f0f0f0f0f0f0f0f",
  preview,
  steam: 1,
  steamItemDefId: 31,
  __v: 0
}
const graffitoDefinition = {
  ...definition,
  name: "W-00031:WG:X",
  type: "wallGraffiti",
  description: "A picture",
  graphics: [{ url: "https://x/g.svg", color: "color", alpha: "alpha", visible: "" }],
  props: {
    proportional: true,
    minWidth: 2,
    maxWidth: 10,
    width: { type: "range", label: "Width", readonly: false, default: 5, min: 2, max: 10, step: 1 },
    flip: { type: "boolean", label: true, default: false },
    color: { type: "color", default: "#ffffff" },
    alpha: { type: "number", default: "0.5", min: 0, max: 1 },
    animation: { type: "string", default: "" },
    lighting: { type: "display", default: { any: 1 } }
  },
  tiling: false,
  tileScale: 1
}
export const graffito = {
  _id,
  user,
  active: { shard: "shard3", room: "E4S61", world: "true", x: 10, y: "12.5", flip: 1, color: "#ff0000" },
  decoration: graffitoDefinition,
  createdAt: iso,
  updatedAt: iso,
  activatedAt: iso
}
export const badge = {
  _id,
  user,
  active: null,
  decoration: {
    ...definition,
    name: "B-00001",
    type: "badge",
    badge: { path1: "M 0 0 Z", path2: "M 1 1 Z" }
  },
  createdAt: iso
}
export const thinDecoration = {
  active: { backgroundColor: "#222222", strokeWidth: 5, world: true, room: "W15N15" },
  decoration: {
    type: "wallLandscape",
    name: "season wall",
    graphics: [],
    foregroundUrl: "https://x/wall.png",
    tileScale: 1
  }
}
export const theme = { _id, name: "Winter", color: "#88aacc", createdAt: iso, updatedAt: iso, __v: 0 }

export const rank = { _id, season: "2017-03", user, score: 1_234_567, rank: 0 }
export const leaderboardSeason = { _id: "2017-03", name: "March 2017", date: "2017-03-01T00:00:00.000Z" }
export const scoreboardEntry = { username: "Bob", rank: 1, score: 345_000 }
export const season = {
  _id,
  title: "Season 8",
  index: 8,
  players: 210,
  startDate: "2026-11-01T12:00:00.000Z",
  endDate: "2027-01-01T12:00:00.000Z",
  createdAt: iso,
  updatedAt: iso
}
export const serverEntry = {
  _id,
  name: "A server",
  status: "active",
  likeCount: 12,
  settings: { host: "screeps.example.com", port: "21025", pass: "" }
}

export const serviceBattle = {
  room: "E4S61",
  classification: "3",
  firstseen: iso,
  lastseen: iso,
  firsttick: 61_234_000,
  lasttick: 61_234_567,
  attackers: ["Alice"],
  defender: "Bob"
}
export const serviceReport = {
  timestamp: iso,
  shards: { shard0: [serviceBattle], shard1: [], shard3: [{ ...serviceBattle, room: "W1N1" }] }
}
export const officialPvp = {
  ok: 1,
  pvp: {
    shard0: { time: 61_234_600, rooms: [{ _id: "E4S61", lastPvpTime: 61_234_567 }] },
    shard1: { time: 50_000_000, rooms: [] }
  }
}
export const oldPvp = { ok: 1, time: 16_000_000, rooms: [{ _id: "E4S61", lastPvpTime: 15_999_990 }] }
export const nukes = {
  shard0: [{ _id, type: "nuke", room: "E4S61", x: 25, y: 25, landTime: 61_280_000, launchRoomName: "E4S65" }],
  shard1: []
}
export const mapRoom = {
  status: "normal",
  novice: null,
  openTime: "1478000000000",
  own: { user, level: 8 },
  sign: { user, text: "mine", time: 61_000_000, datetime: 1_795_000_000_000 },
  hardSign: {
    text: "A new area is planned here",
    time: 61_000_000,
    datetime: 1_795_000_000_000,
    endDatetime: 1_795_100_000_000
  },
  isPowerEnabled: true,
  decorations: [{ _id, user, decoration: _id, active: { room: "E4S61", world: true } }],
  energyHarvested180: [
    { user, value: 12_345 },
    { user: "2", value: 10 }
  ],
  creepsLost8: { user, value: 3 }
}
export const token = {
  _id,
  full: false,
  token: "00000000-0000-4000-8000-000000000000",
  description: "statistics",
  endpoints: ["GET /api/user/name", "GET /api/user/memory-segment"],
  websockets: ["console", "WebSockets (rooms)"],
  memorySegments: ["1", "5"],
  noRatelimitUntil: 1_795_000_000_000
}
export const shard = {
  name: "shard3",
  cpuLimit: 20,
  lastTicks: [2400, 2550],
  tick: 2475,
  rooms: 14_884,
  users: 900
}

const connection = { id: 1, host: "db.example.com", port: 27_017 }
export const dbUpdate = { ok: 1, result: { ok: 1, n: 1, nModified: 0 }, connection }
export const dbUpsert = {
  ok: 1,
  result: { ok: 1, n: 1, nModified: 0, upserted: [{ index: 0, _id }] },
  connection
}
export const dbInsert = {
  ok: 1,
  result: { ok: 1, n: 1 },
  ops: [{ _id }],
  insertedCount: 1,
  insertedIds: [_id]
}
