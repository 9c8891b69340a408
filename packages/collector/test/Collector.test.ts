import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@screeps-effect/fixtures/process"
import { Faults, TestServer } from "@screeps-effect/testing"
import { Collector } from "@screeps-effect/collector"
import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import * as SqlClient from "effect/sql/SqlClient"
import { RoomHistory, Terrain, UserId } from "@screeps-effect/schema"
import { Game, ScreepsClient } from "@screeps-effect/api"
import * as TestClock from "effect/testing/TestClock"
import * as Queue from "../src/queue.ts"
import { upsert } from "../src/sql.ts"
import { account, byKind, within, world } from "./support/collecting.ts"

/** What a private server responds when a chunk's file does not exist. */
const enoent = () => Response.json({ errno: -2, code: "ENOENT", syscall: "open", path: "x" }, { status: 500 })

const history = { shards: [{ histories: [{ room: "W1N1", from: 1000, to: 1099 }] }] } as const

describe("Collector on SQLite", () => {
  it.effect("collects histories, rooms, terrain and ranks, and reads them back", () =>
    Effect.gen(function* () {
      const server = yield* account(yield* world(150))
      const plan = {
        shards: [
          {
            rooms: ["W1N1", "W2N1", "W3N1", "W1N2"],
            terrain: true,
            histories: history.shards[0].histories
          }
        ],
        ranks: 10
      } as const
      assert.isTrue(yield* within(60, Collector.drain({ accounts: [server], plan })))
      const status = byKind(yield* Collector.status)
      assert.deepStrictEqual(status, {
        history: { open: 0, done: 5, holes: 0, failed: 0 },
        ranks: { open: 0, done: 2, holes: 0, failed: 0 },
        rooms: { open: 0, done: 1, holes: 0, failed: 0 },
        terrain: { open: 0, done: 1, holes: 0, failed: 0 }
      })
      const chunks = yield* Stream.runCollect(Collector.histories({ room: "W1N1", from: 1010, to: 1050 }))
      assert.deepStrictEqual(
        chunks.map(({ base }) => base),
        [1000, 1020, 1040]
      )
      const [first] = chunks
      assert.isDefined(first)
      assert.strictEqual(first === undefined ? 0 : RoomHistory.ticks(first).length, 20)
      assert.deepStrictEqual(yield* Collector.historySpan({ room: "W1N1" }), { from: 1000, to: 1099 })
      assert.isUndefined(yield* Collector.historySpan({ room: "W9N9" }))
      const land = yield* Collector.terrain({ room: "W1N1" })
      const real = yield* Effect.provide(Game.terrain({ room: "W1N1" }), server)
      assert.strictEqual(land && Terrain.encode(land), Terrain.encode(real))
      assert.isUndefined(yield* Collector.terrain({ room: "W9N9" }))
      assert.isUndefined(yield* Collector.terrain({ room: "W1N1", server: "http://another.test" }))
      const alice = UserId.make("a")
      yield* upsert(
        "collected_users",
        ["server", "id"],
        [{ server: "http://one.test", id: alice, username: "alice", seen_at: 0 }]
      )
      assert.strictEqual(yield* Collector.username(alice), "alice")
      assert.isUndefined(yield* Collector.username(alice, { server: "http://another.test" }))
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")), Effect.scoped)
  )

  for (const [name, respond] of [
    [
      "a maintenance page",
      () => new Response("<html>maintenance</html>", { headers: { "content-type": "text/html" } })
    ],
    ["a page with status 403", () => new Response("x", { status: 403 })],
    ["a revoked token", () => Response.json({ error: "unauthorized" }, { status: 401 })],
    ["a 404", () => new Response("Not Found", { status: 404 })],
    ["a chunk that is not written yet", enoent]
  ] as const) {
    it.effect(`after ${name}: a rerun requests only the requeued hole, and fills it`, () =>
      Effect.gen(function* () {
        const server = yield* account(yield* world(105))
        let isBad = true
        let requested: Array<string | null> = []
        const fault = Faults.fault(name, (answer, { url }) => {
          const base = new URL(url).searchParams.get("time")
          requested.push(base)
          return isBad && base === "1080" ? Effect.sync(respond) : answer
        })
        yield* Effect.provide(Faults.next({ method: "GET", path: "/room-history" }, fault, 10_000), server)
        const file = join(yield* temporaryFolder("collector"), "world.sqlite")
        /** What a program does that runs once: it opens the file, and closes it. */
        const once = (seconds: number) => {
          const plan = { ...history, deadline: "2 minutes" } as const
          const ended = within(seconds, Collector.drain({ accounts: [server], plan }))
          const counts = Effect.map(Collector.status, (status) => byKind(status)["history"])
          return Effect.provide(Effect.all([ended, counts]), NodeSqlite.layer(file))
        }
        assert.deepStrictEqual(yield* once(20), [false, { open: 1, done: 4, holes: 0, failed: 0 }])
        assert.deepStrictEqual(yield* once(300), [true, { open: 0, done: 4, holes: 1, failed: 0 }])
        isBad = false
        requested = []
        const count = yield* Effect.provide(Collector.requeue(), NodeSqlite.layer(file))
        assert.strictEqual(count, 1)
        assert.deepStrictEqual(yield* once(60), [true, { open: 0, done: 5, holes: 0, failed: 0 }])
        assert.deepStrictEqual(requested, ["1080"])
      }).pipe(Effect.scoped)
    )
  }

  it.effect(
    "ends jobs of chunks that were never recorded without a hole, and requests only the latest again",
    () =>
      Effect.gen(function* () {
        // Tick 1149: the server may still write chunks that end after tick 1109.
        const server = yield* account(yield* world(150))
        const absent = Faults.respond("absent", enoent)
        yield* Effect.provide(Faults.next({ method: "GET", path: "/room-history" }, absent, 1000), server)
        const plan = { shards: [{ histories: [{ room: "W1N1", from: 1000, to: 1139 }] }] } as const
        const collect = (seconds: number) => within(seconds, Collector.drain({ accounts: [server], plan }))
        assert.isFalse(yield* collect(10))
        const [status] = yield* Collector.status
        const kind = status?.kinds.find((one) => one.kind === "history")
        assert.deepInclude(kind, { absent: 5, open: 2, failing: 2, holes: 0, failed: 0, done: 0, rows: 0 })
        assert.deepStrictEqual(yield* Collector.holes(), [])
        assert.strictEqual(yield* Collector.requeue(), 0)
        const listed = yield* Collector.holes({ absent: true })
        assert.deepStrictEqual(
          listed.map(({ lastError, slot, state }) => [slot, state, lastError]),
          [1080, 1060, 1040, 1020, 1000].map((slot) => [
            slot,
            "absent",
            "the server has not recorded it, or no longer has it"
          ])
        )
        yield* Effect.provide(Faults.clear, server)
        assert.strictEqual(yield* Collector.requeue({ absent: true, to: 1040 }), 3)
        assert.isTrue(yield* collect(60))
        assert.deepInclude((yield* Collector.status)[0]?.kinds[0], { absent: 2, done: 5, open: 0, rows: 5 })
      }).pipe(Effect.provide(NodeSqlite.layer(":memory:")), Effect.scoped)
  )

  it.effect("stores a chunk that is written late, also when the attempt before had another response", () =>
    Effect.gen(function* () {
      const server = yield* account(yield* world(150))
      const plan = { shards: [{ histories: [{ room: "W1N1", from: 1000, to: 1019 }] }] } as const
      const target = { method: "GET", path: "/room-history" } as const
      for (const fault of [Faults.reset, Faults.respond("absent", enoent)])
        yield* Effect.provide(Faults.next(target, fault), server)
      assert.isTrue(yield* within(60, Collector.drain({ accounts: [server], plan })))
      const kind = (yield* Collector.status)[0]?.kinds[0]
      assert.deepInclude(kind, { absent: 0, done: 1, open: 0, holes: 0 })
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")), Effect.scoped)
  )

  for (const [name, broken] of [
    ["a defect", Effect.die(new Error("boom"))],
    ["an interruption from within", Effect.interrupt]
  ] as const) {
    it.effect(`waits longer after each attempt that ends with ${name}, and shows it in the status`, () =>
      Effect.gen(function* () {
        let requests = 0
        const middleware: ScreepsClient.Middleware = (send) => (request) =>
          request.path.startsWith("/room-history")
            ? Effect.suspend(() => {
                requests++
                return broken
              })
            : send(request)
        const server = TestServer.layerScreeps(yield* world(150)).pipe(
          Layer.provide(Layer.succeed(ScreepsClient.Middleware, [middleware]))
        )
        const run = Collector.run({ accounts: [server], plan: history, lease: "300 millis" })
        yield* within(30, run).pipe(Effect.provide(Logger.layer([])))
        // Five jobs, each at once and after about 2, 4 and 8 seconds.
        assert.strictEqual(requests, 20)
        const [status] = yield* Collector.status
        const kind = status?.kinds.find((one) => one.kind === "history")
        assert.deepInclude(kind, {
          open: 5,
          failing: 5,
          running: 0,
          lastError: "a defect of this program, which its log shows"
        })
      }).pipe(Effect.provide(NodeSqlite.layer(":memory:")), Effect.scoped)
    )
  }

  it.effect("makes a hole of a chunk that is absent at its deadline, and fills it when it is requeued", () =>
    Effect.gen(function* () {
      const server = yield* account(yield* world(105))
      const absent = Faults.respond("absent", enoent)
      yield* Effect.provide(Faults.next({ method: "GET", path: "/room-history" }, absent, 1000), server)
      const recent = { room: "W1N1", from: 1060, to: 1099 } as const
      const plan = { shards: [{ histories: [recent] }], deadline: "1 minute" } as const
      assert.isTrue(yield* within(120, Collector.drain({ accounts: [server], plan })))
      const holes = yield* Collector.holes({ kind: "history" })
      assert.deepStrictEqual(
        holes.map(({ slot, state, target }) => [target, slot, state]),
        [1080, 1060].map((slot) => ["W1N1", slot, "hole"])
      )
      assert.match(holes[0]?.lastError ?? "", /HistoryNotFound/)
      yield* Effect.provide(Faults.clear, server)
      assert.strictEqual(yield* Collector.requeue({ target: "W2N1" }), 0)
      assert.strictEqual(yield* Collector.requeue({ target: "W1N1" }), 2)
      assert.isTrue(yield* within(60, Collector.drain({ accounts: [server] })))
      assert.deepStrictEqual(yield* Collector.holes(), [])
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")), Effect.scoped)
  )

  it.effect("ends only invalid input without another attempt", () =>
    Effect.gen(function* () {
      const server = yield* account(yield* world(150))
      yield* Collector.migrate
      yield* Queue.enqueue("http://screeps.test", [
        { kind: "rooms", shard: "", target: "kitchen", slot: 0, deadline: 1e12 },
        { kind: "history", shard: "", target: "kitchen", slot: 0, deadline: 1e12 },
        { kind: "ranks", shard: "", target: "kitchen", slot: 0, deadline: 1e12 }
      ])
      assert.isTrue(yield* within(60, Collector.drain({ accounts: [server] })))
      const holes = yield* Collector.holes()
      assert.deepStrictEqual(
        holes.map(({ attempts, kind, state }) => [kind, state, attempts]),
        [
          ["history", "failed", 1],
          ["ranks", "failed", 1],
          ["rooms", "failed", 1]
        ]
      )
      for (const { lastError } of holes) assert.match(lastError, /InvalidInput/)
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")), Effect.scoped)
  )

  it.effect("lists the hours in which no runner was running as holes, which cannot be requeued", () =>
    Effect.gen(function* () {
      const server = yield* account(yield* world(1))
      const options = { accounts: [server], plan: { shards: [{ rooms: ["W1N1"] }] } } as const
      yield* within(60, Collector.drain(options))
      yield* TestClock.adjust("3 hours")
      yield* within(60, Collector.drain(options))
      const hours = (yield* Collector.holes()).map(({ lastError, slot }) => [slot / 3_600_000, lastError])
      assert.deepStrictEqual(hours, [
        [2, "no runner was running, or the database was unavailable"],
        [1, "no runner was running, or the database was unavailable"]
      ])
      assert.strictEqual(byKind(yield* Collector.status)["rooms"]?.done, 2)
      assert.strictEqual(yield* Collector.requeue(), 0)
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")), Effect.scoped)
  )

  it.effect("follows a room in runs that end at once: from the last complete chunk, without a gap", () =>
    Effect.gen(function* () {
      const made = yield* world(170)
      const server = yield* account(made)
      const run = Collector.drain({
        accounts: [server],
        plan: { shards: [{ histories: [{ room: "W1N1" }] }] }
      })
      const bases = Effect.map(Stream.runCollect(Collector.histories({ room: "W1N1" })), (chunks) =>
        chunks.map(({ base }) => base)
      )
      assert.isTrue(yield* within(60, run))
      assert.deepStrictEqual(yield* bases, [1140])
      yield* Effect.repeat(made.tick, { times: 39 })
      assert.isTrue(yield* within(60, run))
      assert.deepStrictEqual(yield* bases, [1140, 1160, 1180])
    }).pipe(Effect.scoped, Effect.provide(NodeSqlite.layer(":memory:")))
  )

  it.effect(
    "collects terrain room by room from an official server without the endpoint for several rooms",
    () =>
      Effect.gen(function* () {
        const made = yield* world(1)
        const server = yield* account(made, { dialect: "official", shard: "shard0" })
        const absent = Faults.respond("no such endpoint", () => {
          const headers = { "content-type": "text/html" }
          return new Response("<pre>Cannot POST /api/game/rooms</pre>", { status: 404, headers })
        })
        yield* Effect.provide(Faults.next("/api/game/rooms", absent, Infinity), server)
        const rooms = ["W1N1", "W2N1", "W9N9"] as const
        const plan = { shards: [{ shard: "shard0", rooms, terrain: true }] } as const
        for (let run = 0; run < 2; run++)
          assert.isTrue(yield* within(60, Collector.drain({ accounts: [server], plan })))
        assert.deepStrictEqual(byKind(yield* Collector.status)["terrain"], {
          open: 0,
          done: 4,
          holes: 0,
          failed: 0
        })
        for (const room of ["W1N1", "W2N1"] as const) {
          const found = yield* Collector.terrain({ room })
          const real = yield* Effect.provide(Game.terrain({ room }), server)
          assert.strictEqual(found && Terrain.encode(found), Terrain.encode(real))
        }
        assert.isUndefined(yield* Collector.terrain({ room: "W9N9" }))
      }).pipe(Effect.provide(NodeSqlite.layer(":memory:")), Effect.scoped)
  )

  it.effect("collects each hour for as long as it runs", () =>
    Effect.gen(function* () {
      const server = yield* account(yield* world(1))
      const plan = { shards: [{ rooms: ["W1N1"], orders: true }] } as const
      assert.isFalse(
        yield* within(3 * 3600 + 60, Collector.run({ accounts: [server], plan, poll: "1 minute" }))
      )
      const { orders, rooms } = byKind(yield* Collector.status)
      assert.deepStrictEqual([orders?.done, rooms?.done, rooms?.holes], [4, 4, 0])
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")), Effect.scoped)
  )

  it.effect("stores texts with zero bytes, and one row for a key that the server sends twice", () =>
    Effect.gen(function* () {
      const made = yield* world(1)
      const server = yield* account(made)
      const stat = (rooms: object) =>
        Faults.respond("map", () => Response.json({ ok: 1, stats: rooms, users: {} }))
      const sign = { user: "u", text: "a\u0000b", time: 1, datetime: 1 }
      yield* Effect.provide(
        Faults.next("/api/game/map-stats", stat({ W1N1: { status: "normal", sign } })),
        server
      )
      const plan = { shards: [{ rooms: ["W1N1", "W1N1"] }] } as const
      assert.isTrue(yield* within(60, Collector.drain({ accounts: [server], plan })))
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT room, sign FROM collected_rooms`
      assert.deepStrictEqual(
        rows.map((row) => ({ ...row })),
        [{ room: "W1N1", sign: "ab" }]
      )
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")), Effect.scoped)
  )
})
