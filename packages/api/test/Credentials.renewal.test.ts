/** Credentials from an effect: what happens when the server rejects them and the effect returns others, the same, or fails. */
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import * as Session from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import { within } from "@screeps-effect/fixtures/time"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { fake, type Fake, lines, type Options, run } from "./support/fake.ts"
import { files } from "./support/files.ts"

const status = User.worldStatus()
const token = (text: string): Credentials.Method => ({ _tag: "Token", token: Redacted.make(text) })
const password = (text: string, username = "alice"): Credentials.Method => ({
  _tag: "Password",
  username,
  password: Redacted.make(text)
})

class Sealed extends Data.TaggedError("Sealed")<{ readonly message: string }> {}

/** An effect that returns the given values one after another, the last one again and again. */
const vault = (...values: ReadonlyArray<Credentials.Method | Sealed>) => {
  let reads = 0
  const read = Effect.suspend(() => {
    const value = values[Math.min(reads++, values.length - 1)] ?? new Sealed({ message: "empty" })
    return value instanceof Sealed ? Effect.fail(value) : Effect.succeed(value)
  })
  return { reads: () => reads, layer: Credentials.layerEffect(read), read }
}

/** A server that accepts one API token. */
const serverOf = (accepted: { token: string }) =>
  fake(({ headers }) =>
    headers["x-token"] === accepted.token
      ? Response.json({ ok: 1, status: "normal" })
      : Response.json({ error: `unauthorized ${headers["x-token"]}` }, { status: 401 })
  )

/** A private server that accepts one password. */
const signInServer = (
  accepted: { readonly password: string },
  respond = (_path: string): object => ({ ok: 1, status: "normal" })
) => {
  let alive = 0
  const server = fake(({ body, headers, url }) => {
    if (url.pathname === "/api/auth/signin") {
      const isRight = JSON.stringify(body).includes(`"${accepted.password}"`)
      return isRight
        ? Response.json({ ok: 1, token: `token-${++alive}` })
        : new Response("Unauthorized", { status: 401 })
    }
    return headers["x-token"] === `token-${alive}`
      ? Response.json(respond(url.pathname))
      : Response.json({ error: "unauthorized" }, { status: 401 })
  })
  return { ...server, restart: () => void alive++ }
}

/** Runs an effect with the credentials of a vault. */
const withVault = <A, E>(
  effect: Parameters<typeof run<A, E>>[0],
  server: Fake,
  { layer }: { readonly layer: Layer.Layer<Credentials.Credentials, unknown> },
  options: Options = {}
) => within(run(effect, server, { ...options, credentials: Layer.orDie(layer) }))

const messages = <A, R>(...calls: ReadonlyArray<Effect.Effect<A, ScreepsError, R>>) =>
  Effect.forEach(calls, (call) =>
    Effect.match(call, { onFailure: ({ message }) => message, onSuccess: () => "success" })
  )

