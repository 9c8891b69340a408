import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as LabResult from "../src/LabResult.ts"
import * as Report from "../src/Report.ts"
import { collector } from "../src/run/collect.ts"
import { controller, creep, sampleOf } from "./support/samples.ts"

type Plain = (typeof LabResult.LabResult)["Encoded"]

const result: Plain = {
  scenario: "rcl2",
  seed: 1,
  passed: false,
  ended: "failure",
  ticks: 290,
  milestones: [
    { name: "3 creeps", bot: "player", within: 300, status: "passed", tick: 159, seen: "3 creeps" },
    { name: "controller level 2", bot: "player", within: 290, status: "failed", tick: 290, seen: "level 1" },
    { name: "no errors", bot: "player", within: 1000, status: "open", seen: "no error" }
  ],
  bots: [
    {
      name: "player",
      cpu: { mean: 1.5, max: 4 },
      ticksWithoutRun: 0,
      errors: {
        total: 2,
        groups: [
          { count: 1, first: 7, last: 7, text: "TypeError: <x> & \u001b[31m\n    at loop (src/main.ts:3:1)" }
        ]
      },
      console: { total: 1, last: [{ tick: 50, text: 'a "line"' }] }
    }
  ],
  replays: [],
  millis: { start: 1000, world: 100, ticks: 5000 }
}

const passedAt = (tick: number, mean = 1.5): Plain => ({
  ...result,
  milestones: [{ name: "level", bot: "player", within: 300, status: "passed", tick, seen: "" }],
  bots: result.bots.map((bot) => ({ ...bot, cpu: { mean, max: 4 } }))
})

describe("the text of a result", () => {
  it("has the failed milestone, what was seen, and the error with its trace", () => {
    const text = Report.text(result)
    assert.include(text, "Failed: controller level 2: not within 290 ticks (level 1)")
    assert.include(text, "passed  159   300     player  3 creeps")
    assert.include(text, "src/main.ts:3:1")
    assert.include(text, "58 ticks per second")
  })

  it("has stack traces without the frames of the game itself", () => {
    const frames = [
      "    at loop (src/main.ts:3:1)",
      "    at Object.a <runtime> (src/other.ts:9:9)",
      "    at __mainLoop:1:52",
      "    at exports.evalCode (<runtime>:15381:76)"
    ]
    const errors = {
      total: 3,
      groups: [{ count: 3, first: 7, last: 9, text: ["Error: <runtime>", ...frames].join("\n") }]
    }
    const traced = { ...result, bots: result.bots.map((bot) => ({ ...bot, errors })) }
    assert.include(
      Report.text(traced),
      "  3 times, ticks 7 to 9: Error: <runtime>\n      at loop (src/main.ts:3:1)\n      at Object.a <runtime> (src/other.ts:9:9)\n\n"
    )
    assert.notMatch(Report.junit([traced]), /__mainLoop|evalCode/)
  })

  it("names the files with the replay, for each game of a duel", () => {
    const replays = ["out/lab-W1N1.html", "out/lab-W2N1\u001b.html"]
    const lines = "\n\nReplay: out/lab-W1N1.html\nReplay: out/lab-W2N1\\x1b.html\n\nSeed 1; "
    assert.include(Report.text({ ...result, replays }), lines)
    assert.notInclude(Report.text(result), "Replay")
    const { bots, millis, ticks } = result
    const game = { sides: ["a", "b"], reason: "b has no spawn", ticks, scores: {}, bots, millis } as const
    const games = [
      { ...game, replays },
      { ...game, replays: ["second.html"] }
    ]
    const text = Report.duelText({ duel: "d", seed: 1, games })
    assert.include(text, lines)
    assert.include(text, "Replay: second.html\n")
  })

  it("has lines of at most 80 columns, and no control characters", () => {
    const long = "x".repeat(300)
    const text = Report.text({
      ...result,
      scenario: long,
      milestones: [
        { ...passedAt(1).milestones[0], name: long, bot: long, within: 1, status: "passed", seen: "" }
      ]
    })
    const table = text.split("\n").filter((line) => !line.startsWith("Seed"))
    assert.isTrue(
      table.every((line) => line.length <= 80),
      text
    )
    // oxlint-disable-next-line no-control-regex
    assert.notMatch(Report.text(result), /\u001b/)
  })
})

describe("JUnit XML", () => {
  it("has a case per milestone, escaped", () => {
    const xml = Report.junit([result])
    assert.include(xml, '<testsuite name="rcl2" tests="3" failures="1" skipped="1" time="5.000">')
    assert.include(xml, '<testcase classname="rcl2.player" name="3 creeps"/>')
    assert.include(
      xml,
      '<failure message="controller level 2: not within 290 ticks (level 1)">tick 7: TypeError: &lt;x&gt; &amp; '
    )
    assert.include(xml, '<skipped message="no error"/>')
    assert.include(xml, "a &quot;line&quot;")
  })

  it("has a case for the comparison with an earlier result", () => {
    const compared = (before: Plain, after: Plain) =>
      Report.junit([{ ...after, differences: Report.compare(before, after) }])
    const name = 'classname="rcl2" name="not worse than the baseline"'
    assert.include(compared(passedAt(100), passedAt(99)), `<testcase ${name}/>`)
    assert.include(compared(passedAt(100), passedAt(99)), 'tests="2" failures="0"')
    const worse = compared(passedAt(100, 1), passedAt(101, 2))
    assert.include(worse, 'tests="2" failures="1"')
    assert.include(
      worse,
      `<testcase ${name}><failure message="worse than the baseline: player: level (100 before, 101 now)">player: level (100 before, 101 now)\nplayer: mean CPU (1 before, 2 now)</failure></testcase>`
    )
    assert.notInclude(Report.junit([passedAt(100)]), "baseline")
  })

  it("has only characters that XML allows", () => {
    const hostile = { ...result, scenario: "\ud800 \uffff \u0000 ]]> 😀" }
    // oxlint-disable-next-line no-control-regex
    assert.notMatch(Report.junit([hostile]), /[\u0000\uffff]|\ud800(?![\udc00-\udfff])|\]\]>/)
    assert.include(Report.junit([hostile]), "😀")
  })
})

