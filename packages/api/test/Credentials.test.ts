import * as Credentials from "@screeps-effect/api/Credentials"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** The credentials that a layer provides. */
const provided = <E>(layer: Layer.Layer<Credentials.Credentials, E>) =>
  Effect.provide(
    Effect.map(Credentials.Credentials, ({ current }) => current),
    layer
  )

const configured = (values: Record<string, string>) =>
  provided(Credentials.layerConfig).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(values))
  )

const account = { SCREEPS_USERNAME: "alice", SCREEPS_PASSWORD: "correct-password" }

describe("Credentials.layerConfig", () => {
  it.effect("prefers the token to username and password", () =>
    Effect.gen(function* () {
      const credentials = yield* configured({ ...account, SCREEPS_TOKEN: "the-token" })
      assert.strictEqual(credentials._tag, "Token")
      assert.strictEqual(credentials._tag === "Token" && Redacted.value(credentials.token), "the-token")
    })
  )

  it.effect("uses username and password when no token is set", () =>
    Effect.gen(function* () {
      const credentials = yield* configured(account)
      assert.strictEqual(credentials._tag, "Password")
      assert.deepStrictEqual(
        credentials._tag === "Password" && [credentials.username, Redacted.value(credentials.password)],
        ["alice", "correct-password"]
      )
    })
  )

  it.effect("provides a guest when only the server is set", () =>
    Effect.gen(function* () {
      const credentials = yield* configured({ SCREEPS_URL: "http://127.0.0.1:21025" })
      assert.deepStrictEqual(credentials, { _tag: "Guest" })
    })
  )

  it.effect("fails when neither token nor account is set", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(configured({}))
      assert.strictEqual(error._tag, "ConfigError")
      assert.strictEqual(
        error.message,
        'SchemaError(no credentials: set SCREEPS_TOKEN, or SCREEPS_USERNAME and SCREEPS_PASSWORD on servers with passwords\n  at ["SCREEPS_TOKEN"])'
      )
    })
  )

  it.effect("fails for half an account and names the missing variable", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(configured({ SCREEPS_USERNAME: "alice" }))
      assert.strictEqual(
        error.message,
        'SchemaError(SCREEPS_USERNAME is set, but SCREEPS_PASSWORD is not\n  at ["SCREEPS_PASSWORD"])'
      )
      const other = yield* Effect.flip(configured({ SCREEPS_PASSWORD: "correct-password" }))
      assert.match(other.message, /SCREEPS_USERNAME/)
      assert.notInclude(String(other), "correct-password")
    })
  )
})

describe("Credentials layers", () => {
  it.effect("provide the given credentials", () =>
    Effect.gen(function* () {
      const token = Redacted.make("the-token")
      const password = Redacted.make("correct-password")
      assert.deepStrictEqual(yield* provided(Credentials.layerToken(token)), {
        _tag: "Token",
        token
      })
      assert.deepStrictEqual(yield* provided(Credentials.layerPassword({ username: "alice", password })), {
        _tag: "Password",
        username: "alice",
        password
      })
      const ticket = Redacted.make("14000000")
      for (const useNativeAuth of [true, undefined]) {
        assert.deepStrictEqual(yield* provided(Credentials.layerSteamTicket({ ticket, useNativeAuth })), {
          _tag: "SteamTicket",
          ticket,
          useNativeAuth
        })
      }
      assert.deepStrictEqual(yield* provided(Credentials.layerGuest), {
        _tag: "Guest"
      })
    })
  )
})
