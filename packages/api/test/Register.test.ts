import * as Register from "@screeps-effect/api/Register"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { always, asGuest, ask } from "./support/fake.ts"
import { checkNothingSent, checkRefusal, checkRequest, untyped } from "./support/asking.ts"

const guest = { who: asGuest }

describe("a mail address", () => {
  it.effect("that nobody has is free (register-check-email.free)", () =>
    checkRequest(
      Register.checkEmail({ email: "new@example.com" }),
      "game/register-check-email.free",
      "GET /api/register/check-email?email=new@example.com",
      guest
    )
  )

  it.effect("that somebody has is taken, with the auth mod and without it", () =>
    Effect.gen(function* () {
      const call = Register.checkEmail({ email: "alice@example.com" })
      yield* checkRefusal(call, "game/register-check-email.taken", "Rejected: User Exists", guest)
      yield* checkRefusal(call, "game/no-auth-mod.check-email.taken", "Rejected: exists", guest)
    })
  )

  it.effect("is not asked about when there is none", () =>
    Effect.gen(function* () {
      yield* checkNothingSent(Register.checkEmail({ email: "" }), "email")
      yield* checkNothingSent(untyped(Register.checkEmail, {}), "email")
    })
  )
})

describe("a user's name", () => {
  it.effect("that nobody has is free (register-check-username.free)", () =>
    checkRequest(
      Register.checkUsername({ username: "newname" }),
      "game/register-check-username.free",
      "GET /api/register/check-username?username=newname",
      guest
    )
  )

  it.effect("that somebody has is taken, with the auth mod and without it", () =>
    Effect.gen(function* () {
      const call = Register.checkUsername({ username: "alice" })
      yield* checkRefusal(call, "game/register-check-username.taken", "Rejected: User Exists", guest)
      yield* checkRefusal(call, "game/no-auth-mod.check-username.taken", "Rejected: exists", guest)
    })
  )

  it.effect("is not asked about when there is none", () =>
    Effect.gen(function* () {
      yield* checkNothingSent(Register.checkUsername({ username: "" }), "username")
      yield* checkNothingSent(untyped(Register.checkUsername), "username")
    })
  )

  it.effect("is given to an account that has none (register-set-username.ok)", () =>
    Effect.gen(function* () {
      const call = Register.setUsername({ username: "dave-1", email: "Dave@Example.com" })
      const body = '{"username":"dave-1","email":"Dave@Example.com"}'
      yield* checkRequest(call, "game/register-set-username.ok", `POST /api/register/set-username ${body}`)
      assert.strictEqual(DbUpdate.changed(yield* ask(call, always("game/register-set-username.ok"))), 1)
    })
  )

  it.effect("is given once, and only as servers take it", () =>
    Effect.gen(function* () {
      const call = Register.setUsername({ username: "alice2" })
      yield* checkRefusal(call, "game/register-set-username.already-set", "Rejected: username already set")
      yield* checkRefusal(call, "game/register-set-username.bad-email", "Rejected: invalid email")
      yield* checkRefusal(call, "game/register-set-username.taken-name", "Rejected: invalid username")
    })
  )

  it.effect("is not sent when servers would not take it", () =>
    Effect.gen(function* () {
      for (const username of ["", "ab", "a b", "häns", "alice\n", "alice!"])
        yield* checkNothingSent(Register.setUsername({ username }), "username")
      yield* checkNothingSent(Register.setUsername({ username: "alice2", email: "" }), "email")
      yield* checkNothingSent(untyped(Register.setUsername, {}), "username")
    })
  )
})
