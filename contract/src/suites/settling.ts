import * as Game from "@screeps-effect/api/Game"
import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { account, eventually, isTrue, raw, rejects, same, test, testAsNewUser, type Test } from "../test.ts"
import { activate, roomOutside, settle, unsettledRoom } from "../places.ts"

const History = Schema.Struct({
  base: Schema.Finite,
  room: Schema.String,
  ticks: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown))
})
const Kind = Schema.Struct({ type: Schema.String })

/** First spawns, and the history of rooms. */
export const settling: ReadonlyArray<Test> = [
  test("assigns a room to the player who places a first spawn in it", function* () {
    const user = yield* account
    yield* user.as(
      Effect.gen(function* () {
        yield* same((yield* User.worldStatus()).status, "empty", "the status before")
        const { room } = yield* settle
        yield* same((yield* User.worldStatus()).status, "normal", "the status after")
        yield* same((yield* Game.roomOverview({ room })).owner?.username, user.username, "the owner")
      })
    )
  }),
  testAsNewUser("starts players in their own room and rejects a second first spawn", function* () {
    const { room, x, y } = yield* settle
    yield* same((yield* User.worldStartRoom()).room, [room], "the first room")
    yield* rejects(Game.placeSpawn({ room, x: x + 1, y }), "already playing")
  }),
  testAsNewUser(
    "rejects spawns at a room's border, at invalid coordinates and outside the world",
    function* () {
      yield* rejects(Game.placeSpawn({ room: unsettledRoom, x: 0, y: 0 }), "invalid location")
      const outside = { room: unsettledRoom, x: 50, y: 10 }
      yield* rejects(raw({ method: "POST", path: "/api/game/place-spawn", body: outside }), "invalid params")
      yield* rejects(Game.placeSpawn({ room: roomOutside, x: 25, y: 25 }), "invalid room")
    }
  ),
  testAsNewUser("records the history of rooms in which players live", function* () {
    const { room, x, y } = yield* settle
    yield* activate()
    const { time } = yield* Game.time()
    const base = (Math.floor(time / 20) + 1) * 20
    const request = raw({
      method: "GET",
      path: "/room-history",
      query: { room, time: base },
      auth: "never"
    })
    const found = yield* eventually(Effect.result(request), Result.isSuccess, "the chunk is recorded")
    const chunk = yield* Effect.flatMap(Effect.fromResult(found), Schema.decodeUnknownEffect(History))
    yield* same([chunk.base, chunk.room, Object.keys(chunk.ticks).length], [base, room, 20], "the chunk")
    const objects = Object.values(chunk.ticks[String(base)] ?? {})
    const spawn = objects.find((object) => Schema.is(Kind)(object) && object.type === "spawn")
    yield* isTrue(
      Schema.is(Schema.Struct({ x: Schema.Literal(x), y: Schema.Literal(y) }))(spawn),
      "the chunk contains the spawn"
    )
  })
]
