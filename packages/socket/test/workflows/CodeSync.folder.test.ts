import { execFileSync } from "node:child_process"
import { messageOf, runWith } from "@screeps-effect/fixtures/files"
import { CodeModules } from "@screeps-effect/schema"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { files, filesOf, folderOf, put } from "./support/folder.ts"

const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])
const wasm = CodeModules.fromBytes(bytes)

const here = <A, E>(effect: Effect.Effect<A, E, FileSystem.FileSystem | Path.Path | Scope.Scope>) =>
  effect.pipe(Effect.scoped, Effect.provide(files))

const why = <A, E>(effect: Effect.Effect<A, E, FileSystem.FileSystem | Path.Path>) =>
  Effect.map(Effect.flip(effect), (error) =>
    error instanceof CodeSync.CodeFolderError
      ? `${error.reason._tag}: ${error.reason.message}`
      : String(error)
  )

describe("readFolder", () => {
  it.effect("returns modules named by their files", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({
        "main.js": "require('lib/util')",
        "lib/util.js": "// ä\r\n",
        "lib/deep/er.js": "",
        "role.harvester.js": "1",
        "native.wasm": bytes
      })
      assert.deepStrictEqual(yield* CodeSync.readFolder(folder), {
        "lib/deep/er": "",
        "lib/util": "// ä\r\n",
        main: "require('lib/util')",
        native: wasm,
        "role.harvester": "1"
      })
    }).pipe(here)
  )

  it.effect("skips files that are not modules", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({
        "main.js": "1",
        ".hidden.js": "",
        ".git/hook.js": "",
        "node_modules/lib/index.js": "",
        "lib/node_modules/x.js": "",
        "types.d.ts": "",
        "README.md": "",
        js: "",
        "main.test.js": "",
        "lib/a.test.js": "",
        "folder.js/inside.js": "2"
      })
      const modules = yield* CodeSync.readFolder(folder, { ignore: (file) => file.endsWith(".test.js") })
      assert.deepStrictEqual(modules, { "folder.js/inside": "2", main: "1" })
    }).pipe(here)
  )

  it.effect("keeps texts unchanged, including byte order marks", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({ "main.js": "\uFEFF// 1\n\n" })
      assert.deepStrictEqual(yield* CodeSync.readFolder(folder), { main: "\uFEFF// 1\n\n" })
    }).pipe(here)
  )

  it.effect("reads no file of another kind through a link", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* folderOf({ "main.js": "1" })
      yield* put(`${folder}/..`, { id_rsa: "a private key", "notes.js": "2" })
      yield* fs.symlink("../notes.js", `${folder}/notes.js`)
      assert.deepStrictEqual(yield* CodeSync.readFolder(folder), { main: "1", notes: "2" })
      // Also through a link to a link.
      yield* fs.symlink("id_rsa", `${folder}/../key.js`)
      yield* fs.symlink("../key.js", `${folder}/key.js`)
      assert.strictEqual(
        yield* why(CodeSync.readFolder(folder)),
        "UnreadableFile: key.js is a link to a file whose name does not end in .js or .wasm"
      )
    }).pipe(here)
  )

  it.effect("follows links to files, not to folders", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* folderOf({ "lib/a.js": "1" })
      yield* put(`${folder}/..`, { "shared.js": "2" })
      yield* fs.symlink("../shared.js", `${folder}/shared.js`)
      yield* fs.symlink("..", `${folder}/lib/round`)
      yield* fs.symlink("..", `${folder}/lib/round.js`)
      assert.deepStrictEqual(yield* CodeSync.readFolder(folder), { "lib/a": "1", shared: "2" })
    }).pipe(here)
  )

  it.effect.skipIf(process.platform === "win32")(
    "fails at once when a module is a device or a pipe, or a link to one",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const folder = yield* folderOf({ "main.js": "1" })
        execFileSync("mkfifo", [`${folder}/pipe.js`])
        const message = (file: string) =>
          `UnreadableFile: ${file} is a device, a pipe or a socket: remove it, or rename it`
        assert.strictEqual(yield* why(CodeSync.readFolder(folder)), message("pipe.js"))
        yield* fs.rename(`${folder}/pipe.js`, `${folder}/../pipe`)
        for (const [target, file] of [
          ["../pipe", "lib.js"],
          ["/dev/zero", "endless.wasm"]
        ] as const) {
          yield* fs.symlink(target, `${folder}/${file}`)
          assert.strictEqual(yield* why(CodeSync.readFolder(folder)), message(file))
          const ignore = (one: string) => one === file
          assert.deepStrictEqual(yield* CodeSync.readFolder(folder, { ignore }), { main: "1" })
          assert.strictEqual((yield* SourceMaps.readFolder(folder)).size, 0)
          // It is no module that was pulled before.
          const changes = yield* CodeSync.writeFolder(folder, { main: "1" }, { others: "remove" })
          assert.deepStrictEqual(changes, { written: [], removed: [], same: ["main.js"] })
          yield* fs.remove(`${folder}/${file}`)
        }
      }).pipe(here)
  )

  it.effect("fails when two files stand for one module, or a text is not UTF-8", () =>
    Effect.gen(function* () {
      const twice = yield* folderOf({ "a.js": "", "a.wasm": bytes })
      assert.strictEqual(
        yield* why(CodeSync.readFolder(twice)),
        'SameName: the files of the module "a" conflict: a.js and a.wasm'
      )
      const latin = yield* folderOf({ "lib/a.js": new Uint8Array([0x2f, 0x2f, 0xe4]) })
      assert.strictEqual(
        yield* why(CodeSync.readFolder(latin)),
        "UnreadableFile: lib/a.js is not UTF-8 text: save it as UTF-8"
      )
      assert.match(
        yield* why(CodeSync.readFolder(`${latin}/missing`)),
        /cannot be read: no such file or folder/
      )
    }).pipe(here)
  )
})

