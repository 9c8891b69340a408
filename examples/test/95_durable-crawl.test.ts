/** Kills and resumes the crawl, and counts how often separate processes request each chunk. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { isPostgresMissing, postgres } from "@screeps-effect/fixtures/postgres"
import { freePort } from "@screeps-effect/fixtures/process"
import type { RoomName } from "@screeps-effect/schema"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { Effect, type Scope } from "effect"

const file = fileURLToPath(new URL("../src/95_durable-crawl.ts", import.meta.url))

/** Waits until a condition holds; dies if the given process has ended. */
const until = (condition: () => boolean, by?: Crawler) =>
  Effect.callback<void>((resume) => {
    const timer = setInterval(() => {
      if (condition()) resume(Effect.void)
      else if (by?.hasEnded()) resume(Effect.die(new Error(`the crawler ended: ${by.err()}`)))
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

/** Compiling TypeScript is most of the work of a short program: the cache lets the next run skip it. */
const compileCache = fileURLToPath(new URL("../node_modules/.cache/compile", import.meta.url))

const account = { SCREEPS_USERNAME: "bob", SCREEPS_PASSWORD: "secret" }

/** Starts the example in a process of its own, which is killed when the scope closes. */
const start = (args: ReadonlyArray<string>, url?: string): Effect.Effect<Crawler, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file, ...args], {
          stdio: ["ignore", "pipe", "pipe"],
          env: {
            PATH: process.env["PATH"],
            NODE_COMPILE_CACHE: compileCache,
            ...(url === undefined ? {} : { ...account, SCREEPS_URL: url })
          }
        })
        const output = { out: "", err: "" }
        child.stdout.on("data", (more: Buffer) => void (output.out += more.toString()))
        child.stderr.on("data", (more: Buffer) => void (output.err += more.toString()))
        return { child, output, closed: once(child, "close") }
      }),
      ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
    ),
    ({ child, closed, output }) => ({
      out: () => output.out,
      err: () => output.err,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      kill: Effect.promise(async () => {
        child.kill("SIGKILL")
        await gone(child)
      }),
      ended: Effect.map(
        Effect.promise(() => closed),
        () => ({ code: child.exitCode, ...output })
      )
    })
  )

// ---- a server that counts requests, and can hold their responses

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

interface ChunkRequest {
  readonly by: string
  readonly chunk: string
  readonly respond: () => void
  /** Whether the client closed the connection before the response. */
  isLost: boolean
}

/** All requests for chunks, in order of arrival, with the name of the address they were sent to. */
class RequestLog {
  readonly requests: Array<ChunkRequest> = []
  private readonly waiting: Array<ChunkRequest> = []
  /** Decides whether to hold the response to this request; `count` includes it. */
  holds: (chunk: string, count: number) => boolean = () => false

  /** Requests whose response is held. */
  get held(): ReadonlyArray<ChunkRequest> {
    return this.waiting.filter(({ isLost }) => !isLost)
  }

  get lost(): ReadonlyArray<ChunkRequest> {
    return this.requests.filter(({ isLost }) => isLost)
  }

  add(request: ChunkRequest) {
    this.requests.push(request)
    if (this.holds(request.chunk, this.requests.length)) this.waiting.push(request)
    else request.respond()
  }

  readonly release = Effect.sync(() => {
    this.holds = () => false
    for (const { respond } of this.held) respond()
  })
}

