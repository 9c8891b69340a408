import { createServer } from "node:http"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Faults from "@screeps-effect/testing/Faults"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const layer = ScreepsClient.layerNoDeps().pipe(
  Layer.provide(Credentials.layerGuest),
  Layer.provideMerge(NodeHttpClient.layerNodeHttp),
  Layer.provideMerge(TestServer.layerHttp()),
  Layer.provide(NodeHttpServer.layer(createServer, { port: 0 }))
)

describe("Faults on a real port", () => {
  it.live("behave as in memory", () =>
    Effect.gen(function* () {
      for (const fault of [Faults.badGateway, Faults.reset, Faults.truncated]) {
        yield* Faults.next(Game.time, fault)
      }
      const reasons = []
      for (let call = 0; call < 3; call++) reasons.push((yield* Effect.flip(Game.time())).reason._tag)
      assert.deepStrictEqual(reasons, ["ServerFault", "Unreachable", "UnexpectedResponse"])
      yield* Faults.next(Game.time, Faults.drop)
      const dropped = yield* Effect.flip(
        Effect.provideService(Game.time(), ScreepsClient.RequestTimeout, Duration.millis(50))
      )
      assert.strictEqual(dropped.reason._tag, "TimedOut")
      assert.strictEqual((yield* Game.time()).time, Tick.make(1))
      assert.isEmpty(yield* Faults.pending)
    }).pipe(Effect.provideService(Retry.Retry, Retry.none), Effect.provide(layer))
  )
})
