/** The crawl, killed and resumed: how often is each chunk asked for, by processes that know nothing of each other? */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import type { RoomName } from "@screeps-effect/schema"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { Effect, type Scope } from "effect"

const file = fileURLToPath(new URL("../src/95_durable-crawl.ts", import.meta.url))

/** Until something is so; nobody waits for a process that has ended. */
const until = (what: () => boolean, by?: Crawler) =>
  Effect.callback<void>((resume) => {
    const timer = setInterval(() => {
      if (what()) resume(Effect.void)
      else if (by?.hasEnded()) resume(Effect.die(new Error(`it ended: ${by.err()}`)))
    }, 10)
    return Effect.sync(() => clearInterval(timer))
  })

interface Crawler {
  readonly hasEnded: () => boolean
  readonly err: () => string
  readonly out: () => string
  readonly kill: Effect.Effect<void>
  readonly ended: Effect.Effect<{ readonly code: number | null; readonly out: string; readonly err: string }>
}

const gone = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null ? Promise.resolve([]) : once(child, "exit")

/** Compiling TypeScript is most of what a short program does: the next one finds it done. */
const compiled = fileURLToPath(new URL("../node_modules/.cache/compile", import.meta.url))

const account = { SCREEPS_USERNAME: "bob", SCREEPS_PASSWORD: "secret" }

/** Starts the example in a process of its own, which is gone when the scope closes. */
const start = (args: ReadonlyArray<string>, url?: string): Effect.Effect<Crawler, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file, ...args], {
          stdio: ["ignore", "pipe", "pipe"],
          env: {
            PATH: process.env["PATH"],
            NODE_COMPILE_CACHE: compiled,
            ...(url === undefined ? {} : { ...account, SCREEPS_URL: url })
          }
        })
        const said = { out: "", err: "" }
        child.stdout.on("data", (more: Buffer) => void (said.out += more.toString()))
        child.stderr.on("data", (more: Buffer) => void (said.err += more.toString()))
        return { child, said, closed: once(child, "close") }
      }),
      ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
    ),
    ({ child, closed, said }) => ({
      out: () => said.out,
      err: () => said.err,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      kill: Effect.promise(async () => {
        child.kill("SIGKILL")
        await gone(child)
      }),
      ended: Effect.map(
        Effect.promise(() => closed),
        () => ({ code: child.exitCode, ...said })
      )
    })
  )

// ---- a server that counts, and that can keep its callers waiting

const rooms = ["W1N1", "W2N1", "W3N1", "W4N1", "W1N2", "W2N2", "W3N2", "W4N2"] as const
const chunks = 4
const from = 1020
const to = from + 20 * chunks - 1
const span = ["--from", String(from), "--to", String(to)]

const makeWorld = Effect.gen(function* () {
  const world = ScreepsWorld.make({ tick: 1000, accounts: [{ username: "bob", password: "secret" }] })
  const { _id: user } = yield* world.users.get("bob")
  for (const [i, room] of rooms.entries()) {
    const creep = {
      type: "creep",
      user,
      name: `Bob${i}`,
      body: [],
      hits: 100,
      hitsMax: 100,
      store: {},
      ageTime: 9999
    }
    yield* world.rooms.addObject(room, {
      ...creep,
      x: 25,
      y: 25,
      spawning: false,
      fatigue: 0,
      storeCapacity: 0
    })
  }
  yield* Effect.repeat(world.tick, { times: 20 * (chunks + 2) })
  return world
})

interface Asked {
  readonly by: string
  readonly chunk: string
  readonly answer: () => void
  /** Whether who asked went away before there was an answer. */
  isLost: boolean
}

/** Who has asked for which chunk, in this order; names are given to addresses. */
class Watch {
  readonly asked: Array<Asked> = []
  private readonly waiting: Array<Asked> = []
  /** Whether who asks for this chunk has to wait; how many were asked for, with it. */
  holds: (chunk: string, asked: number) => boolean = () => false

  /** Who waits for an answer. */
  get held(): ReadonlyArray<Asked> {
    return this.waiting.filter(({ isLost }) => !isLost)
  }

  get lost(): ReadonlyArray<Asked> {
    return this.asked.filter(({ isLost }) => isLost)
  }

  ask(asked: Asked) {
    this.asked.push(asked)
    if (this.holds(asked.chunk, this.asked.length)) this.waiting.push(asked)
    else asked.answer()
  }

