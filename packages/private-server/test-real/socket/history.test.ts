import { assert, describe, it } from "@effect/vitest"
import * as History from "@screeps-effect/api/History"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { inject } from "vitest"
import { code } from "./support/code.ts"
import { settler } from "./support/player.ts"
import * as RealServer from "../support/server.ts"

/** Slow enough for the socket to send every tick. */
const server = Layer.merge(RealServer.layer({ tickRate: "250 millis" }), FetchHttpClient.layer)

const isNoted = (document: unknown) => Object.keys(Object(document)).some((key) => /^_(?!id$)/.test(key))

describe.skipIf(inject("whyNot") !== "")("the history of a room", () => {
  it.layer(server, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    it.effect("replays live states one tick earlier, with notes of the server that are no changes", () =>
      Effect.gen(function* () {
        const { as, room } = yield* settler(code)
        const received = yield* as(Stream.runCollect(Stream.take(RoomFeed.states(room), 50)))
        const live = new Map(received.map((state) => [Number(state.tick), state]))
        // A whole chunk within the received ticks.
        const last = Math.max(...[...live.keys()].filter(Number.isFinite))
        const tick = Math.floor((last - 20) / 20) * 20
        const chunk = yield* as(History.chunk({ room, tick })).pipe(
          Effect.retry({ times: 100, schedule: Schedule.spaced("200 millis") })
        )
        const states = [...RoomHistory.states(chunk)]
        assert.isTrue(
          states.every(({ objects }) => [...objects.values()].map(RoomObject.toDocument).some(isNoted))
        )
        const differences = states.flatMap((state) => {
          const next = live.get(Number(state.tick) + 1)
          return next === undefined ? [] : [RoomState.changes(state, next)]
        })
        assert.isAtLeast(differences.length, 10)
        const same = differences.filter((one) => one.appeared.size + one.changed.size + one.gone.size === 0)
        // Objects that appear or disappear differ, and a busy machine may send parts of the next tick.
        assert.isAtLeast(same.length, differences.length / 2)
      }).pipe(Effect.scoped)
    )
  })
})
