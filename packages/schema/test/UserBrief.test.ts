import * as Badge from "@screeps-effect/schema/Badge"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { Owner, UserBrief } from "@screeps-effect/schema/UserBrief"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

/** What private servers with the built-in storage send for a user. */
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

describe("a user as others see them", () => {
  const decode = Decoder.make(UserBrief)

  it("keeps identity, name and badge, and drops mail address and password hash", () => {
    const user = Result.getOrThrow(decode(leaked))
    assert.hasAllKeys(user, ["_id", "username", "badge"])
    assert.deepStrictEqual(user.badge, leaked.badge)
  })

  it("needs no badge", () => {
    assert.hasAllKeys(Result.getOrThrow(decode({ _id: "2", username: "Invader" })), ["_id", "username"])
    assert.isNull(Result.getOrThrow(decode({ _id: "2", username: "Invader", badge: null })).badge)
  })

  it("needs no name: who came through a game platform may have chosen none yet", () => {
    assert.deepStrictEqual<unknown>(Result.getOrThrow(decode({ _id: "64" })), { _id: "64" })
    assert.isNull(Result.getOrThrow(decode({ _id: "64", username: null })).username)
  })

  it("is told with a badge that is none", () => {
    const { type: _, ...shapeless } = leaked.badge
    for (const badge of [shapeless, { ...leaked.badge, color1: ["#ff0000"] }]) {
      const user = Result.getOrThrow(decode({ ...leaked, badge }))
      assert.strictEqual(user.username, "bob")
      assert.isUndefined(Badge.parse(user.badge))
    }
  })

  it("has an identity", () => {
    assert.isTrue(Result.isFailure(decode({ username: "bob" })))
    assert.isTrue(Result.isFailure(decode({ _id: "", username: "bob" })))
  })
})

describe("an owner", () => {
  it("is recorded with name and badge", () => {
    const { owner } = recording("game/game-room-overview.bot-room-with-badge").response.body as {
      readonly owner: unknown
    }
    const decoded = Result.getOrThrow(Decoder.make(Owner)(owner))
    assert.strictEqual(decoded.username, "EmmaBot")
    assert.strictEqual(Badge.parse(decoded.badge)?.type, 11)
  })

  it("may have no name, and a badge that is none", () => {
    const decode = Decoder.make(Owner)
    assert.deepStrictEqual<unknown>(Result.getOrThrow(decode({})), {})
    assert.isUndefined(Badge.parse(Result.getOrThrow(decode({ badge: { color1: "#ff0000" } })).badge))
  })
})
