import { assert, describe, it } from "@effect/vitest"
import * as Millis from "@screeps-effect/schema/Millis"
import { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomState from "@screeps-effect/schema/RoomState"
import { UserId } from "@screeps-effect/schema/UserId"
import * as Schema from "effect/Schema"
import { changeData, stateData } from "../src/commands/watch/news.ts"

const user = Schema.decodeUnknownSync(UserId)("0123456789abcdef")
const spawn = { _id: "a1", type: "spawn", room: "W7N3", x: 1, y: 2, user, $loki: 7, meta: { created: 1 } }
const state = RoomState.fold(RoomState.empty, {
  objects: { a1: spawn },
  users: { [user]: { _id: user, username: "bob", badge: { type: 1 } } }
})
const view = {
  ...state,
  room: RoomName.make("W7N3"),
  shard: undefined,
  receivedAt: Millis.make(5),
  monotonicAt: 5,
  afterGap: false
}

describe("the data of a room for programs", () => {
  it("has the users who own its objects, and nothing of the server's storage", () => {
    const { objects, users } = stateData(view)
    const { $loki: _, meta: __, ...document } = spawn
    assert.deepStrictEqual<unknown>(objects, [document])
    assert.deepStrictEqual(
      Object.values(users).map(({ username }) => username),
      ["bob"]
    )
    const change = { before: undefined, after: view, ...RoomState.changes(RoomState.empty, view) }
    assert.deepStrictEqual<unknown>(changeData(change).appeared, [document])
  })
})
