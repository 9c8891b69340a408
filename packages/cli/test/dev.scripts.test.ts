import { assert, layer } from "@effect/vitest"
import * as Memory from "@screeps-effect/api/Memory"
import * as User from "@screeps-effect/api/User"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scripts from "../src/commands/dev/scripts.ts"

type Evaluate = Effect.Success<ReturnType<typeof Scripts.make>>

let created = 0

/** Creates two players whose console lines run in one tick per call. */
const playersOf = (evaluate: Evaluate) => {
  let time = 1000
  const create = (username: string) => {
    const memory: Record<string, unknown> = { reserve: 5 }
    const user = UserId.make(`${(created += 1)}`)
    const given = { user, username, shard: "shard0", branch: "default", modules: {}, memory } as const
    return {
      memory,
      runLines: (...expressions: ReadonlyArray<string>) => {
        time += 1
        return evaluate({ ...given, time, expressions })
      }
    }
  }
  return { bob: create("bob"), alice: create("alice") }
}

/** Players whose lines are aborted after the time limit of the server. */
const hurried = Effect.map(Scripts.make(), playersOf)

/** A thread in which lines have time enough on a busy machine. */
class Thread extends Context.Service<Thread, Evaluate>()("Thread") {}

const thread = layer(Layer.effect(Thread, Scripts.make(30_000)), {
  excludeTestServices: true,
  concurrent: false
})

/** New players in that thread. */
const players = Effect.map(Thread, playersOf)

thread("console lines on the in-memory server", (it) => {
  it.effect("read the tick and Memory, and keep variables of earlier lines", () =>
    Effect.gen(function* () {
      const { memory, runLines } = (yield* players).bob
      assert.deepStrictEqual(runLines("var held = Game.time", "held + 1").results, ["undefined", "1002"])
      assert.deepStrictEqual(
        runLines("Memory.reserve += held; Memory.fresh = [1]; console.log('a', 1)").log,
        ["a 1"]
      )
      assert.deepStrictEqual(memory, { reserve: 1006, fresh: [1], ticks: 2 })
    }).pipe(Effect.scoped)
  )

  it.effect("end at an error, which is the outcome's, and keep earlier results", () =>
    Effect.gen(function* () {
      const { runLines } = (yield* players).bob
      const { error, results } = runLines("1", "nope()", "2")
      assert.deepStrictEqual(results, ["1"])
      assert.strictEqual(error, "ReferenceError: nope is not defined")
      assert.strictEqual(runLines("throw { toString() { throw 1 } }").error, "an error without a text")
    }).pipe(Effect.scoped)
  )

  it.effect("continue after await in the same tick", () =>
    Effect.gen(function* () {
      const { runLines } = (yield* players).bob
      assert.deepStrictEqual(runLines("(async () => { await 1; console.log('later') })(); 1").log, ["later"])
    }).pipe(Effect.scoped)
  )

  it.effect("of different players have separate globals", () =>
    Effect.gen(function* () {
      const { alice, bob } = yield* players
      bob.runLines("var held = 1; Array.prototype.map = 1; Memory.mine = true")
      assert.deepStrictEqual(alice.runLines("typeof held", "typeof [].map").results, [
        "undefined",
        "function"
      ])
      assert.deepStrictEqual(alice.memory, { reserve: 5, ticks: 1 })
    }).pipe(Effect.scoped)
  )
})

const inOrder = { quirks: { reorderConsole: false } }

/** Creates a world with a player whose lines run in that thread, and a server of it that keeps the order of requests. */
const served = Effect.map(Thread, (evaluate) => {
  const world = ScreepsWorld.make({ accounts: [{ username: "bob", password: "secret" }], evaluate })
  const settle = Effect.gen(function* () {
    const { _id: user } = yield* world.users.get("bob")
    yield* world.rooms.addObject("W7N7", { type: "spawn", x: 25, y: 25, user, name: "Spawn1" })
    yield* world.users.setMemory("bob", { list: [] })
  })
  return { world, settle, layer: TestServer.layerScreeps(world, inOrder) }
})

