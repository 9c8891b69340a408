import { spawnSync } from "node:child_process"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import * as ScreepsError from "@screeps-effect/api/ScreepsError"
import * as SocketError from "@screeps-effect/socket/SocketError"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { commands } from "../src/commands.ts"
import { status, statusOf } from "../src/runner/failure.ts"
import { manual } from "../src/output/present.ts"
import { table } from "../src/output/output.ts"
import { asBob, bob, folder, makeWorld, official, screeps, screepsAt, url } from "./support/inside.ts"

const listed = Object.values(commands).flatMap((group) => Object.entries(group))

describe("help", () => {
  it.effect("of the program lists every command with its sentence, and the exit statuses", () =>
    Effect.gen(function* () {
      const { err, out, status } = yield* screeps(makeWorld())(["--help"])
      for (const [name, { sentence }] of listed) {
        assert.match(out, new RegExp(`  ${name} +${sentence}`))
      }
      assert.include(out, manual)
      assert.strictEqual(err, "")
      assert.strictEqual(status, 0)
    })
  )

  it.effect("of a command begins with the same sentence as in the program's help", () =>
    Effect.gen(function* () {
      for (const [name, { sentence }] of listed) {
        const { out, status } = yield* screeps(makeWorld())([name, "--help"])
        assert.include(out, `DESCRIPTION\n  ${sentence}\n`)
        assert.strictEqual(status, 0)
      }
    })
  )

  it.effect("has at most 80 columns at a terminal of that width, and is not folded in a pipe", () =>
    Effect.gen(function* () {
      const run = screeps(makeWorld())
      for (const args of [[], ["lab", "run"], ["collect"], ["admin", "spawn-bot"], ["history", "export"]]) {
        const { out } = yield* run([...args, "--help"], { columns: 80 })
        const [rows = ""] = out.split("EXAMPLES")
        assert.deepStrictEqual(
          rows.split("\n").filter((line) => line.length > 80),
          [],
          args.join(" ")
        )
      }
      const wide = yield* run(["lab", "run", "--help"])
      const flag =
        "  --bot <name=folder>            Folder with the code of a bot, instead of the scenario's; repeatable\n"
      assert.include(wide.out, flag)
      const folded = yield* run(["lab", "run", "--help"], { columns: 80 })
      assert.include(folded.out, flag.replace("instead of the ", `instead of the\n${" ".repeat(33)}`))
      assert.include(folded.out, "Run 'screeps --help' for global flags\n")
    })
  )

  it.effect("of the program begins with the commands of players, before the flags of all commands", () =>
    Effect.gen(function* () {
      const { out } = yield* screeps(makeWorld())(["--help"])
      const places = [
        "  code ",
        "  watch ",
        "  dev ",
        "Tools and servers:",
        "  admin ",
        "FLAGS",
        "ENVIRONMENT"
      ]
      const found = places.map((place) => out.indexOf(place))
      assert.deepStrictEqual(
        found.toSorted((a, b) => a - b),
        found
      )
      assert.isAbove(Math.min(...found), 0)
      // What players use fits on one screen.
      assert.isBelow(out.slice(0, out.indexOf("Tools and servers:")).split("\n").length, 32)
    })
  )

  it.effect("is printed without arguments, with status 2 for a command without its subcommand", () =>
    Effect.gen(function* () {
      const alone = yield* screeps(makeWorld())([])
      assert.include(alone.out, "USAGE")
      assert.include(alone.out, "screeps login --save")
      // With the shell's prompt it fits on a screen of 48 rows.
      assert.isBelow(alone.out.split("\n").length, 48)
      assert.strictEqual(alone.status, 0)
      const half = yield* screeps(makeWorld())(["memory"])
      assert.include(half.out, "USAGE\n  screeps memory <subcommand>")
      assert.strictEqual(half.status, 2)
    })
  )

  it("and the README list all exit statuses", () => {
    const readme = readFileSync(fileURLToPath(new URL("../README.md", import.meta.url)), "utf8")
    for (const code of Object.values(status)) {
      assert.match(manual, new RegExp(`^.* ${code} [a-z]`, "m"))
      assert.match(readme, new RegExp(`^\\| ${code} +\\|`, "m"))
    }
  })
})

