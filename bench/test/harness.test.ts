import { assert, describe, it } from "vitest"
import { pair } from "../src/against.ts"
import { alternate, median, pairedRatio, run, warm } from "../src/harness.ts"
import { isolate } from "../src/isolated.ts"

describe("medians", () => {
  it("takes the middle value, or the mean of the two middle ones", () => {
    assert.strictEqual(median([9, 1, 5]), 5)
    assert.strictEqual(median([9, 1, 5, 7]), 6)
    assert.isNaN(median([]))
  })

  it("pairs values of the same round, so that a slow round changes no ratio", () => {
    assert.strictEqual(pairedRatio([2, 200, 2], [1, 100, 1]), 2)
    assert.isNaN(pairedRatio([2, 2], []))
  })
})

describe("rounds", () => {
  it("alternates the candidates and reverses their order in every other round", async () => {
    const order: Array<string> = []
    const candidate = (name: string) => async () => {
      order.push(name)
      return name
    }
    const values = await alternate(3, [candidate("a"), candidate("b")])
    assert.deepStrictEqual(order, ["a", "b", "b", "a", "a", "b"])
    assert.deepStrictEqual(values, [
      ["a", "a", "a"],
      ["b", "b", "b"]
    ])
  })

  const counted = (isOurs: boolean, values: ReadonlyArray<number>) => {
    let at = 0
    return { name: isOurs ? "ours" : "other", isOurs, measure: async () => [values[at++] ?? Number.NaN] }
  }
  const benchmark = (onClose: () => void = () => {}) => ({
    name: "a benchmark",
    group: "start" as const,
    units: ["ms"],
    reference: "other",
    isSingle: true,
    open: async () => ({ clients: [counted(true, [3, 9]), counted(false, [2, 8])], close: onClose })
  })

  it("measures every client of a single benchmark once and closes it", async () => {
    let isClosed = false
    const results = await run(
      benchmark(() => (isClosed = true)),
      5
    )
    assert.deepStrictEqual(
      results.map(({ client, measured }) => [client, ...measured]),
      [
        ["ours", { unit: "ms", value: 3, ratio: 1.5, quartiles: [1.5, 1.5] }],
        ["other", { unit: "ms", value: 2, ratio: 1, quartiles: [1, 1] }]
      ]
    )
    assert.isTrue(isClosed)
  })

  it("warms a benchmark of new processes up with one measurement of each client", async () => {
    const results = await run({ ...benchmark(), isSingle: false, inNewProcess: true }, 1)
    assert.deepStrictEqual(
      results.map(({ client, measured }) => [client, measured[0]?.value]),
      [
        ["ours", 9],
        ["other", 8]
      ]
    )
  })

  it("measures a client until a round has taken enough processor time, and returns the mean", async () => {
    let calls = 0
    const measure = await warm({
      name: "alternating",
      isOurs: true,
      measure: async () => [calls++ % 2 === 0 ? 1 : 3]
    })
    calls = 0
    const [mean = 0] = await measure()
    assert.isAbove(calls, 100)
    assert.closeTo(mean, 2, 0.02)
  })

  it("leaves benchmarks that are measured once or in new processes as they are", () => {
    const single = benchmark()
    assert.strictEqual(isolate(single), single)
    const isNew = { ...single, isSingle: false, inNewProcess: true }
    assert.strictEqual(isolate(isNew), isNew)
  })

  it("has no ratio when the reference was not chosen", async () => {
    const results = await run(benchmark(), 5, ({ isOurs }) => isOurs)
    assert.deepStrictEqual(
      results.map(({ client, measured }) => [client, ...measured]),
      [["ours", { unit: "ms", value: 3, ratio: Number.NaN, quartiles: [Number.NaN, Number.NaN] }]]
    )
  })
})

describe("two commits", () => {
  const measured = (value: number, name = "call") => ({ name, client: "ours", unit: "µs", value })

  it("compares the measurements of each round", () => {
    assert.deepStrictEqual(pair([[measured(10)], [measured(100)]], [[measured(5)], [measured(60)]]), [
      {
        name: "call",
        client: "ours",
        unit: "µs",
        before: 55,
        now: 32.5,
        ratio: 0.55,
        lowest: 0.5,
        highest: 0.6
      }
    ])
  })

  it("leaves out what the other commit does not have", () => {
    assert.deepStrictEqual(pair([[measured(10)]], [[measured(5, "new call")]]), [])
  })
})