/** Serves the world on a port of its own, and returns the address. */
const listen = (world: ScreepsWorld.ScreepsWorld, log: RequestLog, by: string) => {
  const handler = TestServer.handler(world)
  return Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const server = createServer((incoming, outgoing) => {
          const url = new URL(incoming.url ?? "/", "http://screeps.test")
          const respond = async () => {
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
          if (url.pathname !== "/room-history") return void respond()
          const chunk = `${url.searchParams.get("room")} ${url.searchParams.get("time")}`
          const chunkRequest: ChunkRequest = { by, chunk, respond: () => void respond(), isLost: false }
          outgoing.once("close", () => {
            chunkRequest.isLost = !outgoing.writableFinished
          })
          log.add(chunkRequest)
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

/** Checks that each chunk got one response: only requests with a lost response are repeated. */
const checkRequests = (log: RequestLog, wanted: ReadonlyArray<RoomName.RoomName> = rooms) => {
  const responded = log.requests.filter(({ isLost }) => !isLost).map(({ chunk }) => chunk)
  const expected = wanted.flatMap((room) =>
    Array.from({ length: chunks }, (_, i) => `${room} ${from + 20 * i}`)
  )
  assert.deepStrictEqual(responded.toSorted(), expected.toSorted())
}

const checkResult = (out: string, wanted: ReadonlyArray<RoomName.RoomName> = rooms) => {
  for (const room of wanted) {
    assert.include(
      out,
      `${room}, ticks ${from} to ${to}: ${20 * chunks} recorded\n  Bob${rooms.findIndex((one) => one === room)}\n`
    )
  }
}

describe("95_durable-crawl", () => {
  it.live("crawls an in-memory world", () =>
    Effect.gen(function* () {
      const { code, err, out } = yield* (yield* start(["--from", "1200", "--to", "1259"])).ended
      assert.deepStrictEqual({ code, err }, { code: 0, err: "" })
      assert.match(out, /W7N3 3\/3: tick 1240, 20 ticks, 4 creeps/)
      assert.match(out, /W7N3, ticks 1200 to 1259: 60 recorded\n {2}Harvester\d/)
    }).pipe(Effect.scoped)
  )

  it.live("prints its usage for wrong arguments, and rejects future ticks", () =>
    Effect.gen(function* () {
      const [{ code, err, out }, future] = yield* Effect.all([
        (yield* start(["--rooms", "kitchen"])).ended,
        (yield* start(["--to", "9999"])).ended
      ])
      assert.deepStrictEqual({ code, out }, { code: 1, out: "" })
      assert.strictEqual(future.err, "Ticks 9800 to 9999 are not recorded yet. Choose ticks before 1400.\n")
      assert.match(err, /^Usage: node examples\/src\/95_durable-crawl\.ts [^\n]+\n$/)
    }).pipe(Effect.scoped)
  )

  it.live("resumes from SQLite after a kill, and repeats no finished step", () =>
    Effect.gen(function* () {
      const room = rooms[0]
      const log = new RequestLog()
      const url = yield* listen(yield* makeWorld, log, "the crawler")
      const args = ["--store", join(yield* folder, "crawl.sqlite"), "--rooms", room, ...span]
      log.holds = (_chunk, count) => count === 3

      const first = yield* start(args, url)
      yield* until(() => log.held.length === 1, first)
      const meanwhile = yield* (yield* start(args, url)).ended
      assert.deepStrictEqual({ code: meanwhile.code, out: meanwhile.out }, { code: 1, out: "" })
      assert.match(meanwhile.err, /^\S.*database is locked\n$/)
      yield* first.kill
      assert.strictEqual(first.out().match(/tick \d+,/g)?.length, 2)

      const second = yield* (yield* start(args, url)).ended
      assert.deepStrictEqual({ code: second.code, err: second.err }, { code: 0, err: "" })
      checkResult(second.out, [room])
      checkRequests(log, [room])
      assert.deepStrictEqual(
        log.lost.map(({ chunk }) => chunk),
        [`${room} ${from + 40}`]
      )

      const third = yield* (yield* start(args, url)).ended
      checkResult(third.out, [room])
      assert.strictEqual(log.requests.length, chunks + 1)
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(isPostgresMissing)(
    "continues on the other runner after one is killed, on Postgres",
    () =>
      Effect.gen(function* () {
        const store = ["--store", (yield* postgres).url]
        const world = yield* makeWorld
        const log = new RequestLog()
        const runner = Effect.fn(function* (by: string) {
          const [url, port] = [yield* listen(world, log, by), yield* freePort]
          const started = yield* start([...store, "--runner", String(port)], url)
          yield* until(() => started.out().includes("runner on port"), started)
          return started
        })
        const runners = yield* Effect.all({ a: runner("a"), b: runner("b") }, { concurrency: 2 })
        // The responses to each room's second chunk are held: its first is done by then, and no room finishes.
        log.holds = (chunk) => !chunk.endsWith(` ${from}`)
        const url = yield* listen(world, log, "the client")
        const client = yield* start([...store, "--rooms", rooms.join(","), ...span], url)

        // A new runner takes rooms over; it repeats requests that the other one lost.
        const roomsOf = (requests: ReadonlyArray<ChunkRequest>) =>
          new Set(requests.map(({ chunk }) => chunk.split(" ")[0]))
        yield* until(() => roomsOf(log.held).size === rooms.length, client)
        const of = (by: string) => log.held.filter((request) => request.by === by)
        const busy = of("a").length >= of("b").length ? "a" : "b"
        const dying = of(busy)
        yield* runners[busy].kill
        yield* until(() => of(busy).length === 0)
        yield* log.release

        const { code, err, out } = yield* client.ended
        assert.deepStrictEqual({ code, err }, { code: 0, err: "" })
        checkResult(out)
        checkRequests(log)
        assert.isAtLeast(dying.length, rooms.length / 2)
        assert.isTrue(dying.every(({ isLost }) => isLost))
      }).pipe(Effect.scoped),
    120_000
  )
})