describe("an API token that the server rejects", () => {
  it.effect("is replaced by another one that the effect returns, which is read once for all calls", () =>
    Effect.gen(function* () {
      const accepted = { token: "first-token" }
      const server = serverOf(accepted)
      const secrets = vault(token("first-token"), token("second-token"))
      const program = Effect.gen(function* () {
        const session = yield* Session.Session
        const changes = yield* Effect.forkChild(Stream.runCollect(Stream.take(session.changes, 2)))
        yield* status
        accepted.token = "second-token"
        yield* Effect.all([status, status, status], { concurrency: "unbounded" })
        yield* status
        return (yield* Fiber.join(changes)).map((one) => one && Redacted.value(one))
      })
      assert.deepStrictEqual(yield* withVault(program, server, secrets), ["first-token", "second-token"])
      assert.strictEqual(secrets.reads(), 2)
      assert.lengthOf(server.requests, 1 + 3 + 3 + 1)
    })
  )

  it.effect("fails the call when the effect returns the same one, and the next call tries again", () =>
    Effect.gen(function* () {
      const accepted = { token: "second-token" }
      const server = serverOf(accepted)
      const first = token("first-token")
      const secrets = vault(first, first, token("second-token"))
      assert.deepStrictEqual(yield* withVault(messages(status, status), server, secrets), [
        "GET /api/user/world-status: Unauthorized (the API token was rejected)",
        "success"
      ])
      assert.deepStrictEqual(
        server.requests.map(({ headers }) => headers["x-token"]),
        ["first-token", "first-token", "second-token"]
      )
    })
  )

  it.effect("fails the call when the effect's next one is rejected, too, after two requests", () =>
    Effect.gen(function* () {
      const server = serverOf({ token: "third-token" })
      const secrets = vault(token("first-token"), token("second-token"))
      assert.deepStrictEqual(yield* withVault(messages(status), server, secrets), [
        "GET /api/user/world-status: Unauthorized (the API token was rejected)"
      ])
      assert.lengthOf(server.requests, 2)
      assert.strictEqual(secrets.reads(), 2)
    })
  )

  it.effect("fails the call when the effect fails, and the next call tries again", () =>
    Effect.gen(function* () {
      const server = serverOf({ token: "second-token" })
      const secrets = vault(
        token("first-token"),
        new Sealed({ message: "the vault is sealed" }),
        token("second-token")
      )
      assert.deepStrictEqual(yield* withVault(messages(status, status), server, secrets), [
        "GET /api/user/world-status: Unauthorized (the credentials were rejected, and cannot be read again: the vault is sealed)",
        "success"
      ])
    })
  )

  it.effect("fails the call when the effect returns credentials of another kind", () =>
    Effect.gen(function* () {
      const secrets = vault(token("first-token"), password("secret"))
      const [message] = yield* withVault(messages(status), serverOf({ token: "second-token" }), secrets)
      assert.strictEqual(
        message,
        "GET /api/user/world-status: Unauthorized (the credentials were rejected, and those read again are of another kind or account)"
      )
    })
  )

  it.effect("is replaced in the address that lifts its limits, and both are removed from texts", () =>
    Effect.gen(function* () {
      const accepted = { token: "first-token" }
      const server = serverOf(accepted)
      const program = Effect.gen(function* () {
        yield* status
        accepted.token = "second-token"
        yield* status
        accepted.token = "third-token"
        const { redact } = yield* Session.Session
        const url = yield* Effect.flatMap(RateLimits.RateLimits, ({ resetUrl }) => resetUrl)
        return [Redacted.value(url).slice(-8), redact("first-token second-token")]
      })
      const secrets = vault(token("first-token"), token("second-token"))
      const options = { server: Server.official({ shard: "shard0" }) }
      assert.deepStrictEqual(yield* withVault(program, server, secrets, options), [
        "second-t",
        "<redacted> <redacted>"
      ])
    })
  )
})

