import type * as Credentials from "@screeps-effect/api/Credentials"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import { layerStoreRedis } from "@screeps-effect/api/RateLimits/Redis"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type { RateLimited, ScreepsError } from "@screeps-effect/api/ScreepsError"
import type * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import type * as Server from "@screeps-effect/api/Server"
import type * as Session from "@screeps-effect/api/Session"
import type { RateLimit } from "@screeps-effect/schema/RateLimit"
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import type { Redis } from "effect/persistence/Redis"
import type * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"
import { describe, expectTypeOf, it } from "vitest"

type Limits = RateLimits.RateLimits["Service"]

describe("ScreepsClient.layerNoDeps()", () => {
  it("provides RateLimits", () => {
    expectTypeOf(ScreepsClient.layerNoDeps()).toEqualTypeOf<
      Layer.Layer<
        ScreepsClient.ScreepsClient | Session.Session | RateLimits.RateLimits | ScreepsEvents.ScreepsEvents,
        never,
        Credentials.Credentials | Server.Server | HttpClient.HttpClient
      >
    >()
  })
})

describe("RateLimits", () => {
  it("returns the state as a RateLimit record", () => {
    expectTypeOf<Limits["state"]>().toEqualTypeOf<
      (limitKey: string) => Effect.Effect<RateLimit | undefined>
    >()
    expectTypeOf<Limits["states"]>().toEqualTypeOf<
      Effect.Effect<{ readonly [limitKey: string]: RateLimit }>
    >()
    expectTypeOf<Limits["changes"]>().toEqualTypeOf<Stream.Stream<RateLimits.Change>>()
    expectTypeOf<Limits["resetUrl"]>().toEqualTypeOf<Effect.Effect<Redacted.Redacted, ScreepsError>>()
  })

  it("adds RateLimited to the errors of a request", () => {
    const limited = (
      limits: Limits,
      exchange: Effect.Effect<RateLimits.LimitedResponse, "broken", "needed">
    ) => limits.withLimit({ method: "GET", path: "/api/anything" }, exchange)
    expectTypeOf(limited).returns.toEqualTypeOf<
      Effect.Effect<RateLimits.LimitedResponse, "broken" | RateLimited, "needed">
    >()
  })
})

describe("RateLimits.OnLimit", () => {
  it("is wait or fail", () => {
    expectTypeOf(RateLimits.OnLimit).toEqualTypeOf<Context.Reference<"wait" | "fail">>()
  })
})

describe("stores", () => {
  it("are layers without requirements, except Redis", () => {
    expectTypeOf(RateLimits.layerStoreMemory).toEqualTypeOf<Layer.Layer<never>>()
    expectTypeOf(layerStoreRedis()).toEqualTypeOf<Layer.Layer<never, never, Redis>>()
  })
})
