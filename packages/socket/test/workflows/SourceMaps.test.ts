import { execFileSync } from "node:child_process"
import * as NodeVm from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import { files, folderOf } from "./support/folder.ts"
import { inline, sourceMap } from "./support/sourceMap.ts"

/** Line 12, columns 3 and 9, of the module are lines 120 and 121 of the source. */
const map = sourceMap([
  [12, 3, 120, 5],
  [12, 9, 121, 7]
])

const mapperOf = (...modules: ReadonlyArray<string>) =>
  SourceMaps.make(new Map(modules.map((module) => [module, map])))

describe("SourceMaps.make", () => {
  const { mapText } = mapperOf("main", "lib/role.harvester")

  const frames: ReadonlyArray<readonly [what: string, frame: string, mapped: string]> = [
    ["a frame with a function", "    at run (main:12:9)", "    at run (src/main.ts:121:7)"],
    ["a frame without a function", "    at main:12:9", "    at src/main.ts:121:7"],
    ["an asynchronous frame", "    at async main:12:9", "    at async src/main.ts:121:7"],
    ["an asynchronous function", "    at async run (main:12:9)", "    at async run (src/main.ts:121:7)"],
    [
      "a function with a name in brackets",
      "    at Object.<anonymous> [as loop] (main:12:3)",
      "    at Object.<anonymous> [as loop] (src/main.ts:120:5)"
    ],
    ["a module with a folder and dots", "    at lib/role.harvester:12:3", "    at src/main.ts:120:5"],
    [
      "a module with the ending that xxscreeps adds",
      "    at run (main.js:12:3)",
      "    at run (src/main.ts:120:5)"
    ],
    [
      "the place of an eval",
      "    at eval (eval at run (main:12:9), <anonymous>:1:7)",
      "    at eval (eval at run (src/main.ts:121:7), <anonymous>:1:7)"
    ],
    ["the nearest mapping before the column", "    at main:12:8", "    at src/main.ts:120:5"]
  ]
  for (const [what, frame, mapped] of frames)
    it(`maps ${what}`, () => assert.strictEqual(mapText(frame), mapped))

  const unmapped: ReadonlyArray<readonly [what: string, frame: string]> = [
    ["a module without a map", "    at run (other:12:9)"],
    ["a module whose name an object inherits", "    at run (constructor:12:9)"],
    ["a column before the first mapping", "    at run (main:12:1)"],
    ["a line after the last one", "    at run (main:99999:1)"],
    ["the game's own loop", "    at __mainLoop:1:52"],
    ["the game's runtime", "    at exports.evalCode (<runtime>:15381:76)"],
    ["a console line", "    at _console1795267962029_0:1:46"],
    ["the boundary of the sandbox", "    at (<isolated-vm boundary>)"],
    ["a file of the server", "    at make (/srv/driver/lib/runtime/make.js:187:31)"],
    ["a position of line 0", "    at run (main:0:9)"],
    ["a position with too many digits", "    at run (main:12:99999999999)"],
    ["text that only looks like a position", "the creep at main:12:9 is late"],
    ["a line that is too long", `    at ${"x".repeat(2000)} (main:12:9)`]
  ]
  for (const [what, text] of unmapped)
    it(`leaves ${what} unchanged`, () => assert.strictEqual(mapText(text), text))

  it("maps the frames of an error as the server sends it, and nothing else", () => {
    const trace = (position: string) =>
      `Error: boom <i>3360</i>\n    at module.exports.loop (${position})\n    at __mainLoop:1:52\n    at __mainLoop:2:3\n    at exports.evalCode (<runtime>:15381:76)\n    at exports.run (<runtime>:20865:24)\n`
    assert.strictEqual(mapText(trace("main:12:9")), trace("src/main.ts:121:7"))
  })

  it("does not count what the server writes before the first line of a module", () => {
    const code = `const run = () => { throw new Error("x") }; module.exports.loop = () => run()`
    const column = code.indexOf("new Error") + 1
    const mapped = sourceMap([
      [1, column, 7, 3],
      [1, column + 1, 8, 1]
    ])
    const wrapped = `(function __module(module,exports){ ${code}\n})`
    const module = { exports: { loop: (): void => {} } }
    NodeVm.runInThisContext(wrapped, { filename: "main" })(module, module.exports)
    try {
      module.exports.loop()
      assert.fail("nothing was thrown")
    } catch (error) {
      assert.instanceOf(error, Error)
      const { mapText } = SourceMaps.make(new Map([["main", mapped]]))
      assert.include(mapText(error.stack ?? ""), "at run (src/main.ts:7:3)")
    }
  })

  it("counts as many characters before the first line as it is given", () => {
    const { mapText } = SourceMaps.make(new Map([["main", sourceMap([[1, 1, 5, 6]])]]), { prefixLength: 34 })
    assert.strictEqual(mapText("    at main:1:35"), "    at src/main.ts:5:6")
    assert.strictEqual(mapText("    at main:1:34"), "    at main:1:34")
  })

  for (const [source, shown] of [
    ["../../src/a.ts", "src/a.ts"],
    ["webpack://bot/./src/a.ts", "src/a.ts"],
    ["webpack:///./src/a.ts", "src/a.ts"],
    ["/home/me/bot/src/a.ts", "/home/me/bot/src/a.ts"],
    ["src/\u001B[2J\n    at b.ts", "src/\\x1b[2J\\n    at b.ts"]
  ] as const) {
    it(`shows the source ${JSON.stringify(source)} as ${JSON.stringify(shown)}`, () => {
      const { mapText } = SourceMaps.make(new Map([["main", sourceMap([[2, 1, 3, 4]], source)]]))
      assert.strictEqual(mapText("    at main:2:1"), `    at ${shown}:3:4`)
    })
  }

  for (const [what, mappings] of [
    ["no Base64 digits", "\u0000é!!"],
    ["an unfinished number", "ggggggggggggggggggggg"],
    ["a source that does not exist", "AEAA;AEAA"],
    ["one field only", "A;A;A"]
  ] as const) {
    it(`leaves frames unchanged when the map's positions have ${what}`, () => {
      const { mapText } = SourceMaps.make(new Map([["main", { version: 3, sources: map.sources, mappings }]]))
      assert.strictEqual(mapText("    at main:2:1"), "    at main:2:1")
    })
  }
})

