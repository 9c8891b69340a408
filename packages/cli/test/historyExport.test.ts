/** `screeps history export`: the file, its states, and why it was not written. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Collector from "@screeps-effect/collector/Collector"
import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
import * as Server from "@screeps-effect/api/Server"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as SqlClient from "effect/sql/SqlClient"
import { folder } from "./support/inside.ts"
import { parsed, screeps, world } from "./support/live.ts"

/** Returns the ticks of the parts of a page. */
const ticksOf = (page: string) => [...page.matchAll(/ data-ticks="([\d,-]+)"/g)].map(([, ticks]) => ticks)

const filesIn = (dir: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readDirectory(dir)).pipe(
    Effect.provide(NodeServices.layer)
  )

/** An address at which nobody listens. */
const away = "http://127.0.0.1:1"

/** Collects ticks 1000 to 1059 into a file, as if from a server that is away now. */
const collected = Effect.gen(function* () {
  const { url } = yield* Server.Server
  const file = join(yield* folder, "world.sqlite")
  const account = ScreepsClient.layer({ url, ...SampleWorld.account })
  const history = { room: "W7N3", from: 1000, to: 1059 } as const
  const plan = { shards: [{ rooms: ["W7N3"], terrain: true, histories: [history] }] } as const
  yield* Effect.gen(function* () {
    yield* Collector.drain({ accounts: [account], plan })
    const sql = yield* SqlClient.SqlClient
    for (const table of ["histories", "terrain", "users"])
      yield* sql`UPDATE ${sql(`collected_${table}`)} SET server = ${away}`
  }).pipe(Effect.provide(NodeSqlite.layer(file)))
  return file
})

