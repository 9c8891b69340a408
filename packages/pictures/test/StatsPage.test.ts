import { assert, describe, it } from "@effect/vitest"
import * as StatsPage from "../src/StatsPage.ts"
import { known, last, lasting, perHour, short, sum } from "../src/StatsPage/client/numbers.ts"
import { chartsOf, ownCharts } from "../src/StatsPage/client/panels.ts"
import { roomRows, tilesOf } from "../src/StatsPage/client/tiles.ts"

const series = (
  name: string,
  values: ReadonlyArray<number | null>,
  labels: Readonly<Record<string, string>> = {}
): StatsPage.Series => ({ name: `screeps_${name}`, labels: { account: "bob", ...labels }, values })

const rangeOf = (...all: ReadonlyArray<StatsPage.Series>): StatsPage.Range => ({
  step: 1800,
  times: (all[0]?.values ?? []).map((_, i) => 1_700_000_000 + i * 1800),
  series: all,
  leftOut: 0
})

describe("the page of numbers", () => {
  it("contains the numbers of a file, in which no text ends their element", () => {
    const hostile = "</script><script>alert(1)</script><!--"
    const range = rangeOf(series("memory_value", [1], { path: hostile }))
    const page = StatsPage.html({ hour: range, day: range, week: range })
    assert.lengthOf(page.match(/<\/script/giu) ?? [], 2)
    const [, data = ""] = /id="ranges">([^<]*)</u.exec(page) ?? []
    assert.strictEqual(JSON.parse(data).hour.series[0].labels.path, hostile)
  })

  it("without numbers contains none, and may only connect to its own server", () => {
    assert.notInclude(StatsPage.html(), "application/json")
    assert.include(StatsPage.policy, "connect-src 'self'")
    assert.notInclude(StatsPage.policy, "unsafe")
  })

  it("shows levels with their growth in an hour and the time until the next one", () => {
    const range = rangeOf(
      series("gcl_level", [4, 4, 4]),
      series("gcl_points", [1000, 1500, 2000]),
      series("gcl_progress_ratio", [0.25, 0.375, 0.5])
    )
    const [gcl] = tilesOf(range)
    assert.deepStrictEqual(gcl, {
      title: "GCL",
      value: "4",
      note: "1000 points an hour, next in 2 h",
      part: 0.5
    })
  })

  it("shows the bucket that a script writes, and says how when none does", () => {
    const bucket = (range: StatsPage.Range) => tilesOf(range).find(({ title }) => title === "Bucket")
    assert.deepInclude(bucket(rangeOf()), { value: "unknown", note: "Memory.stats.bucket = Game.cpu.bucket" })
    const own = series("memory_value", [9000], { path: "stats.cpu.bucket" })
    assert.deepInclude(bucket(rangeOf(own)), { value: "9000", part: 0.9 })
  })

  it("shows rooms with their shards in the order of their names", () => {
    const level = (room: string, value: number, shard: string) =>
      series("room_controller_level", [value], { room, shard })
    const range = rangeOf(level("W10N3", 3, "shard0"), level("W2N3", 5, "shard0"), level("W2N3", 6, "shard1"))
    const [head, ...rows] = roomRows(range)
    assert.deepStrictEqual(
      rows.map(([room, level]) => [room, level]),
      [
        ["shard0 W2N3", "5"],
        ["shard0 W10N3", "3"],
        ["shard1 W2N3", "6"]
      ]
    )
    for (const row of rows) assert.lengthOf(row, head?.length ?? 0)
  })

  it("has a chart for each path that a script writes, with a line for each room", () => {
    const energy = (room: string) => series("memory_value", [1], { path: "stats.rooms.*.energy", room })
    const charts = ownCharts(
      rangeOf(energy("W1N1"), energy("W2N2"), series("segment_value", [2], { segment: "3", path: "creeps" }))
    )
    assert.deepStrictEqual(
      charts.map(({ lines, title }) => [title, lines.map(({ label }) => label)]),
      [
        ["segment 3: creeps", ["segment_value"]],
        ["stats.rooms.*.energy", ["W1N1", "W2N2"]]
      ]
    )
  })

  it("has a chart of prices for each resource", () => {
    const range = rangeOf(
      series("market_best_bid", [1], { resource: "H" }),
      series("market_best_ask", [2], { resource: "H" }),
      series("market_best_bid", [3], { resource: "energy" })
    )
    const prices = chartsOf(range).filter(({ title }) => title.startsWith("Price"))
    assert.deepStrictEqual(
      prices.map(({ lines, title }) => [title, lines.map(({ label }) => label)]),
      [
        ["Price of H", ["best bid", "best ask"]],
        ["Price of energy", ["best bid"]]
      ]
    )
  })
})

describe("numbers on the page", () => {
  it("grow from their last fall", () => {
    const times = [0, 1800, 3600, 5400]
    assert.strictEqual(perHour(times, [10, null, 20, 30]), (20 / 5400) * 3600)
    assert.strictEqual(perHour(times, [90, 100, 0, 5]), 10)
    assert.isUndefined(perHour(times, [null, 5, null, null]))
    assert.isUndefined(perHour(times, undefined))
  })

  it("are written in few characters", () => {
    const written = [0, 12.3456, 0.00049, 12_345, 2_500_000, -3e9, null, Number.NaN].map(short)
    assert.deepStrictEqual(written, ["0", "12.3", "0", "12.3 k", "2.50 M", "-3.00 G", "–", "–"])
    assert.deepStrictEqual([0.5, 30, 100, Infinity].map(lasting), ["30 min", "30 h", "4 d", "–"])
  })

  it("of several series are added up where one is known", () => {
    assert.deepStrictEqual(sum([series("a", [1, null, null]), series("b", [2, 3, null])]), [3, 3, null])
    assert.isUndefined(sum([]))
    assert.strictEqual(last([1, 2, null]), 2)
  })

  it("begin with the first one that is known", () => {
    const values = [...Array.from({ length: 40 }, () => null), ...Array.from({ length: 30 }, () => 1)]
    assert.lengthOf(known(rangeOf(series("a", values))).times, 30)
    const short = [...Array.from({ length: 40 }, () => null), 1]
    assert.lengthOf(known(rangeOf(series("a", short))).times, 20)
  })
})
