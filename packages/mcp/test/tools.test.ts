/** Every tool, called by the reference client on a world in memory. */
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { connect, quietWorld } from "./support/client.ts"

const writing = { access: { write: true, yesTo: ["*"] } }

describe("tools that read", () => {
  it.live("show the account, its rooms and a room as a picture with its objects", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make())
      assert.match(
        (yield* call("who_am_i")).text,
        /^«bob» on the private server .*; tick \d+; status «normal»\.\nCPU limit 100 ms per tick, GCL 2, GPL \d+, \d+ credits\n/
      )
      assert.include((yield* call("my_rooms")).text, 'W7N3: owned by "bob", level 4')
      const { isError, text } = yield* call("look_at_room", { room: "W7N3" })
      assert.isFalse(isError)
      const lines = text.split("\n")
      assert.match(lines[0] ?? "", /^W7N3 in tick \d+: room of «bob», level 4, \d+ objects$/)
      assert.strictEqual(lines[1], "«")
      assert.match(lines[2] ?? "", /^[#.~A-Za-z*+]{50} {2}\. plain$/)
      assert.include(text, 'spawn "Spawn1" at 26,26; id ')
    }).pipe(Effect.scoped)
  )

  it.live("say what changed in a room since it was shown", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make()
      const { call } = yield* connect(world)
      assert.include((yield* call("room_changes", { room: "W7N3" })).text, "was not shown before")
      for (let i = 0; i < 3; i++) yield* world.tick
      assert.match(
        (yield* call("room_changes", { room: "W7N3" })).text,
        /changed: creep "\w+" at \d+,\d+: moved from/
      )
    }).pipe(Effect.scoped)
  )

  it.live("summarise a chunk of a room's history", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make()
      const { call } = yield* connect(world)
      const first = yield* world.time
      for (let i = 0; i < 130; i++) yield* world.tick
      const { text } = yield* call("room_history", { room: "W7N3", tick: first + 25 })
      assert.match(text, /^W7N3, ticks \d+ to \d+: \d+ objects at first, \d+ at last\n/)
      assert.match(text, /creep/)
    }).pipe(Effect.scoped)
  )

  it.live("show order books, prices and the account's own orders", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make())
      const book = yield* call("market_book", { resource: "energy" })
      assert.match(
        book.text,
        /^«energy»: best bid [\d.]+, best ask [\d.]+, spread [\d.]+; \d+ buy and \d+ sell orders\n«\nsell /
      )
      assert.match(
        (yield* call("market_prices", { resource: "energy" })).text,
        /\n\d{4}-\d\d-\d\d: mean price /
      )
      assert.match((yield* call("my_orders")).text, /^\d+ orders\n/)
      assert.include((yield* call("market_book", { resource: "nothing" })).text, "best bid none")
    }).pipe(Effect.scoped)
  )

  it.live("list operations, describe one, and call it", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make())
      assert.include(
        (yield* call("search_operations", { words: "room status" })).text,
        "game.roomStatus (reads)"
      )
      const one = yield* call("search_operations", { words: "game.roomStatus" })
      assert.include(one.text, '"room":{"description":"Name of the room, such as `W7N3`.","type":"string"}')
      const called = yield* call("call_operation", { operation: "Game.roomStatus", input: { room: "W7N3" } })
      assert.strictEqual(called.text, '«{"ok":1,"room":{"status":"normal"}}»')
      const wrong = yield* call("call_operation", {
        operation: "game.roomStatus",
        input: { room: "nowhere" }
      })
      assert.isTrue(wrong.isError)
      assert.include(wrong.text, "InvalidInput")
    }).pipe(Effect.scoped)
  )

  it.live("say what is wrong with parameters", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make())
      const { isError, text } = yield* call("look_at_room", { rom: "W7N3" })
      assert.isTrue(isError)
      assert.include(text, '["rom"]')
      assert.notInclude(text, "Toolkit")
      assert.match(text, /» did you mean room\?$/)
    }).pipe(Effect.scoped)
  )

  it.live("suggest what was meant by a misspelt name", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make(), writing)
      const textOf = (name: string, parameters: object) =>
        Effect.map(call(name, parameters), ({ text }) => text)
      const site = { x: 30, y: 30, type: "road" }
      assert.match(
        yield* textOf("place_construction_sites", { room: "W7N3", sites: [site] }),
        /» did you mean structureType\?$/
      )
      const wrong = { x: 30, y: 30, structureType: "extention" }
      assert.match(
        yield* textOf("place_construction_sites", { room: "W7N3", sites: [wrong] }),
        /not placed: .*; did you mean extension\?/
      )
      assert.include(
        yield* textOf("market_book", { resource: "enrgy" }),
        "«enrgy» (not a resource that this version knows; did you mean energy?): best bid none"
      )
      assert.match(
        yield* textOf("call_operation", { operation: "game.roomStats" }),
        /did you mean .*game\.roomStatus/
      )
      const input = { room: "W7N3", x: 30, y: 30, type: "road" }
      assert.include(
        yield* textOf("call_operation", { operation: "construction.create", input }),
        "type: the operation has no such field; did you mean structureType?"
      )
    }).pipe(Effect.scoped)
  )

  it.live("say that a room does not exist", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make())
      assert.strictEqual(
        (yield* call("map_of_rooms", { rooms: ["W99N99"] })).text,
        "«W99N99: does not exist»"
      )
    }).pipe(Effect.scoped)
  )
})

