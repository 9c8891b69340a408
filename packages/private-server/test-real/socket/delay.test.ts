/** Programs that listen and then act, while frames to the server are late; and lines in ticks in which the script fails. */
import { assert, describe, it } from "@effect/vitest"
import * as Memory from "@screeps-effect/api/Memory"
import { CodeSync, Console, MemoryWatch } from "@screeps-effect/socket/workflows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { inject } from "vitest"
import { eventually } from "../support/world.ts"
import { code } from "./support/code.ts"
import { listen, newcomer, settler } from "./support/player.ts"
import { proxied } from "./support/proxy.ts"
import { server } from "./support/server.ts"

/** Milliseconds by which frames to the server are late. */
const delays = [0, 50, 600]

/** A script that throws in every n-th tick. */
const failing = (every: number) => `module.exports.loop = function () {
  console.log("tick " + Game.time)
  if (Game.time % ${every} === 0) throw new Error("the script failed")
}`

describe.skipIf(inject("whyNot") !== "")("with frames that are late", () => {
  it.layer(server, { timeout: "3 minutes", excludeTestServices: true })((it) => {
    it.effect.each(delays)("code is confirmed and activated, %i ms late", (late) =>
      Effect.gen(function* () {
        const { webSocket } = yield* proxied({ toServer: late })
        const bob = yield* newcomer({ webSocket })
        for (const main of ["1", "2"]) {
          const branch = `late-${main}`
          const pushed = yield* bob.as(
            CodeSync.push({ main }, { branch, activate: "activeWorld", confirm: "10 seconds" })
          )
          assert.deepInclude(pushed, { created: true, code: "confirmed", activation: "confirmed" })
        }
      }).pipe(Effect.scoped)
    )

    it.effect.each(delays)(
      "lines return their results and values of Memory are emitted, %i ms late",
      (late) =>
        Effect.gen(function* () {
          const { webSocket } = yield* proxied({ toServer: late })
          const ann = yield* settler(code, { webSocket })
          const numbers = Array.from({ length: 6 }, (_, i) => i)
          const results = yield* Effect.forEach(numbers, (i) => ann.as(Console.run(`${i} + 1`)))
          const atOnce = yield* Effect.forEach(numbers, (i) => ann.as(Console.run(`${i} + 1`)), {
            concurrency: "unbounded"
          })
          const expected = numbers.map((i) => String(i + 1))
          assert.deepStrictEqual([results, atOnce], [expected, expected])

          const named = yield* ann.as(listen(MemoryWatch.stream("name", Schema.String)))
          yield* ann.as(Memory.set({ path: "name", value: "Ann" }))
          yield* eventually(
            Effect.sync(() => named.at(-1) ?? Option.none()),
            Option.isSome,
            "the value"
          )
        }).pipe(Effect.scoped)
    )

    it.effect("a line that cannot run any more ends, and no line that runs", () =>
      Effect.gen(function* () {
        const { webSocket } = yield* proxied({ toServer: 50, toClient: 250 })
        const ann = yield* settler(() => failing(2), { webSocket })
        const numbers = Array.from({ length: 80 }, (_, i) => i)
        const outcomes = yield* Effect.forEach(
          numbers,
          (i) =>
            ann
              .as(Console.run(`Memory.ran = Object.assign(Memory.ran || {}, { n${i}: 1 }); "ran"`))
              .pipe(
                Effect.catchTag("NoAnswer", ({ error, why }) =>
                  Effect.succeed(why === "script failed" ? `${why}: ${error?.split("\n", 1)[0]}` : why)
                )
              ),
          { concurrency: 4 }
        )
        // Later than every line: those that were given up would have run by now.
        yield* Effect.sleep("2 seconds")
        const ran = yield* ann.as(Memory.read({ path: "ran" }, Schema.Record(Schema.String, Schema.Int)))
        const did = Option.getOrElse(ran, () => ({}))
        const failed = "script failed: Error: the script failed"
        assert.deepStrictEqual(
          outcomes,
          numbers.map((i) => (`n${i}` in did ? "ran" : failed))
        )
        assert.includeMembers(outcomes, ["ran", failed])
      }).pipe(Effect.scoped)
    )
  })
})
