import * as Auth from "@screeps-effect/api/Auth"
import * as Code from "@screeps-effect/api/Code"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Register from "@screeps-effect/api/Register"
import * as Session from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Redacted from "effect/Redacted"
import {
  account,
  as,
  asGuest,
  fails,
  raw,
  same,
  test,
  testAsGuest,
  testAsNewUser,
  type Test
} from "../test.ts"

const token = Effect.flatMap(Session.Session, ({ acquire }) =>
  Effect.map(acquire, (lease) => Redacted.value(lease.token))
)

/** Registration, sign-in and tokens. */
export const accounts: ReadonlyArray<Test> = [
  testAsGuest("returns its auth mod and that registration is open", function* () {
    const mod = yield* Auth.authmod()
    yield* same(mod.name, "screepsmod-auth", "the mod's name")
    yield* same(mod.allowRegistration, true, "whether registration is open")
  }),
  test("registers an account and signs it in by name", function* () {
    const user = yield* account
    const me = yield* user.as(Auth.me())
    yield* same(me.username, user.username, "the name")
    yield* same(me.email, user.email, "the mail address")
    yield* same(me.password, true, "whether a password is set")
  }),
  test("signs in by mail address", function* () {
    const { email, password, username } = yield* account
    const me = yield* as(Credentials.layerPassword({ username: email, password }))(Auth.me())
    yield* same(me.username, username, "the name")
  }),
  test("rejects a registration with a name that is taken", function* () {
    const { username } = yield* account
    const again = Register.submit({ username, password: Redacted.make("another secret") })
    const { status, detail: text } = yield* fails(asGuest(again), "Rejected")
    yield* same({ status, text }, { status: 200, text: "User already exists" }, "the rejection")
  }),
  test("registers accounts whose mail address is empty", function* () {
    const { username } = yield* account
    for (const name of [`${username}a`, `${username}b`]) {
      const password = `secret of ${name}`
      const body = { username: name, password, email: "" }
      const register = raw({ method: "POST", path: Register.submit.path, body, auth: "never" })
      yield* asGuest(register)
      const credentials = Credentials.layerPassword({ username: name, password: Redacted.make(password) })
      yield* same((yield* as(credentials)(Auth.me())).username, name, "the name")
    }
  }),
  test("rejects a wrong password", function* () {
    const { username } = yield* account
    const wrong = Credentials.layerPassword({
      username: username,
      password: Redacted.make("not the secret")
    })
    yield* fails(as(wrong)(Auth.me()), "Unauthorized")
  }),
  test("rejects a sign-in without name and password", function* () {
    const empty = raw({ method: "POST", path: "/api/auth/signin", body: {}, auth: "never" })
    const { status, detail: text } = yield* fails(asGuest(empty), "Rejected")
    yield* same({ status, text }, { status: 400, text: "Bad Request" }, "the rejection")
  }),
  testAsGuest("rejects code with Basic credentials that are malformed or wrong", function* () {
    const upload = (credentials: string) =>
      raw({
        method: "POST",
        path: Code.set.path,
        body: { modules: { main: "" } },
        headers: { authorization: Redacted.make(`Basic ${btoa(credentials)}`) },
        auth: "never"
      })
    const malformed = yield* fails(upload("no colon"), "Rejected")
    yield* same([malformed.status, malformed.detail], [400, "Bad Request"], "the rejection")
    yield* fails(upload("nobody:secret"), "Unauthorized")
  }),
  test("rejects a request without a token", function* () {
    const { detail } = yield* fails(
      asGuest(raw({ method: "GET", path: "/api/auth/me", auth: "never" })),
      "Unauthorized"
    )
    yield* same(detail, "unauthorized", "the rejection")
  }),
  test("rejects a token that it did not issue", function* () {
    const stranger = Credentials.layerToken(Redacted.make("00000000-0000-4000-8000-000000000000"))
    yield* fails(as(stranger)(Auth.me()), "Unauthorized")
  }),
  testAsNewUser("issues a new token with each response, rejections included", function* () {
    const first = yield* token
    yield* User.worldStatus()
    const second = yield* token
    yield* fails(
      raw({ method: "POST", path: "/api/game/place-spawn", body: { room: "W1N1", x: 50, y: 0 } }),
      "Rejected"
    )
    const third = yield* token
    yield* same(new Set([first, second, third]).size, 3, "the number of different tokens")
  }),
  test("accepts a token while newer ones are issued", function* () {
    const { as: asUser } = yield* account
    const http = yield* HttpClient.HttpClient
    let signIns = 0
    const counting = HttpClient.mapRequest(http, (request) => {
      if (request.url.endsWith("/api/auth/signin")) signIns += 1
      return request
    })
    const calls = Effect.forEach(Array.from({ length: 30 }), () => Auth.me(), { concurrency: 10 })
    const answers = yield* asUser(calls).pipe(Effect.provideService(HttpClient.HttpClient, counting))
    yield* same(answers.length, 30, "the number of responses")
    yield* same(signIns, 1, "the number of sign-ins")
  }),
  testAsNewUser("responds with 404 to endpoints of other kinds of servers", function* () {
    const path = "/api/seasons/current"
    yield* same((yield* fails(raw({ method: "GET", path }), "EndpointNotFound")).path, path, "the path")
  })
]
