import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { chunk, things } from "./support/nature.ts"
import { alice, bob, home, makeServer, type Server } from "./support/server.ts"

const pass = (server: Server, ticks: number) => Effect.replicateEffect(server.world.tick, ticks)
const missing = (server: Server, room: string, time: number) =>
  Effect.map(server.get("/room-history", { room, time: String(time) }), ({ body, kind, status }) => {
    assert.deepStrictEqual(
      { body, kind, status },
      {
        status: 500,
        kind: "application/json",
        body: { errno: -2, code: "ENOENT", syscall: "open", path: `history/${room}/${time}.json` }
      }
    )
  })

/** A world at tick 1, with chunks of five ticks, in which bob lives. */
const settled = (tick = 1) =>
  Effect.gen(function* () {
    const server = makeServer({ historyChunkSize: 5, tick })
    const headers = yield* server.settle(bob, home)
    return { server, headers }
  })

describe("the history of a room", () => {
  it.effect("is there one tick after all ticks of the chunk are over", () =>
    Effect.gen(function* () {
      const { server } = yield* settled()
      yield* pass(server, 9)
      assert.strictEqual(Number(yield* server.world.time), 10)
      yield* missing(server, home.room, 5)
      yield* server.world.tick
      assert.strictEqual((yield* chunk(server, home.room, 5)).base, 5)
    })
  )

  it.effect("tells whole objects at first, and nothing of ticks in which nothing changed", () =>
    Effect.gen(function* () {
      const { server } = yield* settled()
      yield* pass(server, 10)
      const { base, room, ticks } = yield* chunk(server, home.room, 5)
      assert.deepStrictEqual({ base, room }, { base: 5, room: home.room })
      assert.deepStrictEqual(Object.keys(ticks), ["5", "6", "7", "8", "9"])
      assert.deepStrictEqual(Object.values(ticks).slice(1), [{}, {}, {}, {}])
      for (const [id, thing] of Object.entries(ticks["5"] ?? {})) {
        assert.deepInclude(thing, { _id: id, room: home.room })
        assert.isString(thing.type)
      }
    })
  )

  it.effect("shows a placed spawn whole, and the controller with its new owner", () =>
    Effect.gen(function* () {
      const { headers, server } = yield* settled()
      yield* pass(server, 10)
      const all = things(yield* chunk(server, home.room, 5))
      const { body } = yield* server.get("/api/auth/me", {}, headers)
      const { _id: user } = body as { readonly _id: string }
      const spawn = all.find(({ type }) => type === "spawn")
      assert.deepInclude(spawn, {
        x: home.x,
        y: home.y,
        name: "Spawn1",
        user,
        store: { energy: 300 },
        hits: 5000
      })
      assert.deepInclude(
        all.find(({ type }) => type === "controller"),
        { user, level: 1, progress: 0, safeMode: 20_001 }
      )
    })
  )

  it.effect("begins with the first chunk that begins after somebody settled", () =>
    Effect.gen(function* () {
      const { server } = yield* settled(7)
      yield* pass(server, 10)
      yield* missing(server, home.room, 5)
      const all = things(yield* chunk(server, home.room, 10))
      assert.deepInclude(
        all.find(({ type }) => type === "spawn"),
        { x: home.x, y: home.y }
      )
    })
  )

  it.effect("goes on from chunk to chunk", () =>
    Effect.gen(function* () {
      const { server } = yield* settled()
      yield* pass(server, 15)
      const [first, second] = [yield* chunk(server, home.room, 5), yield* chunk(server, home.room, 10)]
      assert.deepStrictEqual(things(first), things(second))
      assert.isAbove(things(second).length, 0)
    })
  )

  it.effect("is kept of each room in which somebody lives, and of no other", () =>
    Effect.gen(function* () {
      const { server } = yield* settled()
      yield* server.settle(alice, { room: "W1N1", x: 25, y: 25 })
      yield* pass(server, 10)
      assert.isAbove(things(yield* chunk(server, "W1N1", 5)).length, 0)
      yield* missing(server, "W2N2", 5)
    })
  )

  it.effect(
    "is missing of rooms outside the world, of the future, and between the beginnings of chunks",
    () =>
      Effect.gen(function* () {
        const { server } = yield* settled()
        yield* pass(server, 19)
        yield* missing(server, "W99N99", 5)
        yield* missing(server, home.room, 2_000_000_000)
        for (const tick of [6, 7, 8, 9]) yield* missing(server, home.room, tick)
      })
  )

  it.effect("comes as text for people, as real servers send it", () =>
    Effect.gen(function* () {
      const { server } = yield* settled()
      yield* pass(server, 10)
      const told = yield* server.get("/room-history", { room: home.room, time: "5" })
      assert.strictEqual(told.kind, "text/html")
      assert.isNull(told.token)
    })
  )
})
