import * as GzipJson from "@screeps-effect/schema/GzipJson"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bob, home, makeServer } from "./support/server.ts"

/** A player with a spawn, and words to speak about that player's Memory. */
const player = Effect.gen(function* () {
  const server = makeServer()
  const headers = yield* server.settle(bob, home)
  const path = "/api/user/memory"
  const write = (body: object) =>
    Effect.map(server.post(path, body, headers), (told) => assert.deepInclude(told.body, { ok: 1 }))
  /** What is in Memory at a path: data, a bare text, or nothing. */
  const read = (at?: string) =>
    Effect.gen(function* () {
      const { body } = yield* server.get(path, at === undefined ? {} : { path: at }, headers)
      const { data } = body as { readonly data?: string }
      return data !== undefined && GzipJson.is(data) ? yield* GzipJson.decode(data) : data
    })
  return { write, read, tick: server.world.tick }
})

/** What is in Memory after these writes, all made within one tick. */
const after = (...writes: ReadonlyArray<object>) =>
  Effect.gen(function* () {
    const { read, tick, write } = yield* player
    for (const one of writes) yield* write(one)
    yield* tick
    return yield* read()
  })

describe("a write to Memory", () => {
  it.effect("takes effect with the next tick", () =>
    Effect.gen(function* () {
      const { read, tick, write } = yield* player
      yield* write({ path: "plan", value: "expand" })
      assert.isUndefined(yield* read("plan"))
      yield* tick
      assert.strictEqual(yield* read("plan"), "expand")
    })
  )

  it.effect("waits for its player to have a spawn", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      yield* server.post("/api/user/memory", { path: "plan", value: "expand" }, headers)
      yield* server.world.tick
      const read = server.get("/api/user/memory", { path: "plan" }, headers)
      assert.deepStrictEqual((yield* read).body, { ok: 1 })
      yield* server.settle(bob, home)
      assert.deepStrictEqual((yield* read).body, { ok: 1 })
      yield* server.world.tick
      assert.hasAllKeys((yield* read).body, ["ok", "data"])
    })
  )

  it.effect("replaces what an earlier tick has written", () =>
    Effect.gen(function* () {
      const { read, tick, write } = yield* player
      for (const value of [1, { deep: 2 }, "three"]) {
        yield* write({ path: "plan", value })
        yield* tick
        assert.deepStrictEqual(yield* read("plan"), value)
      }
    })
  )

  it.effect("comes after those that were asked for earlier", () =>
    Effect.gen(function* () {
      const writes = [
        { path: "a", value: {} },
        { path: "a.b", value: 1 },
        { path: "a.b", value: 2 }
      ]
      assert.deepStrictEqual(yield* after(...writes), { a: { b: 2 } })
    })
  )

  it.effect("is lost when its parent is missing or holds no keys", () =>
    Effect.gen(function* () {
      const writes = [
        { path: "text", value: "a text" },
        { path: "no.such", value: 1 },
        { path: "no.such.path", value: 1 },
        { path: "text.letter", value: 1 },
        { path: "kept", value: null }
      ]
      assert.deepStrictEqual(yield* after(...writes), { text: "a text", kept: null })
    })
  )

  it.effect("reaches into lists", () =>
    Effect.gen(function* () {
      const writes = [
        { path: "list", value: [1, 2, { deep: 3 }] },
        { path: "list.0", value: "one" },
        { path: "list.2.deep", value: "three" }
      ]
      assert.deepStrictEqual(yield* after(...writes), { list: ["one", 2, { deep: "three" }] })
    })
  )

  it.effect("without a value deletes the key", () =>
    Effect.gen(function* () {
      const writes = [
        { path: "a", value: { b: 1, c: 2 } },
        { path: "a.b" },
        { path: "a.none" },
        { path: "none.b" }
      ]
      assert.deepStrictEqual(yield* after(...writes), { a: { c: 2 } })
    })
  )

  it.effect("without a path replaces all of Memory", () =>
    Effect.gen(function* () {
      const writes = [{ path: "old", value: 1 }, { value: { fresh: 2 } }]
      assert.deepStrictEqual(yield* after(...writes), { fresh: 2 })
      assert.deepStrictEqual(yield* after({ path: "old", value: 1 }, { path: "", value: { fresh: 2 } }), {
        fresh: 2
      })
    })
  )

  it.effect("without a path empties Memory when its value is no object", () =>
    Effect.gen(function* () {
      for (const body of [{}, { value: null }, { value: 5 }, { value: true }]) {
        assert.deepStrictEqual(yield* after({ path: "old", value: 1 }, body), {}, JSON.stringify(body))
      }
    })
  )
})

describe("a read of Memory", () => {
  it.effect("tells a missing key from a wrong path", () =>
    Effect.gen(function* () {
      const { read, tick, write } = yield* player
      yield* write({ value: { a: { b: null }, text: "a text" } })
      yield* tick
      assert.deepStrictEqual(yield* read("a"), { b: null })
      assert.isNull(yield* read("a.b"))
      assert.isUndefined(yield* read("a.c"))
      assert.strictEqual(yield* read("a.b.c"), "Incorrect memory path")
      assert.strictEqual(yield* read("no.such"), "Incorrect memory path")
      assert.strictEqual(yield* read("text.letter"), "Incorrect memory path")
    })
  )

  it.effect("is of one's own Memory", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.settle(bob, home)
      yield* server.post("/api/user/memory", { path: "plan", value: 1 }, headers)
      yield* server.world.tick
      const alice = yield* server.signIn({ username: "alice", password: "correct-password" })
      assert.deepStrictEqual((yield* server.get("/api/user/memory", { path: "plan" }, alice)).body, { ok: 1 })
    })
  )
})