thread("console lines and writes to Memory of one tick", (it) => {
  it.effect("are one queue: each line sees the writes before it, and not those after it", () =>
    Effect.gen(function* () {
      const { layer, settle, world } = yield* served
      yield* settle
      yield* Effect.gen(function* () {
        yield* User.console({ expression: "var before = typeof Memory.between" })
        yield* User.console({ expression: "Memory.list.push(before)" })
        yield* Memory.set({ path: "between", value: { of: 1 } })
        yield* User.console({ expression: "Memory.between.of += 1; Memory.list.push(typeof Memory.after)" })
        yield* Memory.set({ path: "between.more", value: 3 })
        yield* Memory.set({ path: "after", value: true })
      }).pipe(Effect.provide(layer))
      yield* world.tick
      assert.deepStrictEqual(yield* world.users.memory("bob"), {
        list: ["undefined", "undefined"],
        between: { of: 2, more: 3 },
        after: true,
        ticks: 1
      })
    }).pipe(Effect.scoped)
  )

  it.effect("end at a line that throws: what follows it is lost", () =>
    Effect.gen(function* () {
      const { layer, settle, world } = yield* served
      yield* settle
      yield* Effect.gen(function* () {
        yield* Memory.set({ path: "early", value: 1 })
        yield* User.console({ expression: "Memory.early += 1; nope()" })
        yield* Memory.set({ path: "late", value: 1 })
        yield* User.console({ expression: "Memory.late = 2" })
      }).pipe(Effect.provide(layer))
      yield* world.tick
      assert.deepStrictEqual(yield* world.users.memory("bob"), { list: [], early: 2, ticks: 1 })
    }).pipe(Effect.scoped)
  )

  it.effect("share what lines left in Memory, which is read again only after a write", () =>
    Effect.gen(function* () {
      const { memory, runLines } = (yield* players).bob
      const { results } = runLines("var it = Memory.it = { n: 1 }", "Memory.it.n += 1", "it.n")
      assert.deepStrictEqual(results?.slice(1), ["2", "2"])
      assert.deepStrictEqual(memory, { reserve: 5, it: { n: 2 }, ticks: 1 })
    }).pipe(Effect.scoped)
  )

  it.effect("are undone together when a line breaks its engine", () =>
    Effect.gen(function* () {
      const { bob } = yield* players
      assert.match(
        bob.runLines("Memory.reserve = 6", "throw 'x'.repeat(4e6)").error ?? "",
        /returned too much/
      )
      assert.deepStrictEqual(bob.memory, { reserve: 5 })
    }).pipe(Effect.scoped)
  )

  it.effect("print no more than a limit together", () =>
    Effect.gen(function* () {
      const { bob } = yield* players
      const line = "console.log('x'.repeat(1e6))"
      assert.lengthOf(bob.runLines(line, line).log ?? [], 2)
      assert.match(bob.runLines(line, line, line, line).error ?? "", /returned too much/)
    }).pipe(Effect.scoped)
  )
})

/** Runs `code` as a function that was made by the constructor of `maker`. */
const by = (maker: string, code: string) => `${maker}.constructor(${JSON.stringify(code)})()`

/** The types of everything with which code could leave its engine. */
const reach =
  "return [typeof process, typeof require, typeof module, typeof fetch, typeof WebSocket, typeof WebAssembly, typeof Worker, typeof setTimeout, typeof std, typeof os].join()"
const nothing = Array.from({ length: 10 }, () => "undefined").join()

