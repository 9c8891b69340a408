import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Aliases from "../src/commands/console/aliases.ts"
import { Desk } from "../src/commands/console/commands.ts"
import * as Status from "../src/commands/console/status.ts"
import { folder } from "./support/inside.ts"

const textOf = (desk: Desk, line: string) => {
  const request = desk.read(line)
  return request?._tag === "Say" ? request.text : assert.fail(`${line}: ${request?._tag ?? "code"}`)
}

describe("a line of the console", () => {
  it("is code unless it begins with a slash and a word", () => {
    const desk = new Desk(undefined)
    for (const line of ["Game.time", "/a/.test('b')", "//note", "/ 2", "/* x */ 1", "1 /help"])
      assert.isUndefined(desk.read(line), line)
  })

  it("with an unknown command is refused, with those that are similar", () => {
    const desk = new Desk(undefined, [["filling", "1"]])
    assert.include(textOf(desk, "/filer"), "unknown command /filer: did you mean /filter")
    assert.include(textOf(desk, "/constructor"), "unknown")
  })

  it("lists all commands and aliases", () => {
    const help = textOf(new Desk(undefined, [["now", "Game.time"]]), "/help")
    for (const name of [
      "help",
      "watch",
      "filter",
      "pause",
      "json",
      "alias",
      "shard",
      "server",
      "exit",
      "now"
    ])
      assert.match(help, new RegExp(`^/${name}\\b`, "m"))
  })

  it("filters output by a text, and shows all of it again", () => {
    const desk = new Desk(undefined)
    textOf(desk, "/filter W7n3 (")
    assert.deepStrictEqual([desk.shows("in w7N3 (1)"), desk.shows("W8N3")], [true, false])
    textOf(desk, "/filter")
    assert.isTrue(desk.shows("W8N3"))
  })

  it("pauses output, and says how much was hidden", () => {
    const desk = new Desk(undefined)
    textOf(desk, "/pause")
    assert.deepStrictEqual([desk.shows("a"), desk.shows("b")], [false, false])
    assert.strictEqual(textOf(desk, "/pause"), "2 lines were hidden")
    assert.isTrue(desk.shows("c"))
    textOf(desk, "/pause")
    assert.strictEqual(textOf(desk, "/pause"), "nothing was hidden")
  })

  it("chooses the shard whose output is shown", () => {
    const desk = new Desk("shard3")
    assert.deepStrictEqual([desk.isOfShard("shard3"), desk.isOfShard("shard1")], [true, false])
    // Private servers name none.
    assert.isTrue(desk.isOfShard(undefined))
    textOf(desk, "/shard shard1")
    assert.deepStrictEqual([desk.isOfShard("shard3"), desk.isOfShard("shard1")], [false, true])
    textOf(desk, "/shard")
    assert.isTrue(desk.isOfShard("shard0"))
  })

  it("runs code as JSON, or an alias", () => {
    const desk = new Desk(undefined, [["now", "Game.time"]])
    assert.deepStrictEqual(desk.read("/json  Game.cpu "), {
      _tag: "Run",
      expression: "Game.cpu",
      asJson: true
    })
    assert.deepStrictEqual(desk.read("/now"), { _tag: "Run", expression: "Game.time", asJson: false })
    assert.include(textOf(desk, "/json"), "needs code")
  })

  it("names aliases that are neither commands nor too many", () => {
    const desk = new Desk(undefined)
    assert.deepStrictEqual(desk.read("/alias a-1 Game.x( 1 )"), {
      _tag: "Alias",
      name: "a-1",
      expression: "Game.x( 1 )"
    })
    assert.deepStrictEqual(desk.read("/alias a-1"), { _tag: "Alias", name: "a-1", expression: undefined })
    for (const name of ["help", "1a", "a.b", "__proto__", "x".repeat(50)])
      assert.include(textOf(desk, `/alias ${name} 1`), "an alias has a name of its own")
    for (let i = 0; i < 100; i++) desk.aliases.set(`a${i}`, "1")
    assert.include(textOf(desk, "/alias more 1"), "there are 100 aliases")
    assert.include(textOf(desk, `/alias long ${"x".repeat(1001)}`), "at most 1000 characters")
  })

  it("watches at most five paths", () => {
    const desk = new Desk(undefined)
    assert.deepStrictEqual(desk.read("/watch stats.bucket"), { _tag: "Watch", path: "stats.bucket" })
    for (let i = 0; i < 5; i++) desk.watched.set(`p${i}`, "1")
    assert.include(textOf(desk, "/watch more"), "5 paths are watched")
    assert.deepStrictEqual(desk.read("/watch p3"), { _tag: "Watch", path: "p3" })
    assert.strictEqual(textOf(desk, "/watch"), "p0\np1\np2\np3\np4")
  })

  it("ends the session", () => {
    assert.deepStrictEqual(new Desk(undefined).read("/exit"), { _tag: "Exit" })
  })

  it("goes on at another server", () => {
    assert.deepStrictEqual(new Desk(undefined).read("/server local"), { _tag: "Server", name: "local" })
    assert.include(textOf(new Desk(undefined), "/server"), "needs the name")
  })
})

describe("the status line of the console", () => {
  it("shows what is known, and nothing else", () => {
    const desk = new Desk("shard3")
    assert.strictEqual(Status.lineOf({}, new Desk(undefined)), "")
    desk.watched.set("stats.bucket", "9500")
    desk.watched.set("stats.new", undefined)
    const status = { tick: 12, cpu: 5, limit: 20, memory: 123_456, gcl: 1_000_000 }
    assert.strictEqual(
      Status.lineOf(status, desk),
      "tick 12  CPU 5/20  Memory 123 k  GCL 2 (0 %)  shard3  stats.bucket 9500  stats.new …"
    )
  })

  it("shows that output is hidden", () => {
    const desk = new Desk(undefined)
    desk.read("/pause")
    desk.shows("a")
    desk.read("/filter \u001b[2Jx")
    const line = Status.lineOf({ tick: 1 }, desk)
    assert.match(line, /^paused, 1 hidden {2}tick 1 {2}filter /)
    assert.notInclude(line, "\u001b")
  })
})

describe("aliases of the console", () => {
  const at = (home: string) =>
    Layer.mergeAll(
      NodeFileSystem.layer,
      NodePath.layer,
      ConfigProvider.layer(ConfigProvider.fromEnv({ env: { HOME: home, XDG_STATE_HOME: `${home}/state` } }))
    )

  it.effect("are kept for later sessions, whatever two sessions change at once", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      yield* Effect.gen(function* () {
        assert.deepStrictEqual([...(yield* Aliases.read)], [])
        const names = Array.from({ length: 20 }, (_, i) => `a${i}`)
        yield* Effect.forEach(names, (name) => Aliases.change(name, `"${name}"`), {
          concurrency: "unbounded"
        })
        yield* Aliases.change("a3", undefined)
        assert.lengthOf([...(yield* Aliases.read)], 19)
        const file = `${home}/state/screeps/console-aliases.json`
        assert.strictEqual((yield* fs.stat(file)).mode & 0o777, 0o600)
        yield* fs.writeFileString(file, '{"a": 1}')
        for (const step of [Effect.asVoid(Aliases.read), Aliases.change("b", "1")])
          assert.strictEqual(
            (yield* Effect.flip(step)).message,
            `${file} has no aliases that can be read; correct or remove it`
          )
        assert.strictEqual(yield* fs.readFileString(file), '{"a": 1}')
      }).pipe(Effect.provide(at(home)))
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})
