/** The size of answers, counted by a tokenizer that models use. */
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { estimate } from "../src/tools/tokens.ts"
import { connect } from "./support/client.ts"

const reads: ReadonlyArray<readonly [string, object]> = [
  ["who_am_i", {}],
  ["my_rooms", {}],
  ["look_at_room", { room: "W7N3" }],
  ["read_memory", {}],
  ["list_code", {}],
  ["read_code", { module: "main" }],
  ["market_book", { resource: "energy" }],
  ["market_prices", { resource: "energy" }],
  ["my_orders", {}],
  ["search_operations", { words: "" }],
  ["search_operations", { words: "market.orders" }],
  ["call_operation", { operation: "game.roomTerrain", input: { room: "W7N3" } }]
]

describe("TokenBudget", () => {
  it.live("no answer is longer than the budget, and what was cut is said", () =>
    Effect.gen(function* () {
      for (const budget of [200, 1000, 4000]) {
        const { call } = yield* connect(yield* SampleWorld.make(), { budget })
        for (const [name, parameters] of reads) {
          const { text } = yield* call(name, parameters)
          assert.isAtMost(estimate(text), budget, `${name} in ${budget}`)
          assert.isAtMost(countTokens(text), budget, `${name} in ${budget}`)
        }
        const { text } = yield* call("search_operations", { words: "" })
        assert.match(text, /\(\d+ more: pass cursor \d+\)$/)
      }
    }).pipe(Effect.scoped)
  )

  it.live("cursors lead through a list to its end, without repeating a line", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make(), { budget: 400 })
      const seen: Array<string> = []
      let cursor: number | undefined
      do {
        const page: { readonly text: string } = yield* call("search_operations", {
          words: "",
          ...(cursor === undefined ? {} : { cursor })
        })
        seen.push(...page.text.split("\n").filter((line) => line.includes("): ")))
        const next = /pass cursor (\d+)\)$/.exec(page.text)?.[1]
        cursor = next === undefined ? undefined : Number(next)
      } while (cursor !== undefined)
      assert.lengthOf(seen, Endpoints.all.length)
      assert.lengthOf(new Set(seen), Endpoints.all.length)
    }).pipe(Effect.scoped)
  )

  it.prop("estimates at least half of what a tokenizer counts, for any text", [Schema.String], ([text]) => {
    assert.isAtMost(countTokens(text), 2 * estimate(text) + 1)
  })

  it("estimates at least as many tokens as a tokenizer counts, for the texts of a game", () => {
    const texts = [
      "#".repeat(500),
      "#.~".repeat(200),
      JSON.stringify({ creeps: { Bob: { role: "harvester", target: "5bbcac169099fc012e635a5f" } } }),
      "ReferenceError: foo is not defined\n    at Object.loop (main:12:5)",
      "Привет, 世界! 👋🏽",
      "0123456789".repeat(30)
    ]
    for (const text of texts) {
      assert.isAtLeast(estimate(text), countTokens(text), text)
      if (!text.startsWith("##")) assert.isAtMost(estimate(text), 5 * countTokens(text), text)
    }
  })
})
