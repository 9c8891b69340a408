import { assert } from "@effect/vitest"
import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Register from "@screeps-effect/api/Register"
import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import {
  account,
  as,
  asGuest,
  asNewcomer,
  type Case,
  fails,
  has,
  raw,
  refuses,
  same,
  serverCase
} from "../case.ts"
import { change, eventually, js, evaluate } from "../world.ts"

const badge = { type: 7, color1: "#112233", color2: "#445566", color3: "#778899", param: -40, flip: true }

const Linked = Schema.Array(Schema.Literals(["steam", "github", "gitlab"]))

/** The game platforms that an account is linked to. */
const linksOf = (username: string) =>
  evaluate(
    Linked,
    `storage.db.users.findOne({ username: ${js(username)} })
      .then((user) => ['steam', 'github', 'gitlab'].filter((name) => user[name]))`
  )

export const accounts: ReadonlyArray<Case> = [
  serverCase(
    "registers a player with a free name and mail address, and no second one with that name",
    {
      accepts: [Register.checkUsername, Register.checkEmail, Register.submit],
      refuses: [Register.checkUsername, Register.checkEmail, Register.submit]
    },
    asGuest(
      Effect.gen(function* () {
        const someone = { username: "Newton", email: "newton@example.com" }
        yield* Register.checkUsername({ username: someone.username })
        yield* Register.checkEmail({ email: someone.email })
        yield* Register.submit({ ...someone, password: Redacted.make("apple"), modules: { main: "1" } })
        yield* refuses(Register.checkUsername({ username: someone.username }), "User Exists")
        yield* refuses(Register.checkEmail({ email: someone.email }), "User Exists")
        const again = { username: someone.username, password: Redacted.make("pear") }
        yield* refuses(Register.submit(again), "User already exists")
      })
    )
  ),
  serverCase(
    "signs players in by name or mail address, but not with a wrong password",
    { accepts: [Auth.signIn, Auth.me], refuses: [Auth.signIn, Auth.me] },
    Effect.gen(function* () {
      const { as: asPlayer, email, password, username } = yield* account
      const signIns = [
        { email: username, password },
        { email, password }
      ]
      for (const fields of signIns) {
        const { token } = yield* asGuest(Auth.signIn(fields))
        assert.match(Redacted.value(token), /^[0-9a-f]{40}$/)
      }
      const wrong = Auth.signIn({ email: username, password: Redacted.make("wrong") })
      assert.strictEqual((yield* fails(asGuest(wrong), "Unauthorized")).detail, "Unauthorized")
      const nothing = raw({ method: "POST", path: Auth.signIn.path, body: {}, auth: "never" })
      yield* refuses(asGuest(nothing), "Bad Request", 400)

      const me = yield* asPlayer(Auth.me())
      has(me, { username, email, password: true, money: 0, cpu: 100 })
      const stranger = as(Credentials.layerToken(Redacted.make("00000000-0000-4000-8000-000000000000")))
      yield* fails(stranger(Auth.me()), "Unauthorized")
      yield* fails(asGuest(Auth.me()), "Unauthorized")
    })
  ),
  serverCase(
    "returns its auth mod",
    { accepts: [Auth.authmod] },
    asGuest(
      Effect.gen(function* () {
        const mod = yield* Auth.authmod()
        has(mod, { name: "screepsmod-auth", version: "2.7.2", allowRegistration: true })
      })
    )
  ),
  serverCase(
    "rejects native Steam tickets, since no Steam client runs on its machine",
    { refuses: [Auth.steamTicket] },
    asGuest(
      refuses(
        Auth.steamTicket({ ticket: Redacted.make("00"), useNativeAuth: true }),
        "authentication method is not supported"
      )
    )
  ),
  serverCase(
    "names an account without a name, once, and not with a taken name",
    { accepts: [Register.setUsername], refuses: [Register.setUsername] },
    Effect.gen(function* () {
      const { username: taken } = yield* account
      yield* asNewcomer(
        Effect.gen(function* () {
          const { _id } = yield* User.whoAmI()
          yield* refuses(Register.setUsername({ username: "Second" }), "username already set")
          yield* change("users", { _id }, { $unset: { username: true, usernameLower: true } })
          assert.isUndefined((yield* User.whoAmI()).username)
          yield* refuses(Register.setUsername({ username: taken.toUpperCase() }), "invalid username")
          yield* refuses(Register.setUsername({ username: "Galileo", email: "nowhere" }), "invalid email")
          yield* Register.setUsername({ username: "Galileo", email: "Galileo@example.com" })
          has(yield* Auth.me(), { username: "Galileo", email: "galileo@example.com" })
        })
      )
    })
  ),
  serverCase(
    "returns the signed-in user",
    { accepts: [Auth.me] },
    Effect.gen(function* () {
      const { as, username } = yield* account
      const { _id } = yield* as(Auth.me())
      same(yield* as(User.whoAmI()), { _id, username, badge: undefined, restricted: false })
    })
  ),
  serverCase(
    "stores a badge and draws it, but rejects badges with custom paths",
    { accepts: [Account.badge, Account.badgeSvg], refuses: [Account.badge, Account.badgeSvg] },
    Effect.gen(function* () {
      const { as, username } = yield* account
      yield* as(Account.badge({ badge }))
      same((yield* as(Auth.me())).badge, badge)
      const picture = yield* asGuest(Account.badgeSvg({ username: username.toUpperCase(), border: 1 }))
      for (const color of [badge.color1, badge.color2, badge.color3]) assert.include(picture, color)
      const paths = { path1: "M0 0", path2: "M1 1" }
      yield* refuses(as(Account.badge({ badge: { ...badge, type: paths } })), "invalid params")
      yield* refuses(asGuest(Account.badgeSvg({ username: "Nobody" })), "Not Found", 404)
    })
  ),
  serverCase(
    "stores notification settings, and ignores unknown intervals",
    { accepts: [Account.notifyPrefs] },
    asNewcomer(
      Effect.gen(function* () {
        yield* Account.notifyPrefs({ disabled: true, interval: 60, errorsInterval: 100_000 })
        yield* Account.notifyPrefs({ disabled: false, sendOnline: true })
        const prefs = { disabled: false, sendOnline: true, interval: 60, errorsInterval: 100_000 }
        same((yield* Auth.me()).notifyPrefs, prefs)
        yield* raw({ method: "POST", path: Account.notifyPrefs.path, body: { interval: 7 } })
        same((yield* Auth.me()).notifyPrefs, prefs)
      })
    )
  ),
  serverCase(
    "stores a new mail address in lower case, unless it is taken",
    { accepts: [Account.email], refuses: [Account.email] },
    asNewcomer(
      Effect.gen(function* () {
        yield* Account.email({ email: "Kepler@Example.com" })
        assert.strictEqual((yield* Auth.me()).email, "kepler@example.com")
        yield* refuses(Account.email({ email: "kepler@example.com" }), "email already exists")
        yield* refuses(Account.email({ email: "kepler@nowhere" }), "invalid email")
      })
    )
  ),
  serverCase(
    "shows or hides the link to a Steam profile",
    { accepts: [Account.setSteamVisible] },
    asNewcomer(
      Effect.gen(function* () {
        const { _id } = yield* User.whoAmI()
        yield* change("users", { _id }, { $set: { steam: { id: "76561190000000001" } } })
        const steam = Effect.map(raw({ method: "GET", path: "/api/user/find", query: { id: _id } }), js)
        yield* Account.setSteamVisible({ visible: true })
        assert.include(yield* steam, "76561190000000001")
        yield* Account.setSteamVisible({ visible: false })
        assert.notInclude(yield* steam, "76561190000000001")
      })
    )
  ),
  serverCase(
    "marks the tutorial as done",
    { accepts: [Account.tutorialDone] },
    asNewcomer(Account.tutorialDone())
  ),
  serverCase(
    "unlinks game platforms, each separately",
    { accepts: [Account.unlinkSteam, Account.unlinkGithub, Account.unlinkGitlab] },
    Effect.gen(function* () {
      const { as, username } = yield* account
      yield* as(
        Effect.gen(function* () {
          const linked = { steam: { id: "1" }, github: { id: "2" }, gitlab: { id: "3" } }
          yield* change("users", { username }, { $set: linked })
          const become = (names: ReadonlyArray<string>) =>
            eventually(linksOf(username), (links) => js(links) === js(names), `links are ${js(names)}`)
          yield* become(["steam", "github", "gitlab"])
          yield* Account.unlinkGithub()
          yield* become(["steam", "gitlab"])
          yield* Account.unlinkSteam()
          yield* become(["gitlab"])
          yield* Account.unlinkGitlab()
          yield* become([])
        })
      )
    })
  )
]
