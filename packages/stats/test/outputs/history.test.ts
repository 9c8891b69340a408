import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import { History, maxSeries, ranges } from "../../src/outputs/webPage/history.ts"

const sample = (
  name: string,
  value: number,
  labels: Readonly<Record<string, string>> = { account: "bob" }
) => ({
  name,
  labels,
  value,
  isBucket: false
})

const cpu = (value: number) => [sample("screeps_cpu_used", value)]
const { step } = ranges.hour
/** A moment at which all ranges begin a slot. */
const begin = ranges.week.step * 1000

const valuesOf = (history: History, range: "hour" | "day" | "week" = "hour") =>
  history.range(range).series[0]?.values ?? []

describe("the numbers of a page", () => {
  it("are those of the last rounds, at the times of their slots", () => {
    const history = new History()
    for (let i = 0; i < 3; i++) history.add(begin + i * step, cpu(i))
    const { step: seconds, times } = history.range("hour")
    assert.strictEqual(seconds, 15)
    assert.deepStrictEqual(times.slice(-3), [begin / 1000, begin / 1000 + 15, begin / 1000 + 30])
    assert.lengthOf(times, ranges.hour.slots)
    assert.deepStrictEqual(valuesOf(history).slice(-4), [null, 0, 1, 2])
  })

  it("have gaps where nothing was known, also after a whole turn of the ring", () => {
    const history = new History()
    history.add(begin, cpu(1))
    history.add(begin + 3 * step, cpu(2))
    assert.deepStrictEqual(valuesOf(history).slice(-5), [null, 1, null, null, 2])
    history.add(begin + (3 + 2 * ranges.hour.slots) * step, cpu(3))
    const known = valuesOf(history).filter((value) => value !== null)
    assert.deepStrictEqual(known, [3])
  })

  it("end with the last round, also those of a series that is no longer read", () => {
    const history = new History()
    history.add(begin, cpu(1))
    history.add(begin + 2 * step, [sample("screeps_credits", 5)])
    assert.deepStrictEqual(valuesOf(history).slice(-3), [1, null, null])
  })

  it("are the last one of a longer slot", () => {
    const history = new History()
    for (let i = 0; i < 40; i++) history.add(begin + i * step, cpu(i))
    assert.deepStrictEqual(valuesOf(history, "day").slice(-2), [19, 39])
    assert.deepStrictEqual(valuesOf(history, "week").slice(-1), [39])
  })

  it("are not the exporter's own; energy is added up by room, and other resources are left out", () => {
    const history = new History()
    const stored = (structure: string, resource: string, value: number) =>
      sample("screeps_room_stored", value, { account: "bob", room: "W7N3", structure, resource })
    history.add(begin, [
      sample("screeps_stats_series", 1),
      sample("screeps_socket_ready", 1),
      sample("another_metric", 1),
      stored("storage", "energy", 40),
      stored("terminal", "energy", 2),
      stored("terminal", "H", 7)
    ])
    const { series } = history.range("hour")
    assert.lengthOf(series, 1)
    assert.deepStrictEqual(series[0]?.labels, { account: "bob", resource: "energy", room: "W7N3" })
    assert.strictEqual(series[0]?.values.at(-1), 42)
  })

  it("are of at most a thousand series, of which those without a number for a week make room", () => {
    const history = new History()
    const paths = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, i) => sample("screeps_memory_value", i, { path: `${prefix}${i}` }))
    history.add(begin, paths("old", maxSeries))
    history.add(begin + step, paths("new", 3))
    assert.strictEqual(history.range("hour").leftOut, 3)
    assert.lengthOf(history.range("hour").series, maxSeries)
    const later = begin + ranges.week.step * (ranges.week.slots + 1)
    history.add(later, paths("new", 3))
    assert.strictEqual(history.range("hour").leftOut, 0)
    assert.deepStrictEqual(
      history.range("week").series.map(({ labels }) => labels["path"]),
      ["new0", "new1", "new2"]
    )
  })

  it("are the same after a restart, and go on", () => {
    const history = new History()
    for (let i = 0; i < 300; i++) history.add(begin + i * step, cpu(i % 7 === 0 ? Number.NaN : i))
    const read = Option.getOrThrow(History.decode(history.encode()))
    assert.deepStrictEqual(read.range("hour").series, history.range("hour").series)
    const next = begin + 302 * step
    for (const one of [history, read]) one.add(next, cpu(1000))
    assert.deepStrictEqual(read.all, history.all)
    assert.deepStrictEqual(valuesOf(read).slice(-3), [299, null, null, 1000].slice(-3))
  })

  it("are not read from a text that is not one of its own", () => {
    const key = JSON.stringify(["screeps_cpu_used", [["account", "bob"]]])
    const ring = { last: 3, values: [1, 2] }
    const file = (series: unknown) => JSON.stringify({ version: 1, series })
    for (const text of ["", "{}", "null", JSON.stringify({ version: 2, series: [] }), file([{ key }])])
      assert.isTrue(Option.isNone(History.decode(text)), text)
    const odd = file([
      { key: "no key", hour: ring, day: ring, week: ring },
      { key, hour: { last: 0, values: [1, 2, 3] }, day: ring, week: ring }
    ])
    const read = Option.getOrThrow(History.decode(odd))
    assert.deepStrictEqual(read.range("hour").series, [])
    assert.lengthOf(read.range("day").series, 1)
  })
})
