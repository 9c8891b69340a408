/** `screeps stats`: its check, what it serves and prints, and the files for containers. */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { freePort } from "@screeps-effect/fixtures/process"
import { Containers } from "@screeps-effect/stats"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { historyName } from "../src/commands/stats/serve.ts"
import { folder } from "./support/inside.ts"
import { environment, parsed, screeps, until, world } from "./support/live.ts"

const read = (url: string) =>
  Effect.promise(() =>
    fetch(url).then(
      (response) => response.text(),
      () => ""
    )
  )

describe("screeps stats --check", () => {
  it.live("reads every source once and shows it as a table", () =>
    Effect.gen(function* () {
      const { err, out, status } = yield* screeps([
        "stats",
        "--check",
        "--memory",
        "settings",
        "--market",
        "energy"
      ])
      assert.deepStrictEqual([status, err], [0, ""])
      const rows = out.split("\n").map((line) => line.split(/ {2,}/u))
      assert.deepStrictEqual(rows[0]?.slice(0, 4), ["account", "source", "which", "every"])
      assert.isTrue(
        rows.some((row) => row.join("|").startsWith("bob|memory|settings|5s|17280|2|ok")),
        out
      )
      assert.isTrue(
        rows.some((row) => row.join("|").startsWith("bob|room|W7N3|pushed|0|")),
        out
      )
    }).pipe(Effect.provide(world))
  )

  it.live("prints JSON for programs, and no samples", () =>
    Effect.gen(function* () {
      const { out, status } = yield* screeps(["stats", "--check", "--json", "--every", "20"])
      assert.strictEqual(status, 0)
      const account = parsed(out).find(({ source }) => source === "account")
      assert.include(account, { account: "bob", everySeconds: 60, requestsPerDay: 1440, values: 8 })
      assert.notProperty(account, "samples")
    }).pipe(Effect.provide(world))
  )

  it.live("exits with 1 and names the sources that could not be read", () =>
    Effect.gen(function* () {
      const { err, out, status } = yield* screeps(["stats", "--check"], {
        env: { SCREEPS_PASSWORD: "wrong" }
      })
      assert.strictEqual(status, 1)
      assert.match(err, /of \d+ sources could not be read: .*bob account/u)
      assert.include(out, "Unauthorized")
    }).pipe(Effect.provide(world))
  )

  it.live("rejects options that are not valid before anything is requested", () =>
    Effect.gen(function* () {
      const message = (...args: ReadonlyArray<string>) =>
        Effect.map(screeps(["stats", "--check", ...args]), ({ err, status }) => `${status} ${err}`)
      assert.match(yield* message("--segment", "100"), /^2 .*segments/su)
      assert.match(yield* message("--every", "0"), /^2 .*every/su)
      assert.include(yield* message("--otlp-headers-file", "x"), "--otlp-headers-file requires --otlp")
      assert.include(yield* message("--listen", "nowhere"), "an address with a port")
      assert.include(yield* message("--otlp", "file:///etc/passwd"), "an http or https address")
    }).pipe(Effect.provide(world))
  )
})