describe("a comparison", () => {
  it("finds nothing between equal results", () => assert.deepStrictEqual(Report.compare(result, result), []))

  it("is worse when a milestone comes later than tolerated", () => {
    const [later] = Report.compare(passedAt(100), passedAt(101))
    assert.deepStrictEqual(later, { what: "player: level", before: 100, after: 101, isWorse: true })
    assert.isFalse(Report.compare(passedAt(100), passedAt(101), { ticks: 0.01 })[0]?.isWorse)
    assert.isFalse(Report.compare(passedAt(100), passedAt(99))[0]?.isWorse)
  })

  it("ignores that a run without errors took longer, but not an error", () => {
    const endedAt = (tick: number, status: "passed" | "failed") => ({
      ...result,
      milestones: [
        { name: "no errors", bot: "player", within: 400, untilEnd: true as const, status, tick, seen: "" }
      ]
    })
    assert.deepStrictEqual(Report.compare(endedAt(315, "passed"), endedAt(355, "passed")), [])
    const [broken] = Report.compare(endedAt(315, "passed"), endedAt(20, "failed"))
    assert.deepInclude(broken, { before: 315, after: undefined, isWorse: true })
  })

  it("is worse when a milestone is not reached any more", () => {
    const missed = {
      ...passedAt(1),
      milestones: [
        {
          ...passedAt(1).milestones[0],
          name: "level",
          bot: "player",
          within: 9,
          seen: "",
          status: "failed" as const,
          tick: 9
        }
      ]
    }
    assert.deepInclude(Report.compare(passedAt(5), missed)[0], { before: 5, after: undefined, isWorse: true })
    assert.deepInclude(Report.compare(missed, passedAt(5))[0], {
      before: undefined,
      after: 5,
      isWorse: false
    })
  })

  it("is worse when the mean CPU is higher than tolerated", () => {
    assert.isTrue(Report.compare(passedAt(1, 1), passedAt(1, 1.6))[0]?.isWorse)
    assert.isFalse(Report.compare(passedAt(1, 1), passedAt(1, 1.5))[0]?.isWorse)
  })
})

describe("collected output", () => {
  it("is bounded, counts everything, and groups errors of one kind", () => {
    const { add, bots } = (() => {
      const made = collector(["player"])
      return { add: made.add, bots: () => made.bots[0] }
    })()
    for (let tick = 1; tick <= 100; tick++) {
      const log = [1, 2, 3].map((i) => ({ kind: "log", text: `${tick}-${i}` }) as const)
      const errors = [{ kind: "error", text: `Error ${"x".repeat(tick % 40)}, id ${tick}` } as const]
      add(sampleOf(tick, [], { console: [...log, ...errors], cpu: tick === 1 ? undefined : 2, dropped: 1 }))
    }
    const bot = bots()
    assert.strictEqual(bot?.console.total, 400)
    assert.lengthOf(bot?.console.last ?? [], 200)
    assert.deepStrictEqual(bot?.console.last.at(-1), { tick: 100, text: "100-3" })
    assert.strictEqual(bot?.errors.total, 100)
    assert.lengthOf(bot?.errors.groups ?? [], 20)
    // Errors that differ in numbers only are of one kind.
    assert.deepStrictEqual(bot?.errors.groups[0], { count: 3, first: 1, last: 81, text: "Error x, id 81" })
    assert.deepStrictEqual([bot?.cpu, bot?.ticksWithoutRun], [{ mean: 2, max: 2 }, 1])
  })
})

describe("a line of JSON", () => {
  it("has the numbers of each bot and its console", () => {
    const sample = sampleOf(3, [controller(2, 5), creep("a")], { console: [{ kind: "log", text: "hi" }] })
    assert.deepStrictEqual(JSON.parse(Report.jsonLine(sample)), {
      tick: 3,
      gameTime: 4,
      objects: { W1N1: 2 },
      bots: {
        player: {
          cpu: 1,
          bucket: 10_000,
          creeps: 1,
          energy: 0,
          controllers: [{ room: "W1N1", level: 2, progress: 5 }],
          console: [{ kind: "log", text: "hi" }]
        }
      }
    })
  })
})

describe("a saved result", () => {
  it.effect("is read again", () =>
    Effect.gen(function* () {
      const text = yield* Schema.encodeEffect(LabResult.Json)(result)
      assert.deepStrictEqual(yield* Schema.decodeEffect(LabResult.Json)(text), result)
    })
  )
})
