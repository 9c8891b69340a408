import * as SocketAuth from "@screeps-effect/schema/SocketAuth"
import { assert, describe, it } from "@effect/vitest"

describe("the response to a socket's sign-in", () => {
  it("has a new token when the sign-in is accepted, and none when it is rejected", () => {
    assert.deepStrictEqual(SocketAuth.parse("auth ok 0123456789abcdef"), {
      outcome: "ok",
      token: "0123456789abcdef"
    })
    assert.deepStrictEqual(SocketAuth.parse("auth failed"), { outcome: "failed" })
    assert.deepStrictEqual(["ok", "failed"], [...SocketAuth.outcomes])
  })

  for (const frame of [
    "",
    "auth",
    "auth ok",
    "auth ok ",
    "auth ok a b",
    "auth failed!",
    "time 1",
    "AUTH FAILED"
  ]) {
    it(`is not ${JSON.stringify(frame)}`, () => {
      assert.isUndefined(SocketAuth.parse(frame))
    })
  }
})
