import { inspect } from "node:util"
import { createContext, runInContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { screepsAt } from "./support/inside.ts"

const cli = ["--cli", "http://cli.test:21026"]
const digits = "0".repeat(2500)

/** A server with the command line over HTTP, which evaluates the body of `POST /cli`. */
const makeServer = () => {
  const state = {
    env: { gameTime: "7", mainLoopPaused: "0" } as Record<string, string>,
    tickDuration: 1000,
    passwords: {} as Record<string, string>,
    terrain: digits,
    isErased: false
  }
  const names = {
    storage: {
      env: {
        keys: { GAMETIME: "gameTime", MAIN_LOOP_PAUSED: "mainLoopPaused" },
        get: (key: string) => Promise.resolve(state.env[key])
      },
      db: {
        users: {
          find: () =>
            Promise.resolve([
              { _id: "2", username: "Invader" },
              { _id: "9", username: "ann\u001b[2J", cpu: 70, active: 1 }
            ]),
          findOne: ({ username }: { username: string }) =>
            Promise.resolve(username === "ann" ? { _id: "9", username } : undefined)
        },
        "rooms.objects": {
          find: ({ room, type }: { room: string; type?: { $in: ReadonlyArray<string> } }) =>
            Promise.resolve(
              [
                { _id: "a1", type: "road", room, x: 3, y: 4, hits: 1, hitsMax: 5000, nextDecayTime: 9 },
                { _id: "a2", type: "castle", room, x: 1, y: 2 }
              ].filter((object) => type === undefined || type.$in.includes(object.type))
            )
        },
        "rooms.terrain": { findOne: () => Promise.resolve({ terrain: state.terrain }) }
      }
    },
    system: {
      getTickDuration: () => Promise.resolve(state.tickDuration),
      setTickDuration: (millis: number) => void (state.tickDuration = millis),
      resumeSimulation: () => void (state.env["mainLoopPaused"] = "0"),
      resetAllData: () => void (state.isErased = true)
    },
    setPassword: (username: string, password: string) => void (state.passwords[username] = password)
  }
  const run = screepsAt((request) =>
    Effect.promise(async () => {
      assert.strictEqual(request.url, "http://cli.test:21026/cli")
      const result: unknown = await runInContext(await request.text(), createContext(names))
      return new Response(`${typeof result === "string" ? result : inspect(result)}\n`)
    })
  )
  return {
    state,
    run: (args: ReadonlyArray<string>, stdin = "") => run(["admin", ...args, ...cli], { stdin })
  }
}

describe("screeps admin", () => {
  it.effect("prints the state of the simulation", () =>
    Effect.gen(function* () {
      const { run } = makeServer()
      const { out, status } = yield* run(["status"])
      assert.deepStrictEqual([out, status], ["tick        7\npaused      false\ntickMillis  1000", 0])
      assert.strictEqual(
        (yield* run(["status", "--json"])).out,
        '{"tick":7,"paused":false,"tickMillis":1000}'
      )
    })
  )

  it.effect("sets the tick duration and resumes, and prints the state after that", () =>
    Effect.gen(function* () {
      const { run, state } = makeServer()
      state.env["mainLoopPaused"] = "1"
      const set = yield* run(["tick-duration", "200ms", "--json"])
      assert.strictEqual(set.out, '{"tick":7,"paused":true,"tickMillis":200}')
      assert.strictEqual((yield* run(["resume", "--json"])).out, '{"tick":7,"paused":false,"tickMillis":200}')
    })
  )

  it.effect("shows changes without making them with --dry-run, without secrets", () =>
    Effect.gen(function* () {
      const { run, state } = makeServer()
      const before = structuredClone(state)
      const set = yield* run(["tick-duration", "200ms", "--dry-run"])
      assert.strictEqual(set.out, 'change                  input\nSystem.setTickDuration  {"duration":200}')
      assert.strictEqual((yield* run(["reset", "-n"])).status, 0)
      const password = yield* run(
        ["set-password", "ann", "--password-file", "-", "-n", "--json"],
        "hush, hush"
      )
      assert.include(password.out, '"input":{"username":"ann","password":"<redacted>"}')
      assert.notInclude(password.out + password.err, "hush")
      assert.deepStrictEqual(state, before)
    })
  )

  it.effect("says how files are named, when an argument looks like one", () =>
    Effect.gen(function* () {
      const { run } = makeServer()
      const terrain = yield* run(["set-terrain", "W7N3", "t.txt"])
      const message = "screeps: not the terrain of a room: terrain must have 2500 digits, not 5"
      assert.strictEqual(terrain.err, `${message}; for the file, write @t.txt`)
      assert.match((yield* run(["add-objects", "o.json"])).err, /; for the file, write @o\.json$/)
      assert.strictEqual((yield* run(["set-terrain", "W7N3", "01232"])).err, message)
    })
  )

  it.effect("refuses to update an account without a change", () =>
    Effect.gen(function* () {
      const { err, status } = yield* makeServer().run(["update-user", "ann"])
      assert.deepStrictEqual([err, status], ["screeps: nothing to change: pass --cpu, --gcl or --credits", 2])
    })
  )

  it.effect("shows what new accounts, bans, strongholds and messages would change with --dry-run", () =>
    Effect.gen(function* () {
      const { run, state } = makeServer()
      const before = structuredClone(state)
      const lines: Readonly<Record<string, string>> = {
        "create-user bob --gcl 2 --credits 5":
          '"Users.create","input":{"username":"bob","gcl":1000000,"credits":5}',
        "update-user bob --cpu 20": '"Users.update","input":{"username":"bob","cpu":20}',
        "remove-user bob": '"Users.remove","input":{"username":"bob"}',
        "ban bob": '"Users.update","input":{"username":"bob","active":false,"blocked":true}',
        "unban bob": '"Users.update","input":{"username":"bob","active":true,"blocked":false}',
        "spawn-bot simplebot W7N3 --username rival --gcl 2":
          '"Bots.spawn","input":{"bot":"simplebot","room":"W7N3","username":"rival","gcl":2}',
        "reload-bot simplebot": '"Bots.reload","input":{"bot":"simplebot"}',
        "remove-bot rival": '"Bots.remove","input":{"username":"rival"}',
        "generate-room E1N1 --sources 2 --mineral none":
          '"Rooms.generate","input":{"room":"E1N1","sources":2,"mineral":false,"controller":true}',
        "remove-room E1N1": '"Rooms.remove","input":{"room":"E1N1"}',
        "remove-objects W7N3 --type road": '"Objects.remove","input":{"room":"W7N3","types":["road"]}',
        "spawn-stronghold w7n3 --template bunker1":
          '"Strongholds.spawn","input":{"room":"W7N3","template":"bunker1"}',
        "expand-stronghold W7N3": '"Strongholds.expand","input":{"room":"W7N3"}',
        "create-invader W7N3 1 2":
          '"Invaders.create","input":{"room":"W7N3","x":1,"y":2,"type":"Melee","size":"small","boosted":false}',
        "remove-invaders W7N3": '"Invaders.remove","input":{"room":"W7N3"}',
        "broadcast hi": '"Messages.broadcast","input":{"text":"hi"}',
        "send-message ann bob hi": '"Messages.send","input":{"from":"ann","to":"bob","text":"hi"}'
      }
      for (const [line, change] of Object.entries(lines)) {
        const { err, out, status } = yield* run([...line.split(" "), "--dry-run", "--json"])
        assert.deepStrictEqual([err, status], ["", 0])
        assert.isTrue(out.startsWith(`{"command":${change},`), out.slice(0, 200))
      }
      assert.deepStrictEqual(state, before)
    })
  )

  it.effect("rejects places outside of a room, negative numbers and queries that are no objects", () =>
    Effect.gen(function* () {
      const { run } = makeServer()
      const lines: Readonly<Record<string, string>> = {
        "create-invader W7N3 1 50": "a number from 0 to 49",
        "create-user bob --credits=-1": "a number that is not negative",
        "spawn-stronghold W7N3 --deploy-time 0": "at least one tick",
        "find users [1]": "the query is not a JSON object",
        "count users 5": "the query is not a JSON object",
        "find users {": "the value starts like JSON but is not valid JSON"
      }
      for (const [line, message] of Object.entries(lines)) {
        const { err, status } = yield* run(line.split(" "))
        assert.strictEqual(status, 2)
        assert.include(err, message)
      }
    })
  )

  it.effect("erases everything only with --erase-everything", () =>
    Effect.gen(function* () {
      const { run, state } = makeServer()
      const { err, status } = yield* run(["reset"])
      assert.deepStrictEqual(
        [err, status],
        ["screeps: reset erases all accounts and rooms: pass --erase-everything", 2]
      )
      assert.isFalse(state.isErased)
      assert.strictEqual((yield* run(["reset", "--erase-everything"])).status, 0)
      assert.isTrue(state.isErased)
    })
  )

  it.effect("sets a password from standard input, and rejects one in the arguments", () =>
    Effect.gen(function* () {
      const { run, state } = makeServer()
      const { out, status } = yield* run(["set-password", "ann", "--password-file", "-"], "hush, hush\n")
      assert.deepStrictEqual([out, status, state.passwords], ["", 0, { ann: "hush, hush" }])
      const unknown = yield* run(["set-password", "bob", "--password-file", "-"], "hush, hush\n")
      assert.deepStrictEqual(
        [unknown.err, unknown.status],
        ["screeps: Users.setPassword: rejected by the server: there is no user bob", 1]
      )
      const argument = yield* run(["set-password", "ann", "--password", "hush"])
      assert.strictEqual(argument.status, 2)
      assert.notInclude(argument.err, "hush")
    })
  )

  it.effect("lists accounts, whose names cannot control the terminal", () =>
    Effect.gen(function* () {
      const { out } = yield* makeServer().run(["users"])
      assert.include(out, "username")
      assert.include(out, "Invader")
      assert.include(out, "inactive")
      assert.notInclude(out, "\u001b")
    })
  )

  it.effect("lists objects, unknown ones too, of all types or of one", () =>
    Effect.gen(function* () {
      const { run } = makeServer()
      const { out } = yield* run(["objects", "w7n3"])
      assert.strictEqual(out, "id  type    x  y\na1  road    3  4\n    castle  1  2")
      const roads = yield* run(["objects", "W7N3", "--type", "road", "--json"])
      assert.strictEqual(
        roads.out,
        '{"_id":"a1","type":"road","room":"W7N3","x":3,"y":4,"hits":1,"hitsMax":5000,"nextDecayTime":9}'
      )
    })
  )

  it.effect("prints terrain as rows of digits, which set-terrain accepts", () =>
    Effect.gen(function* () {
      const { run, state } = makeServer()
      state.terrain = `1${"0".repeat(2498)}2`
      const { out } = yield* run(["terrain", "W7N3"])
      const rows = out.split("\n")
      assert.deepStrictEqual(
        [rows.length, rows[0], rows[49]],
        [50, `1${"0".repeat(49)}`, `${"0".repeat(49)}2`]
      )
      const planned = yield* run(["set-terrain", "W7N3", "-", "--dry-run", "--json"], `${out}\n`)
      assert.include(planned.out, `{"room":"W7N3","terrain":"${state.terrain}"}`)
      const wrong = yield* run(["set-terrain", "W7N3", "012"])
      assert.match(wrong.err, /^screeps: not the terrain of a room: /)
      assert.strictEqual(wrong.status, 2)
    })
  )

  it.effect("rejects addresses that are malformed or contain a password", () =>
    Effect.gen(function* () {
      const run = screepsAt(() => Effect.die("nothing is sent"))
      for (const address of [
        "localhost",
        "127.0.0.1:0",
        "127.0.0.1:99999",
        "http://",
        "http://ann:hush@cli.test"
      ]) {
        const { err, status } = yield* run(["admin", "status", "--cli", address])
        assert.strictEqual(status, 2, address)
        assert.include(err, "--cli", address)
        assert.notInclude(err, "hush")
      }
    })
  )

  it.effect("has an exit status for a missing authorization and an unreachable server", () =>
    Effect.gen(function* () {
      for (const [status, expected] of [
        [401, 3],
        [502, 5]
      ] as const) {
        const run = screepsAt(() => Effect.succeed(new Response("", { status })))
        assert.strictEqual((yield* run(["admin", "status", ...cli])).status, expected)
      }
    })
  )

  it.effect("does not repeat names and passwords in addresses of invalid flags, of any command", () =>
    Effect.gen(function* () {
      const run = screepsAt(() => Effect.die("nothing is sent"))
      for (const args of [
        ["stats", "--otlp", "http://ann:hidden@"],
        ["dev", "--port", "http://ann:hid/d@en@localhost"],
        ["stats", "--otlp", "ftp://ann:hidden@localhost", "--json"]
      ]) {
        const { err, status } = yield* run(args)
        assert.strictEqual(status, 2)
        assert.include(err, "//<redacted>@")
        assert.notMatch(err, /ann|hid|en@/)
      }
    })
  )
})