/** Each attempt leaves what it reached in `found`. */
const escapes: ReadonlyArray<readonly [title: string, line: string]> = [
  ["the constructor of a function", `found = ${by("(() => {})", reach)}`],
  ["the constructor of the global's constructor", `found = ${by("this.constructor", reach)}`],
  ["the constructor of console.log", `found = ${by("console.log", reach)}`],
  ["the constructor of a function of Game", `found = ${by("Game.cpu.getUsed", reach)}`],
  ["the constructor of an async function", `${by("(async () => {})", reach)}.then((it) => { found = it })`],
  ["the constructor of a generator", `found = ${by("(function* () {})", reach)}.next().value`],
  ["the error of a failed import()", `import("x").catch((e) => { found = ${by("e.constructor", reach)} })`],
  [
    "import() of a module of Node",
    `import("node:child_process").then((it) => { found = Object.keys(it).join() }, () => { found = ${JSON.stringify(nothing)} })`
  ],
  [
    "the error of a stack overflow",
    `try { (function f() { f() })() } catch (e) { found = ${by("e.constructor", reach)} }`
  ],
  [
    "the frames of Error.prepareStackTrace",
    `Error.prepareStackTrace = (e, frames) => { found = [...frames].map((it) => typeof it.getThis()?.process).join(); return "" };
     try { null.x } catch (e) { e.stack; found ??= ${JSON.stringify(nothing)} }
     found = found.includes("object") ? found : ${by("Error", reach)}`
  ],
  ["process.binding", `try { process.binding("spawn_sync") } catch { found = ${by("(() => {})", reach)} }`],
  [
    "a proxy that receives the host's calls",
    `Memory = new Proxy({}, { get(target, key, self) { found = ${by("(() => {})", reach)}; return target[key] }, ownKeys() { found = ${by("(() => {})", reach)}; return [] } })`
  ]
]