describe("read_console", () => {
  it.live("shows errors with positions in the sources, if the program keeps source maps", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make({
        evaluate: () => ({ log: [], results: [], error: "Error: no spawn\n    at run (main:2:1)" })
      })
      // Line 2 of the module is line 40, column 3, of the source.
      const map = { version: 3, sources: ["src/main.ts"], names: [], mappings: ";AAuCE" } as const
      const modules = { main: "\nrun()" }
      const maps = SourceMaps.keep(modules, new Map([["main", map]]))
      const sourceMaps = Layer.effectDiscard(Effect.orDie(maps)).pipe(
        Layer.provideMerge(SourceMaps.layerMemory)
      )
      const { call } = yield* connect(world, { ...writing, sourceMaps })
      yield* call("deploy_code", { modules })
      let text = ""
      while (!text.includes("no spawn")) {
        text = (yield* call("read_console")).text
        yield* world.tick
      }
      assert.include(text, "at run (src/main.ts:40:3)")
    }).pipe(Effect.scoped)
  )
})

describe("tools that write", () => {
  it.live("run a command in the console, and return its result", () =>
    Effect.gen(function* () {
      const world = yield* quietWorld
      const { callDuring } = yield* connect(world, writing)
      assert.strictEqual((yield* callDuring("run_console", { expression: "6 * 7" })).text, "Result: «42»")
      const thrown = yield* callDuring("run_console", { expression: "throw new Error('no')" })
      assert.deepStrictEqual(thrown, { text: "It failed: «Error: no»", isError: true })
    }).pipe(Effect.scoped)
  )

  it.live("write Memory by path, and return the value before", () =>
    Effect.gen(function* () {
      const world = yield* quietWorld
      const { call } = yield* connect(world, writing)
      const written = yield* call("write_memory", { path: "settings.reserve", value: 5 })
      assert.include(written.text, "Before: «20000»")
      yield* world.tick
      assert.strictEqual((yield* call("read_memory", { path: "settings.reserve" })).text, "«5»")
      assert.strictEqual(
        (yield* call("read_memory", { path: "settings.none" })).text,
        "Nothing is stored there."
      )
    }).pipe(Effect.scoped)
  )

  it.live("write segments, and return the text before", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make(), writing)
      yield* call("write_segment", { segment: 3, text: "one\ntwo" })
      assert.strictEqual((yield* call("read_segment", { segment: 3 })).text, "7 characters:\n«\none\ntwo\n»")
      assert.strictEqual(
        (yield* call("write_segment", { segment: 3, text: "" })).text,
        "Written. Before: «\none\ntwo\n»"
      )
      assert.strictEqual((yield* call("read_segment", { segment: 3 })).text, "The segment is empty.")
    }).pipe(Effect.scoped)
  )

  it.live("place construction sites, and say which were refused", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make(), writing)
      const sites = [
        { x: 30, y: 30, structureType: "road" },
        { x: 0, y: 0, structureType: "extension" },
        { x: 31, y: 30, structureType: "spawn" }
      ]
      const lines = (yield* call("place_construction_sites", { room: "W7N3", sites })).text.split("\n")
      assert.match(lines[0] ?? "", /^«$/)
      assert.match(lines[1] ?? "", /^"road" at 30,30: placed, id \w+$/)
      assert.match(lines[2] ?? "", /^"extension" at 0,0: not placed: .*invalid location/)
      assert.match(lines[3] ?? "", /^"spawn" at 31,30: not placed: .*name/)
    }).pipe(Effect.scoped)
  )

  it.live("give up a colony, and place the first spawn of the next one", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make(), writing)
      yield* call("call_operation", { operation: "user.respawn" })
      assert.include((yield* call("who_am_i")).text, "status «empty»")
      const placed = yield* call("place_first_spawn", { room: "W7N3", x: 30, y: 30, name: "Home" })
      assert.strictEqual(placed.text, "The spawn is placed; the account plays in W7N3.")
      assert.include(
        (yield* call("look_at_room", { room: "W7N3", picture: false })).text,
        'spawn "Home" at 30,30'
      )
    }).pipe(Effect.scoped)
  )
})

