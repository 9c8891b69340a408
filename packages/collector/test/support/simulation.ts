/** An official world in memory, which runners collect for hours of virtual time, with the quotas that are published. */
import { Credentials, RateLimits, ScreepsClient, Server } from "@screeps-effect/api"
import { RoomName } from "@screeps-effect/schema"
import { Faults, ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { Collector } from "@screeps-effect/collector"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as HttpClient from "effect/http/HttpClient"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"

/** What to simulate. */
export interface Options {
  readonly shards: number
  /** Rooms of each shard: a square with this side. */
  readonly side: number
  /** Rooms whose history is collected, in all. */
  readonly histories: number
  readonly tokens: number
  /** Virtual time. */
  readonly minutes: number
  readonly roomsPerRequest: number
  /** Whether the clients wait for quotas, which the server enforces in any case. */
  readonly isLimited: boolean
}

const secondsPerTick = 3
const ticksPerChunk = 100

const turn = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))
/** Compression takes real time: the event loop has to turn. */
const settle = Effect.repeat(turn, { times: 3 })

const MapInput = Schema.fromJsonString(Schema.Struct({ rooms: Schema.Array(Schema.String) }))
const decodeMapInput = Schema.decodeUnknownEffect(MapInput)

/**
 * Adds a thousand owners, signs and minerals to responses of the map. The server has counted the requests before; only the
 * rooms are not in its world, which would advance all of them in each tick.
 */
const map = (exists: ReadonlySet<string>) => {
  const users = Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [`user${i}`, { _id: `user${i}`, username: `Player ${i}` }])
  )
  const stats = new Map(
    [...exists].map((room, i) => {
      const sign = { user: `user${i % 1000}`, text: `Territory of player ${i % 1000}`, time: i, datetime: i }
      const own = i % 3 === 0 ? { own: { user: `user${i % 1000}`, level: 1 + (i % 8) }, sign } : {}
      return [room, { status: "normal", ...own, minerals0: { type: "H", density: 1 + (i % 4) } }]
    })
  )
  return Faults.fault("a large map", (answer, request) =>
    Effect.gen(function* () {
      const body = request.clone()
      const response = yield* answer
      if (response.status !== 200) return response
      const { rooms } = yield* decodeMapInput(yield* Effect.promise(() => body.text()))
      const found = rooms.flatMap((room) => {
        const stat = stats.get(room)
        return stat === undefined ? [] : [[room, stat] as const]
      })
      const seen = found.flatMap(([, stat]) => ("own" in stat ? [stat.own.user] : []))
      return Response.json(
        {
          ok: 1,
          gameTime: 1000,
          stats: Object.fromEntries(found),
          statsMax: {},
          users: Object.fromEntries(seen.map((id) => [id, users[id]]))
        },
        { headers: response.headers }
      )
    }).pipe(Effect.orDie)
  )
}

