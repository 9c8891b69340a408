import type * as Game from "@screeps-effect/api/Game"
import type * as ScreepsError from "@screeps-effect/api/ScreepsError"
import * as Effect from "effect/Effect"
import { describe, expectTypeOf, it } from "vitest"

describe("ScreepsError", () => {
  it("has exactly these twelve reasons", () => {
    expectTypeOf<ScreepsError.Reason["_tag"]>().toEqualTypeOf<
      | "Rejected"
      | "ServerFault"
      | "Unauthorized"
      | "Forbidden"
      | "EndpointNotFound"
      | "HistoryNotFound"
      | "RateLimited"
      | "Unreachable"
      | "TimedOut"
      | "UnexpectedResponse"
      | "ShardRequired"
      | "InvalidInput"
    >()
    expectTypeOf<ScreepsError.ScreepsError["reason"]>().toEqualTypeOf<ScreepsError.Reason>()
  })

  it("is caught by one reason, with the fields of that reason", () => {
    const time = null as unknown as ReturnType<typeof Game.time>
    const caught = Effect.catchReason(time, "ScreepsError", "Rejected", (reason) => {
      expectTypeOf(reason.detail).toEqualTypeOf<string>()
      return Effect.succeed("rejected" as const)
    })
    expectTypeOf(caught).toEqualTypeOf<
      Effect.Effect<Game.GameTime | "rejected", Effect.Error<typeof time>, Effect.Services<typeof time>>
    >()
  })

  it("is not caught by an unknown reason", () => {
    const time = null as unknown as ReturnType<typeof Game.time>
    expectTypeOf<Effect.Error<typeof time>>().toEqualTypeOf<ScreepsError.ScreepsError>()
    // @ts-expect-error there is no such reason
    void Effect.catchReason(time, "ScreepsError", "TooMuchCoffee", () => Effect.void)
  })
})