  readonly release = Effect.sync(() => {
    this.holds = () => false
    for (const { answer } of this.held) answer()
  })
}

/** An address of the world; gives it. */
const listen = (world: ScreepsWorld.ScreepsWorld, watch: Watch, by: string) => {
  const handler = TestServer.handler(world)
  return Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const server = createServer((incoming, outgoing) => {
          const url = new URL(incoming.url ?? "/", "http://screeps.test")
          const answer = async () => {
            const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
              name,
              String(value)
            ])
            const { method = "GET" } = incoming
            const request = new Request(url, {
              method,
              headers,
              body: method === "POST" ? await text(incoming) : null
            })
            const response = await Effect.runPromise(handler(request))
            outgoing
              .writeHead(response.status, Object.fromEntries(response.headers))
              .end(await response.text())
          }
          if (url.pathname !== "/room-history") return void answer()
          const chunk = `${url.searchParams.get("room")} ${url.searchParams.get("time")}`
          const asked: Asked = { by, chunk, answer: () => void answer(), isLost: false }
          outgoing.once("close", () => {
            asked.isLost = !outgoing.writableFinished
          })
          watch.ask(asked)
        }).listen(0, "127.0.0.1")
        await once(server, "listening")
        return server
      }),
      (server) =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  )
}

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "crawl-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Every chunk was answered once: only what was lost is asked for again. */
const checkAnswered = (watch: Watch, wanted: ReadonlyArray<RoomName.RoomName> = rooms) => {
  const answered = watch.asked.filter(({ isLost }) => !isLost).map(({ chunk }) => chunk)
  const expected = wanted.flatMap((room) =>
    Array.from({ length: chunks }, (_, i) => `${room} ${from + 20 * i}`)
  )
  assert.deepStrictEqual(answered.toSorted(), expected.toSorted())
}

const checkResult = (out: string, wanted: ReadonlyArray<RoomName.RoomName> = rooms) => {
  for (const room of wanted) {
    assert.include(
      out,
      `${room}, ticks ${from} to ${to}: ${20 * chunks} recorded\n  Bob${rooms.findIndex((one) => one === room)}\n`
    )
  }
}

// ---- Postgres

/** Where Debian keeps what is not on everybody's path. */
const binOf = (tool: string): string | undefined => {
  const debian = "/usr/lib/postgresql"
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : []
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env["PATH"] ?? "").split(":")
  ]
  return folders.map((folder) => join(folder, tool)).find((path) => existsSync(path))
}
const tools = { initdb: binOf("initdb"), postgres: binOf("postgres") }
const isRoot = process.getuid?.() === 0
/** Postgres refuses to be run by root. */
const asNobody = isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
const hasPostgres = tools.initdb !== undefined && tools.postgres !== undefined

const freePort = Effect.promise(async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  return port
})

/** A database that keeps nothing, for as long as the scope is open; gives its address. */
const postgres = Effect.gen(function* () {
  const path = yield* folder
  const port = yield* freePort
  if (isRoot) spawnSync("chown", ["postgres", path])
  const [command, ...args] = [...asNobody, tools.initdb ?? "initdb"]
  const made = spawnSync(command, [
    ...args,
    "-D",
    join(path, "data"),
    "-U",
    "postgres",
    "-A",
    "trust",
    "--no-sync"
  ])
  assert.strictEqual(made.status, 0, String(made.stderr))
  const [run, ...before] = [...asNobody, tools.postgres ?? "postgres"]
  const settings = ["fsync=off", "listen_addresses=127.0.0.1", `unix_socket_directories=${path}`].flatMap(
    (one) => ["-c", one]
  )
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(run, [...before, "-D", join(path, "data"), "-p", String(port), ...settings], {
        stdio: ["ignore", "ignore", "pipe"]
      })
    ),
    (child) =>
      Effect.promise(async () => {
        child.kill("SIGQUIT")
        await gone(child)
      })
  )
  let log = ""
  child.stderr.on("data", (more: Buffer) => void (log += more.toString()))
  yield* until(() => log.includes("ready to accept connections"))
  return `postgres://postgres@127.0.0.1:${port}/postgres`
})