/** Collects a world, and returns what arrived at the server and what was stored. */
export const simulate = (options: Options) =>
  Effect.gen(function* () {
    const { histories, isLimited, minutes, roomsPerRequest, shards, side, tokens } = options
    const [first, ...others] = Array.from({ length: shards }, (_, i) => `shard${i}` as const)
    if (first === undefined) return yield* Effect.die(new Error("a world has shards"))
    const half = Math.floor(side / 2)
    const rooms = Array.from({ length: side * side }, (_, i) =>
      RoomName.fromWorld({ x: (i % side) - half, y: Math.floor(i / side) - half })
    )
    const perShard = Math.ceil(histories / shards)
    // Corners give the world its size.
    const inWorld = new Set([...rooms.slice(0, perShard), ...rooms.slice(0, 1), ...rooms.slice(-1)])
    const names = Array.from({ length: tokens }, (_, i) => `player${i}`)
    const world = ScreepsWorld.make({
      shards: [first, ...others],
      rooms: [...inWorld],
      historyChunkSize: ticksPerChunk,
      tick: 10 * ticksPerChunk - 1,
      accounts: names.map((username) => ({ username }))
    })
    const { _id: user } = yield* world.users.get("player0")
    const watched = [first, ...others].map((shard, i) => ({
      shard,
      rooms: rooms.slice(0, Math.max(0, Math.min(perShard, histories - i * perShard)))
    }))
    for (const { rooms, shard } of watched)
      for (const room of rooms) {
        yield* world.rooms.clear(room, shard)
        yield* world.rooms.addObject(room, { type: "controller", user, level: 5, x: 20, y: 20 }, shard)
      }

    // The first tick of a chunk, which is recorded from its first tick on.
    yield* world.tick

    const counts = new Map<string, number>()
    let refused = 0
    const counted = Layer.effect(
      HttpClient.HttpClient,
      Effect.map(
        HttpClient.HttpClient,
        HttpClient.tap(({ request, status }) =>
          Effect.sync(() => {
            const { pathname } = new URL(request.url)
            const key = pathname.startsWith("/room-history/") ? "history" : pathname.slice("/api/".length)
            counts.set(key, (counts.get(key) ?? 0) + 1)
            if (status === 429) refused++
          })
        )
      )
    )
    // Windows of the server begin at another time than hours and periods of the collector.
    const limits = { phase: 17 * 60_000 + 123 }
    const server = yield* Layer.build(
      Layer.provideMerge(counted, TestServer.layer(world, { dialect: "official", limits }))
    )
    yield* Effect.provide(
      Faults.next("/api/game/map-stats", map(new Set(rooms)), Number.POSITIVE_INFINITY),
      server
    )
    const account = (name: string) =>
      Effect.map(world.users.grantToken(name), (token) => {
        const client = ScreepsClient.layerNoDeps().pipe(
          Layer.provide([
            Server.layer(Server.official()),
            Credentials.layerToken(token),
            Layer.succeedContext(server)
          ])
        )
        const unlimited = Layer.effectDiscard(
          Effect.flatMap(RateLimits.RateLimits, ({ suspendUntil }) => suspendUntil(Number.MAX_SAFE_INTEGER))
        )
        return isLimited ? client : Layer.provideMerge(unlimited, client)
      })
    const [firstAccount, ...otherAccounts] = yield* Effect.forEach(names, account)
    if (firstAccount === undefined) return yield* Effect.die(new Error("a runner has accounts"))

    const plan: Collector.Plan = {
      shards: watched.map(({ rooms, shard }) => ({
        shard,
        rooms: "all",
        orders: true,
        histories: rooms.map((room) => ({ room }))
      })),
      roomsPerRequest
    }
    const collector = Collector.run({ accounts: [firstAccount, ...otherAccounts], plan, poll: "5 seconds" })
    const sql = yield* SqlClient.SqlClient
    const hours = minutes / 60
    const fiber = yield* Effect.forkChild(collector)
    let ticking = 0
    let heaviest = 0
    const begin = process.cpuUsage()
    for (let second = 1; second < minutes * 60; second++) {
      yield* settle
      yield* TestClock.adjust("1 second")
      if (second % secondsPerTick === 0) {
        const { system, user } = process.cpuUsage()
        yield* world.tick
        const after = process.cpuUsage()
        ticking += after.user - user + after.system - system
      }
      if (second % 600 === 0) heaviest = Math.max(heaviest, process.memoryUsage().rss)
    }
    yield* settle
    const { system, user: own } = process.cpuUsage(begin)
    const status = yield* Collector.status
    yield* Fiber.interrupt(fiber)

    const kind = (name: Collector.Kind) => status[0]?.kinds.find((one) => one.kind === name)
    const stored = yield* sql<{ readonly slot: number; readonly n: number }>`
      SELECT slot, count(*) AS n FROM collected_rooms GROUP BY slot ORDER BY slot`
    const chunks = yield* sql<{ readonly n: number }>`SELECT count(*) AS n FROM collected_histories`
    const cpuSeconds = (own + system - ticking) / 1e6
    const rows = status[0]?.kinds.reduce((sum, one) => sum + one.rows, 0) ?? 0
    const requests = [...counts.values()].reduce((sum, one) => sum + one, 0)
    const mapStats = counts.get("game/map-stats") ?? 0
    return {
      tokens,
      refused,
      requests,
      requestsByPath: Object.fromEntries(counts),
      /** Rooms stored of each hour. */
      roomsPerHour: stored.map(({ n }) => n),
      orders: kind("orders")?.done ?? 0,
      chunks: chunks[0]?.n ?? 0,
      openChunks: kind("history")?.open ?? 0,
      /** How long the oldest due chunk has been waiting, in seconds. */
      historyLag: (kind("history")?.lag ?? 0) / 1000,
      holes: status[0]?.kinds.reduce((sum, one) => sum + one.holes, 0) ?? 0,
      /** Used parts of the quotas. */
      mapStatsQuota: mapStats / (60 * hours * tokens),
      globalQuota: requests / (120 * 60 * hours * tokens),
      /** Of the collector, the server and the database together, without the ticks of the world. */
      cpuSecondsPerHour: cpuSeconds / hours,
      rowsPerCpuSecond: rows / cpuSeconds,
      megabytes: Math.round(heaviest / 1e6)
    }
  }).pipe(Effect.scoped)
