import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SocketError from "@screeps-effect/socket/SocketError"
import { describe as report } from "../src/runner/failure.ts"
import { asBob, makeWorld, screeps } from "./support/inside.ts"

describe("a failure", () => {
  it.effect("comes with which credentials to check when the password is rejected", () =>
    Effect.gen(function* () {
      const { err } = yield* screeps(makeWorld())(["whoami"], {
        env: { ...asBob, SCREEPS_PASSWORD: "not his password" }
      })
      assert.strictEqual(
        err,
        "screeps: POST /api/auth/signin: Unauthorized (the name or the password is wrong)\nCheck the name and the password: as given to screeps login, in SCREEPS_USERNAME and SCREEPS_PASSWORD, or in the credentials file; screeps doctor --local shows which are used."
      )
    })
  )

  it("comes with a hint when the socket rejects the sign-in", () => {
    const hintOf = (detail: string) =>
      report(new SocketError.SocketError({ reason: new SocketError.AuthRefused({ detail }) })).hint
    for (const [detail, hint] of [
      ["the name or the password is wrong", /^Check the name and the password: /],
      ["the API token was rejected", /^Check whether the token still exists /],
      ["guests receive server messages only: pass a token", /^To sign in, use screeps login --save/],
      ["the server rejected the sign-in, also with a fresh token", /^screeps doctor --local /]
    ] as const)
      assert.match(hintOf(detail) ?? "", hint)
  })

  it("comes with the advice to check the name when a server's name is unknown", () => {
    for (const code of ["ENOTFOUND", "EAI_AGAIN"]) {
      const error = Object.assign(new Error(`getaddrinfo ${code} screeps.example`), {
        reason: { _tag: "Unreachable" }
      })
      assert.strictEqual(
        report(error).hint,
        "The server's name is unknown: check its spelling in the address, and your network."
      )
    }
  })

  it("comes with what to do when a server cannot be reached or does not send the API's responses", () => {
    for (const _tag of ["Unreachable", "UnexpectedResponse"]) {
      assert.match(report({ reason: { _tag } }).hint ?? "", /^Check the server's address/, _tag)
    }
  })

  it("comes with no general hint beside a message that says what to do", () => {
    const messages = [
      "the server uses https, not http: write https:// in the address, or secure: true in a credentials file",
      "connect ECONNREFUSED 127.0.0.1:80; the port of the game's own server is 21025: write it in the address, as in http://127.0.0.1:21025",
      "301: expected a response, got a redirect: change the address to https://game.example"
    ]
    for (const message of messages) {
      const error = Object.assign(new Error(message), { reason: { _tag: "Unreachable" } })
      assert.strictEqual(report(error).hint, undefined, message)
    }
  })
})
