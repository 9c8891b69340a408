import * as Game from "@screeps-effect/api/Game"
import type * as Endpoints from "@screeps-effect/api/Endpoints"
import * as Fake from "@screeps-effect/testing/Fake"
import * as Faults from "@screeps-effect/testing/Faults"
import * as Recording from "@screeps-effect/testing/Recording"
import type * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import { describe, expectTypeOf, it } from "vitest"

describe("Faults", () => {
  it("accept an operation, a path, or * as the target", () => {
    expectTypeOf(Faults.next(Game.time, Faults.reset)).toEqualTypeOf<
      Effect.Effect<void, never, Faults.Faults>
    >()
    expectTypeOf<(typeof Endpoints.all)[number]>().toExtend<Faults.Target>()
    expectTypeOf<"/api/game/market/*">().toExtend<Faults.Target>()
    expectTypeOf<"*">().toExtend<Faults.Target>()
  })

  it("reject a target that is not a path", () => {
    expectTypeOf<"api/game/time">().not.toExtend<Faults.Target>()
    expectTypeOf<{ readonly path: string }>().not.toExtend<Faults.Target>()
  })

  it("have optional options", () => {
    expectTypeOf(Faults.badGateway).toEqualTypeOf<Faults.Fault>()
    expectTypeOf(Faults.rateLimited).toBeCallableWith({ retryAfter: "5 seconds", body: "JSON" })
    expectTypeOf(Faults.afterResponse(Faults.delay("1 second"))).toEqualTypeOf<Faults.Fault>()
    expectTypeOf<{ body: "XML" }>().not.toExtend<NonNullable<Parameters<typeof Faults.rateLimited>[0]>>()
  })

  it("wrap any HTTP client, such as one of a recording", () => {
    const client = Fake.layer()
    expectTypeOf(Faults.layer(client)).toEqualTypeOf<Layer.Layer<HttpClient.HttpClient | Faults.Faults>>()
    expectTypeOf(Recording.record(client)).toEqualTypeOf<
      Layer.Layer<HttpClient.HttpClient | Recording.Recorder>
    >()
  })
})
