import { assert, describe, it, layer } from "@effect/vitest"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schedule from "effect/Schedule"
import { folder } from "./support/inside.ts"
import { parsed, remains, screeps, scripted, until, world } from "./support/live.ts"

layer(scripted, { excludeTestServices: true })("screeps console", (it) => {
  it.effect("runs one expression and prints its result, as JSON for programs", () =>
    Effect.gen(function* () {
      const text = yield* screeps(["console", "-e", "6 * 7"])
      assert.deepStrictEqual([text.status, text.out, text.err], [0, "42", ""])
      const data = yield* screeps(["console", "--json", "-e", "Memory.settings"])
      assert.deepStrictEqual(parsed(data.out), [{ reserve: 20_000, allies: ["alice"], autoBuild: true }])
      const nothing = yield* screeps(["console", "--json", "-e", "undefined"])
      assert.strictEqual(nothing.out, "null")
    })
  )

  it.effect("exits with 1 and prints the error when the expression throws", () =>
    Effect.gen(function* () {
      const { err, out, status } = yield* screeps(["console", "-e", "nope.x"])
      assert.deepStrictEqual([status, out], [1, ""])
      assert.strictEqual(err, "screeps: ReferenceError: nope is not defined")
    })
  )

  it.effect("runs the lines of standard input in order, and prints their output", () =>
    Effect.gen(function* () {
      const stdin = "var held = 40\nconsole.log('\\x1b[31mred', held)\n\nnope.x\nheld + 2\n"
      const { err, out, status } = yield* screeps(["console"], { stdin })
      const shown = out.split("\n").filter((line) => !line.startsWith("tick "))
      const expected = [
        "= undefined",
        "\\x1b[31mred 40",
        "= undefined",
        "ReferenceError: nope is not defined",
        "= 42"
      ]
      assert.deepStrictEqual(shown.toSorted(), expected.toSorted())
      assert.deepStrictEqual(
        shown.filter((line) => line !== "\\x1b[31mred 40"),
        expected.toSpliced(1, 1)
      )
      assert.deepStrictEqual([status, err], [1, "screeps: 1 line failed"])
    })
  )

  it.effect("prints each line's result as one JSON value", () =>
    Effect.gen(function* () {
      const { out, status } = yield* screeps(["console", "--json"], { stdin: "1\nMemory.settings.reserve" })
      const results = parsed(out).filter(({ kind }) => kind === "result")
      assert.deepStrictEqual(results, [
        { kind: "result", text: "1", expression: "1" },
        { kind: "result", text: "20000", expression: "Memory.settings.reserve" }
      ])
      assert.strictEqual(status, 0)
    })
  )
})

describe("screeps console with markup in its output", () => {
  it.live("prints its colours at a terminal, only its text into pipes, and all of it as JSON", () =>
    Effect.gen(function* () {
      const stdin = `console.log('<font color="red">low</font> \\x1b[2J')\n1\n`
      const shown = (out: string) => out.split("\n").filter((line) => line.includes("low"))
      const painted = yield* screeps(["console"], { stdin, terminal: [80, 24], color: true })
      assert.deepStrictEqual(shown(painted.out), ["\u001B[31mlow\u001B[39m \\x1b[2J"])
      for (const start of [{ stdin }, { stdin, terminal: [80, 24] } as const]) {
        const plain = yield* screeps(["console"], start)
        assert.deepStrictEqual(shown(plain.out), ["low \\x1b[2J"])
      }
      const data = yield* screeps(["console", "--json"], { stdin })
      const texts = parsed(data.out).map(({ text }) => text)
      assert.include(texts, '<font color="red">low</font> \u001B[2J')
    }).pipe(Effect.provide(scripted))
  )
})

describe("screeps console --follow", () => {
  it.live("prints console output until it is interrupted, and then closes the connection", () =>
    Effect.gen(function* () {
      const { out } = yield* until(["console", "--follow", "--json"], ({ out }) => out !== "")
      assert.match(out.split("\n")[0] ?? "", /^\{"kind":"log","text":"tick \d+0: all is well"\}$/)
      const controls = yield* TestServer.Controls
      yield* Effect.repeat(controls.connections, { until: (left) => left.length === 0 })
    }).pipe(Effect.provide(scripted))
  )
})