describe("completions", () => {
  /** Returns the words that complete the last one of a line. */
  const complete = (line: string, home = "/nowhere") =>
    Effect.gen(function* () {
      const words = line.split(" ")
      const args = ["--complete", `=${words.at(-1)}`, ...words.slice(0, -1)]
      const { out, status } = yield* screeps(makeWorld())(args, { env: { HOME: home } })
      assert.strictEqual(status, 0)
      return out === "" ? [] : out.split("\n").map((one) => one.split("\t")[0])
    })

  it.effect("are commands, operations, their fields, values of sets, servers and paths", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      yield* fs.writeFileString(
        `${home}/.screeps.yaml`,
        'servers:\n  main: { token: t }\n  local: { url: "http://a.b" }\n  "$(rm x)": { token: t }\n'
      )
      const lines = {
        "whoami --server ": ["main", "local"],
        "whoami --server=l": ["--server=local"],
        "watch --js": ["--json"],
        "code pus": ["push"],
        "--url http://a.b code pus": ["push"],
        "code push dist --dr": ["--dry-run"],
        "console --no-h": ["--no-history"],
        "call game.roomTer": ["game.roomTerrain"],
        "call construction.create --structureType sto": ["storage"],
        "call code.setActiveBranch --activeName ": ["activeWorld", "activeSim"],
        "market orders ener": ["energy"],
        "whoami --token-file to": [":file"],
        "code push di": [":directory"],
        "nonsense ": [],
        "whoami --nonsense x": [],
        "console -e Game.ti": []
      }
      for (const [line, expected] of Object.entries(lines)) {
        assert.deepStrictEqual(yield* complete(line, home), expected, line)
      }
      assert.include(yield* complete(""), "console")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("have descriptions", () =>
    Effect.gen(function* () {
      const { out } = yield* screeps(makeWorld())(["--complete", "=bran", "code"])
      assert.strictEqual(out, "branches\tList the branches and show which ones are active")
    })
  )

  it.effect("have a short script for each shell", () =>
    Effect.gen(function* () {
      for (const shell of ["bash", "zsh", "fish", "powershell"]) {
        const { out, status } = yield* screeps(makeWorld())(["--completions", shell])
        assert.strictEqual(status, 0)
        assert.include(out, "--complete", shell)
        assert.isBelow(out.length, 2000)
      }
    })
  )
})

describe.skipIf(spawnSync("bash", ["--version"]).status !== 0)("completions in bash", () => {
  /** Completes a line as bash does, with the word breaks of an interactive shell; the program prints these lines. */
  const complete = (script: string, line: string, cwd: string, printed: ReadonlyArray<string>) => {
    const words = line.split(" ")
    const last = words.at(-1) ?? ""
    const parts = last.startsWith("@") ? [...words.slice(0, -1), "@", last.slice(1)] : words
    const quoted = parts.map((part) => `'${part}'`).join(" ")
    const call = `
screeps() { printf '<%s>' "$@" > args; printf '%b\\n' ${printed.map((one) => `'${one}'`).join(" ")}; }
COMP_LINE='${line}' COMP_POINT=${line.length} COMP_WORDS=(${quoted}) COMP_CWORD=${parts.length - 1}
$(complete -p screeps | sed 's/.*-F \\([^ ]*\\) .*/\\1/') screeps '${parts.at(-1)}' '${parts.at(-2)}'
printf '%s\\n' "\${COMPREPLY[@]}"
`
    const { stderr, stdout } = spawnSync("bash", ["--norc", "-s"], {
      cwd,
      encoding: "utf8",
      input: `${script}${call}`
    })
    assert.strictEqual(stderr, "")
    return stdout.split("\n").filter((word) => word !== "")
  }

  it.effect("offer what the program prints, its files and folders, and the paths of @file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const cwd = yield* folder
      yield* fs.writeFileString(`${cwd}/plan a.json`, "{}")
      yield* fs.writeFileString(`${cwd}/token`, "x")
      yield* fs.makeDirectory(`${cwd}/tools`)
      const { out } = yield* screeps(makeWorld())(["--completions", "bash"])
      const words = complete(out, "screeps code pu", cwd, ["push\\tUpload", "pull\\tDownload"])
      assert.deepStrictEqual(words, ["push", "pull"])
      assert.strictEqual(yield* fs.readFileString(`${cwd}/args`), "<--complete><=pu><code>")
      assert.deepStrictEqual(complete(out, "screeps whoami --token-file to", cwd, [":file"]).toSorted(), [
        "token",
        "tools"
      ])
      assert.deepStrictEqual(complete(out, "screeps code push to", cwd, [":directory"]), ["tools"])
      assert.deepStrictEqual(complete(out, "screeps memory set plan @pl", cwd, []), ["plan a.json"])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

describe("an invalid command line", () => {
  it.effect("is reported on standard error with status 2 and suggestions", () =>
    Effect.gen(function* () {
      const messages = {
        memroy: "unknown command: memroy\nDid you mean memory?\nSee screeps --help.",
        "call game.tiem": "unknown command: call game.tiem\nDid you mean game.time",
        "call terrain": "unknown command: call terrain\nDid you mean game.roomTerrain?",
        "memory gte": "unknown command: memory gte\nDid you mean get?",
        "memory get a b": 'Unexpected positional argument: "b"\nSee screeps memory get --help.',
        "market orders enrgy": 'resource: unknown value "enrgy"\nDid you mean energy?',
        "market orders energy --type x": 'Invalid value for flag --type: "x". Expected: "buy" | "sell"',
        "whoami --url nowhere": "invalid address: ",
        "whoami --url http://a.b --server c": "--url and --server cannot be combined",
        "segments get 100": "the number of a segment, 0 to 99",
        "call game.roomStatus": "GET /api/game/room-status: InvalidInput (room: "
      }
      for (const [args, text] of Object.entries(messages)) {
        const { err, out, status } = yield* screeps(makeWorld())(args.split(" "))
        assert.strictEqual(out, "", args)
        assert.include(err, text)
        assert.isTrue(err.startsWith("screeps: "))
        assert.strictEqual(status, 2, args)
      }
    })
  )

  it.effect("is one JSON value on standard error with --json, and nothing on standard output", () =>
    Effect.gen(function* () {
      const messages = {
        nonsense: "unknown command: nonsense",
        "memory get a b c": 'Unexpected positional arguments: "b", "c"',
        "watch kitchen": 'Invalid value for argument <room>: "kitchen". Expected: a room such as W7N3',
        "market orders nonsense": 'resource: unknown value "nonsense"',
        "code push nofolder": "folder: path does not exist: ",
        "call game.tiem": "unknown command: call game.tiem\nDid you mean game.time",
        "market orders energy --type steal": 'Invalid value for flag --type: "steal"',
        "segments get x": 'Invalid value for argument <segment>: "x"',
        "map W7N3 --radius 100": 'Invalid value for flag --radius: "100". Expected: between 0 and 20',
        "watch --nope": "Unrecognized flag: --nope",
        code: "code requires a subcommand: push, pull, diff, branches, activate",
        call: "call requires a subcommand: see screeps call --help"
      }
      for (const [args, text] of Object.entries(messages)) {
        const { err, out, status } = yield* screeps(makeWorld())([...args.split(" "), "--json"])
        const { error, message } = Schema.decodeUnknownSync(
          Schema.fromJsonString(Schema.Struct({ error: Schema.String, message: Schema.String }))
        )(err)
        assert.deepStrictEqual([error, out, status], ["Usage", "", 2], args)
        assert.include(message, text)
      }
      const help = yield* screeps(makeWorld())(["code", "--help", "--json"])
      assert.include(help.out, "USAGE")
      assert.deepStrictEqual([help.err, help.status], ["", 0])
    })
  )

  it.effect("is reported for folders and rooms in plain words", () =>
    Effect.gen(function* () {
      const missing = yield* screeps(makeWorld())(["code", "push", "/nowhere/at/all"])
      assert.strictEqual(
        missing.err,
        "screeps: folder: path does not exist: /nowhere/at/all\nSee screeps code push --help."
      )
      const kitchen = yield* screeps(makeWorld())(["map", "kitchen"])
      assert.include(
        kitchen.err,
        'Invalid value for argument <room>: "kitchen". Expected: a room such as W7N3'
      )
    })
  )
})

describe("secrets", () => {
  it.effect("are rejected on the command line, and not repeated", () =>
    Effect.gen(function* () {
      for (const args of [
        ["whoami", "--token", bob.password],
        ["whoami", `--token=${bob.password}`],
        ["login", "--password", bob.password],
        ["call", "auth.signIn", "--email", "bob", "--password", bob.password],
        ["call", "account.changePassword", "--oldPassword", bob.password]
      ]) {
        const { err, out, status } = yield* screeps(makeWorld())(args)
        assert.strictEqual(status, 2)
        assert.match(
          err,
          /^screeps: --(token|password|oldPassword): secrets are not accepted on the command line/
        )
        assert.notInclude(err + out, bob.password)
      }
    })
  )
})

describe("an exit status", () => {
  it("exists for every reason of ScreepsError and SocketError", () => {
    const reasons = [...ScreepsError.Reason.members, ...SocketError.SocketReason.members]
    const tags = reasons.map((member) => member.fields._tag.schema.literal)
    const codes = Object.fromEntries(tags.map((_tag) => [_tag, statusOf({ reason: { _tag } })]))
    assert.deepStrictEqual(codes, {
      Rejected: 1,
      ServerFault: 1,
      EndpointNotFound: 1,
      HistoryNotFound: 1,
      UnexpectedResponse: 1,
      TooSlow: 1,
      LimitExceeded: 1,
      UnexpectedPayload: 1,
      ShardRequired: 2,
      InvalidInput: 2,
      Unauthorized: 3,
      Forbidden: 3,
      AuthRefused: 3,
      SignInFailed: 3,
      RateLimited: 4,
      Unreachable: 5,
      WebSocketRefused: 5,
      TimedOut: 5,
      Ended: 5
    })
  })

  it.effect("is 1 for a rejected request and 3 without credentials, with a hint", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const refused = yield* screeps(world)(["code", "activate", "nope"])
      assert.strictEqual(refused.status, 1)
      assert.strictEqual(refused.err, "screeps: POST /api/user/set-active-branch: Rejected (no branch)")
      const guest = yield* screeps(world)(["whoami", "--guest"])
      assert.strictEqual(guest.status, 3)
      assert.strictEqual(
        guest.err,
        "screeps: GET /api/auth/me: Unauthorized (you are not signed in)\nTo sign in, use screeps login --save, --server <name>, SCREEPS_TOKEN, or SCREEPS_USERNAME and SCREEPS_PASSWORD (see screeps --help)."
      )
      const code = yield* screeps(world)(["code", "branches", "--guest", "--json"])
      assert.include(code.err, "Unauthorized (you are not signed in)")
      const wrong = yield* screeps(world)(["whoami"], {
        env: { ...asBob, SCREEPS_PASSWORD: "not his password" }
      })
      assert.strictEqual(wrong.status, 3)
      assert.notInclude(wrong.err, "not his password")
    })
  )

  it.effect("comes with what to do when the credentials file is missing, or has several servers", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      const run = (args: ReadonlyArray<string>) => screeps(makeWorld())(args, { env: { HOME: home } })
      const none = yield* run(["whoami", "--server", "a"])
      assert.include(none.err, "\nTo save a server and an account, use screeps login --save.")
      const entry = `{ url: "${url}", username: bob, password: x }`
      yield* fs.writeFileString(`${home}/.screeps.yaml`, `servers:\n  a: ${entry}\n  b: ${entry}\n`)
      const several = yield* run(["whoami"])
      assert.strictEqual(
        several.err,
        `screeps: ${home}/.screeps.yaml: no server given: choose one of a, b\nPass --server <name>.`
      )
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("names screepsmod-auth when signing in fails without it", () =>
    Effect.gen(function* () {
      const bare = screepsAt((request) =>
        Effect.succeed(
          request.url.endsWith("/api/auth/signin")
            ? new Response("<!DOCTYPE html><pre>Cannot POST /api/auth/signin</pre>", { status: 404 })
            : Response.json({ error: "unauthorized" }, { status: 401 })
        )
      )
      const password = yield* bare(["whoami"])
      assert.deepStrictEqual(
        [password.status, password.err],
        [
          1,
          "screeps: POST /api/auth/signin: EndpointNotFound (/api/auth/signin was not found on this server; available on private servers with the mod screepsmod-auth: install it, or check the address)"
        ]
      )
      const env = { SCREEPS_URL: url, SCREEPS_TOKEN: "11111111-2222-3333-4444-555555555555" }
      const token = yield* bare(["whoami"], { env })
      assert.deepStrictEqual(
        [token.status, token.err],
        [
          3,
          "screeps: GET /api/auth/me: Unauthorized (the API token was rejected)\nCheck whether the token still exists and allows this call, and the address: private servers accept API tokens only with the mod screepsmod-auth."
        ]
      )
    })
  )

  it.effect("comes with JSON on standard error for programs", () =>
    Effect.gen(function* () {
      const { err, out, status } = yield* screeps(makeWorld())(["code", "activate", "nope", "--json"])
      assert.strictEqual(out, "")
      assert.deepStrictEqual(Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))(err), {
        error: "Rejected",
        message: "POST /api/user/set-active-branch: Rejected (no branch)"
      })
      assert.strictEqual(status, 1)
    })
  )

  it.effect("is 4 when a rate limit is reached, immediately without --wait", () =>
    Effect.gen(function* () {
      const { run } = yield* official(makeWorld())
      const first = yield* run(["call", "code.get", "--json"])
      assert.deepStrictEqual([first.status, first.err], [0, ""])
      // One program would stay within the quota; these are sixty programs.
      yield* Effect.forEach(Array.from({ length: 59 }), () => run(["call", "code.get", "--json"]))
      const { err, out, status } = yield* run(["call", "code.get", "--json"])
      assert.deepStrictEqual([out, status], ["", 4])
      assert.include(err, '"error":"RateLimited"')
    })
  )
})

describe("a defect", () => {
  it.effect("is reported as a bug, with status 70", () =>
    Effect.gen(function* () {
      const { err, out, status } = yield* screeps(makeWorld())(["whoami"], { isBroken: true })
      assert.deepStrictEqual([out, status], ["", 70])
      assert.strictEqual(err, "screeps: broken\nThis is a bug in screeps: please report it.")
    })
  )
})

describe("texts of servers", () => {
  it.effect("are printed unchanged into a pipe, and as valid JSON at a terminal", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const text = '\u001B[2J\u009B\u007F\n"x'
      yield* world.users.setSegment("bob", 1, text)
      const run = screeps(world)
      assert.strictEqual((yield* run(["segments", "get", "1"])).out, text)
      assert.strictEqual(
        (yield* run(["segments", "get", "1"], { columns: 80 })).out,
        '\\x1b[2J\\x9b\\x7f\n"x'
      )
      const people = yield* run(["call", "segments.get", "--segment", "1"], { columns: 80 })
      // oxlint-disable-next-line no-control-regex
      assert.notMatch(people.out, /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/)
      assert.deepStrictEqual(JSON.parse(people.out), { ok: 1, data: text })
    })
  )
})

describe("a table", () => {
  const columns = [
    { head: "name", of: ({ name }: { readonly name: string }) => name },
    { head: "length", of: ({ name }: { readonly name: string }) => name.length, align: "right" as const },
    { head: "text", of: ({ name }: { readonly name: string }) => `${name} and more of it` }
  ]
  const draw = (edge: number) =>
    table([{ name: "a" }, { name: "日本" }], columns, { columns: edge, paint: (_, text) => text })

  it("is aligned in columns, also with wide letters", () => {
    assert.strictEqual(
      draw(Infinity),
      "name  length  text\na          1  a and more of it\n日本       2  日本 and more of it"
    )
  })

  it("is cut at the edge of the terminal", () => {
    assert.strictEqual(draw(24), "name  length  text\na          1  a and mor…\n日本       2  日本 and …")
  })
})