describe("writeFolder", () => {
  const modules = { main: "1", "lib/util": "2", native: wasm, "a.b": "3" }

  it.effect("creates the folder, and readFolder returns the same modules", () =>
    Effect.gen(function* () {
      const folder = `${yield* folderOf()}/new/one`
      assert.deepStrictEqual(yield* CodeSync.writeFolder(folder, modules), {
        written: ["a.b.js", "lib/util.js", "main.js", "native.wasm"],
        removed: [],
        same: []
      })
      assert.deepStrictEqual(yield* filesOf(folder), ["a.b.js", "lib/util.js", "main.js", "native.wasm"])
      assert.deepStrictEqual(yield* CodeSync.readFolder(folder), modules)
    }).pipe(here)
  )

  it.effect("does not touch files with the same contents", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* folderOf({ "main.js": "1", "lib/util.js": "old" })
      yield* fs.utimes(`${folder}/main.js`, 1000, 1000)
      const changes = yield* CodeSync.writeFolder(folder, modules)
      assert.deepStrictEqual(changes.same, ["main.js"])
      assert.deepStrictEqual(changes.written, ["a.b.js", "lib/util.js", "native.wasm"])
      const { mtime } = yield* fs.stat(`${folder}/main.js`)
      assert.strictEqual(mtime._tag === "Some" ? mtime.value.getTime() : undefined, 1_000_000)
    }).pipe(here)
  )

  for (const is of ["interrupt", "kill", { code: "ENOSPC" }] as const) {
    const name = typeof is === "string" ? is : "full disk"
    it.effect(`leaves every file with its old contents or the new ones (${name})`, () =>
      Effect.gen(function* () {
        const before = { main: "the old main".repeat(1000), util: "old" }
        const after = { main: "the new main".repeat(1000), util: "new", "lib/added": "added" }
        for (let at = 0, ended = ""; ended !== "unreached"; at++) {
          const folder = yield* folderOf()
          yield* CodeSync.writeFolder(folder, before)
          ended = messageOf(yield* runWith({ at, is }, CodeSync.writeFolder(folder, after)))
          const { "lib/added": added = "added", main, util } = yield* CodeSync.readFolder(folder)
          assert.isTrue(main === before.main || main === after.main, `main after ${at} changes`)
          assert.isTrue(util === "old" || util === "new")
          assert.strictEqual(added, "added")
          const names = (yield* filesOf(folder)).filter(
            (file) => is !== "kill" || !file.endsWith(".screeps-tmp")
          )
          assert.isEmpty(names.filter((file) => !/^(?:main|util|lib.added)\.js$/.test(file)))
          if (typeof is === "object" && ended !== "unreached")
            assert.match(
              ended,
              /^LocalFileError: .*\.js cannot be written: no space left on the device; free/
            )
        }
      }).pipe(here)
    )
  }

  it.effect("deletes the old file of a module that changes from text to binary", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({ "native.js": "old", "main.wasm": bytes, "other.js": "" })
      const { removed } = yield* CodeSync.writeFolder(folder, modules)
      assert.deepStrictEqual(removed, ["main.wasm", "native.js"])
      assert.deepStrictEqual(yield* CodeSync.readFolder(folder), { ...modules, other: "" })
    }).pipe(here)
  )

  it.effect("deletes other modules only with the option others, and never other files", () =>
    Effect.gen(function* () {
      const things = {
        "old.js": "",
        "lib/old.wasm": bytes,
        "keep.test.js": "",
        "README.md": "",
        ".hidden.js": "",
        "node_modules/x/index.js": ""
      }
      const folder = yield* folderOf(things)
      assert.isEmpty((yield* CodeSync.writeFolder(folder, modules)).removed)
      const changes = yield* CodeSync.writeFolder(folder, modules, {
        others: "remove",
        ignore: (file) => file.endsWith(".test.js")
      })
      assert.deepStrictEqual(changes, {
        written: [],
        removed: ["lib/old.wasm", "old.js"],
        same: ["a.b.js", "lib/util.js", "main.js", "native.wasm"]
      })
      const left = yield* filesOf(folder)
      assert.includeMembers(left, [".hidden.js", "README.md", "keep.test.js", "node_modules/x/index.js"])
    }).pipe(here)
  )
})

