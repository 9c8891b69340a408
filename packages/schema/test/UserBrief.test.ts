import * as Badge from "@screeps-effect/schema/Badge"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { Owner, UserBrief } from "@screeps-effect/schema/UserBrief"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

/** A user record of a private server with the built-in storage. */
const leaked = {
  _id: "fa9de3cf09818e6",
  username: "bob",
  badge: { type: 3, color1: "#112233", color2: "#abcdef", color3: "#FF8800", param: 7, flip: false },
  email: "bob@example.com",
  salt: "5a17",
  password: "c0ffee",
  money: 5080,
  cpu: 100
}

describe("UserBrief", () => {
  const decode = Decoder.make(UserBrief)

  it("keeps identifier, name and badge, and drops e-mail address and password hash", () => {
    const user = Result.getOrThrow(decode(leaked))
    assert.hasAllKeys(user, ["_id", "username", "badge"])
    assert.deepStrictEqual(user.badge, leaked.badge)
  })

  it("accepts a user without badge", () => {
    assert.hasAllKeys(Result.getOrThrow(decode({ _id: "2", username: "Invader" })), ["_id", "username"])
    assert.isNull(Result.getOrThrow(decode({ _id: "2", username: "Invader", badge: null })).badge)
  })

  it("accepts a user without name, who signed in with a game platform", () => {
    assert.deepStrictEqual<unknown>(Result.getOrThrow(decode({ _id: "64" })), { _id: "64" })
    assert.isNull(Result.getOrThrow(decode({ _id: "64", username: null })).username)
  })

  it("accepts a user with a malformed badge", () => {
    const { type: _, ...shapeless } = leaked.badge
    for (const badge of [shapeless, { ...leaked.badge, color1: ["#ff0000"] }]) {
      const user = Result.getOrThrow(decode({ ...leaked, badge }))
      assert.strictEqual(user.username, "bob")
      assert.isUndefined(Badge.parse(user.badge))
    }
  })

  it("has an identifier that is not empty, or none", () => {
    assert.deepStrictEqual<unknown>(Result.getOrThrow(decode({ username: "bob" })), { username: "bob" })
    assert.isTrue(Result.isFailure(decode({ _id: "", username: "bob" })))
  })
})

describe("Owner", () => {
  it("keeps the recorded name and badge", () => {
    const { owner } = recording("game/game-room-overview.bot-room-with-badge").response.body as {
      readonly owner: unknown
    }
    const decoded = Result.getOrThrow(Decoder.make(Owner)(owner))
    assert.strictEqual(decoded.username, "EmmaBot")
    assert.strictEqual(Badge.parse(decoded.badge)?.type, 11)
  })

  it("accepts an owner without name, and with a malformed badge", () => {
    const decode = Decoder.make(Owner)
    assert.deepStrictEqual<unknown>(Result.getOrThrow(decode({})), {})
    assert.isUndefined(Badge.parse(Result.getOrThrow(decode({ badge: { color1: "#ff0000" } })).badge))
  })
})
