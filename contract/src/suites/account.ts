import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as Register from "@screeps-effect/api/Register"
import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import { account, asGuest, has, isTrue, raw, rejects, same, test, testAsNewUser, type Test } from "../test.ts"

const badge = { type: 7, color1: "#112233", color2: "#445566", color3: "#778899", param: -40, flip: true }

/** Settings of an account. */
export const settings: ReadonlyArray<Test> = [
  test("rejects a registration check for a name or address that is taken and accepts free ones", function* () {
    const { email, username } = yield* account
    yield* asGuest(
      Effect.gen(function* () {
        yield* Register.checkUsername({ username: `${username}x` })
        yield* Register.checkEmail({ email: `x${email}` })
        yield* rejects(Register.checkUsername({ username }), "User Exists")
        yield* rejects(Register.checkEmail({ email }), "User Exists")
      })
    )
  }),
  testAsNewUser(
    "rejects setting the name of an account that has one",
    rejects(Register.setUsername({ username: "Second" }), "username already set")
  ),
  test("returns the signed-in user from `whoAmI`", function* () {
    const { as, username } = yield* account
    const { _id } = yield* as(Auth.me())
    yield* has(yield* as(User.whoAmI()), { _id, username, restricted: false }, "the signed-in user")
  }),
  testAsNewUser("starts a new account with 100 CPU, no credits and no control points", function* () {
    const me = yield* Auth.me()
    yield* has(me, { cpu: 100, gcl: 0 }, "the account")
    yield* same(me.money ?? 0, 0, "the credits")
  }),
  test("stores a badge and draws it for a username in any case", function* () {
    const { as, username } = yield* account
    yield* as(Account.badge({ badge }))
    yield* same((yield* as(Auth.me())).badge, badge, "the badge")
    const picture = yield* asGuest(Account.badgeSvg({ username: username.toUpperCase(), border: 1 }))
    for (const color of [badge.color1, badge.color2, badge.color3]) {
      yield* isTrue(picture.includes(color), `${color} is in the picture`)
    }
  }),
  test("stores a badge without a shape, returns it to others and draws no picture of it", function* () {
    const { as, username } = yield* account
    const { type: _, ...shapeless } = badge
    yield* as(raw({ method: "POST", path: "/api/user/badge", body: { badge: shapeless } }))
    yield* same((yield* as(Auth.me())).badge, shapeless, "the badge")
    yield* same((yield* asGuest(User.find({ username }))).user.badge, shapeless, "the badge for others")
    yield* rejects(asGuest(Account.badgeSvg({ username })), "Not Found")
  }),
  testAsNewUser(
    "responds with Not Found to a badge of an unknown user and rejects badges with custom paths",
    function* () {
      yield* rejects(Account.badgeSvg({ username: "Nobody at all" }), "Not Found")
      const paths = { path1: "M0 0", path2: "M1 1" }
      yield* rejects(Account.badge({ badge: { ...badge, type: paths } }), "invalid params")
    }
  ),
  testAsNewUser("stores notification settings and ignores unknown intervals", function* () {
    yield* Account.notifyPrefs({ disabled: true, interval: 60, errorsInterval: 100_000 })
    yield* Account.notifyPrefs({ disabled: false, sendOnline: true })
    const prefs = { disabled: false, sendOnline: true, interval: 60, errorsInterval: 100_000 }
    yield* same((yield* Auth.me()).notifyPrefs, prefs, "the settings")
    yield* raw({ method: "POST", path: Account.notifyPrefs.path, body: { interval: 7 } })
    yield* same((yield* Auth.me()).notifyPrefs, prefs, "the settings after an unknown interval")
  }),
  test("stores a new mail address in lower case and rejects one that is taken or malformed", function* () {
    const { as, username } = yield* account
    yield* as(
      Effect.gen(function* () {
        const email = `New.${username}@Example.com`
        yield* Account.email({ email })
        yield* same((yield* Auth.me()).email, email.toLowerCase(), "the address")
        yield* rejects(Account.email({ email: email.toLowerCase() }), "email already exists")
        yield* rejects(Account.email({ email: "kepler@nowhere" }), "invalid email")
      })
    )
  }),
  testAsNewUser("accepts the end of the tutorial and the Steam settings", function* () {
    yield* Account.tutorialDone()
    yield* Account.setSteamVisible({ visible: true })
    yield* Account.unlinkSteam()
  })
]
