import * as Badge from "@screeps-effect/schema/Badge"
import { recording } from "@screeps-effect/fixtures"
import { UserFound } from "@screeps-effect/schema/UserFound"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const decode = Schema.decodeUnknownSync(UserFound)
const Found = Schema.Struct({ user: UserFound })
const found = (name: string) =>
  Schema.decodeUnknownSync(Found)(recording(`user/find.${name}`).response.body).user

describe("UserFound", () => {
  it("has a badge of two paths for the Invader", () => {
    const badge = Badge.parse(found("npc-invader").badge)
    assert.hasAllKeys(badge?.type, ["path1", "path2"])
    assert.isUndefined(badge?.param)
  })

  it("accepts a user without name, and with a malformed badge", () => {
    const user = decode({ _id: "64", badge: { color1: "#ff0000" } })
    assert.isUndefined(user.username)
    assert.isUndefined(Badge.parse(user.badge))
  })

  it("accepts a user who hides the platform account", () => {
    assert.strictEqual(decode(reported.userFound).steam?.id, "76561198000000000")
    assert.isUndefined(decode({ ...reported.userFound, steam: {} }).steam?.id)
  })
})