/** Runs a line that throws, for which the server reports an error on the console. */
const throwing = screeps(["call", "user.console", "--expression", "throw new Error('a\\nb \\x1b[2J')"])

/** Runs an effect again and again while another one runs. */
const during = <A, E, R, R2>(effect: Effect.Effect<unknown, unknown, R2>, other: Effect.Effect<A, E, R>) =>
  Effect.raceFirst(
    Effect.andThen(Effect.repeat(Effect.delay(effect, "1 second"), Schedule.forever), Effect.never),
    other
  )

describe("screeps console --follow with an end", () => {
  it.live("ends after --for with status 0", () =>
    Effect.gen(function* () {
      const { err, status } = yield* screeps(["console", "--follow", "--for", "200ms"])
      assert.deepStrictEqual([err, status], ["", 0])
    }).pipe(Effect.provide(world))
  )

  it.live("ends with status 1 at the first error with --fail-on-error", () =>
    Effect.gen(function* () {
      const args = ["console", "--follow", "--for", "1h", "--fail-on-error"]
      const { err, out, status } = yield* during(throwing, screeps(args))
      assert.strictEqual(out.split("Error: a\nb \\x1b[2J").length, 2)
      assert.deepStrictEqual([err, status], ["screeps: the script reported an error", 1])
    }).pipe(Effect.provide(scripted))
  )

  it.live("ends with status 5 with --fail-on-error if errors may have been missed", () =>
    Effect.gen(function* () {
      const { connections, start, stop } = yield* TestServer.Controls
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* folder}/log`
      const until = (isSo: (many: number) => boolean) =>
        connections.pipe(
          Effect.map((all) => all.filter(({ subscriptions }) => subscriptions.length > 0).length),
          Effect.delay("20 millis"),
          Effect.repeat({ until: isSo })
        )
      const hour = yield* Deferred.make<void>()
      const losing = Effect.gen(function* () {
        // It follows the console as soon as a line is in the file.
        yield* Effect.repeat(
          Effect.delay(
            Effect.orElseSucceed(fs.readFileString(file), () => ""),
            "20 millis"
          ),
          { until: (text) => text !== "" }
        )
        yield* stop
        yield* until((many) => many === 0)
        yield* start
        yield* until((many) => many > 0)
        yield* Deferred.succeed(hour, undefined)
        return yield* Effect.never
      })
      const real = yield* Clock.Clock
      const sleep: Clock.Clock["sleep"] = (time) =>
        Duration.toHours(time) === 1 ? Deferred.await(hour) : real.sleep(time)
      const following = screeps(["console", "--follow", "--for", "1h", "--fail-on-error", "--log", file])
      const { err, status } = yield* Effect.raceFirst(
        losing,
        Effect.provideService(following, Clock.Clock, Object.assign(Object.create(real), { sleep }))
      )
      assert.deepStrictEqual(
        [err, status],
        ["screeps: the connection was lost for a while: errors may have been missed", 5]
      )
    }).pipe(Effect.provide([world, NodeFileSystem.layer]))
  )

  it.live("requires --follow, and a valid duration", () =>
    Effect.gen(function* () {
      const messages = {
        "--for 10s": "--for, --errors and --fail-on-error require --follow",
        "--fail-on-error": "--for, --errors and --fail-on-error require --follow",
        "--errors": "--for, --errors and --fail-on-error require --follow",
        "--follow --for 10":
          'Invalid value for flag --for: "10". Expected: a duration such as 500ms, 10s, 5m or 1h',
        "--follow --for 0s": "Expected: a duration such as 500ms, 10s, 5m or 1h",
        "-e 1 --log x": "--expression cannot be combined with --follow, --log and --error-log"
      }
      for (const [args, message] of Object.entries(messages)) {
        const { err, status } = yield* screeps(["console", ...args.split(" ")])
        assert.include(err, message)
        assert.strictEqual(status, 2)
      }
    }).pipe(Effect.provide(world))
  )
})

describe("screeps console --log", () => {
  it.live("appends output and errors to files, in lines that no text can forge", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = yield* folder
      yield* fs.writeFileString(`${dir}/log`, "earlier\n")
      const files = ["--log", `${dir}/log`, "--error-log", `${dir}/errors`]
      const isEnough = ({ out }: { readonly out: string }) => /all is well/.test(out) && /Error/.test(out)
      yield* during(throwing, until(["console", "--follow", ...files], isEnough))
      const log = yield* fs.readFileString(`${dir}/log`)
      assert.match(log, /^earlier\n\d{4}-\d\d-\d\dT[\d:.]+Z log tick \d+0: all is well\n/)
      assert.notInclude(log, "Error")
      const errors = yield* fs.readFileString(`${dir}/errors`)
      assert.match(errors, /^\d{4}-\d\d-\d\dT[\d:.]+Z error Error: a\n {2}b \\x1b\[2J/)
      assert.notMatch(errors, /all is well/)
      assert.strictEqual((yield* fs.stat(`${dir}/errors`)).mode & 0o777, 0o600)
      const stdin = "6 * 7\n"
      yield* screeps(["console", "--json", "--log", `${dir}/json`], { stdin })
      const entries = parsed((yield* fs.readFileString(`${dir}/json`)).trim())
      const result = entries.find(({ kind }) => kind === "result")
      assert.deepInclude(result, { kind: "result", text: "42", expression: "6 * 7" })
      assert.isString(result?.["time"])
      const folderFails = yield* screeps(["console", "--log", dir], { stdin })
      assert.include(folderFails.err, "screeps: --log: path is not a file: ")
    }).pipe(Effect.provide([scripted, NodeFileSystem.layer]))
  )
})

describe("screeps watch", () => {
  it.live("prints the states of a room as lines of JSON, and exits after --ticks states", () =>
    Effect.gen(function* () {
      const { drawn, out, status } = yield* screeps(["watch", "w7n3", "--ticks", "3"])
      const [first, second, third] = parsed(out)
      assert.deepStrictEqual([first?.["room"], first?.["tick"]], ["W7N3", null])
      assert.strictEqual(Number(third?.["tick"]), Number(second?.["tick"]) + 1)
      assert.include(JSON.stringify(second?.["objects"]), '"name":"Upgrader')
      assert.deepStrictEqual([status, drawn], [0, ""])
    }).pipe(Effect.provide(world))
  )

  it.live("prints changes with their old and new values as JSON with --changes", () =>
    Effect.gen(function* () {
      const { out } = yield* screeps(["watch", "W7N3", "--changes", "--ticks", "4"])
      const [first, ...rest] = parsed(out)
      assert.include(JSON.stringify(first?.["appeared"]), '"type":"controller"')
      assert.isAbove(rest.length, 0)
      assert.notInclude(JSON.stringify(rest.map(({ appeared }) => appeared)), '"type":"controller"')
      assert.match(JSON.stringify(rest), /"type":"creep","fields":\{"[^}]*\[\d+,\d+\]/)
    }).pipe(Effect.provide(world))
  )

  it.live("draws the room on the alternate screen, and restores the terminal when interrupted", () =>
    Effect.gen(function* () {
      const terminal = [80, 24] as const
      const { drawn, out } = yield* until(
        ["watch", "W7N3"],
        ({ drawn }) => /Harvester\d → \d+,\d+/.test(drawn),
        { terminal }
      )
      assert.isTrue(drawn.startsWith("\x1b[?1049h"))
      const frame = drawn.split("\x1b[H").at(-1) ?? ""
      const [title = "", ...rows] = (frame.split("\x1b[?2026l")[0] ?? "").replaceAll("\x1b[K", "").split("\n")
      assert.match(title, /^[#.~]{50} {2}W7N3 {2}tick \d+$/)
      assert.strictEqual(rows.length, 23)
      for (const row of rows) assert.isBelow(row.length, 80)
      assert.match(
        remains(drawn),
        /^W7N3 {2}tick \d+, 3 creeps(, 1 foreign)?, controller 4, \d+ %, [\d ]+ energy\n$/
      )
      assert.strictEqual(out, "")
    }).pipe(Effect.provide(world))
  )

  it.live("prints changes as text at a terminal with --changes", () =>
    Effect.gen(function* () {
      const terminal = [80, 24] as const
      const { drawn, out } = yield* screeps(["watch", "W7N3", "--changes", "--ticks", "3"], {
        terminal
      })
      assert.match(out, /^\? · \d+ objects\n/)
      assert.match(out, /^\d+ · (Upgrader|Harvester|controller|source).* → /m)
      assert.strictEqual(drawn, "")
    }).pipe(Effect.provide(world))
  )

  it.live("exits with 1 for a room that does not exist, and with 2 for an invalid room name", () =>
    Effect.gen(function* () {
      const absent = yield* screeps(["watch", "W99N99"])
      assert.deepStrictEqual([absent.status, absent.out], [1, ""])
      assert.include(absent.err, "invalid room")
      const wrong = yield* screeps(["watch", "here"])
      assert.strictEqual(wrong.status, 2)
      assert.include(wrong.err, "Expected: a room such as W7N3")
    }).pipe(Effect.provide(world))
  )
})

layer(world, { excludeTestServices: true })("screeps map", (it) => {
  it.effect("draws the rooms around a room and their owners, without rooms outside of the world", () =>
    Effect.gen(function* () {
      const { out, status } = yield* screeps(["map", "--radius", "4"])
      const lines = out.split("\n")
      assert.deepStrictEqual(lines[0]?.trim().split(/ +/), ["W10", "W9", "W8", "W7", "W6", "W5", "W4", "W3"])
      assert.match(out, /^ {2}N3 .*\[B4 \w\]/m)
      assert.match(out, /^ {2}N5 .* × \w.* × \w.* × \w/m)
      assert.include(out, "B bob (1)")
      assert.match(lines.at(-1) ?? "", /^W7N3 {2}bob, level 4, \w of density [1-4]$/)
      assert.strictEqual(status, 0)
    })
  )

  it.effect("prints rooms as lines of JSON", () =>
    Effect.gen(function* () {
      const { out } = yield* screeps(["map", "W7N3", "--radius", "1", "--json"])
      const rooms = parsed(out)
      assert.strictEqual(rooms.length, 9)
      const { exists, holding, level, owner, room } = rooms[4] ?? {}
      assert.deepStrictEqual(
        { exists, holding, level, owner, room },
        {
          exists: true,
          holding: "owned",
          level: 4,
          owner: "bob",
          room: "W7N3"
        }
      )
      const far = yield* screeps(["map", "W90N90", "--radius", "1"])
      assert.strictEqual(far.status, 1)
    })
  )
})

describe("screeps market watch", () => {
  it.live("prints the best prices as JSON, or as a table that is drawn in place", () =>
    Effect.gen(function* () {
      const args = ["market", "watch", "energy", "pixel", "--rounds", "1"]
      const { out } = yield* screeps(args)
      assert.deepStrictEqual(
        parsed(out).map(({ resource }) => resource),
        ["energy", "pixel"]
      )
      const { drawn } = yield* screeps(args, { terminal: [80, 24] })
      assert.match(drawn, /resource +best buy +best sell +spread +orders +14 days/)
      assert.match(drawn, /energy .* [▁▂▃▄▅▆▇█]{14}/)
      assert.match(remains(drawn), /^resource/)
    }).pipe(Effect.provide(world))
  )
})

describe("screeps memory watch", () => {
  it.live("prints a value whenever it changes", () =>
    Effect.gen(function* () {
      const args = ["memory", "watch", "ticks", "--as", "number"]
      const { out } = yield* until(args, ({ out }) => out.split("\n").length >= 3)
      const [first = 0, second = 0] = out.split("\n").map(Number)
      assert.isAbove(first, 0)
      assert.isAbove(second, first)
    }).pipe(Effect.provide(world))
  )
})
