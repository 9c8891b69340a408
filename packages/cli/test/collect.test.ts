/** `screeps collect`: what it requests, stores and shows, and how its runners end and join. */
import { spawnSync } from "node:child_process"
import { createServer } from "node:http"
import { once } from "node:events"
import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { isPostgresMissing, postgres } from "@screeps-effect/fixtures/postgres"
import { freePort, temporaryFolder } from "@screeps-effect/fixtures/process"
import { isMissing } from "@screeps-effect/fixtures/services"
import { SampleWorld, type ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { screeps as start } from "./support/binary.ts"
import { asBob, makeWorld, screepsAt, type Start, url } from "./support/inside.ts"
import { parsed, until, world } from "./support/live.ts"

/** A server that lists what was requested, and may answer otherwise. */
const counting = (made: ScreepsWorld.ScreepsWorld, options?: TestServer.Options) => {
  const handler = TestServer.handler(made, options)
  const requested: Array<string> = []
  const state: { respond: (address: URL) => Response | undefined } = { respond: () => undefined }
  const run = screepsAt((request) => {
    const address = new URL(request.url)
    requested.push(address.pathname)
    const other = state.respond(address)
    return other === undefined ? handler(request) : Effect.succeed(other)
  })
  return { requested, state, run }
}

/** The account of the sample world. */
const asSample = {
  SCREEPS_URL: url,
  SCREEPS_USERNAME: SampleWorld.account.username,
  SCREEPS_PASSWORD: SampleWorld.account.password
}

/** The sample world with recorded ticks from 1000. */
const past = Effect.tap(SampleWorld.make(), ({ tick }) => Effect.repeat(tick, { times: 100 }))

const { room } = SampleWorld

const inFolder = Effect.map(temporaryFolder("collect"), (path) => ({
  path,
  database: ["--database", join(path, "world.sqlite")]
}))

const cells = (line: string | undefined) => (line ?? "").trim().split(/ {2,}/u)

describe("screeps collect --once", () => {
  it.live("stores what the flags name, and requests nothing in a second run", () =>
    Effect.gen(function* () {
      const { requested, run } = counting(makeWorld())
      const { database } = yield* inFolder
      const args = ["collect", ...database, "--once"]
      const plan = ["--rooms", "W1N1,W2N1", "--terrain", "--orders", "--ranks", "40", "--prices", "energy"]
      const first = yield* run([...args, ...plan])
      assert.deepStrictEqual([first.status, first.err], [0, ""])
      const lines = first.out.split("\n")
      assert.strictEqual(
        cells(lines[0]).join("|"),
        "kind|done|due|running|failing|holes|not recorded|lag|rows|last error"
      )
      assert.deepStrictEqual(
        lines.slice(1).map((line) => cells(line).slice(0, 2).join(" ")),
        ["orders 1", "prices 1", "ranks 2", "rooms 1", "terrain 1"]
      )
      assert.include(requested, "/api/game/map-stats")
      requested.length = 0
      const second = yield* run([...args, ...plan])
      assert.deepStrictEqual([second.status, second.out], [0, first.out])
      assert.deepStrictEqual(requested, [])
      const status = yield* run(["collect", "status", ...database, "--json"])
      const rooms = parsed(status.out).find(({ kind }) => kind === "rooms")
      assert.include(rooms, { server: url, done: 1, open: 0, holes: 0, runners: 0, lag: 0 })
    }).pipe(Effect.scoped)
  )

  it.live("lists what the server did not return, and requests it again after requeue", () =>
    Effect.gen(function* () {
      const { requested, run: runAs, state } = counting(yield* past)
      const run = (args: ReadonlyArray<string>, more?: Start) => runAs(args, { env: asSample, ...more })
      const { database } = yield* inFolder
      const isBad = ({ pathname, searchParams }: URL) =>
        pathname === "/room-history" && searchParams.get("time") === "1040"
      state.respond = (address) => (isBad(address) ? new Response("Not Found", { status: 404 }) : undefined)
      const args = ["collect", ...database, "--history", `${room}:1000..1079`, "--once"]
      const { out } = yield* run([...args, "--deadline", "1s", "--json"])
      assert.include(parsed(out).at(-1), { done: 3, open: 0, holes: 1 })

      const holes = yield* run(["collect", "holes", ...database], { columns: 80 })
      assert.match(
        holes.out,
        /^kind +target +when +attempts +last error\nhistory +W7N3 +tick 1040 +1 +GET \/room-history: EndpointNotFound.*…$/u
      )
      for (const line of holes.out.split("\n")) assert.isAtMost(line.length, 80)
      const of = (...flags: ReadonlyArray<string>) =>
        run(["collect", "holes", ...database, "--json", ...flags])
      assert.lengthOf(parsed((yield* of("--from", "1040", "--to", "1040")).out), 1)
      assert.strictEqual((yield* of("--from", "1041")).out, "")
      assert.strictEqual((yield* of("--from", "2026-11-01T10:00")).out, "")
      const wrong = yield* of("--to", "yesterday")
      assert.strictEqual(wrong.status, 2)
      assert.include(wrong.err, "a time such as 2026-11-23")
      const other = yield* run(["collect", "requeue", ...database, "--target", "W2N1", "--json"])
      assert.strictEqual(other.out, '{"requeued":0,"left":0}')

      state.respond = () => undefined
      requested.length = 0
      const requeued = yield* run(["collect", "requeue", ...database, "--kind", "history"])
      assert.strictEqual(requeued.out, "1 job will be requested again")
      // A runner without a plan does what is in the database.
      const last = yield* run(["collect", ...database, "--once"])
      assert.deepStrictEqual(cells(last.out.split("\n")[1]).slice(0, 6), ["history", "4", "0", "0", "0", "0"])
      assert.deepStrictEqual(
        requested.filter((path) => path === "/room-history"),
        ["/room-history"]
      )
      assert.strictEqual((yield* run(["collect", "holes", ...database])).out, "")
    }).pipe(Effect.scoped)
  )

  it.live("divides the work among accounts of the credentials file, and takes the plan from there", () =>
    Effect.gen(function* () {
      const made = makeWorld({ shards: ["shard3"], rooms: ["W1N1", "W2N1", "W3N1"] })
      const { path } = yield* inFolder
      yield* made.users.grantToken("bob", {}, Redacted.make("token one"))
      yield* made.users.grantToken("alice", {}, Redacted.make("token two"))
      const file = join(path, "screeps.json")
      writeFileSync(
        file,
        JSON.stringify({
          servers: {
            main: { host: "screeps.com", secure: true, token: "token one" },
            second: { host: "screeps.com", secure: true, token: "token two" },
            local: { host: "127.0.0.1", port: 21025, secure: false, username: "bob", password: "x" }
          },
          configs: {
            "screeps-effect": {
              aliases: { keep: "collect" },
              stats: { accounts: { main: {} } },
              collect: {
                accounts: ["main", "second"],
                database: join(path, "mine.sqlite"),
                plan: {
                  roomsPerRequest: 1,
                  every: "30m",
                  shards: [{ shard: "shard3", rooms: ["W1N1", "W2N1", "W3N1"], terrain: true }]
                }
              }
            }
          }
        })
      )
      const { run } = counting(made, { dialect: "official" })
      const env = {}
      const { err, out, status } = yield* run(["collect", "--config", file, "--once", "--json"], { env })
      assert.deepStrictEqual([status, err], [0, ""])
      const last = parsed(out).at(-1)
      assert.include(last, { done: 6, open: 0 })
      assert.match(
        JSON.stringify(last?.["accounts"]),
        /"name":"main","requestsPerMinute":[1-9].*"name":"second","requestsPerMinute":[1-9]/u
      )
      const other = yield* run(["collect", "--config", file, "--account", "main", "--account", "local"], {
        env
      })
      assert.strictEqual(other.status, 2)
      assert.include(
        other.err,
        "the accounts must be on one server: main is on https://screeps.com, local on "
      )
    }).pipe(Effect.scoped)
  )
})

/** A server on a port that holds the responses for chunks until `release`, and counts requests. */
const holding = (made: ScreepsWorld.ScreepsWorld) =>
  Effect.gen(function* () {
    const handler = TestServer.handler(made)
    const chunks: Array<string> = []
    const state = { isHeld: (_count: number) => false }
    const server = createServer(async (incoming, outgoing) => {
      const address = new URL(incoming.url ?? "/", "http://screeps.test")
      if (address.pathname === "/room-history") {
        chunks.push(address.searchParams.get("time") ?? "")
        if (state.isHeld(chunks.length)) return
      }
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
        name,
        String(value)
      ])
      const { method = "GET" } = incoming
      const body = method === "POST" ? await text(incoming) : null
      const response = await Effect.runPromise(handler(new Request(address, { method, headers, body })))
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
    }).listen(0, "127.0.0.1")
    yield* Effect.acquireRelease(
      Effect.promise(() => once(server, "listening")),
      () =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    )
    const address = server.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    return { chunks, state, env: { ...asSample, SCREEPS_URL: `http://127.0.0.1:${port}` } }
  })