describe("screeps stats", () => {
  it.live("serves metrics to Prometheus until it is interrupted", () =>
    Effect.gen(function* () {
      const address = `127.0.0.1:${yield* freePort}`
      let text: string | undefined
      const watching = Effect.map(
        Effect.repeat(Effect.delay(read(`http://${address}/metrics`), "50 millis"), {
          until: (body) =>
            body.includes("screeps_room_controller_level") && body.includes("screeps_gcl_level")
        }),
        (body) => (text = body)
      )
      const running = until(["stats", "--listen", address], () => text !== undefined)
      const [{ err, out }] = yield* Effect.all([running, watching], { concurrency: 2 })
      assert.deepStrictEqual([out, err], [`http://${address}/  for Prometheus: metrics`, ""])
      assert.include(text ?? "", 'screeps_room_controller_level{room="W7N3",account="bob"} 4')
      assert.strictEqual(yield* read(`http://${address}/metrics`), "")
    }).pipe(Effect.provide(world))
  )

  it.live("serves a page with the numbers at /", () =>
    Effect.gen(function* () {
      const address = `127.0.0.1:${yield* freePort}`
      let page: string | undefined
      const watching = Effect.gen(function* () {
        const names = Effect.delay(read(`http://${address}/history?range=hour`), "50 millis")
        yield* Effect.repeat(names, { until: (body) => body.includes('"times":[') })
        page = yield* read(`http://${address}/`)
      })
      const running = until(["stats", "--listen", address], () => page !== undefined)
      yield* Effect.all([running, watching], { concurrency: 2 })
      assert.match(page ?? "", /^<!doctype html>/u)
    }).pipe(Effect.provide(world))
  )

  it.live("keeps the numbers in the state folder, apart from those of other servers", () =>
    Effect.gen(function* () {
      const state = yield* folder
      const port = yield* freePort
      const address = `127.0.0.1:${port}`
      let isServed = false
      const watching = Effect.repeat(
        Effect.delay(read(`http://${address}/history?range=hour`), "50 millis"),
        {
          until: (body) => (isServed = body.includes('"times":['))
        }
      )
      const start = { env: { XDG_STATE_HOME: state } }
      const running = until(["stats", "--listen", address], () => isServed, start)
      yield* Effect.all([running, watching], { concurrency: 2 })
      const one = (yield* environment).SCREEPS_URL
      const other = "https://screeps.com"
      assert.deepStrictEqual(readdirSync(join(state, "screeps")), [historyName(port, [one])])
      assert.notStrictEqual(historyName(port, [one]), historyName(port, [other]))
      assert.strictEqual(historyName(port, [one, other]), historyName(port, [other, one, other]))
    }).pipe(Effect.scoped, Effect.provide([world, NodeFileSystem.layer]))
  )

  it.live("writes the page of one reading to a file, and ends", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "colony.html")
      const { out, status } = yield* screeps(["stats", "--html", file])
      assert.deepStrictEqual([out, status], [file, 0])
      const text = readFileSync(file, "utf8")
      const [, data = ""] = /<script type="application\/json" id="ranges">([^<]*)</u.exec(text) ?? []
      const { hour }: { hour: { series: Array<{ name: string; values: Array<number | null> }> } } =
        JSON.parse(data)
      const level = hour.series.find(({ name }) => name === "screeps_room_controller_level")
      assert.strictEqual(level?.values.at(-1), 4)
    }).pipe(Effect.scoped, Effect.provide([world, NodeFileSystem.layer]))
  )

  it.live("prints lines of JSON", () =>
    Effect.gen(function* () {
      const args = ["stats", "--listen", "off", "--json", "--interval", "100ms"]
      const { out } = yield* until(args, ({ out }) => out.includes("screeps_gcl_level"))
      const level = parsed(out).find(({ name }) => name === "screeps_gcl_level")
      assert.deepInclude(level, { labels: { account: "bob" }, value: 2 })
    }).pipe(Effect.provide(world))
  )

  it.live("shows its state in one line at a terminal", () =>
    Effect.gen(function* () {
      const args = ["stats", "--listen", "off"]
      const isEnough = ({ drawn }: { readonly drawn: string }) =>
        / 0 failing|sources, \d+ series/u.test(drawn)
      const { drawn } = yield* until(args, isEnough, { terminal: [80, 24] })
      assert.match(drawn, /^\d+ sources, \d+ series/u)
    }).pipe(Effect.provide(world))
  )
})

describe("screeps stats init", () => {
  it.live("writes the files for containers, the one for secrets readable by the user only", () =>
    Effect.gen(function* () {
      const target = join(yield* folder, "monitoring")
      const { out, status } = yield* screeps(["stats", "init", target, "--json"])
      assert.strictEqual(status, 0)
      const expected = Containers.files({ version: "1.2.3" })
      assert.lengthOf(parsed(out), expected.length)
      for (const { path, text } of expected)
        assert.strictEqual(readFileSync(join(target, path), "utf8"), text)
      assert.strictEqual(statSync(join(target, "screeps.yaml")).mode & 0o777, 0o600)
    }).pipe(Effect.scoped, Effect.provide([world, NodeFileSystem.layer]))
  )

  it.live("replaces no file", () =>
    Effect.gen(function* () {
      const target = yield* folder
      const fs = yield* FileSystem.FileSystem
      yield* fs.writeFileString(join(target, "screeps.yaml"), "mine")
      const { err, status } = yield* screeps(["stats", "init", target])
      assert.strictEqual(status, 1)
      assert.include(err, "nothing was written")
      assert.deepStrictEqual(yield* fs.readDirectory(target), ["screeps.yaml"])
    }).pipe(Effect.scoped, Effect.provide([world, NodeFileSystem.layer]))
  )
})
