import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Complete from "../src/commands/console/complete.ts"
import * as History from "../src/commands/console/history.ts"
import { folder } from "./support/inside.ts"

describe("completion on the console", () => {
  const names: Complete.Names = {
    memory: (path) =>
      Effect.succeed(
        path === "" ? ["creeps", "rooms"] : path === "rooms" ? ["W7N3", "W8N3"] : [`in_${path}`]
      ),
    modules: Effect.succeed(["main", "lib/util", "\u001B[2J", "it's"])
  }
  const complete = (line: string) => Effect.map(Complete.complete(line, names), ([found]) => found)

  it.effect("offers members of the game, keys of Memory, and modules", () =>
    Effect.gen(function* () {
      const lines = {
        Ga: ["Game"],
        "if (Game.cpu.bu": ["bucket"],
        "Game.ti": ["time"],
        "Memory.": ["creeps", "rooms"],
        "Memory.rooms.W7": ["W7N3"],
        "!Game.rooms.": ["W7N3", "W8N3"],
        "Game.creeps.": ["in_creeps"],
        'require("l': ["lib/util"],
        "require('": ["lib/util", "main"]
      }
      for (const [line, found] of Object.entries(lines)) {
        assert.deepStrictEqual(yield* complete(line), found, line)
      }
    })
  )

  it.effect("offers nothing where no name is known, and no names with other characters", () =>
    Effect.gen(function* () {
      for (const line of [
        "",
        "6 * 7",
        "foo.bar.",
        "'Game.",
        "a[0].Game.",
        "Game..",
        "Game.toString.x",
        "x().ga"
      ]) {
        assert.deepStrictEqual(yield* complete(line), [], line)
      }
      const hostile: Complete.Names = {
        memory: () => Effect.succeed(["a b", "\u001B]0;x\u0007", "ok", "__proto__"]),
        modules: Effect.succeed(Array.from({ length: 1000 }, (_, i) => `m${i}`))
      }
      const [keys] = yield* Complete.complete("Memory.", hostile)
      assert.deepStrictEqual(keys, ["__proto__", "ok"])
      const [modules] = yield* Complete.complete("require('", hostile)
      assert.strictEqual(modules.length, 200)
    })
  )
})

describe("the history of the console", () => {
  const open = (home: string, warnings: Array<string> = [], files = NodeFileSystem.layer) =>
    Effect.provide(
      History.open((text) => Effect.sync(() => void warnings.push(text))),
      Layer.mergeAll(
        files,
        NodePath.layer,
        ConfigProvider.layer(ConfigProvider.fromEnv({ env: { HOME: home, XDG_STATE_HOME: `${home}/state` } }))
      )
    )

  it.effect("keeps lines for the next session, the newest first, in a file that only the user can read", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      const first = yield* open(home)
      assert.deepStrictEqual(first.lines, [])
      for (const line of ["one", " hidden", "api.password = 1", "two"]) yield* first.add(line)
      assert.deepStrictEqual((yield* open(home)).lines, ["two", "one"])
      const file = `${home}/state/screeps/console-history`
      assert.strictEqual((yield* fs.stat(file)).mode & 0o777, 0o600)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("keeps the last 500 lines, and shortens a long file with the next line", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      const file = `${home}/state/screeps/console-history`
      yield* (yield* open(home)).add("0")
      yield* fs.writeFileString(file, Array.from({ length: 1001 }, (_, i) => `${i}\n`).join(""))
      const { add, lines } = yield* open(home)
      assert.deepStrictEqual([lines.length, lines[0], lines.at(-1)], [500, "1000", "501"])
      yield* add("next")
      const kept = (yield* fs.readFileString(file)).split("\n")
      assert.deepStrictEqual([kept.length, kept[0], ...kept.slice(-3)], [501, "502", "1000", "next", ""])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.live("keeps a line that another console adds while one shortens the file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      const file = `${home}/state/screeps/console-history`
      const other = yield* open(home)
      yield* fs.writeFileString(file, Array.from({ length: 1001 }, (_, i) => `${i}\n`).join(""))
      const adding = yield* Deferred.make<Fiber.Fiber<void>>()
      // The other console adds its line just before the shorter file replaces the long one.
      const shortening = FileSystem.make({
        ...fs,
        rename: (from, to) =>
          to === file
            ? Effect.gen(function* () {
                const added = yield* Effect.forkDetach(other.add("of the other"))
                yield* Deferred.succeed(adding, added)
                yield* Effect.timeoutOption(Fiber.join(added), "200 millis")
                yield* fs.rename(from, to)
              })
            : fs.rename(from, to)
      })
      const { add } = yield* open(home, [], Layer.succeed(FileSystem.FileSystem, shortening))
      yield* add("next")
      yield* Effect.flatMap(Deferred.await(adding), Fiber.join)
      const kept = (yield* fs.readFileString(file)).split("\n")
      assert.includeMembers(kept, ["next", "of the other"])
      assert.isBelow(kept.length, 505)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it("keeps no secrets, no long lines, and nothing that controls the terminal", () => {
    for (const line of [
      "",
      " spaced",
      "x = '11111111-2222-3333-4444-555555555555'",
      `send("${"0123456789abcdef".repeat(2)}")`,
      "Memory.apiKey = 5",
      "x".repeat(1001),
      "\u001B[2J",
      "a\u202Eb"
    ]) {
      assert.isFalse(History.isKept(line), line)
    }
    assert.isTrue(History.isKept("Game.creeps['Ann'].memory"))
  })

  it.effect("is empty when its file cannot be read, which a warning says", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      yield* fs.makeDirectory(`${home}/state/screeps/console-history`, { recursive: true })
      const warnings: Array<string> = []
      const { add, lines } = yield* open(home, warnings)
      yield* add("one")
      assert.deepStrictEqual(lines, [])
      assert.deepStrictEqual(warnings, [
        `the lines typed here are not kept for later sessions: ${home}/state/screeps/console-history cannot be read: it is a folder; choose the path of a file`
      ])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})