describe("a runner of screeps collect", () => {
  it.live("continues after it was killed, and requests only what it had not stored", () =>
    Effect.gen(function* () {
      const { chunks, env, state } = yield* holding(yield* past)
      const { path } = yield* inFolder
      const args = ["collect", "--history", `${room}:1000..1079`, "--once", "--json"]
      state.isHeld = (count) => count > 2
      const { run } = counting(makeWorld())
      const done = Effect.map(
        run(["collect", "status", "--json", "--database", join(path, "world.sqlite")]),
        ({ out, status }) => (status === 0 && out !== "" ? parsed(out)[0]?.["done"] : 0)
      )
      // It is killed when two chunks are stored and the responses to two others are awaited.
      const isTime = Effect.map(done, (count) => count === 2 && chunks.length === 4)
      const waiting = Effect.repeat(Effect.delay(isTime, "20 millis"), { until: (itIs) => itIs })
      const first = yield* Effect.raceFirst(start(args, { env, cwd: path }), waiting)
      assert.strictEqual(first, true)
      const lost = chunks.slice(2)
      state.isHeld = () => false
      chunks.length = 0
      const { err, out, status } = yield* start(args, { env, cwd: path })
      assert.deepStrictEqual([status, err], [0, ""])
      assert.include(parsed(out.trim()).at(-1), { done: 4, open: 0, holes: 0 })
      assert.deepStrictEqual(chunks.toSorted(), lost.toSorted())
      assert.include(readdirSync(path), "world.sqlite")
    }).pipe(Effect.scoped)
  )

  it.live("shows its state in one line at a terminal", () =>
    Effect.gen(function* () {
      const { database } = yield* inFolder
      const { drawn, err } = yield* until(
        ["collect", ...database, "--rooms", room, "--terrain"],
        ({ drawn }) => drawn.includes("2 done"),
        { terminal: [80, 24] }
      )
      assert.match(drawn, /0 holes, lag 0 s, 2 done, 0 due, 0 running, bob \d+ requests\/min/u)
      assert.match(err, /Collecting http:\/\/127\.0\.0\.1:\d+ into .*world\.sqlite\. Press Ctrl-C to stop\./u)
    }).pipe(Effect.provide(world), Effect.scoped)
  )

  it.live.skipIf(isPostgresMissing)("joins others on Postgres by the same command, without a plan", () =>
    Effect.gen(function* () {
      const { run } = counting(makeWorld())
      const url = (yield* postgres).url.replace("@", ":hidden@")
      const env = { ...asBob, SCREEPS_DATABASE: url }
      const planned = yield* run(["collect", "--rooms", "W1N1,W2N1", "--orders", "--once", "--json"], { env })
      assert.deepStrictEqual([planned.status, planned.err], [0, ""])
      assert.include(parsed(planned.out).at(-1), { done: 2, open: 0 })
      const other = yield* run(["collect", "--once", "--json"], { env })
      assert.include(parsed(other.out).at(-1), { done: 2, open: 0 })
      assert.strictEqual((yield* run(["collect", "holes"], { env })).out, "")
      const args = ["history", "export", "W1N1", "1..20", "--html", "--output"]
      const { path } = yield* inFolder
      const replay = yield* run([...args, join(path, "x.html"), "--database", url], { env: asBob })
      assert.strictEqual(replay.status, 1)
      assert.match(
        replay.err,
        /^screeps: postgres:\/\/[\w.:/]+ has no history of W1N1 on http:\/\/screeps\.test$/
      )
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(isMissing("redis", spawnSync("redis-server", ["--version"]).status === 0))(
    "waits for Redis at the start, and says so without the password",
    () =>
      Effect.gen(function* () {
        const { database } = yield* inFolder
        const port = yield* freePort
        const redis = `redis://user:hidden@127.0.0.1:${port}/`
        const args = ["collect", ...database, "--rooms", "W1N1", "--once", "--redis", redis]
        let shown = ""
        const waiting = start(args, { env: asSample }, undefined, (err) => (shown = err))
        const isShown = Effect.repeat(
          Effect.delay(
            Effect.sync(() => shown.includes("Redis")),
            "20 millis"
          ),
          {
            until: (itIs) => itIs
          }
        )
        yield* Effect.raceFirst(waiting, isShown)
        const problem = `Redis at redis://127.0.0.1:${port}/ does not respond, trying again every 2 seconds: `
        assert.include(shown, `${problem}connect ECONNREFUSED 127.0.0.1:${port}`)
        assert.notInclude(shown, "hidden")
        assert.notInclude(shown, "    at ")
      }).pipe(Effect.scoped)
  )
})

describe("screeps collect with wrong arguments", () => {
  const { requested, run } = counting(makeWorld())
  const failing = (args: ReadonlyArray<string>, more?: Start) =>
    Effect.map(run(["collect", ...args], more), ({ err, status }) => `${status} ${err}`)

  it.live("says what is wrong, and requests nothing", () =>
    Effect.gen(function* () {
      const { database, path } = yield* inFolder
      const wrong: ReadonlyArray<readonly [args: ReadonlyArray<string>, message: string]> = [
        [[], "2 screeps: nothing to collect: pass --rooms, --history"],
        [["--orders", "--terrain"], "2 screeps: --terrain requires --rooms"],
        [["--rooms", "kitchen"], "all, or rooms separated by commas"],
        [["--history", "W7N3:9..1"], "W7N3:1000..1999"],
        [["--orders", "--account", "main"], "--account names servers of the credentials file"],
        [["--orders", "--redis", "localhost"], "--redis must be an address such as redis://host:6379"]
      ]
      for (const [args, message] of wrong) assert.include(yield* failing([...database, ...args]), message)
      assert.include(
        yield* failing(["--orders", "--url", "https://screeps.com", "--guest", ...database]),
        "https://screeps.com has several shards: pass --shard shard3"
      )
      const account = ["--orders", "--account", "main", ...database]
      assert.match(
        yield* failing(account, { env: { HOME: path } }),
        /^2 screeps: no configuration file found/
      )
      assert.include(
        yield* failing(["status", ...database]),
        `1 screeps: ${join(path, "world.sqlite")} does not exist: run screeps collect, or pass --database`
      )
      writeFileSync(join(path, "notes.txt"), "x".repeat(5000))
      assert.include(
        yield* failing(["--orders", "--database", join(path, "notes.txt")]),
        "notes.txt: file is not a database"
      )
      assert.deepStrictEqual(requested, [])
    }).pipe(Effect.scoped)
  )

  it.live("repeats no password of a database", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const message = yield* failing([
        "status",
        "--database",
        `postgres://user:hidden@127.0.0.1:${port}/world`
      ])
      assert.include(message, `1 screeps: postgres://127.0.0.1:${port}/world: connect ECONNREFUSED`)
      const other = yield* failing(["status"], {
        env: { ...asBob, SCREEPS_DATABASE: "mysql://user:hidden@host" }
      })
      assert.include(other, "2 screeps: the database must be a file, or an address such as postgres://")
      assert.notInclude(message + other, "hidden")
    })
  )

  it.live("rejects misspelt keys of the credentials file", () =>
    Effect.gen(function* () {
      const { path } = yield* inFolder
      const file = join(path, "screeps.json")
      const rejected = (collect: object) =>
        Effect.suspend(() => {
          const servers = { main: { host: "screeps.com", secure: true, token: "x" } }
          writeFileSync(file, JSON.stringify({ servers, configs: { "screeps-effect": { collect } } }))
          return failing(["--config", file], { env: {} })
        })
      const plan = (shard: object) => rejected({ plan: { shards: [{ shard: "shard3", ...shard }] } })
      assert.match(yield* plan({ order: true }), /^2 .*collect\.plan\.shards.*order/u)
      assert.match(yield* plan({ terrain: true }), /^2 .*rooms, whose terrain is collected/u)
      assert.match(yield* plan({ histories: [{ room: "W1N1", to: 5 }] }), /^2 .*from/u)
      assert.match(yield* rejected({ plan: { every: "1 hour" } }), /^2 .*a duration such as 30m or 1h/u)
      assert.match(yield* rejected({ databse: "x" }), /^2 .*databse/u)
    }).pipe(Effect.scoped)
  )
})
