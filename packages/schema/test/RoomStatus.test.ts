import { kind, RoomStatus, statuses } from "@screeps-effect/schema/RoomStatus"
import { recording, recordings } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownSync(RoomStatus)

const recorded = (name: string) => {
  const { room } = recording(`game/game-room-status.${name}`).response.body as { readonly room: unknown }
  return decode(room)
}

const moment = (value: unknown): number => {
  assert.isNumber(value)
  return Number(value)
}

describe("a room's status", () => {
  it("is one of the list `statuses` in every recorded response, and absent for an unknown room", () => {
    const recorded = recordings()
      .filter(({ name }) => name.startsWith("game/game-room-status."))
      .map(({ response: { body } }) => (body as { readonly room?: unknown }).room)
      .filter((room) => room !== undefined)
      .map((room) => decode(room).status)
    assert.sameMembers([...new Set(recorded)], [...statuses, undefined])
  })
})

describe("the kind of a room's status", () => {
  it("is one of five", () => {
    const rooms = [
      null,
      decode({ status: "normal" }),
      decode({ status: "out of borders" }),
      decode({ status: "normal", novice: 1 }),
      decode({ status: "normal", respawnArea: 1 })
    ]
    assert.sameMembers(
      rooms.map((room) => kind(room, 0)),
      ["unknown", "normal", "closed", "novice", "respawn"]
    )
  })

  it("is closed outside the borders", () => {
    assert.strictEqual(kind(recorded("out-of-borders"), 0), "closed")
  })

  it("is closed until a novice area opens, novice until it ends, normal afterwards", () => {
    const room = recorded("novice-not-open")
    const opens = moment(room.openTime)
    const ends = moment(room.novice)
    assert.deepStrictEqual(
      [opens - 1, opens, ends - 1, ends].map((now) => kind(room, now)),
      ["closed", "novice", "novice", "normal"]
    )
  })

  it("is respawn until the area ends", () => {
    const room = recorded("respawn-area")
    const ends = moment(room.respawnArea)
    assert.deepStrictEqual(
      [ends - 1, ends].map((now) => kind(room, now)),
      ["respawn", "normal"]
    )
  })

  it("is unknown for a room that does not exist, whose response is empty or null", () => {
    assert.strictEqual(kind(recorded("unknown-room"), 0), "unknown")
    assert.strictEqual(kind(null, 0), "unknown")
    assert.strictEqual(kind(decode({ _id: "W1N1", status: null }), 0), "unknown")
  })

  it("reads times that are text", () => {
    const room = decode({ status: "normal", openTime: "2000", novice: null })
    assert.strictEqual(kind(room, 1999), "closed")
    assert.strictEqual(kind(room, 2000), "normal")
  })

  it("is normal without any protection", () => {
    assert.strictEqual(kind(decode({ status: "normal" }), 0), "normal")
  })
})
