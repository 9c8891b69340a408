import * as Badge from "@screeps-effect/schema/Badge"
import * as UserId from "@screeps-effect/schema/UserId"
import * as RoomState from "@screeps-effect/schema/RoomState"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { frozen } from "@screeps-effect/fixtures/documents"
import { decodeRoom } from "./support/payloads.ts"

const badge = { color1: "#ff0000", color2: "#00ff00", color3: "#0000ff", param: 0, flip: false }
const source = { _id: "s", type: "source", room: "W1N1", x: 5, y: 6, energy: 3000, energyCapacity: 3000 }

const read = (users: Readonly<Record<string, object>>) =>
  RoomState.fold(RoomState.empty, Result.getOrThrow(decodeRoom({ objects: { s: source }, users })))

describe("a message of the room channel", () => {
  it("is decoded with a malformed badge of a user", () => {
    for (const malformed of [badge, { type: 1, ...badge, color1: ["#ff0000"] }]) {
      const { objects, users } = read({
        a1: { _id: "a1", username: "alice", badge: malformed },
        b2: { _id: "b2", username: "bob", badge: { type: 1, ...badge } }
      })
      assert.strictEqual(objects.size, 1)
      const [alice, bob] = [users.get(UserId.make("a1")), users.get(UserId.make("b2"))]
      assert.strictEqual(alice?.username, "alice")
      assert.isUndefined(Badge.parse(alice?.badge))
      assert.strictEqual(Badge.parse(bob?.badge)?.type, 1)
    }
  })

  it("is decoded with a user without name", () => {
    const { objects, users } = read({ a1: { _id: "a1", steam: { id: "76561190000000002" } } })
    assert.strictEqual(objects.size, 1)
    assert.deepStrictEqual<unknown>(users.get(UserId.make("a1")), { _id: "a1" })
  })

  it("has the very patches that the server sent, without a copy", () => {
    const payload = frozen({ objects: { s: source, t: null }, gameTime: 5 })
    assert.strictEqual<unknown>(Result.getOrThrow(decodeRoom(payload)).objects, payload.objects)
  })

  it("is rejected with a patch that is neither an object nor null", () => {
    for (const malformed of [5, "text", [], true]) {
      const decoded = decodeRoom({ objects: { s: source, t: malformed }, gameTime: 5 })
      assert.match(
        String(Result.getOrThrow(Result.flip(decoded))),
        /Expected RoomPatch[^]*at \["objects"\]\["t"\]/
      )
    }
  })
})
