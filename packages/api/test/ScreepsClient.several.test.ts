import * as Game from "@screeps-effect/api/Game"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { clientLayer, type Fake, fake } from "./support/fake.ts"

/** A fake server with its own time, and a client layer for it. */
const serverAt = (host: string, time: number) => {
  const server = fake(() => Response.json({ ok: 1, time }))
  return { server, layer: clientLayer(server, { server: Server.privateServer(`http://${host}.test`) }) }
}

const hosts = ({ requests }: Fake) => requests.map(({ url }) => url.hostname)

const time = Effect.map(Game.time(), ({ time }) => Number(time))

describe("a program of one server that provides another server's layer inside", () => {
  it.effect("still uses the first server's client", () =>
    Effect.gen(function* () {
      const live = serverAt("live", 1)
      const trial = serverAt("trial", 2)
      const program = Effect.all([time, Effect.provide(time, trial.layer)])
      assert.deepStrictEqual(yield* Effect.provide(program, live.layer), [1, 1])
      assert.isEmpty(trial.server.requests)
    })
  )

  const remedies = {
    "a layer provided with `local`": <A, E, R, A2>(
      effect: Effect.Effect<A, E, R>,
      layer: Layer.Layer<A2>
    ): Effect.Effect<A, E, Exclude<R, A2>> => Effect.provide(effect, layer, { local: true }),
    "a fresh layer": <A, E, R, A2>(
      effect: Effect.Effect<A, E, R>,
      layer: Layer.Layer<A2>
    ): Effect.Effect<A, E, Exclude<R, A2>> => Effect.provide(effect, Layer.fresh(layer))
  }
  for (const [name, provide] of Object.entries(remedies)) {
    it.effect(`uses the other server with ${name}, and then the first again`, () =>
      Effect.gen(function* () {
        const live = serverAt("live", 1)
        const trial = serverAt("trial", 2)
        const program = Effect.all([time, provide(time, trial.layer), time])
        assert.deepStrictEqual(yield* Effect.provide(program, live.layer), [1, 2, 1])
        assert.deepStrictEqual(hosts(live.server), ["live.test", "live.test"])
        assert.deepStrictEqual(hosts(trial.server), ["trial.test"])
      })
    )
  }

  it.effect("uses the other configured server with `local`", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ ok: 1, time: 1 }))
      const configured = (host: string) =>
        ScreepsClient.layerConfig({ http: Layer.succeed(HttpClient.HttpClient, server.http) }).pipe(
          Layer.provide(
            ConfigProvider.layer(
              ConfigProvider.fromEnv({
                env: {
                  SCREEPS_URL: `http://${host}.test`,
                  SCREEPS_USERNAME: "bob",
                  SCREEPS_PASSWORD: "secret"
                }
              })
            )
          )
        )
      yield* Effect.all([time, Effect.provide(time, configured("trial"), { local: true })]).pipe(
        Effect.provide(configured("live"))
      )
      assert.deepStrictEqual(hosts(server), ["live.test", "trial.test"])
    })
  )
})

describe("two services in one layer", () => {
  class Live extends Context.Service<Live, number>()("test/Live") {}
  class Trial extends Context.Service<Trial, number>()("test/Trial") {}
  const both = Effect.all([Live, Trial])

  it.effect("share the client of one server", () =>
    Effect.gen(function* () {
      const live = serverAt("live", 1)
      const trial = serverAt("trial", 2)
      const layer = Layer.merge(
        Layer.effect(Live, time).pipe(Layer.provide(live.layer)),
        Layer.effect(Trial, time).pipe(Layer.provide(trial.layer))
      )
      const [one, other] = yield* Effect.provide(both, layer)
      assert.strictEqual(one, other)
    })
  )

  it.effect("use separate servers with fresh layers", () =>
    Effect.gen(function* () {
      const live = serverAt("live", 1)
      const trial = serverAt("trial", 2)
      const layer = Layer.merge(
        Layer.effect(Live, time).pipe(Layer.provide(Layer.fresh(live.layer))),
        Layer.effect(Trial, time).pipe(Layer.provide(Layer.fresh(trial.layer)))
      )
      assert.deepStrictEqual(yield* Effect.provide(both, layer), [1, 2])
      assert.deepStrictEqual(hosts(live.server), ["live.test"])
      assert.deepStrictEqual(hosts(trial.server), ["trial.test"])
    })
  )
})

describe("layers that are provided side by side", () => {
  it.effect("use their own servers, also concurrently", () =>
    Effect.gen(function* () {
      const servers = [serverAt("live", 1), serverAt("trial", 2), serverAt("season", 3)]
      const times = Effect.forEach(servers, ({ layer }) => Effect.provide(time, layer), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(yield* times, [1, 2, 3])
    })
  )
})