describe("names that only resemble those of devices", () => {
  it.effect("become files", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf()
      const names = ["console", "auxiliary", "com", "com10", "nullable", "lib/printer", "a.", "ä".repeat(126)]
      yield* CodeSync.writeFolder(folder, Object.fromEntries(names.map((name) => [name, "1"])))
      assert.deepStrictEqual(Object.keys(yield* CodeSync.readFolder(folder)).toSorted(), names.toSorted())
    }).pipe(here)
  )
})

describe("writeFolder rejects modules that", () => {
  /** Writes a module of a name together with a valid one, and asserts that nothing was written. */
  const refused = (name: string, expected: RegExp, module: CodeModules.CodeModule = "1") =>
    Effect.gen(function* () {
      const folder = yield* folderOf()
      const modules = Object.fromEntries([["aaa", "1"] as const, [name, module] as const])
      const options = { ignore: (file: string) => file.endsWith(".test.js") }
      assert.match(yield* why(CodeSync.writeFolder(folder, modules, options)), expected)
      assert.deepStrictEqual(yield* filesOf(`${folder}/..`), [])
    })

  for (const name of [
    "../../x",
    "..",
    ".",
    "a/../../x",
    "/etc/x",
    "C:/x",
    "..\\x",
    "a//b",
    "a/",
    "",
    "a\u0000b",
    "a\nb",
    "a:b"
  ]) {
    it.effect(`are named ${JSON.stringify(name)}, outside of the folder`, () =>
      refused(name, /^UnwritableModule: the module .* cannot become a file/).pipe(here)
    )
  }

  for (const name of [
    "CON",
    "nul",
    "aux",
    "Prn.backup",
    "com1",
    "lpt9/x",
    "lib/COM¹",
    "aux .x",
    "lib./x",
    "lib /x",
    'a"b',
    "a?",
    "a*b",
    "a<b>",
    "a|b",
    "a\u007Fb",
    "ä".repeat(127)
  ]) {
    it.effect(`are named ${JSON.stringify(name)}, which is no file on some systems`, () =>
      refused(name, /^UnwritableModule: the module .* cannot become a file/).pipe(here)
    )
  }

  for (const [one, other] of [
    ["Main", "main"],
    ["\u00E4", "a\u0308"],
    ["\u212A", "k"],
    ["\u017F", "s"]
  ] as const)
    it.effect(`are named ${one} and ${other}, which some systems do not distinguish`, () =>
      Effect.gen(function* () {
        const folder = yield* folderOf()
        const modules = { [one]: "1", [other]: "2" }
        assert.match(yield* why(CodeSync.writeFolder(folder, modules)), /^SameName/)
        const folders = { [`${one}/a`]: "1", [`${other}/b`]: "2" }
        assert.match(
          yield* why(CodeSync.writeFolder(folder, folders)),
          /^UnwritableModule.* the folders .* differ only in/
        )
        assert.deepStrictEqual(yield* filesOf(folder), [])
      }).pipe(here)
    )

  for (const name of [".hidden", "a/.b/c", "node_modules/x", "x.test"]) {
    it.effect(`are named ${name}, which readFolder skips`, () =>
      refused(name, /^UnwritableModule/).pipe(here)
    )
  }

  it.effect("differ only in upper and lower case, or are not base64", () =>
    Effect.gen(function* () {
      yield* refused("AAA", /^SameName: the files of the module "aaa" conflict: AAA.js and aaa.js/)
      yield* refused("native", /^UnwritableModule: the module "native" .*: its binary is not base64/, {
        binary: "?"
      })
    }).pipe(here)
  )

  it.effect("would be written through a link", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* folderOf()
      yield* put(`${folder}/..`, { "outside/main.js": "old" })
      yield* fs.symlink("../outside", `${folder}/lib`)
      yield* fs.symlink("../outside/main.js", `${folder}/main.js`)
      const names = ["lib/x", "lib/new/x", "main"]
      for (const name of names) {
        assert.match(
          yield* why(CodeSync.writeFolder(folder, { [name]: "1" })),
          /^UnwritableModule.* is a link$/
        )
      }
      assert.deepStrictEqual(yield* filesOf(`${folder}/../outside`), ["main.js"])
      assert.strictEqual(yield* fs.readFileString(`${folder}/../outside/main.js`), "old")
    }).pipe(here)
  )

  it.effect("need a file where another module needs a folder", () =>
    Effect.gen(function* () {
      yield* refused(
        "aaa.js/b",
        /^UnwritableModule: the module "aaa.js\/b" .*: aaa.js is the file of another module/
      )
      yield* refused("AAA.JS/b/c", /^UnwritableModule: the module "AAA.JS\/b\/c" /)
    }).pipe(here)
  )

  it.effect("need a file where a folder exists, or a folder where a file exists", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* folderOf({ "lib/deep": "notes", "aaa.js": "old" })
      yield* fs.makeDirectory(`${folder}/main.js`)
      for (const [name, expected] of [
        ["main", /^UnwritableModule.*: main.js is not a file$/],
        ["lib/deep/er", /^UnwritableModule.*: lib\/deep is not a folder$/]
      ] as const) {
        assert.match(yield* why(CodeSync.writeFolder(folder, { aaa: "1", [name]: "1" })), expected)
      }
      assert.strictEqual(yield* fs.readFileString(`${folder}/aaa.js`), "old")
    }).pipe(here)
  )
})