describe("SourceMaps.parse", () => {
  const textWith = (fields: object) => JSON.stringify(Object.assign({}, map, fields))

  const refused: ReadonlyArray<readonly [what: string, text: string]> = [
    ["a text that is not JSON", "{"],
    ["another version", textWith({ version: 2 })],
    ["a map in sections", JSON.stringify({ version: 3, sections: [] })],
    ["sources that are not texts", textWith({ sources: [1] })],
    ["too many sources", textWith({ sources: Array.from({ length: 20_001 }, () => "") })],
    ["a path that is too long", textWith({ sources: ["x".repeat(4097)] })],
    ["too many positions", textWith({ mappings: ";".repeat(16 * 1024 * 1024 + 1) })],
    ["a text that is too long", " ".repeat(64 * 1024 * 1024 + 1)],
    ["a list", "[]"]
  ]
  for (const [what, text] of refused)
    it(`rejects ${what}`, () => {
      const error = Result.getOrThrow(Result.flip(SourceMaps.parse(text)))
      assert.isBelow(error.message.length, 300)
    })

  it("keeps only what positions need", () => {
    const text = textWith({ names: ["x"], sourcesContent: ["secret"], file: "main.js" })
    assert.deepStrictEqual(Result.getOrThrow(SourceMaps.parse(text)), map)
  })
})

describe("SourceMaps.readFolder", () => {
  it.effect("reads maps beside modules and inline maps, and CodeSync leaves the inline ones out", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({
        "main.js": "main()\n//# sourceMappingURL=main.js.map\n",
        "main.js.map": JSON.stringify(map),
        "lib/util.js": `util()\n${inline(map)}`,
        "plain.js": "plain()\n",
        "other.js.map": "not a map of a module"
      })
      const maps = yield* SourceMaps.readFolder(folder)
      assert.deepStrictEqual(Object.fromEntries(maps), { "lib/util": map, main: map })
      assert.deepStrictEqual(yield* CodeSync.readFolder(folder), {
        "lib/util": "util()\n",
        main: "main()\n//# sourceMappingURL=main.js.map\n",
        plain: "plain()\n"
      })
    }).pipe(Effect.scoped, Effect.provide(files))
  )

  it.effect("keeps code that only contains such a comment", () =>
    Effect.gen(function* () {
      const text = `const a = "x//# sourceMappingURL=data:,{}"\n${inline(map)}a()\n`
      const folder = yield* folderOf({ "main.js": text })
      assert.deepStrictEqual(yield* CodeSync.readFolder(folder), { main: text })
      assert.strictEqual((yield* SourceMaps.readFolder(folder)).size, 0)
    }).pipe(Effect.scoped, Effect.provide(files))
  )

  it.effect.skipIf(process.platform === "win32")(
    "names the map that is a pipe or an endless device, at once",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const folder = yield* folderOf({ "a.js": "a()" })
        const file = `${folder}/a.js.map`
        execFileSync("mkfifo", [file])
        for (const target of [undefined, "/dev/zero"]) {
          if (target !== undefined) {
            yield* fs.remove(file)
            yield* fs.symlink(target, file)
          }
          const { message } = yield* Effect.flip(SourceMaps.readFolder(folder))
          assert.strictEqual(message, `${file} cannot be read: it is not a regular file; choose another path`)
        }
      }).pipe(Effect.scoped, Effect.provide(files))
  )

  for (const [what, contents] of [
    ["beside it", { "a.js": "a()", "a.js.map": "{" }],
    ["inline", { "a.js": "a()\n//# sourceMappingURL=data:application/json;base64,###\n" }]
  ] as const) {
    it.effect(`names the module whose map, ${what}, cannot be read`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(SourceMaps.readFolder(yield* folderOf(contents)))
        assert.strictEqual(error._tag, "SourceMapError")
        assert.include(error.message, 'the source map of the module "a" cannot be used')
      }).pipe(Effect.scoped, Effect.provide(files))
    )
  }
})
