import * as Badge from "@screeps-effect/schema/Badge"
import { recording } from "@screeps-effect/fixtures"
import { controlLevel, powerLevel, UserFound } from "@screeps-effect/schema/UserFound"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const decode = Schema.decodeUnknownSync(UserFound)
const Found = Schema.Struct({ user: UserFound })
const found = (name: string) =>
  Schema.decodeUnknownSync(Found)(recording(`user/find.${name}`).response.body).user

describe("a user who was found", () => {
  it("has levels by lifetime points", () => {
    const user = decode(reported.userFound)
    assert.deepStrictEqual([controlLevel(user), powerLevel(user)], [15, 87])
  })

  it("is of level 1 and has no power before any points", () => {
    const user = decode({ _id: "3", username: "Source Keeper" })
    assert.deepStrictEqual([controlLevel(user), powerLevel(user)], [1, 0])
    assert.strictEqual(controlLevel(found("username")), 1)
  })

  it("is drawn with a pair of paths when it is the Invader", () => {
    const badge = Badge.parse(found("npc-invader").badge)
    assert.hasAllKeys(badge?.type, ["path1", "path2"])
    assert.isUndefined(badge?.param)
  })

  it("may have no name, and a badge that is none", () => {
    const user = decode({ _id: "64", badge: { color1: "#ff0000" } })
    assert.isUndefined(user.username)
    assert.isUndefined(Badge.parse(user.badge))
  })

  it("may hide the account on the platform", () => {
    assert.strictEqual(decode(reported.userFound).steam?.id, "76561198000000000")
    assert.isUndefined(decode({ ...reported.userFound, steam: {} }).steam?.id)
  })
})