describe("a password that the server rejects", () => {
  it.effect("is replaced by another one that the effect returns, in the same sign-in", () =>
    Effect.gen(function* () {
      const accepted = { password: "first-secret" }
      const server = signInServer(accepted)
      const secrets = vault(password("first-secret"), password("second-secret"))
      const program = Effect.gen(function* () {
        yield* status
        accepted.password = "second-secret"
        server.restart()
        return yield* messages(status, status)
      })
      assert.deepStrictEqual(yield* withVault(program, server, secrets), ["success", "success"])
      assert.deepStrictEqual(lines(server), [
        "POST /api/auth/signin",
        "GET /api/user/world-status",
        "GET /api/user/world-status",
        "POST /api/auth/signin",
        "POST /api/auth/signin",
        "GET /api/user/world-status",
        "GET /api/user/world-status"
      ])
      assert.strictEqual(secrets.reads(), 2)
    })
  )

  it.effect("is read again when it cannot be sent, such as an empty one", () =>
    Effect.gen(function* () {
      const secrets = vault(password(""), password(""), password("second-secret"))
      const server = signInServer({ password: "second-secret" })
      const [first, ...others] = yield* withVault(messages(status, status, status), server, secrets)
      assert.match(first ?? "", /InvalidInput \(password/)
      assert.deepStrictEqual(others, ["success", "success"])
      assert.strictEqual(secrets.reads(), 3)
    })
  )

  it.effect("fails the call when the effect returns the same one, another user's, or fails", () =>
    Effect.gen(function* () {
      const first = password("first-secret")
      const secrets = vault(
        first,
        first,
        password("second-secret", "bob"),
        new Sealed({ message: "no prompt" })
      )
      const server = signInServer({ password: "second-secret" })
      assert.deepStrictEqual(yield* withVault(messages(status, status, status), server, secrets), [
        "POST /api/auth/signin: Unauthorized (the name or the password is wrong)",
        "POST /api/auth/signin: Unauthorized (the credentials were rejected, and those read again are of another kind or account)",
        "POST /api/auth/signin: Unauthorized (the credentials were rejected, and cannot be read again: no prompt)"
      ])
      assert.lengthOf(server.requests, 3)
    })
  )

  it.effect("is not shown by the effect's failure, nor by what a server repeats later", () =>
    Effect.gen(function* () {
      const accepted = { password: "second-secret" }
      const server = signInServer(accepted, (path) =>
        path.endsWith("/time") ? { error: "wrong: second-secret" } : { ok: 1, status: "normal" }
      )
      const secrets = vault(password("first-secret"), password("second-secret"))
      const program = Effect.andThen(status, messages(Game.time()))
      assert.deepStrictEqual(yield* withVault(program, server, secrets), [
        "GET /api/game/time: Rejected (wrong: <redacted>)"
      ])
    })
  )
})

describe("a layer of credentials", () => {
  it.effect("fails when it is built with the effect's own error, and needs what the effect needs", () =>
    Effect.gen(function* () {
      class Vault extends Context.Service<Vault, { readonly name: string }>()("test/Vault") {}
      const read = Effect.flatMap(Vault, ({ name }) =>
        Effect.fail(new Sealed({ message: `${name} is sealed` }))
      )
      const layer: Layer.Layer<Credentials.Credentials, Sealed, Vault> = Credentials.layerEffect(read)
      const error = yield* Effect.flip(
        Layer.build(layer.pipe(Layer.provide(Layer.succeed(Vault, { name: "the vault" }))))
      )
      assert.strictEqual(error.message, "the vault is sealed")
    })
  )

  it.effect("reads a configuration file again, such as after its token was replaced", () =>
    Effect.gen(function* () {
      const entries: Record<string, string> = {
        ".screeps.yaml": "servers: { main: { token: first-token } }"
      }
      const accepted = { token: "first-token" }
      const layer = ConfigFile.layer().pipe(Layer.provide(files(entries).layer))
      const program = Effect.gen(function* () {
        yield* status
        accepted.token = "second-token"
        entries[".screeps.yaml"] = "servers: { main: { token: second-token } }"
        return yield* messages(status)
      })
      assert.deepStrictEqual(yield* withVault(program, serverOf(accepted), { layer }), ["success"])
    })
  )

  it.effect("reads the configuration again, such as a mounted secret", () =>
    Effect.gen(function* () {
      const mounted = { SCREEPS_TOKEN: "first-token" }
      const accepted = { token: "first-token" }
      const provider = ConfigProvider.make(([name]) =>
        Effect.succeed(name === "SCREEPS_TOKEN" ? ConfigProvider.makeValue(mounted.SCREEPS_TOKEN) : undefined)
      )
      const layer = Credentials.layerConfig.pipe(Layer.provide(ConfigProvider.layer(provider)))
      const program = Effect.gen(function* () {
        yield* status
        mounted.SCREEPS_TOKEN = accepted.token = "second-token"
        return yield* messages(status)
      })
      assert.deepStrictEqual(yield* withVault(program, serverOf(accepted), { layer }), ["success"])
    })
  )
})
