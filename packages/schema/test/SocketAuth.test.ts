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

  it("has a token of at most 4096 characters", () => {
    assert.deepStrictEqual(SocketAuth.parse(`auth ok ${"t".repeat(4096)}`)?.outcome, "ok")
    assert.isUndefined(SocketAuth.parse(`auth ok ${"t".repeat(4097)}`))
  })

  for (const frame of [
    "",
    "auth",
    "auth ok",
    "auth ok ",
    "auth ok a b",
    "auth ok \u{1F4A9}",
    "auth ok a\u0000",
    "auth ok a\r\nX-Token:b",
    "auth failed!",
    "time 1",
    "AUTH FAILED"
  ]) {
    it(`is not ${JSON.stringify(frame)}`, () => {
      assert.isUndefined(SocketAuth.parse(frame))
    })
  }
})
