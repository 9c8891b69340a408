import { assert, describe, it } from "@effect/vitest"
import * as Memory from "@screeps-effect/api/Memory"
import * as User from "@screeps-effect/api/User"
import * as System from "@screeps-effect/private-server/System"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { inject } from "vitest"
import { settler } from "./socket/support/player.ts"
import { server } from "./socket/support/server.ts"

/** Which order a tick gets is not known beforehand: both came within four ticks. */
const mostRounds = 60

describe.skipIf(inject("whyNot") !== "")("console lines and writes to Memory of one tick", () => {
  it.layer(server, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    it.effect("are performed in order or in reverse, as one queue", (test) =>
      Effect.gen(function* () {
        const { as } = yield* settler(() => "module.exports.loop = () => console.log('up')")
        yield* System.pause
        const orders: Array<string> = []
        while (orders.length < mostRounds && new Set(orders).size < 2) {
          yield* as(Memory.set({ path: "seen", value: [] }))
          yield* System.step(1)
          for (const letter of "ab") {
            yield* as(User.console({ expression: `Memory.seen.push("${letter}" + (Memory.mark || 0))` }))
            yield* as(Memory.set({ path: "mark", value: letter }))
          }
          yield* System.step(1)
          const seen = yield* as(Memory.read({ path: "seen" }, Schema.Array(Schema.String)))
          orders.push(Option.getOrElse(seen, () => []).join())
          yield* as(Memory.remove({ path: "mark" }))
        }
        yield* Effect.promise(() => test.annotate(orders.join(" ")))
        assert.sameMembers([...new Set(orders)], ["a0,ba", "bb,aa"])
      }).pipe(Effect.scoped)
    )
  })
})
