import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expectTypeOf, it } from "vitest"

describe("ScreepsEvents.OnEvent", () => {
  it("accepts functions without a result", () => {
    const layer = Layer.succeed(ScreepsEvents.OnEvent, [
      (event) => console.log(event._tag),
      (event) => {
        if (event._tag === "RateLimit") return
        console.log(event)
      }
    ])
    expectTypeOf(layer).toEqualTypeOf<Layer.Layer<never>>()
  })

  it("refuses functions whose result nothing would run or wait for", () => {
    // @ts-expect-error an effect is not run
    Layer.succeed(ScreepsEvents.OnEvent, [(event) => Effect.log(event._tag)])
    // @ts-expect-error a promise is not awaited
    Layer.succeed(ScreepsEvents.OnEvent, [async () => {}])
    expectTypeOf<() => Effect.Effect<void>>().not.toExtend<ScreepsEvents.Listener>()
    expectTypeOf<() => Promise<void>>().not.toExtend<ScreepsEvents.Listener>()
  })
})
