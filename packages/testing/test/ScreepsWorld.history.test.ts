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

/** A world at tick 1, with chunks of five ticks and a spawn of bob. */
const settled = (tick = 1) =>
  Effect.gen(function* () {
    const server = makeServer({ historyChunkSize: 5, tick })
    const headers = yield* server.settle(bob, home)
    return { server, headers }
  })

describe("room history", () => {
  it.effect("has a chunk one tick after all of its ticks", () =>
    Effect.gen(function* () {
      const { server } = yield* settled()
      yield* pass(server, 9)
      assert.strictEqual(Number(yield* server.world.time), 10)
      yield* missing(server, home.room, 5)
      yield* server.world.tick
      assert.strictEqual((yield* chunk(server, home.room, 5)).base, 5)
    })
  )

  it.effect("has full objects first, and nothing for ticks without changes", () =>
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

  it.effect("has a new spawn in full, and the controller with its new owner", () =>
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

  it.effect("starts with the first chunk after a player settled", () =>
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

  it.effect("continues from chunk to chunk", () =>
    Effect.gen(function* () {
      const { server } = yield* settled()
      yield* pass(server, 15)
      const [first, second] = [yield* chunk(server, home.room, 5), yield* chunk(server, home.room, 10)]
      assert.deepStrictEqual(things(first), things(second))
      assert.isAbove(things(second).length, 0)
    })
  )

  it.effect("is recorded only for rooms with players", () =>
    Effect.gen(function* () {
      const { server } = yield* settled()
      yield* server.settle(alice, { room: "W1N1", x: 25, y: 25 })
      yield* pass(server, 10)
      assert.isAbove(things(yield* chunk(server, "W1N1", 5)).length, 0)
      yield* missing(server, "W2N2", 5)
    })
  )

  it.effect("is missing for rooms outside the world, for the future, and for ticks within chunks", () =>
    Effect.gen(function* () {
      const { server } = yield* settled()
      yield* pass(server, 19)
      yield* missing(server, "W99N99", 5)
      yield* missing(server, home.room, 2_000_000_000)
      for (const tick of [6, 7, 8, 9]) yield* missing(server, home.room, tick)
    })
  )

  it.effect("has the content type of a page, as on real servers", () =>
    Effect.gen(function* () {
      const { server } = yield* settled()
      yield* pass(server, 10)
      const response = yield* server.get("/room-history", { room: home.room, time: "5" })
      assert.strictEqual(response.kind, "text/html")
      assert.isNull(response.token)
    })
  )
})