describe("deploy_code", () => {
  it.live("uploads to the branch of the credentials file, and says so, and that it does not run", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make()
      const { call } = yield* connect(world, { ...writing, branch: "next" })
      yield* call("call_operation", {
        operation: "code.cloneBranch",
        input: { branch: "default", newName: "next", existing: "overwrite" }
      })
      const { text } = yield* call("deploy_code", { modules: { main: "// new" } })
      assert.include(
        text,
        "Uploaded to «next» (the branch in the credentials file): changed «main». It does not run in the world: activate_branch runs it."
      )
      assert.include((yield* call("read_code", { module: "main" })).text, "// new")
      assert.include((yield* call("list_code")).text, "Modules of «next»:")
      const other = yield* call("read_code", { module: "main", branch: "default" })
      assert.notInclude(other.text, "// new")
      assert.match((yield* call("rollback_code")).text, /^«next» has the code again/)
    }).pipe(Effect.scoped)
  )

  it.live("keeps other modules, and is undone byte for byte by rollback_code", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make(), writing)
      const before = yield* call("call_operation", { operation: "code.get", input: { branch: "default" } })
      const deployed = yield* call("deploy_code", {
        modules: { main: "module.exports.loop = () => {}\n", extra: "exports.x = 1\r\n", harvest: null }
      })
      assert.include(
        deployed.text,
        "Uploaded to «default»: added «extra»; changed «main»; deleted «harvest»."
      )
      assert.include((yield* call("read_code", { module: "main" })).text, "module.exports.loop = () => {}")
      const back = yield* call("rollback_code")
      assert.match(back.text, /^«default» has the code again that was replaced at «\d{4}-/)
      const after = yield* call("call_operation", { operation: "code.get", input: { branch: "default" } })
      assert.strictEqual(after.text, before.text)
      assert.deepInclude(yield* call("rollback_code"), {
        text: "No deployment to «default» is recorded.",
        isError: true
      })
    }).pipe(Effect.scoped)
  )

  it.live("is not undone if somebody else changed the branch since", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make()
      const { call } = yield* connect(world, writing)
      yield* call("deploy_code", { modules: { main: "module.exports.loop = () => {}\n" } })
      const input = { branch: "default", modules: { main: "// by hand" } }
      yield* call("call_operation", { operation: "code.set", input })
      assert.deepStrictEqual(yield* call("rollback_code"), {
        text: "«default» was changed since its last deployment: its code was left as it is.",
        isError: true
      })
      assert.strictEqual((yield* call("read_code", { module: "main" })).text, "«// by hand»")
    }).pipe(Effect.scoped)
  )

  it.live("is undone step by step, without the deployments whose upload failed", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make()
      const { call } = yield* connect(world, writing)
      const deploy = (main: string) => call("deploy_code", { modules: { main } })
      yield* deploy("1")
      yield* deploy("2")
      const failed = yield* call("deploy_code", { modules: { [`$bad`]: "3" } })
      assert.isTrue(failed.isError)
      const main = Effect.map(call("read_code", { module: "main" }), ({ text }) => text)
      assert.isFalse((yield* call("rollback_code")).isError)
      assert.strictEqual(yield* main, "«1»")
      assert.isFalse((yield* call("rollback_code")).isError)
      assert.include(yield* main, "forEach(harvest)")
    }).pipe(Effect.scoped)
  )

  it.live("does not watch a branch whose code does not run", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make(), writing)
      yield* call("call_operation", {
        operation: "code.cloneBranch",
        input: { newName: "other", existing: "overwrite" }
      })
      const parameters = { branch: "other", modules: { main: "1" }, watch_seconds: 5 }
      const { isError, text } = yield* call("deploy_code", parameters)
      assert.isTrue(isError)
      assert.include(text, "the code of «other» does not run")
    }).pipe(Effect.scoped)
  )

  it.live("uploads nothing with a syntax error, and says where it is", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make(), writing)
      const { isError, text } = yield* call("deploy_code", {
        modules: { main: "module.exports.loop = () => {" }
      })
      assert.isTrue(isError)
      assert.match(text, /^Nothing was uploaded\. Syntax errors: «"main": .*\(1:29\)»$/)
      assert.include((yield* call("read_code", { module: "main" })).text, "forEach(harvest)")
    }).pipe(Effect.scoped)
  )

  it.live("rolls back when the console shows an error while it is watched", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make({
        evaluate: ({ modules }) => ({
          log: [],
          results: [],
          ...(JSON.stringify(modules["main"]).includes("boom")
            ? { error: "ReferenceError: boom is not defined\n    at main:1:1" }
            : {})
        })
      })
      const { call, callDuring } = yield* connect(world, writing)
      const { isError, text } = yield* callDuring("deploy_code", {
        modules: { main: "boom()" },
        watch_seconds: 30
      })
      assert.isTrue(isError)
      assert.include(text, "the code was rolled back: «\nReferenceError: boom is not defined")
      assert.include((yield* call("read_code", { module: "main" })).text, "forEach(harvest)")
    }).pipe(Effect.scoped)
  )
})