const part = Schema.Literals(["a", "b", "a.b", "x.js", "y.wasm", "__proto__", "ä"])
const names = Arbitrary.map(
  Arbitrary.schema(Schema.Array(part).check(Schema.isMinLength(1), Schema.isMaxLength(3))),
  (parts) => parts.join("/")
)
const contents = Arbitrary.schema(
  Schema.Union([
    Schema.Literals(["", "1", "\r\n\uFEFFä"]),
    Schema.Struct({ binary: Schema.Literals(["", "AA=="]) })
  ])
)
const anyModules = Arbitrary.map(
  Arbitrary.array(Arbitrary.all([names, contents]), { maxLength: 5 }),
  (entries): CodeModules.CodeModules => Object.fromEntries(entries)
)

describe("random modules", () => {
  it.effect.prop("are the same after writing and reading them", [anyModules], ([modules]) =>
    Effect.gen(function* () {
      // One module may need a file where another one needs a folder: no file system has both.
      const taken = Object.keys(modules).map(
        (name) => `${name}${CodeModules.isBinary(modules[name] ?? "") ? ".wasm" : ".js"}/`
      )
      const possible = Object.entries(modules).filter(
        ([name]) => !taken.some((file) => name.startsWith(file))
      )
      const wanted = Object.fromEntries(possible)
      const folder = yield* folderOf()
      yield* CodeSync.writeFolder(folder, wanted)
      const read = yield* CodeSync.readFolder(folder)
      assert.isTrue(CodeSync.isSame(CodeSync.diff(wanted, read)))
      assert.sameMembers(Object.keys(read), Object.keys(wanted))
    }).pipe(here)
  )
})