layer(world, { excludeTestServices: true })("screeps history export", (it) => {
  it.effect("writes a page with the recorded states, and says which are missing", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const file = join(dir, "battle.html")
      const args = ["history", "export", "W7N3", "990..1039", "--html", "--output", file, "--folder", dir]
      const { out, status } = yield* screeps([...args, "--json"])
      const page = readFileSync(file, "utf8")
      assert.deepStrictEqual(
        [status, parsed(out)],
        [
          0,
          [
            {
              room: "W7N3",
              from: 990,
              to: 1039,
              file,
              states: 40,
              missing: 10,
              bytes: Buffer.byteLength(page)
            }
          ]
        ]
      )
      assert.deepStrictEqual(ticksOf(page), ["1000-1039"])
      assert.include(page, `"username":"${SampleWorld.account.username}"`)
      const again = yield* screeps(args)
      assert.deepStrictEqual([again.status, again.err], [1, `screeps: nothing was written: ${file} exists`])
      assert.strictEqual(readFileSync(file, "utf8"), page)
    }).pipe(Effect.scoped)
  )

  it.effect("names the file after the room and the ticks", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const before = process.cwd()
      process.chdir(dir)
      const { out } = yield* Effect.ensuring(
        screeps(["history", "export", "w7n3", "1000", "1019", "--html"]),
        Effect.sync(() => process.chdir(before))
      )
      assert.match(out, /^W7N3-1000-1019\.html: ticks 1000 to 1019 of W7N3, 0\.\d MB$/)
      assert.deepStrictEqual(ticksOf(readFileSync(join(dir, "W7N3-1000-1019.html"), "utf8")), ["1000-1019"])
    }).pipe(Effect.scoped)
  )

  it.effect("writes no file if nothing is recorded, without a format, and for invalid ranges", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const run = (...args: ReadonlyArray<string>) =>
        screeps(["history", "export", "W7N3", ...args, "--output", join(dir, "x.html"), "--folder", dir])
      const nothing = yield* run("100..139", "--html")
      assert.deepStrictEqual(
        [nothing.status, nothing.err],
        [1, "screeps: no history of W7N3 is recorded from tick 100 to 139"]
      )
      const noFormat = yield* run("1000..1019")
      assert.deepStrictEqual([noFormat.status, noFormat.err], [2, "screeps: pass a format: --html"])
      for (const [range, message] of [
        [["1019..1000"], "the first tick (1019) is after the last tick (1000)"],
        [["1000..1019", "1030"], "pass the last tick once: 1019 or 1030"],
        [["1000-1019"], "a tick such as 1000, or a range such as 1000..2000"]
      ] as const) {
        const { err, status } = yield* run(...range, "--html")
        assert.strictEqual(status, 2)
        assert.include(err, message)
      }
      assert.deepStrictEqual(yield* filesIn(dir), [])
    }).pipe(Effect.scoped)
  )

  it.effect("reads the file of a Collector, also when the server is away", () =>
    Effect.gen(function* () {
      const database = yield* collected
      const dir = yield* folder
      const file = join(dir, "stored.html")
      const args = [
        "history",
        "export",
        "W7N3",
        "1010..1079",
        "--html",
        "--output",
        file,
        "--database",
        database
      ]
      const { out, status } = yield* screeps([...args, "--json"], { env: { SCREEPS_URL: away } })
      const [summary] = parsed(out)
      assert.deepStrictEqual([status, summary?.["states"], summary?.["missing"]], [0, 50, 20])
      const page = readFileSync(file, "utf8")
      assert.deepStrictEqual(ticksOf(page), ["1010-1059"])
      assert.include(page, `"username":"${SampleWorld.account.username}"`)
    }).pipe(Effect.scoped)
  )

  it.effect("takes the last collected ticks if no range is given", () =>
    Effect.gen(function* () {
      const database = yield* collected
      const file = join(yield* folder, "last.html")
      const args = ["history", "export", "W7N3", "--html", "--output", file, "--database", database, "--json"]
      const { err, out, status } = yield* screeps([...args, "--last", "30"], { env: { SCREEPS_URL: away } })
      assert.deepStrictEqual([err, status], ["", 0])
      const [summary] = parsed(out)
      assert.deepStrictEqual([summary?.["from"], summary?.["to"], summary?.["missing"]], [1030, 1059, 0])
      const outside = yield* screeps(args.toSpliced(3, 0, "1100..1105"), { env: { SCREEPS_URL: away } })
      assert.include(outside.err, "world.sqlite has ticks 1000 to 1059 of W7N3, but none from 1100 to 1105")
      const other = yield* screeps(args.with(2, "W1N1"), { env: { SCREEPS_URL: away } })
      assert.match(other.err, /world\.sqlite has no history of W1N1 on /)
    }).pipe(Effect.scoped)
  )

  it.effect("leaves out a damaged chunk of a Collector, and says which one", () =>
    Effect.gen(function* () {
      const database = yield* collected
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE collected_histories SET chunk = ${new Uint8Array([31, 139, 8])} WHERE base = 1020`
      }).pipe(Effect.provide(NodeSqlite.layer(database)))
      const file = join(yield* folder, "stored.html")
      const args = ["history", "export", "W7N3", "--html", "--output", file, "--database", database]
      const { err, out, status } = yield* screeps(args, { env: { SCREEPS_URL: away } })
      assert.deepStrictEqual(
        [status, err],
        [
          0,
          `Warning: the row of ${away} W7N3 at tick 1020 in collected_histories is damaged: it is not complete gzip data`
        ]
      )
      assert.include(out, "ticks 1000 to 1059 of W7N3, 20 missing")
      assert.deepStrictEqual(ticksOf(readFileSync(file, "utf8")), ["1000-1019,1040-1059"])
    }).pipe(Effect.scoped)
  )

  it.effect("says why the file of a Collector cannot be read", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const text = join(dir, "notes.txt")
      writeFileSync(
        text,
        "not a database, but a text of more than a hundred characters, so that SQLite looks at its first page. ".repeat(
          9
        )
      )
      const empty = join(dir, "empty.sqlite")
      writeFileSync(empty, "")
      const run = (database: string) =>
        screeps([
          "history",
          "export",
          "W7N3",
          "1000..1019",
          "--html",
          "--output",
          join(dir, "x.html"),
          "--database",
          database
        ])
      const missing = yield* run(join(dir, "missing.sqlite"))
      assert.deepStrictEqual(
        [missing.status, missing.err],
        [1, `screeps: ${join(dir, "missing.sqlite")} does not exist`]
      )
      for (const file of [text, empty]) {
        const { err, status } = yield* run(file)
        assert.strictEqual(status, 1)
        assert.match(err, /^screeps: \S+ cannot be read as a database of the Collector: ./)
      }
      assert.isFalse((yield* filesIn(dir)).includes("x.html"))
    }).pipe(Effect.scoped)
  )
})
