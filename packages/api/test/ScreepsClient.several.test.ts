/** Several servers and accounts in one program: however their layers are made and provided, no secret crosses. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { fake } from "./support/fake.ts"

/** Two servers with an account each. A token lives for two requests; the server knows every secret that it was sent. */
const makeServers = () => {
  const accounts = { "live.test": "alice-secret", "trial.test": "bob-secret" }
  const seen: Record<string, Set<string>> = { "live.test": new Set(), "trial.test": new Set() }
  const uses = new Map<string, number>()
  const server = fake(({ body, headers, url }) => {
    const { host } = url
    const { "x-token": token } = headers
    if (url.pathname === "/api/auth/signin") {
      const { password = "" } = body as { readonly password?: string }
      seen[host]?.add(password)
      const minted = `${host} token ${uses.size}`
      uses.set(minted, 0)
      return Response.json({ ok: 1, token: minted })
    }
    seen[host]?.add(String(token))
    const used = uses.get(String(token)) ?? Infinity
    uses.set(String(token), used + 1)
    return used < 2
      ? Response.json({ ok: 1, status: host })
      : Response.json({ error: "unauthorized" }, { status: 401 })
  })
  return {
    http: Layer.succeed(HttpClient.HttpClient, server.http),
    /** The secrets of others that a server was sent. */
    strangers: () =>
      Object.entries(accounts).flatMap(([host, password]) =>
        [...(seen[host] ?? [])].filter((secret) => secret !== password && !secret.startsWith(`${host} `))
      ),
    seen
  }
}

type Http = Layer.Layer<HttpClient.HttpClient>
type Client = Layer.Layer<ScreepsClient.ScreepsClient>

const fromValues = (http: Http): readonly [Client, Client] => {
  const at = (host: string, username: string) =>
    ScreepsClient.layer({ url: `http://${host}.test`, username, password: `${username}-secret`, http })
  return [at("live", "alice"), at("trial", "bob")]
}

/** The ways to make the layers of two clients. */
const ways: Readonly<Record<string, (http: Http) => readonly [Client, Client]>> = {
  values: fromValues,
  "two configurations": (http) => {
    const at = (host: string, username: string) =>
      ScreepsClient.layerConfig({ http }).pipe(
        Layer.provide(
          ConfigProvider.layer(
            ConfigProvider.fromEnvRecord({
              SCREEPS_URL: `http://${host}.test`,
              SCREEPS_USERNAME: username,
              SCREEPS_PASSWORD: `${username}-secret`
            })
          )
        ),
        Layer.orDie
      )
    return [at("live", "alice"), at("trial", "bob")]
  },
  parts: (http) => {
    const at = (host: string, username: string) =>
      ScreepsClient.layerNoDeps().pipe(
        Layer.provide(Server.layer(Server.privateServer(`http://${host}.test`))),
        Layer.provide(Credentials.layerPassword({ username, password: Redacted.make(`${username}-secret`) })),
        Layer.provide(http)
      )
    return [at("live", "alice"), at("trial", "bob")]
  },
  "parts that read two configurations": (http) => {
    const at = (host: string, username: string) =>
      ScreepsClient.layerNoDeps().pipe(
        Layer.provide([Server.layerConfig, Credentials.layerConfig, http]),
        Layer.provide(
          ConfigProvider.layer(
            ConfigProvider.fromEnvRecord({
              SCREEPS_URL: `http://${host}.test`,
              SCREEPS_USERNAME: username,
              SCREEPS_PASSWORD: `${username}-secret`
            })
          )
        ),
        Layer.orDie
      )
    return [at("live", "alice"), at("trial", "bob")]
  }
}

const host = Effect.map(User.worldStatus(), ({ status }) => status)
const hosts = Effect.replicateEffect(host, 5)
const live = Array.from({ length: 5 }, () => "live.test")
const trial = Array.from({ length: 5 }, () => "trial.test")

describe("clients of two servers and accounts", () => {
  describe.each(Object.entries(ways))("made from %s", (_, make) => {
    it.effect(
      "send no token and no password to the other's server when one is provided inside the other",
      () =>
        Effect.gen(function* () {
          const { http, strangers } = makeServers()
          const [one, other] = make(http)
          const program = Effect.all([hosts, Effect.provide(hosts, other), hosts])
          assert.deepStrictEqual(yield* Effect.provide(program, one), [live, trial, live])
          assert.isEmpty(strangers())
        })
    )

    it.effect("send none when they run side by side", () =>
      Effect.gen(function* () {
        const { http, seen, strangers } = makeServers()
        const [one, other] = make(http)
        const both = Effect.all([Effect.provide(hosts, one), Effect.provide(hosts, other)], {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(yield* both, [live, trial])
        assert.isEmpty(strangers())
        assert.include([...(seen["trial.test"] ?? [])], "bob-secret")
      })
    )

    it.effect("send none when they are parts of one layer", () =>
      Effect.gen(function* () {
        class Live extends Context.Service<Live, ReadonlyArray<string>>()("test/Live") {}
        class Trial extends Context.Service<Trial, ReadonlyArray<string>>()("test/Trial") {}
        const { http, strangers } = makeServers()
        const [one, other] = make(http)
        const layer = Layer.merge(
          Layer.effect(Live, hosts).pipe(Layer.provide(one)),
          Layer.effect(Trial, hosts).pipe(Layer.provide(other))
        )
        assert.deepStrictEqual(yield* Effect.provide(Effect.all([Live, Trial]), layer), [live, trial])
        assert.isEmpty(strangers())
      })
    )
  })

  it.effect("are one client when one value is provided in two places, which signs in once", () =>
    Effect.gen(function* () {
      const { http, seen } = makeServers()
      const [one] = fromValues(http)
      yield* Effect.provide(Effect.andThen(host, Effect.provide(host, one)), one)
      assert.lengthOf([...(seen["live.test"] ?? [])], 2) // the password and one token
    })
  )
})
