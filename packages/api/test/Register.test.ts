import * as Register from "@screeps-effect/api/Register"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { always, asGuest, run } from "./support/fake.ts"
import { checkInvalidInput, checkFailure, checkRequest, untyped } from "./support/calls.ts"

const guest = { credentials: asGuest }

describe("Register.checkEmail", () => {
  it.effect("succeeds for an unused mail address (register-check-email.free)", () =>
    checkRequest(
      Register.checkEmail({ email: "new@example.com" }),
      "game/register-check-email.free",
      "GET /api/register/check-email?email=new@example.com",
      guest
    )
  )

  it.effect("fails with Rejected for a used mail address, with and without the auth mod", () =>
    Effect.gen(function* () {
      const call = Register.checkEmail({ email: "alice@example.com" })
      yield* checkFailure(call, "game/register-check-email.taken", "Rejected: User Exists", guest)
      yield* checkFailure(call, "game/no-auth-mod.check-email.taken", "Rejected: exists", guest)
    })
  )

  it.effect("rejects a missing or empty mail address without a request", () =>
    Effect.gen(function* () {
      yield* checkInvalidInput(Register.checkEmail({ email: "" }), "email")
      yield* checkInvalidInput(untyped(Register.checkEmail, {}), "email")
    })
  )
})

describe("Register.checkUsername and Register.setUsername", () => {
  it.effect("checkUsername succeeds for an unused name (register-check-username.free)", () =>
    checkRequest(
      Register.checkUsername({ username: "newname" }),
      "game/register-check-username.free",
      "GET /api/register/check-username?username=newname",
      guest
    )
  )

  it.effect("checkUsername fails with Rejected for a used name, with and without the auth mod", () =>
    Effect.gen(function* () {
      const call = Register.checkUsername({ username: "alice" })
      yield* checkFailure(call, "game/register-check-username.taken", "Rejected: User Exists", guest)
      yield* checkFailure(call, "game/no-auth-mod.check-username.taken", "Rejected: exists", guest)
    })
  )

  it.effect("checkUsername rejects a missing or empty name without a request", () =>
    Effect.gen(function* () {
      yield* checkInvalidInput(Register.checkUsername({ username: "" }), "username")
      yield* checkInvalidInput(untyped(Register.checkUsername), "username")
    })
  )

  it.effect("setUsername names an account without a name (register-set-username.ok)", () =>
    Effect.gen(function* () {
      const call = Register.setUsername({ username: "dave-1", email: "Dave@Example.com" })
      const body = '{"username":"dave-1","email":"Dave@Example.com"}'
      yield* checkRequest(call, "game/register-set-username.ok", `POST /api/register/set-username ${body}`)
      assert.strictEqual(DbUpdate.changed(yield* run(call, always("game/register-set-username.ok"))), 1)
    })
  )

  it.effect(
    "setUsername fails with Rejected for a second name and for names and addresses that the server rejects",
    () =>
      Effect.gen(function* () {
        const call = Register.setUsername({ username: "alice2" })
        yield* checkFailure(call, "game/register-set-username.already-set", "Rejected: username already set")
        yield* checkFailure(call, "game/register-set-username.bad-email", "Rejected: invalid email")
        yield* checkFailure(call, "game/register-set-username.taken-name", "Rejected: invalid username")
      })
  )

  it.effect("setUsername rejects malformed names and addresses without a request", () =>
    Effect.gen(function* () {
      for (const username of ["", "ab", "a b", "häns", "alice\n", "alice!"])
        yield* checkInvalidInput(Register.setUsername({ username }), "username")
      yield* checkInvalidInput(Register.setUsername({ username: "alice2", email: "" }), "email")
      yield* checkInvalidInput(untyped(Register.setUsername, {}), "username")
    })
  )
})
