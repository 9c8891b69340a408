/** `screeps stats` as a process of its own: its values compared with the server's, and a server that goes away. */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Auth from "@screeps-effect/api/Auth"
import * as Code from "@screeps-effect/api/Code"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import { freePort } from "@screeps-effect/fixtures/process"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { inject } from "vitest"
import { stopBackend } from "./socket/support/backend.ts"
import { eventually, evaluate, settle } from "./support/world.ts"
import * as RealServer from "./support/server.ts"

const bin = fileURLToPath(new URL("../../cli/src/bin.ts", import.meta.url))
const username = "bob"
const password = "bobs secret"

/** Writes a new random number in every tick, as an object and as text, and keeps the last ones with their ticks. */
const main = `module.exports.loop = () => {
  const value = Math.floor(Math.random() * 1e9)
  Memory.stats = { tick: Game.time, value, cpu: { limit: Game.cpu.limit } }
  Memory.text = JSON.stringify({ tick: Game.time, value })
  Memory.kept = (Memory.kept || []).slice(-600)
  Memory.kept.push([Game.time, value])
}`

const server = Layer.merge(RealServer.layer({ tickRate: 200 }), FetchHttpClient.layer)

const asBob = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.provide(
    program,
    Layer.fresh(
      ScreepsClient.layerNoDeps().pipe(
        Layer.provide(Credentials.layerPassword({ username, password: Redacted.make(password) }))
      )
    )
  )

/** Starts the command; returns the function that reads one series by the beginning of its line. */
const startExporter = (url: string) =>
  Effect.gen(function* () {
    const port = yield* freePort
    const home = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "screeps-stats-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true }))
    )
    const args = [
      "stats",
      "--listen",
      `127.0.0.1:${port}`,
      "--every",
      "1",
      "--memory",
      "stats",
      "--memory",
      "text"
    ]
    yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, ["--disable-warning=ExperimentalWarning", bin, ...args], {
          cwd: home,
          env: {
            PATH: process.env["PATH"],
            HOME: home,
            SCREEPS_URL: url,
            SCREEPS_USERNAME: username,
            SCREEPS_PASSWORD: password
          },
          stdio: "ignore"
        })
      ),
      (child) => Effect.sync(() => child.kill("SIGTERM"))
    )
    const scrape = Effect.promise(() =>
      fetch(`http://127.0.0.1:${port}/metrics`).then(
        (response) => response.text(),
        () => ""
      )
    )
    return Effect.map(scrape, (text) => {
      const series = new Map(
        text.split("\n").flatMap((line) => {
          const [, name, value] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
          return name === undefined ? [] : [[name, Number(value)] as const]
        })
      )
      const find = (name: string, ...labels: ReadonlyArray<string>) =>
        [...series].find(
          ([key]) => key.startsWith(`${name}{`) && labels.every((label) => key.includes(label))
        )?.[1]
      const memory = (path: string) => find("screeps_memory_value", `path="${path}"`)
      return { find, memory }
    })
  })

const Kept = Schema.Array(Schema.Tuple([Schema.Int, Schema.Int]))

describe.skipIf(inject("whyNot") !== "")("screeps stats on the game's own server", () => {
  it.live(
    "has the script's values, a gap while the server is away, and values again when it is back",
    () =>
      Effect.gen(function* () {
        const { url } = yield* PrivateServer.PrivateServer
        yield* Effect.provide(
          Register.submit({ username, password: Redacted.make(password), email: "bob@example.com" }),
          Layer.fresh(ScreepsClient.layerNoDeps().pipe(Layer.provide(Credentials.layerGuest)))
        )
        const user = yield* asBob(
          Effect.gen(function* () {
            yield* settle
            yield* Code.set({ branch: "default", modules: { main } })
            return (yield* Auth.me())._id
          })
        )
        const kept = Effect.map(
          evaluate(Kept, `storage.env.get('memory:${user}').then((text) => JSON.parse(text).kept)`),
          (list) => new Map(list)
        )
        const read = yield* startExporter(url)
        yield* eventually(read, ({ memory }) => memory("text.tick") !== undefined, "the first values")

        /** Reads values until `count` different ticks were seen, and compares every tenth with the server's. */
        const compare = (count: number) =>
          Effect.gen(function* () {
            let [seen, compared, last] = [0, 0, 0]
            yield* eventually(
              Effect.gen(function* () {
                const { memory } = yield* read
                const tick = memory("text.tick")
                if (tick === undefined || tick === last) return seen
                assert.isAbove(tick, last)
                last = tick
                seen += 1
                if (seen % 10 !== 0) return seen
                const server = yield* kept
                assert.strictEqual(memory("text.value"), server.get(tick), `tick ${tick}`)
                const older = memory("stats.tick")
                assert.isDefined(older)
                assert.strictEqual(memory("stats.value"), server.get(older ?? 0), `object of tick ${older}`)
                assert.strictEqual(memory("stats.cpu.limit"), 100)
                compared += 1
                return seen
              }),
              (all) => all >= count,
              `${count} ticks`,
              "60 seconds"
            )
            return { compared, last }
          })

        const before = yield* compare(20)
        assert.strictEqual(before.compared, 2)
        const atFirst = yield* read
        assert.strictEqual(atFirst.find("screeps_room_controller_level"), 1)
        assert.strictEqual(atFirst.find("screeps_socket_ready"), 1)

        const resume = yield* stopBackend
        const away = yield* eventually(
          Effect.tap(read, ({ memory }) =>
            Effect.sync(() => assert.isAtLeast(memory("text.tick") ?? before.last, before.last))
          ),
          ({ memory }) => memory("text.tick") === undefined,
          "the values are gone",
          "60 seconds"
        )
        assert.isUndefined(away.memory("text.value"))
        yield* eventually(read, ({ memory }) => memory("stats.value") === undefined, "all values are gone")
        const gone = yield* read
        assert.isUndefined(gone.find("screeps_cpu_used"))
        assert.strictEqual(gone.find("screeps_socket_ready"), 0)
        const seenAt = gone.find("screeps_last_seen_seconds", 'item="text"') ?? 0
        assert.isBelow(seenAt, Date.now() / 1000 - 20)

        yield* resume
        // Over HTTP at first: a socket waits up to 36 seconds between two attempts.
        yield* eventually(
          read,
          ({ memory }) => memory("text.tick") !== undefined,
          "values again",
          "90 seconds"
        )
        yield* eventually(
          read,
          ({ find }) => find("screeps_socket_ready") === 1,
          "the socket is connected again",
          "90 seconds"
        )
        const after = yield* compare(20)
        assert.isAbove(after.last, before.last)
        assert.strictEqual(after.compared, 2)
        assert.strictEqual((yield* read).find("screeps_socket_ready"), 1)
      }).pipe(Effect.scoped, Effect.provide(server)),
    300_000
  )
})
