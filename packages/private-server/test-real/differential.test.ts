import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Socket from "effect/socket/Socket"
import { inject } from "vitest"
import { compare, judge } from "./differential/compare.ts"
import { play } from "./differential/scenario/index.ts"
import * as Stage from "./differential/stage.ts"
import { copy, dump, realAdmin } from "./differential/worlds.ts"
import * as RealServer from "./support/server.ts"

const file = (name: string) => fileURLToPath(new URL(`differential/${name}`, import.meta.url))

const Known = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ step: Schema.String, path: Schema.String, why: Schema.String }))
)
const known = Schema.decodeUnknownSync(Known)(readFileSync(file("differences.json"), "utf8"))

const layer = Layer.mergeAll(
  RealServer.layer({ mods: [file("stepping.cjs")], tickRate: "50 millis" }),
  FetchHttpClient.layer,
  Socket.layerWebSocketConstructorGlobal
)

describe.skipIf(inject("whyNot") !== "")("one scenario on two servers", () => {
  it.live(
    "has the same protocol on the in-memory server as on the game's own, except for explained differences",
    () =>
      Effect.gen(function* () {
        const { land, real } = yield* Effect.gen(function* () {
          const land = yield* dump
          const stage = yield* Stage.make(yield* realAdmin)
          yield* play(stage, land)
          return { land, real: stage.protocol }
        }).pipe(Effect.scoped, Effect.provide(layer))

        const twin = yield* copy(land)
        const memory = yield* Effect.gen(function* () {
          const stage = yield* Stage.make(twin.admin)
          yield* play(stage, land)
          return stage.protocol
        }).pipe(Effect.scoped, Effect.provide(twin.layer))

        assert.isAtLeast(real.lines.length, 200)
        const { idle, unexplained } = judge(compare(real, memory), known)
        assert.deepStrictEqual(unexplained, [])
        assert.deepStrictEqual(idle, [])
      }).pipe(Effect.timeout("2 minutes")),
    150_000
  )
})
