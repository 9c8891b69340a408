import { assert, layer } from "@effect/vitest"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { execFileSync } from "node:child_process"
import { folder } from "./support/inside.ts"
import { parsed, remains, screeps, world } from "./support/live.ts"

// The sample world starts at tick 1000 and has run 60 ticks when a test starts.
const span = ["W7N3", "1000", "1059"]

const outcomes = (out: string) => parsed(out).map(({ base, chunk }) => [base, chunk])

layer(world, { excludeTestServices: true })("screeps history download", (it) => {
  it.effect("downloads each chunk once, and damaged ones again", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = yield* folder
      const download = (...more: ReadonlyArray<string>) =>
        screeps(["history", "download", ...more, "--folder", dir, "--json"])
      const part = yield* download("W7N3", "1020", "1039")
      assert.deepStrictEqual(outcomes(part.out), [[1020, "downloaded"]])
      const all = yield* download(...span)
      assert.deepStrictEqual(outcomes(all.out), [
        [1000, "downloaded"],
        [1020, "kept"],
        [1040, "downloaded"]
      ])
      const files = (yield* fs.readDirectory(dir, { recursive: true })).filter((file) =>
        file.endsWith(".json")
      )
      assert.strictEqual(files.length, 3)
      const [file = ""] = files.filter((name) => name.includes("1040"))
      assert.match(file, /^127\.0\.0\.1_\d+\/room-history\/W7N3\/1040\+20\.json$/)
      const chunk = yield* fs.readFileString(`${dir}/${file}`)
      assert.strictEqual(JSON.parse(chunk).base, 1040)
      yield* fs.writeFileString(`${dir}/${file}`, chunk.slice(0, 100))
      const again = yield* download(...span)
      assert.deepStrictEqual(outcomes(again.out), [
        [1000, "kept"],
        [1020, "kept"],
        [1040, "downloaded"]
      ])
      assert.strictEqual(yield* fs.readFileString(`${dir}/${file}`), chunk)
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("writes through no link, and does not wait for a pipe in the place of a chunk", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = yield* folder
      const download = screeps(["history", "download", "W7N3", "1020", "1039", "--folder", dir, "--json"])
      yield* download
      const [name = ""] = (yield* fs.readDirectory(dir, { recursive: true })).filter((file) =>
        file.endsWith("1020+20.json")
      )
      const chunk = `${dir}/${name}`
      const text = yield* fs.readFileString(chunk)
      const other = `${dir}/other`
      yield* fs.writeFileString(other, "mine")
      yield* fs.remove(chunk)
      yield* fs.symlink(other, `${chunk}.part`)
      assert.deepStrictEqual(outcomes((yield* download).out), [[1020, "downloaded"]])
      assert.strictEqual(yield* fs.readFileString(other), "mine")
      assert.strictEqual(yield* fs.readFileString(chunk), text)
      if (process.platform === "win32") return
      yield* fs.remove(chunk)
      execFileSync("mkfifo", [chunk])
      const { err, status } = yield* download
      assert.strictEqual(status, 1)
      assert.include(err, "1020+20.json cannot be read: it is not a regular file")
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("draws a progress bar within the terminal's width, and prints the folder", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const args = ["history", "download", "W7N3", "960", "1059", "--folder", dir]
      const { drawn, out } = yield* screeps(args, { terminal: [60, 24] })
      const bars = drawn
        .trim()
        .split("\r")
        .filter((bar) => bar !== "")
      assert.strictEqual(bars.length, 5)
      for (const bar of bars) assert.isBelow(bar.replace("\x1b[K", "").trimEnd().length, 60)
      assert.match(bars.at(-1)?.replace("\x1b[K", "") ?? "", /^W7N3 █+ 5\/5 chunks {2}3 new, 2 missing$/)
      assert.strictEqual(out, `history of W7N3 from tick 960 to 1059 saved in ${dir}`)
      const piped = yield* screeps(args)
      assert.deepStrictEqual([piped.drawn, piped.out], ["", `${out}: 0 new, 3 kept, 2 missing`])
    }).pipe(Effect.scoped)
  )

  it.effect("exits with 1 without recorded history, and with 2 if the first tick is after the last", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const nothing = yield* screeps(["history", "download", "W7N3", "100", "119", "--folder", dir])
      assert.deepStrictEqual([nothing.status, nothing.out], [1, ""])
      assert.include(nothing.err, "no history of W7N3 is recorded from tick 100 to 119")
      const wrong = yield* screeps(["history", "download", "W7N3", "1059", "1000"])
      assert.strictEqual(wrong.status, 2)
    }).pipe(Effect.scoped)
  )
})

layer(world, { excludeTestServices: true })("screeps history play", (it) => {
  it.effect("prints the state of each tick, and the missing ticks as gaps", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const { out, status } = yield* screeps(["history", "play", "W7N3", "980", "1019", "--folder", dir])
      const [gap, ...states] = parsed(out)
      assert.deepStrictEqual(gap, { room: "W7N3", gap: { from: 980, to: 999 } })
      assert.deepStrictEqual(
        states.map(({ tick }) => tick),
        Array.from({ length: 20 }, (_, i) => 1000 + i)
      )
      assert.strictEqual(status, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("exits with 1 if no tick is recorded", () =>
    Effect.gen(function* () {
      const args = ["history", "play", "W7N3", "100", "139", "--folder", yield* folder]
      const { err, out, status } = yield* screeps(args)
      assert.deepStrictEqual(parsed(out), [
        { room: "W7N3", gap: { from: 100, to: 119 } },
        { room: "W7N3", gap: { from: 120, to: 139 } }
      ])
      assert.deepStrictEqual(
        [err, status],
        ["screeps: no history of W7N3 is recorded from tick 100 to 139", 1]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("draws history like a live room", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const args = ["history", "play", ...span, "--folder", dir, "--speed", "1000"]
      const { drawn } = yield* screeps(args, { terminal: [100, 30] })
      assert.isTrue(drawn.startsWith("\x1b[?1049h"))
      assert.match(drawn, /[#.~]{50} {2}W7N3 {2}tick 1059/)
      assert.match(remains(drawn), /^W7N3 {2}tick 1059, 3 creeps/)
      assert.include(drawn, "\n\x1b[K21 more rows: make the window taller, or use --changes")
    }).pipe(Effect.scoped)
  )
})
