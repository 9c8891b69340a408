import * as RoomLag from "@screeps-effect/socket/workflows/RoomLag"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { short, views, withFeed } from "../support/feed.ts"
import { GameRooms, sourceRoom } from "../support/rooms.ts"
import { settle } from "@screeps-effect/fixtures/time"
import { fake, lines } from "./support/server.ts"

describe("the lag of a state", () => {
  it.effect("is the number of ticks that the server has run since, requested over HTTP", () => {
    const rooms = new GameRooms({ W1N1: sourceRoom(3000) })
    const http = fake(() => Response.json({ ok: 1, time: 103 }))
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          for (let tick = 101; tick <= 104; tick++) rooms.advance()
          yield* settle
          const lags = yield* Effect.forEach(views(emitted), RoomLag.ticks).pipe(Effect.provide(http.layer))
          assert.deepStrictEqual(short(emitted), ["whole", "101", "102", "103", "104"])
          // The first state has no tick, and a server may go back when it restarts.
          assert.deepStrictEqual(lags, [undefined, 2, 1, 0, 0])
          assert.deepStrictEqual(
            lines(http),
            Array.from({ length: 4 }, () => "GET /api/game/time")
          )
        }),
      { onCommand: rooms.onCommand }
    )
  })
})
