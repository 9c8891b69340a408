import { gunzipSync } from "node:zlib"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bob, home, inOrder, makeServer } from "./support/server.ts"

/** A player with a spawn, and functions for that player's Memory. */
const playing = (options: ScreepsWorld.Options) =>
  Effect.gen(function* () {
    const server = makeServer(options, inOrder)
    const headers = yield* server.settle(bob, home)
    const path = "/api/user/memory"
    const write = (body: object) =>
      Effect.map(server.post(path, body, headers), (response) => assert.deepInclude(response.body, { ok: 1 }))
    const get = (at?: string) => server.get(path, at === undefined ? {} : { path: at }, headers)
    /** Returns the value at a path of Memory: data, a plain text, or nothing. */
    const read = (at?: string) =>
      Effect.gen(function* () {
        const { data } = (yield* get(at)).body as { readonly data?: string }
        return data !== undefined && GzipJson.is(data) ? yield* GzipJson.decode(data) : data
      })
    return { write, get, read, tick: server.world.tick }
  })

const player = playing({})

/** Returns Memory after these writes, all within one tick. */
const after = (...writes: ReadonlyArray<object>) =>
  Effect.gen(function* () {
    const { read, tick, write } = yield* player
    for (const one of writes) yield* write(one)
    yield* tick
    return yield* read()
  })

