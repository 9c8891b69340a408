import { assert, describe, it } from "@effect/vitest"
import * as Checker from "../src/check.ts"
import { apply, type Edit, ofText, ofValue } from "../src/edits.ts"
import { minimise } from "../src/minimise.ts"
import * as Random from "../src/random.ts"
import type { Case, Prepared, Target } from "../src/target.ts"
import { byName, names } from "../src/targets/index.ts"
import { quoted, render, repeat } from "../src/text.ts"

describe("the inputs of a seed", () => {
  it.each(names.filter((name) => name !== "servers"))("are the same each time: %s", async (name) => {
    const target = await byName(name)
    const make = (seed: string) =>
      Array.from({ length: 20 }, (_, i) => target.make(Random.make(`${seed}/${name}/${i}`)))
    assert.deepStrictEqual(make("1"), make("1"))
    assert.notDeepEqual(make("1"), make("2"))
  })
  it("survive a file: they are JSON", async () => {
    const target = await byName("frames")
    for (let i = 0; i < 50; i++) {
      const input = target.make(Random.make(`json/${i}`))
      assert.deepStrictEqual(JSON.parse(JSON.stringify(input)), input)
    }
  })
})

describe("an edit", () => {
  const value = { list: [{ price: 1 }], name: "x" }
  const edited = (...edits: ReadonlyArray<Edit>) => apply(value, edits).toString()
  it("sets, removes, renames and adds what JSON cannot hold, too", () => {
    assert.strictEqual(
      edited(
        { edit: "set", path: ["list", 0, "price"], json: "1e999" },
        { edit: "rename", path: ["name"], to: "__proto__" },
        { edit: "add", path: ["list"], key: "", json: [repeat("[", 2), repeat("]", 2)] }
      ),
      '{"list":[{"price":1e999},[[]]],"__proto__":"x"}'
    )
    assert.strictEqual(edited({ edit: "remove", path: ["list", 0] }), '{"list":[],"name":"x"}')
    assert.strictEqual(edited({ edit: "list", path: ["list"] }), '{"list":{"0":{"price":1}},"name":"x"}')
  })
  it("changes the text", () => {
    assert.strictEqual(edited({ edit: "cut", at: 0.5 }).length, Math.floor(JSON.stringify(value).length / 2))
    assert.strictEqual(edited({ edit: "byte", at: 0, value: 91 }).at(0), "[")
    assert.strictEqual(edited({ edit: "whole", text: "x" }, { edit: "twice" }), "xx")
  })
  it("leaves alone what an earlier edit removed, and the original", () => {
    const before = structuredClone(value)
    const edits: ReadonlyArray<Edit> = [
      { edit: "remove", path: ["list"] },
      { edit: "set", path: ["list", 0, "price"], json: "2" }
    ]
    assert.strictEqual(edited(...edits), '{"name":"x"}')
    assert.deepStrictEqual(value, before)
  })
  it("can be applied to every value", () => {
    const random = Random.make("edits")
    for (let i = 0; i < 500; i++) {
      const base = random.pick<unknown>([value, [], null, "text", 1, { a: { b: [[1]] } }])
      assert.instanceOf(apply(base, [ofValue(random, base), ofText(random)]), Buffer)
    }
  })
})

describe("a text in short form", () => {
  it("is written out", () => {
    assert.strictEqual(render(["a", repeat("bc", 3)]), "abcbcbc")
    assert.strictEqual(render(quoted(['"', repeat("\n", 2)])), '"\\"\\n\\n"')
  })
})

interface Numbers extends Case {
  readonly edits: ReadonlyArray<number>
}
const target = (run: Prepared["run"]): Target<Numbers> => ({
  name: "numbers",
  make: () => ({ edits: [] }),
  size: () => 1,
  prepare: () => ({ bytes: 0, run })
})
/** A meter whose runs take this much processor time, one after another, and which waits for no limit. */
const meterOf = (...runs: ReadonlyArray<number>): Checker.Meter => {
  // It is read before and after each run.
  const readings = runs.flatMap((millis) => [0, millis])
  return { processorTime: () => readings.shift() ?? 0, after: () => () => {} }
}
const limits: Checker.Limits = { stall: 200, perMegabyte: 0, hang: 1_000 }
const checked = async (run: Prepared["run"], meter = meterOf()) => {
  const checker = Checker.make(limits, meter)
  try {
    return await checker.check(target(run), { edits: [] })
  } finally {
    checker.stop()
  }
}

describe("a check", () => {
  it("finds nothing wrong with a run that does well", async () => {
    assert.deepStrictEqual(await checked(async () => []), [])
  })
  it("reports exceptions and rejections that nobody handles", async () => {
    const [exception] = await checked(() => Promise.reject(new Error("thrown")))
    assert.match(exception ?? "", /^exception: .*thrown/)
    const [rejection] = await checked(async () => {
      void Promise.reject(new Error("lost"))
      return []
    })
    assert.match(rejection ?? "", /^unhandled rejection: .*lost/)
  })
  it("reports a run that does not end", async () => {
    const waited: Array<number> = []
    const after: Checker.Meter["after"] = (millis, callback) => {
      waited.push(millis)
      callback()
      return () => {}
    }
    const problems = await checked(() => new Promise(() => {}), { ...meterOf(), after })
    assert.deepStrictEqual([problems, waited], [["hang: the case did not end"], [1_000]])
  })
  it("reports a stall only if it happens each time", async () => {
    const stall = ["stall: the event loop is blocked"]
    let runs = 0
    const problemsOf = async (...times: ReadonlyArray<number>) => {
      runs = 0
      const problems = await checked(
        async () => {
          runs++
          return []
        },
        meterOf(...times)
      )
      return [problems, runs]
    }
    assert.deepStrictEqual(await problemsOf(200), [[], 1])
    assert.deepStrictEqual(await problemsOf(201, 201, 200), [[], 3])
    assert.deepStrictEqual(await problemsOf(201, 201, 201, 201), [stall, 4])
    // So much more than the limit needs no confirmation.
    assert.deepStrictEqual(await problemsOf(2_001), [stall, 1])
  })
  it("measures processor time that only grows", () => {
    const { processorTime } = Checker.realMeter
    const before = processorTime()
    // Its resolution depends on the system.
    while (processorTime() === before);
    assert.isAbove(processorTime(), before)
  })
})

describe("a failing input", () => {
  it("is reduced to the edits that make it fail", async () => {
    const input = { edits: Array.from({ length: 40 }, (_, i) => i) }
    const fails = async ({ edits }: Numbers) => edits.includes(3) && edits.includes(31)
    assert.deepStrictEqual(await minimise(input, fails), { edits: [3, 31] })
  })
})