describe("95_durable-crawl", () => {
  it.live("crawls a world in memory", () =>
    Effect.gen(function* () {
      const { code, err, out } = yield* (yield* start(["--from", "1200", "--to", "1259"])).ended
      assert.deepStrictEqual({ code, err }, { code: 0, err: "" })
      assert.match(out, /W7N3 3\/3: tick 1240, 20 ticks, 4 creeps/)
      assert.match(out, /W7N3, ticks 1200 to 1259: 60 recorded\n {2}Harvester\d/)
    }).pipe(Effect.scoped)
  )

  it.live("says how it is used, and that the future is not recorded", () =>
    Effect.gen(function* () {
      const [{ code, err, out }, future] = yield* Effect.all([
        (yield* start(["--rooms", "kitchen"])).ended,
        (yield* start(["--to", "9999"])).ended
      ])
      assert.deepStrictEqual({ code, out }, { code: 1, out: "" })
      assert.strictEqual(future.err, "Ticks 9800 to 9999 are not recorded; before 1400 they may be.\n")
      assert.match(err, /^Usage: node examples\/src\/95_durable-crawl\.ts [^\n]+\n$/)
    }).pipe(Effect.scoped)
  )

  it.live("goes on after a kill with what SQLite has kept, and does nothing twice", () =>
    Effect.gen(function* () {
      const room = rooms[0]
      const watch = new Watch()
      const url = yield* listen(yield* makeWorld, watch, "the crawler")
      const args = ["--store", join(yield* folder, "crawl.sqlite"), "--rooms", room, ...span]
      watch.holds = (_chunk, asked) => asked === 3

      const first = yield* start(args, url)
      yield* until(() => watch.held.length === 1, first)
      const meanwhile = yield* (yield* start(args, url)).ended
      assert.deepStrictEqual({ code: meanwhile.code, out: meanwhile.out }, { code: 1, out: "" })
      assert.match(meanwhile.err, /^\S.*database is locked\n$/)
      yield* first.kill
      assert.strictEqual(first.out().match(/tick \d+,/g)?.length, 2)

      const second = yield* (yield* start(args, url)).ended
      assert.deepStrictEqual({ code: second.code, err: second.err }, { code: 0, err: "" })
      checkResult(second.out, [room])
      checkAnswered(watch, [room])
      assert.deepStrictEqual(
        watch.lost.map(({ chunk }) => chunk),
        [`${room} ${from + 40}`]
      )

      const third = yield* (yield* start(args, url)).ended
      checkResult(third.out, [room])
      assert.strictEqual(watch.asked.length, chunks + 1)
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!hasPostgres)(
    "goes on with the other runner when one is killed, on Postgres",
    () =>
      Effect.gen(function* () {
        const store = ["--store", yield* postgres]
        const world = yield* makeWorld
        const watch = new Watch()
        const runner = Effect.fn(function* (by: string) {
          const [url, port] = [yield* listen(world, watch, by), yield* freePort]
          const started = yield* start([...store, "--runner", String(port)], url)
          yield* until(() => started.out().includes("crawls for others"), started)
          return started
        })
        const runners = yield* Effect.all({ a: runner("a"), b: runner("b") }, { concurrency: 2 })
        // Every room's second chunk waits: its first is done by then, and no room gets to its end.
        watch.holds = (chunk) => !chunk.endsWith(` ${from}`)
        const url = yield* listen(world, watch, "the client")
        const client = yield* start([...store, "--rooms", rooms.join(","), ...span], url)

        // A runner that has just come takes rooms over: what it asks for was lost by the other.
        const roomsOf = (asked: ReadonlyArray<Asked>) =>
          new Set(asked.map(({ chunk }) => chunk.split(" ")[0]))
        yield* until(() => roomsOf(watch.held).size === rooms.length, client)
        const of = (by: string) => watch.held.filter((asked) => asked.by === by)
        const busy = of("a").length >= of("b").length ? "a" : "b"
        const dying = of(busy)
        yield* runners[busy].kill
        yield* until(() => of(busy).length === 0)
        yield* watch.release

        const { code, err, out } = yield* client.ended
        assert.deepStrictEqual({ code, err }, { code: 0, err: "" })
        checkResult(out)
        checkAnswered(watch)
        assert.isAtLeast(dying.length, rooms.length / 2)
        assert.isTrue(dying.every(({ isLost }) => isLost))
      }).pipe(Effect.scoped),
    120_000
  )
})