thread("console lines that attack the server", (it) => {
  it.effect.each(escapes)("reach nothing outside of their engine (%s)", ([, line]) =>
    Effect.gen(function* () {
      const { runLines } = (yield* players).bob
      assert.isUndefined(runLines("var found", line).error)
      assert.deepStrictEqual(runLines("found").results, [nothing])
    }).pipe(Effect.scoped)
  )

  const hangs: ReadonlyArray<readonly [title: string, line: string]> = [
    ["an infinite loop", "for (;;);"],
    ["a native function without an end", "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)"],
    ["a regular expression that backtracks", "/^(a+)+$/.test('a'.repeat(60) + 'b')"],
    ["promises without an end", "(function next() { Promise.resolve().then(next) })()"],
    ["a loop in toJSON", "Memory.toJSON = () => { for (;;); }"],
    ["a loop that catches every error", "for (;;) try { for (;;); } catch {}"]
  ]
  it.effect.each(hangs)("are aborted after a time limit, and then run in a new global (%s)", ([, line]) =>
    Effect.gen(function* () {
      const { memory, runLines } = (yield* hurried).bob
      assert.deepStrictEqual(runLines("Memory.kept = 2; var held = 1").results, ["2"])
      assert.match(runLines(line).error ?? "", /timed out/)
      assert.deepStrictEqual(runLines("typeof held", "Memory.kept").results, ["undefined", "2"])
      assert.deepStrictEqual(memory, { reserve: 5, kept: 2, ticks: 2 })
    }).pipe(Effect.scoped)
  )

  it.effect("cannot wait on shared memory", () =>
    Effect.gen(function* () {
      const { runLines } = (yield* players).bob
      assert.match(
        String(runLines("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)").error),
        /Atomics/
      )
      assert.deepStrictEqual(runLines("1").results, ["1"])
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    ["strings", "'x'.repeat(1e6) + n"],
    ["typed arrays", "new Uint8Array(1e6)"],
    ["lists", "new Array(2e5).fill(n)"]
  ] as const)("allocate no more than a limit (%s)", ([, value]) =>
    Effect.gen(function* () {
      const { runLines } = (yield* players).bob
      const line = `var n = 0; (() => { const all = []; try { for (;;) { all.push(${value}); n++ } } catch {} })(); n`
      const megabytes = Number(runLines(line).results?.[0])
      assert.isAbove(megabytes, 4)
      assert.isBelow(megabytes, 33)
      assert.deepStrictEqual(runLines("1 + 1").results, ["2"])
    }).pipe(Effect.scoped)
  )

  it.effect("fail when they keep all their memory, and then run in a new global", () =>
    Effect.gen(function* () {
      const { bob } = yield* hurried
      assert.isString(bob.runLines("var all = [new ArrayBuffer(2 ** 31)]").error)
      assert.isString(
        bob.runLines(
          "var all = []; try { for (;;) all.push(new Uint8Array(1e6)) } catch {} for (;;) all.push({})"
        ).error
      )
      // What is left does not suffice for a tick, or the lines took too long.
      bob.runLines("1")
      assert.deepStrictEqual(bob.runLines("1 + 1").results, ["2"])
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    ["one line", "console.log('x'.repeat(4e6))"],
    ["many lines", "for (let i = 0; i < 1e3; i++) console.log('x'.repeat(4e3))"],
    ["a result", "'x'.repeat(4e6)"],
    ["an error", "throw 'x'.repeat(4e6)"],
    ["Memory", "Memory.much = 'x'.repeat(4e6)"],
    ["Memory that is too deep", "for (let i = 0, at = Memory; i < 5000; i++) at = at.next = {}"]
  ] as const)("print and store no more than a limit (%s)", ([, line]) =>
    Effect.gen(function* () {
      const { bob } = yield* players
      const { error, log, results } = bob.runLines(line)
      assert.deepStrictEqual([log, results], [undefined, undefined])
      assert.match(error ?? "", /returned too much/)
      assert.deepStrictEqual(bob.memory, { reserve: 5 })
      assert.deepStrictEqual(bob.runLines("1 + 1").results, ["2"])
    }).pipe(Effect.scoped)
  )

  it.effect("do not run while Memory is too large", () =>
    Effect.gen(function* () {
      const { bob } = yield* players
      bob.memory["much"] = "x".repeat(4e6)
      assert.deepStrictEqual(bob.runLines("1"), { error: "Memory is larger than 3145728 characters" })
    }).pipe(Effect.scoped)
  )

  it.effect("change no prototype of the server through Memory or a forged outcome", () =>
    Effect.gen(function* () {
      const { memory, runLines } = (yield* players).bob
      const polluted = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"inner":{"__proto__":{"polluted":1}}}`
      assert.isUndefined(runLines(`Memory = JSON.parse(${JSON.stringify(polluted)}); 1`).error)
      assert.strictEqual(JSON.stringify(memory), polluted)
      assert.strictEqual(Object.getPrototypeOf(memory), Object.prototype)
      assert.isFalse("polluted" in memory)
      assert.isFalse("polluted" in {})
      assert.match(runLines("Object.prototype.toJSON = () => 5").error ?? "", /aborted/)
      assert.strictEqual(JSON.stringify(memory), polluted)
      assert.deepStrictEqual(runLines("1 + 1").results, ["2"])
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    [
      "a frozen Memory",
      "Object.defineProperty(globalThis, 'Memory', { get() { throw 1 }, set() { throw 2 } })"
    ],
    ["a replaced JSON", "JSON.parse = JSON.stringify = () => 'x'; String = eval = () => { throw 1 }"],
    [
      "changed prototypes",
      "Array.prototype.push = Array.prototype.join = Array.prototype.map = () => { throw 1 }"
    ],
    [
      "a deleted global",
      "for (const key of Object.getOwnPropertyNames(globalThis)) try { delete globalThis[key] } catch {}"
    ]
  ] as const)("damage no run of another player (%s)", ([, line]) =>
    Effect.gen(function* () {
      const { bob, alice } = yield* players
      for (let i = 0; i < 3; i++) bob.runLines(line)
      assert.deepStrictEqual(alice.runLines("1 + 1").results, ["2"])
      assert.deepStrictEqual(alice.memory["reserve"], 5)
    }).pipe(Effect.scoped)
  )
})
