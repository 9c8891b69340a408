import { assert, describe, it } from "vitest"
import {
  functionTable,
  groupTable,
  markdown,
  replaceTable,
  short,
  summaryTable,
  toolTable
} from "../src/docs.ts"
import type { Result } from "../src/harness.ts"

const setting = { date: "2026-11-23", node: "24.0.0", cores: 2, rounds: 15 }

const result = (name: string, client: string, value: number, ratio: number, more: Partial<Result> = {}) => ({
  name,
  group: "calls" as const,
  client,
  does: "",
  isOurs: client.startsWith("ours"),
  reference: "axios",
  measured: [{ unit: "µs", value, ratio, quartiles: [ratio, ratio] as const }],
  ...more
})

describe("tables", () => {
  it("replaces what stands between the marks of a table", () => {
    const document =
      "a\n<!-- bench: calls -->\nold\n<!-- /bench -->\nb\n<!-- bench: start -->\n<!-- /bench -->\n"
    assert.strictEqual(
      replaceTable(document, "calls", "new"),
      "a\n<!-- bench: calls -->\n\nnew\n\n<!-- /bench -->\nb\n<!-- bench: start -->\n<!-- /bench -->\n"
    )
  })

  it("replaces a table as often as it is written", () => {
    const once = replaceTable("<!-- bench: calls --><!-- /bench -->", "calls", "table")
    assert.strictEqual(replaceTable(once, "calls", "table"), once)
  })

  it.each(["", "<!-- bench: calls -->", "<!-- bench: calls --><!-- bench: calls --><!-- /bench -->"])(
    "rejects the document %j",
    (document) => {
      assert.throws(() => replaceTable(document, "calls", "table"))
    }
  )

  it("aligns columns and escapes bars", () => {
    assert.strictEqual(
      markdown([
        ["", "now"],
        ["a|b", "1"]
      ]),
      "|      | now |\n| ---- | --: |\n| a\\|b |   1 |"
    )
  })

  it("shortens numbers", () => {
    assert.deepStrictEqual([0, 0.0048, 0.012, 0.48, 1, 12.34, 1234.5, Number.NaN].map(short), [
      "0.00",
      "<0.01",
      "0.01",
      "0.5",
      "1.0",
      "12",
      "1235",
      "–"
    ])
  })

  it("shows a client that was not measured in a benchmark as a dash", () => {
    const table = groupTable(
      [
        result("call a", "ours", 10, 0.5, { does: "checked" }),
        result("call a", "axios", 20, 1),
        result("call b", "axios", 30, 1)
      ],
      "calls"
    )
    assert.deepStrictEqual(table.split("\n").slice(2), [
      "| this SDK (checked) | 10 (0.5) |        – |",
      "| axios              | 20 (1.0) | 30 (1.0) |"
    ])
  })

  it("shows the quartiles of ratios that are more than a fifth apart", () => {
    const measured = (lower: number, upper: number) => ({
      measured: [{ unit: "µs", value: 30, ratio: 1.5, quartiles: [lower, upper] as const }]
    })
    const rows = (name: string, lower: number, upper: number) => [
      result(name, "ours", 30, 1.5, measured(lower, upper)),
      result(name, "axios", 20, 1)
    ]
    const results = [...rows("steady", 1.4, 1.65), ...rows("unsteady", 1.3, 1.84)]
    assert.include(groupTable(results, "calls"), "| 30 (1.5) | 30 (1.5; 1.3–1.8) |")
    const functions = results.map((one) => ({ ...one, group: "functions" as const }))
    assert.match(functionTable(functions), /steady; axios +\| +30 \| +20 \| +1\.5 \|/)
    assert.match(functionTable(functions), /unsteady; axios +\| +30 \| +20 \| +1\.5; 1\.3–1\.8 \|/)
  })

  it("shows no quartiles that are written with the same digits", () => {
    const measured = [{ unit: "MB", value: 3, ratio: 0.03, quartiles: [0.026, 0.034] as const }]
    assert.include(groupTable([result("size", "ours", 3, 0.03, { measured })], "calls"), "3.0 (0.03)")
  })

  it("names in the corner a unit that most columns share, otherwise in each column", () => {
    const units = ["ms", "MB"].map((unit) => ({ unit, value: 1, ratio: 1, quartiles: [1, 1] as const }))
    const start = result("start", "ours", 1, 1, { measured: units })
    const calls = [result("call a", "ours", 1, 1), result("call b", "ours", 1, 1)]
    assert.match(groupTable([start], "calls"), /^\| +\| start: ms \| start: MB \|\n/)
    assert.match(groupTable([...calls, start], "calls"), /^\| +\| +a: µs \|/)
    assert.match(groupTable([...calls, result("call c", "ours", 1, 1), start], "calls"), /^\| µs +\| +a \|/)
  })

  it("shows functions beside their references", () => {
    const functions = { group: "functions" as const, reference: "other" }
    const table = functionTable([
      result("decode", "ours", 30, 1.5, functions),
      result("decode", "other", 20, 1, functions)
    ])
    assert.match(table.split("\n")[2] ?? "", /^\| decode; other +\| +30 \| +20 \| +1\.5 \|$/)
  })

  it("names the client where several of ours are in one benchmark", () => {
    const clients = ["ours, as streams", "ours, as callbacks", "other"].map((client) =>
      result("growth", client, 20, 1, { group: "functions", reference: "other" })
    )
    assert.match(functionTable(clients), /growth, as streams; other.*\n.*growth, as callbacks; other/)
  })

  it("shows programs beside other ones by their processor time", () => {
    const units = [300, 90].map((value) => ({ unit: "", value, ratio: 2, quartiles: [2, 2] as const }))
    const tools = { group: "tools" as const, reference: "msw", measured: units }
    const table = toolTable([result("server", "ours", 0, 0, tools), result("server", "msw", 0, 0, tools)])
    assert.match(table, /this SDK, CPU ms/)
    assert.match(table.split("\n")[2] ?? "", /^\| server; msw +\| +300 \| +300 \| +2\.0 \|$/)
  })

  it("names what is missing in the summary", () => {
    assert.throws(
      () => summaryTable([], [], setting),
      '"call game/time, 16 at once" was not measured with ours.'
    )
  })
})
