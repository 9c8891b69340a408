import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Auth from "@screeps-effect/api/Auth"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Messages from "@screeps-effect/api/Messages"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { alice, bob, folder, makeWorld, official, screeps } from "./support/inside.ts"

const jsonLines = (text: string): ReadonlyArray<unknown> =>
  text === "" ? [] : text.split("\n").map((line): unknown => JSON.parse(line))

/** A folder with two modules and a binary. */
const project = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const dir = yield* folder
  yield* fs.makeDirectory(`${dir}/lib`)
  yield* fs.writeFileString(`${dir}/main.js`, 'require("lib/util")\n')
  yield* fs.writeFileString(`${dir}/lib/util.js`, "exports.one = 1\n")
  yield* fs.writeFile(`${dir}/lib/fast.wasm`, new Uint8Array([0, 97, 115, 109]))
  return dir
})

describe("screeps code", () => {
  it.effect("pushes a folder, prints the changes, and uploads nothing the second time", () =>
    Effect.gen(function* () {
      const dir = yield* project
      const run = screeps(makeWorld())
      const planned = yield* run(["code", "push", dir, "--branch", "next", "--activate", "--dry-run"])
      assert.strictEqual(
        planned.out,
        "+ lib/fast\n+ lib/util\n+ main\nnext (--branch, new): would be uploaded, would be activated"
      )
      assert.strictEqual((yield* run(["code", "branches", "--json"])).out.includes("next"), false)
      const pushed = yield* run(["code", "push", dir, "--branch", "next", "--activate"])
      assert.strictEqual(
        pushed.out,
        "+ lib/fast\n+ lib/util\n+ main\nnext (--branch, new): uploaded, activated"
      )
      const again = yield* run(["code", "push", dir, "--branch", "next", "--activate"])
      assert.strictEqual(again.out, "next (--branch): unchanged, already active")
      const list = yield* run(["code", "branches"])
      assert.strictEqual(list.out, "branch   world   simulation\ndefault          active\nnext     active")
      const json = yield* run(["code", "push", dir, "--branch", "next", "--json"])
      assert.deepStrictEqual(jsonLines(json.out), [
        {
          branch: "next",
          chosenBy: "option",
          activeIn: ["activeWorld"],
          changes: { added: [], changed: [], removed: [], same: ["lib/fast", "lib/util", "main"] },
          created: false,
          code: "unchanged"
        }
      ])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("warns about syntax errors before a push, which uploads the code all the same", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = yield* project
      yield* fs.writeFileString(`${dir}/lib/util.js`, "exports.one = 1\nexports.two = = 2\n")
      const run = screeps(makeWorld())
      const warning = "lib/util:2:15: SyntaxError: Unexpected token '='"
      const planned = yield* run(["code", "push", dir, "--dry-run"])
      assert.deepStrictEqual([planned.status, planned.err], [0, `Warning: ${warning}`])
      const pushed = yield* run(["code", "push", dir, "--json"])
      assert.deepStrictEqual([pushed.status, jsonLines(pushed.err)], [0, [{ warning }]])
      assert.include(pushed.out, '"code":"uploaded"')
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("pulls the pushed modules, and shows differences", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = yield* project
      const other = yield* folder
      yield* fs.writeFileString(`${other}/old.js`, "gone")
      const run = screeps(makeWorld())
      yield* run(["code", "push", dir])
      const pulled = yield* run(["code", "pull", other, "--remove-others"])
      assert.strictEqual(
        pulled.out,
        "+ lib/fast.wasm\n+ lib/util.js\n+ main.js\n- old.js\ndefault: 3 written, 1 removed, 0 unchanged"
      )
      assert.strictEqual(yield* fs.readFileString(`${other}/lib/util.js`), "exports.one = 1\n")
      assert.strictEqual((yield* run(["code", "diff", other])).out, "default: no differences")
      yield* fs.writeFileString(`${other}/lib/util.js`, "exports.one = 2\n")
      yield* fs.remove(`${other}/main.js`)
      assert.strictEqual((yield* run(["code", "diff", other])).out, "~ lib/util\n- main")
      const text = yield* run(["code", "diff", other, "--text"])
      assert.include(
        text.out,
        "--- branch/lib/util\n+++ folder/lib/util\n@@ -1 +1 @@\n-exports.one = 1\n+exports.one = 2"
      )
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("prints the modules of a branch as JSON, or the text of one module, with --stdout", () =>
    Effect.gen(function* () {
      const dir = yield* project
      const run = screeps(makeWorld())
      yield* run(["code", "push", dir])
      const { out, status } = yield* run(["code", "pull", "--stdout", "--json"])
      assert.deepStrictEqual(
        [jsonLines(out), status],
        [
          [
            {
              branch: "default",
              modules: {
                main: 'require("lib/util")\n',
                "lib/util": "exports.one = 1\n",
                "lib/fast": { binary: "AGFzbQ==" }
              }
            }
          ],
          0
        ]
      )
      const one = yield* run(["code", "pull", "--stdout", "--module", "lib/util"])
      assert.strictEqual(one.out, "exports.one = 1\n")
      const failing = {
        "--stdout --module nope": ["branch default has no module nope", 1],
        "--stdout --module lib/fast": ["lib/fast is a binary module: omit --module to print it as JSON", 1],
        "": ["pass a folder to write to, or --stdout", 2],
        [`${dir} --stdout`]: ["pass a folder to write to, or --stdout", 2],
        [`${dir} --module main`]: ["--module requires --stdout", 2]
      }
      for (const [args, [message, status]] of Object.entries(failing)) {
        const failed = yield* run(["code", "pull", ...args.split(" ").filter((word) => word !== "")])
        assert.deepStrictEqual([failed.err, failed.status], [`screeps: ${message}`, status])
      }
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("fails to pull or compare a branch that does not exist", () =>
    Effect.gen(function* () {
      const dir = yield* project
      const run = screeps(makeWorld())
      for (const what of ["diff", "pull"]) {
        const { err, status } = yield* run(["code", what, dir, "--branch", "x"])
        assert.deepStrictEqual([err, status], ["screeps: branch x does not exist", 1])
      }
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("rejects code without text without --without-main, and --watch together with --dry-run", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const blank = yield* folder
      yield* fs.writeFileString(`${blank}/main.js`, " ")
      const run = screeps(makeWorld({ accounts: [{ ...bob, modules: { main: "something" } }, alice] }))
      const refused = yield* run(["code", "push", blank])
      assert.strictEqual(refused.status, 2)
      assert.match(
        refused.err,
        /they contain no code, and the branch does: pass --without-main to delete its code\)?$/
      )
      assert.strictEqual((yield* run(["code", "push", blank, "--without-main"])).status, 0)
      assert.strictEqual((yield* run(["code", "push", blank, "--watch", "--dry-run"])).status, 2)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("does not compare the lines of modules that have too many", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = yield* folder
      const main = Array.from({ length: 20_000 }, (_, i) => `a${i}`).join("\n")
      yield* fs.writeFileString(`${dir}/main.js`, main.replaceAll("a", "b"))
      const run = screeps(makeWorld({ accounts: [{ ...bob, modules: { main } }, alice] }))
      assert.strictEqual(
        (yield* run(["code", "diff", dir, "--text"])).out,
        "main: 20000 and 20000 lines, too many to compare"
      )
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("prints the remaining uploads after an upload", () =>
    Effect.gen(function* () {
      const { run } = yield* official(makeWorld())
      const { err, status } = yield* run(["code", "push", yield* project], { columns: 80 })
      assert.deepStrictEqual([err, status], ["239 of 240 uploads per day remaining", 0])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

describe("screeps segments", () => {
  it.effect("prints texts unchanged, and fails with the numbers of unwritten segments", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const run = screeps(world)
      assert.strictEqual((yield* run(["segments", "set", "3", "-"], { stdin: "a\nb\n" })).status, 0)
      assert.strictEqual((yield* run(["segments", "get", "3"])).out, "a\nb\n")
      assert.strictEqual((yield* run(["segments", "get", "3", "3"])).out, "a\nb\n\na\nb\n\n")
      const both = yield* run(["segments", "get", "3", "5", "--json"])
      assert.deepStrictEqual(jsonLines(both.out), [{ segment: 3, text: "a\nb\n" }])
      assert.deepStrictEqual(
        [jsonLines(both.err), both.status],
        [[{ error: "Refused", message: "segments that were never written: 5" }], 1]
      )
    })
  )

  it.effect("reads from a file or standard input exactly what it printed", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const run = screeps(world)
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* folder}/segment`
      const texts = [
        "",
        "a",
        "a\n",
        "a\r\n",
        "\n\n",
        "\uFEFF",
        "\uFEFF\uFEFFa\n",
        "a\0b",
        "\u{1F600}",
        "x".repeat(102_400)
      ]
      for (const text of texts) {
        yield* world.users.setSegment("bob", 1, text)
        const { out } = yield* run(["segments", "get", "1"])
        yield* fs.writeFileString(file, out)
        yield* run(["segments", "set", "2", `@${file}`])
        yield* run(["segments", "set", "3", "-"], { stdin: out })
        assert.strictEqual(yield* world.users.segment("bob", 2), text)
        assert.strictEqual(yield* world.users.segment("bob", 3), text)
      }
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("prints no text that UTF-8 cannot represent, except as JSON", () =>
    Effect.gen(function* () {
      const world = makeWorld({ accounts: [{ ...bob, modules: { main: "'\uDFFF'" } }] })
      yield* world.users.setSegment("bob", 1, "a\uD800")
      const run = screeps(world)
      const segment = yield* run(["segments", "get", "1"])
      assert.deepStrictEqual(
        [segment.out, segment.err, segment.status],
        [
          "",
          "screeps: segment 1 is not valid Unicode and cannot be a text file: use screeps segments get 1 --json",
          1
        ]
      )
      const json = yield* run(["segments", "get", "1", "--json"])
      assert.deepStrictEqual(jsonLines(json.out), [{ segment: 1, text: "a\uD800" }])
      const module = yield* run(["code", "pull", "--stdout", "--module", "main"])
      assert.deepStrictEqual(
        [module.out, module.err, module.status],
        ["", "screeps: main is not valid Unicode: omit --module to print it as JSON", 1]
      )
      const dir = yield* folder
      const pulled = yield* run(["code", "pull", dir])
      assert.deepStrictEqual(
        [pulled.err, pulled.status],
        [`screeps: ${dir}: the module "main" cannot become a file: its text is not valid Unicode`, 1]
      )
    })
  )

  it.effect("writes all or the named segments to files, and leaves equal files alone", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = `${yield* folder}/segments`
      const world = makeWorld()
      yield* world.users.setSegment("bob", 0, "\uFEFFzero\n")
      yield* world.users.setSegment("bob", 12, "")
      yield* world.users.setSegment("bob", 99, "last")
      const run = screeps(world)
      const all = yield* run(["segments", "pull", "--dir", dir])
      assert.deepStrictEqual([all.out, all.status], ["+ 0.txt\n+ 99.txt\n2 written, 0 unchanged", 0])
      assert.deepStrictEqual((yield* fs.readDirectory(dir)).toSorted(), ["0.txt", "99.txt"])
      assert.deepStrictEqual(yield* fs.readFile(`${dir}/0.txt`), new TextEncoder().encode("\uFEFFzero\n"))
      yield* fs.writeFileString(`${dir}/99.txt`, "older")
      const some = yield* run(["segments", "pull", "0", "12", "99", "99", "5", "-d", dir, "--json"])
      assert.deepStrictEqual(jsonLines(some.out), [{ changed: [12, 99], same: [0] }])
      assert.deepStrictEqual(
        [jsonLines(some.err), some.status],
        [[{ error: "Refused", message: "segments that were never written: 5" }], 1]
      )
      assert.strictEqual(yield* fs.readFileString(`${dir}/99.txt`), "last")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("writes nothing when a segment is not valid Unicode, and follows no link", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = yield* folder
      const world = makeWorld()
      yield* world.users.setSegment("bob", 1, "text")
      yield* world.users.setSegment("bob", 2, "\uD800")
      const run = screeps(world)
      const { err, status } = yield* run(["segments", "pull", "-d", dir])
      assert.deepStrictEqual(
        [err, status],
        [
          "screeps: segment 2 is not valid Unicode and cannot be a text file: use screeps segments get 2 --json",
          1
        ]
      )
      assert.deepStrictEqual(yield* fs.readDirectory(dir), [])
      yield* fs.writeFileString(`${dir}/other`, "kept")
      yield* fs.symlink(`${dir}/other`, `${dir}/1.txt`)
      assert.strictEqual((yield* run(["segments", "pull", "1", "-d", dir])).status, 0)
      assert.strictEqual(yield* fs.readFileString(`${dir}/other`), "kept")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("uploads the files that differ, and nothing with --dry-run or when a file is invalid", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = yield* folder
      const world = makeWorld()
      yield* world.users.setSegment("bob", 3, "same")
      const run = screeps(world)
      const files = { "3.txt": "same", "4.txt": "new", "04.txt": "ignored", "100.txt": "ignored" }
      for (const [file, text] of Object.entries(files)) yield* fs.writeFileString(`${dir}/${file}`, text)
      const planned = yield* run(["segments", "push", "-d", dir, "--dry-run"])
      assert.strictEqual(planned.out, "+ 4.txt\n1 would be uploaded, 1 unchanged")
      assert.strictEqual(yield* world.users.segment("bob", 4), undefined)
      const pushed = yield* run(["segments", "push", "-d", dir, "--json"])
      assert.deepStrictEqual(jsonLines(pushed.out), [{ changed: [4], same: [3] }])
      assert.strictEqual(yield* world.users.segment("bob", 4), "new")
      yield* fs.writeFileString(`${dir}/3.txt`, "changed")
      yield* fs.writeFileString(`${dir}/5.txt`, "x".repeat(102_401))
      yield* fs.writeFile(`${dir}/6.txt`, new Uint8Array([0xff]))
      const failing = {
        "3 5": "5.txt has 102401 characters: a segment has at most 102400",
        "3 6": `${dir}/6.txt is not text in UTF-8; save it as UTF-8`,
        "3 7": `${dir} has no file 7.txt`
      }
      for (const [args, message] of Object.entries(failing)) {
        const { err, status } = yield* run(["segments", "push", ...args.split(" "), "-d", dir])
        assert.deepStrictEqual([err, status], [`screeps: ${message}`, 1])
      }
      assert.strictEqual(yield* world.users.segment("bob", 3), "same")
      const none = yield* run(["segments", "push", "-d", yield* folder])
      assert.match(none.err, /has no files of segments, such as 0\.txt$/)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

describe("screeps market", () => {
  it.effect("lists the best orders first, and the user's own orders", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      for (const [type, price] of [
        ["buy", 2],
        ["sell", 5],
        ["buy", 3],
        ["sell", 4]
      ] as const) {
        const order = { type, price, resourceType: "energy", totalAmount: 100, username: "alice" }
        yield* world.tables.addOrder({ ...order, room: "W1N1" })
      }
      const run = screeps(world)
      const { out } = yield* run(["market", "orders", "energy", "--limit", "1"])
      assert.match(
        out,
        /^type  price  amount  room  order\nsell  4\.000     100  W1N1  \w+\nbuy   3\.000     100  W1N1  \w+$/
      )
      const buy = yield* run(["market", "orders", "energy", "--type", "buy", "--json"])
      assert.deepStrictEqual(
        jsonLines(buy.out).map((one) => (one as { price: number }).price),
        [3, 2]
      )
      const index = yield* run(["market", "orders"])
      assert.match(index.out, /^resource  orders .*\nenergy         4/)
      assert.strictEqual((yield* run(["market", "mine"])).out, "")
      const atTerminal = yield* run(["market", "mine"], { columns: 80 })
      assert.strictEqual(atTerminal.err, "You have no orders.")
    })
  )
})

describe("screeps messages", () => {
  it.effect("lists conversations and reads one, without control characters", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      yield* world.users.sendMessage("alice", "bob", "hello \u001B[2Jbob\nsecond line")
      const run = screeps(world)
      const all = yield* run(["messages"], { columns: 60 })
      assert.match(
        all.out,
        /^when {14}who {9}text\n\d{4}-\d\d-\d\d \d\d:\d\d  from alice  hello \\x1b\[2Jbob second line$/
      )
      const one = yield* run(["messages", "alice", "--json"])
      assert.lengthOf(jsonLines(one.out), 1)
      for (const runOn of [run, (yield* official(world)).run]) {
        const { err, status } = yield* runOn(["messages", "nobody"])
        assert.deepStrictEqual([err, status], ["screeps: there is no user nobody", 1])
        const called = yield* runOn(["call", "user.find", "--username", "nobody"])
        assert.deepStrictEqual([called.err, called.status], ["screeps: there is no such user", 1])
      }
    })
  )

  it.effect("shows a user without a name by the id", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const ticket = Redacted.make("0a1b2c")
      yield* world.users.acceptTicket(ticket, "76561190000000002")
      const newcomer = ScreepsClient.layerNoDeps().pipe(
        Layer.provide([Credentials.layerSteamTicket({ ticket }), TestServer.layer(world)])
      )
      const { _id: respondent } = yield* world.users.get("bob")
      const sent = Effect.andThen(Messages.send({ respondent, text: "hi" }), Auth.me())
      const { _id: id } = yield* Effect.provide(sent, newcomer)
      const { out } = yield* screeps(world)(["messages", "--json"])
      assert.deepInclude(jsonLines(out)[0], { with: id })
    })
  )
})

describe("screeps limits", () => {
  it.effect("prints the quotas that responses report, and the page on which limits are suspended", () =>
    Effect.gen(function* () {
      const { run, token } = yield* official(makeWorld())
      const { out, status } = yield* run(["limits"])
      assert.strictEqual(status, 0)
      assert.match(out, /GET \/api\/user\/code +59 +60 +hour +\d{4}-\d\d-\d\dT\d\d:00:00Z/)
      assert.match(out, /POST \/api\/user\/code +\? +240 +day\n/)
      assert.include(
        out,
        "Suspend the limits for two hours: https://screeps.com/a/#!/account/auth-tokens/noratelimit?token="
      )
      assert.notInclude(out, token)
      const quiet = yield* run(["limits", "--no-refresh"])
      assert.match(quiet.out, /GET \/api\/user\/code +\? +60 +hour\n/)
      const none = yield* screeps(makeWorld())(["limits"], { columns: 80 })
      assert.deepStrictEqual([none.out, none.err], ["", "No rate limits are known for this server."])
    })
  )
})

describe("screeps whoami", () => {
  it.effect("prints username, id and server", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const { _id } = yield* world.users.get("bob")
      const { out } = yield* screeps(world)(["whoami", "--json"])
      assert.deepStrictEqual(jsonLines(out), [
        { username: "bob", id: _id, server: "http://screeps.test", access: "full" }
      ])
    })
  )
})