describe("a write to Memory", () => {
  it.effect("takes effect in the next tick", () =>
    Effect.gen(function* () {
      const { read, tick, write } = yield* player
      yield* write({ path: "plan", value: "expand" })
      assert.isUndefined(yield* read("plan"))
      yield* tick
      assert.strictEqual(yield* read("plan"), "expand")
    })
  )

  it.effect("waits until its player has a spawn", () =>
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

  it.effect("overwrites the value of an earlier tick", () =>
    Effect.gen(function* () {
      const { read, tick, write } = yield* player
      for (const value of [1, { deep: 2 }, "three"]) {
        yield* write({ path: "plan", value })
        yield* tick
        assert.deepStrictEqual(yield* read("plan"), value)
      }
    })
  )

  it.effect("is performed after earlier ones of the same tick", () =>
    Effect.gen(function* () {
      const writes = [
        { path: "a", value: {} },
        { path: "a.b", value: 1 },
        { path: "a.b", value: 2 }
      ]
      assert.deepStrictEqual(yield* after(...writes), { a: { b: 2 } })
    })
  )

  it.effect("below a number, a text or a boolean changes nothing", () =>
    Effect.gen(function* () {
      const writes = [
        { path: "number", value: 5 },
        { path: "number.x", value: 1 },
        { path: "text", value: "a text" },
        { path: "text.letter", value: 1 },
        { path: "text.length", value: 1 },
        { path: "text.0", value: "b" },
        { path: "text.length" },
        { path: "kept", value: null }
      ]
      assert.deepStrictEqual(yield* after(...writes), { number: 5, text: "a text", kept: null })
    })
  )

  it.effect("changes items of lists", () =>
    Effect.gen(function* () {
      const writes = [
        { path: "list", value: [1, 2, { deep: 3 }] },
        { path: "list.0", value: "one" },
        { path: "list.2.deep", value: "three" }
      ]
      assert.deepStrictEqual(yield* after(...writes), { list: ["one", 2, { deep: "three" }] })
    })
  )

  it.effect("shortens lists, and leaves holes in them", () =>
    Effect.gen(function* () {
      const writes = [
        { path: "list", value: [1, 2, 3] },
        { path: "list.length", value: 1 },
        { path: "list.length" },
        { path: "list.3", value: 4 }
      ]
      assert.deepStrictEqual(yield* after(...writes), { list: [1, null, null, 4] })
    })
  )

  it.effect("without a value deletes the key", () =>
    Effect.gen(function* () {
      const writes = [
        { path: "a", value: { b: 1, c: 2 } },
        { path: "a.b" },
        { path: "a.none" },
        { path: "none" }
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

  it.effect("without a path uses the characters of a text and the items of a list as keys", () =>
    Effect.gen(function* () {
      const old = { path: "old", value: 1 }
      assert.deepStrictEqual(yield* after(old, { value: "abc" }), { 0: "a", 1: "b", 2: "c" })
      assert.deepStrictEqual(yield* after(old, { value: [7, { a: 8 }] }), { 0: 7, 1: { a: 8 } })
    })
  )

  it.effect("without a path empties Memory when its value has no keys", () =>
    Effect.gen(function* () {
      for (const body of [{}, { value: null }, { value: 5 }, { value: true }, { value: "" }, { value: [] }]) {
        assert.deepStrictEqual(yield* after({ path: "old", value: 1 }, body), {}, JSON.stringify(body))
      }
    })
  )

  it.effect("is performed after the script of its tick", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const { read, tick, write } = yield* playing({
        evaluate: ({ memory }) => {
          seen.push(memory["plan"])
          memory["plan"] = "the script's"
          return {}
        }
      })
      yield* write({ path: "plan", value: "the write's" })
      yield* tick
      assert.strictEqual(yield* read("plan"), "the write's")
      yield* tick
      assert.strictEqual(yield* read("plan"), "the script's")
      assert.deepStrictEqual(seen, [undefined, "the write's"])
    })
  )
})

describe("a property of Object.prototype", () => {
  it.effect("is not changed by a write to Memory, in this process or in another world", () =>
    Effect.gen(function* () {
      const paths = [
        "__proto__.leaked",
        "constructor.leaked",
        "constructor.prototype.leaked",
        "toString.leaked",
        "a.__proto__.leaked",
        "a.constructor.leaked",
        "a.constructor.prototype.leaked",
        "text.__proto__.leaked",
        "list.__proto__.leaked",
        "list.push.leaked"
      ]
      const memory = { a: { b: 1 }, text: "a text", list: [1] }
      for (const path of paths) {
        const { read, tick, write } = yield* player
        yield* write({ value: memory })
        yield* tick
        yield* write({ path, value: 42 })
        yield* tick
        assert.deepStrictEqual(yield* read(), memory, path)
        const shared: ReadonlyArray<object> = [{}, [], Object, String, Reflect.get([], "push")]
        for (const one of shared) assert.notProperty(one, "leaked", path)
      }
      const other = yield* player
      assert.isUndefined(yield* other.read("leaked"))
    })
  )

  it.effect("can be the name of a key in Memory", () =>
    Effect.gen(function* () {
      const { read, tick, write } = yield* player
      yield* write({ path: "constructor", value: 1 })
      yield* write({ path: "a", value: {} })
      yield* write({ path: "a.toString", value: 2 })
      yield* write({ path: "__proto__", value: { w: 3 } })
      yield* tick
      assert.strictEqual(
        JSON.stringify(yield* read()),
        '{"constructor":1,"a":{"toString":2},"__proto__":{"w":3}}'
      )
      assert.deepStrictEqual(yield* read("__proto__"), { w: 3 })
      assert.isUndefined(yield* read("w"))
      yield* write({ path: "__proto__" })
      yield* write({ path: "constructor" })
      yield* tick
      assert.deepStrictEqual(yield* read(), { a: { toString: 2 } })
    })
  )

  it.effect("is not replaced by a value, which loses its prototype", () =>
    Effect.gen(function* () {
      const value: object = JSON.parse('{"__proto__":{"x":1},"y":2,"deep":{"__proto__":{"x":3}}}')
      const { read, tick, write } = yield* player
      yield* write({ path: "v", value })
      yield* write({ path: "v.deep.__proto__", value: { x: 1 } })
      yield* tick
      assert.strictEqual(JSON.stringify(yield* read()), '{"v":{"y":2,"deep":{}}}')
      yield* write({ value })
      yield* tick
      assert.strictEqual(JSON.stringify(yield* read()), '{"y":2,"deep":{}}')
      assert.isUndefined(yield* read("x"))
    })
  )

  it.effect("is read from Memory as compressed text, which is empty where there is no JSON", () =>
    Effect.gen(function* () {
      const { get, read, tick, write } = yield* player
      yield* write({ value: { a: { b: 1 } } })
      yield* tick
      for (const path of ["constructor", "toString", "a.hasOwnProperty", "a.b.toFixed"]) {
        const { body, status } = yield* get(path)
        assert.strictEqual(status, 200)
        const { data } = body as { readonly data: string }
        assert.strictEqual(data.slice(0, 3), "gz:")
        assert.strictEqual(gunzipSync(Buffer.from(data.slice(3), "base64")).toString(), "", path)
      }
      assert.strictEqual(yield* read("constructor.name"), "Object")
      assert.deepStrictEqual(yield* read("__proto__"), {})
      assert.strictEqual(yield* read("toString.caller"), "Incorrect memory path")
    })
  )
})

describe("a read of Memory", () => {
  it.effect("distinguishes a missing key from a wrong path", () =>
    Effect.gen(function* () {
      const { read, tick, write } = yield* player
      yield* write({ value: { a: { b: null }, text: "a text", number: 5 } })
      yield* tick
      assert.deepStrictEqual(yield* read("a"), { b: null })
      assert.isNull(yield* read("a.b"))
      assert.isUndefined(yield* read("a.c"))
      assert.strictEqual(yield* read("a.b.c"), "Incorrect memory path")
      assert.strictEqual(yield* read("no.such"), "Incorrect memory path")
    })
  )

  it.effect("finds nothing below a number or a text, and the length of texts and lists", () =>
    Effect.gen(function* () {
      const { read, tick, write } = yield* player
      yield* write({ value: { text: "a text", number: 5, flag: false, list: [1, 2] } })
      yield* tick
      for (const path of ["text.letter", "number.x", "flag.x", "list.x", "list.2"])
        assert.isUndefined(yield* read(path), path)
      assert.strictEqual(yield* read("text.length"), 6)
      assert.strictEqual(yield* read("text.0"), "a")
      assert.strictEqual(yield* read("list.length"), 2)
      for (const path of ["text.letter.x", "number.x.y"])
        assert.strictEqual(yield* read(path), "Incorrect memory path", path)
    })
  )

  it.effect("returns the user's own Memory", () =>
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
