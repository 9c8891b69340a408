import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

const detailOf = (text: string) => Result.getOrThrow(Result.flip(Server.parse(text))).detail
const parse = (text: string) => Result.getOrThrow(Server.parse(text))

describe("official servers", () => {
  it("are the main world, the test realm and the seasonal world", () => {
    const none = { kind: "official", shard: undefined, password: undefined }
    assert.deepStrictEqual(Server.official(), { ...none, kind: "official", url: "https://screeps.com" })
    assert.deepStrictEqual(Server.ptr(), { ...none, kind: "official", url: "https://screeps.com/ptr" })
    assert.deepStrictEqual(Server.season(), {
      kind: "official",
      url: "https://screeps.com/season",
      shard: "shardSeason",
      password: undefined
    })
  })

  it("accept the address of a proxy or test server", () => {
    assert.deepStrictEqual(Server.official({ url: "http://127.0.0.1:8080/", shard: "shard0" }), {
      kind: "official",
      url: "http://127.0.0.1:8080",
      shard: "shard0",
      password: undefined
    })
    assert.throws(() => Server.official({ url: "nowhere" }), Server.InvalidServer)
  })

  it("fail without a stack trace, which would show this package only", () => {
    const { stack } = Result.getOrThrow(Result.flip(Server.parse("nowhere")))
    assert.notMatch(stack ?? "", /\n\s+at /)
  })

  it("accept a default shard", () => {
    assert.strictEqual(Server.official({ shard: "shard3" }).shard, "shard3")
    assert.strictEqual(Server.ptr({ shard: "shard1" }).shard, "shard1")
    assert.strictEqual(Server.season({ shard: "shardNext" }).shard, "shardNext")
  })
})

describe("the address of a server's room history", () => {
  it("is an option of every server, without a trailing slash, and absent by default", () => {
    const options = { historyUrl: "https://history.example/a//" }
    const servers = [
      Server.official(options),
      Server.ptr(options),
      Server.season(options),
      Server.privateServer("http://127.0.0.1:21025", options),
      Result.getOrThrow(Server.parse("https://screeps.com/ptr", options))
    ]
    for (const { historyUrl } of servers) assert.strictEqual(historyUrl, "https://history.example/a")
    assert.notProperty(Server.ptr(), "historyUrl")
  })

  it("is rejected when it is malformed, and not repeated", () => {
    const detail = "historyUrl: a server address looks like http://127.0.0.1:21025"
    assert.throws(() => Server.ptr({ historyUrl: "history" }), detail)
    const parsed = Server.parse("https://screeps.com/ptr", { historyUrl: "history" })
    assert.strictEqual(Result.getOrThrow(Result.flip(parsed)).detail, detail)
  })
})

describe("Server.privateServer", () => {
  it("returns a private server for any URL", () => {
    assert.deepStrictEqual(Server.privateServer("http://127.0.0.1:21025"), {
      kind: "private",
      url: "http://127.0.0.1:21025",
      shard: undefined,
      password: undefined
    })
    assert.strictEqual(Server.privateServer(new URL("https://screeps.com")).kind, "private")
  })

  it("throws when the URL is malformed", () => {
    assert.throws(() => Server.privateServer("127.0.0.1:21025"), "a server address looks like")
  })
})

describe("Server.parse", () => {
  const addresses: Record<string, readonly [Server.Kind, string]> = {
    "https://screeps.com": ["official", "https://screeps.com"],
    "https://screeps.com/": ["official", "https://screeps.com"],
    "https://SCREEPS.com/season//": ["official", "https://screeps.com/season"],
    "https://screeps.com/ptr/": ["official", "https://screeps.com/ptr"],
    "https://s1.screeps.com": ["official", "https://s1.screeps.com"],
    "https://screeps.com.evil.example": ["private", "https://screeps.com.evil.example"],
    "https://notscreeps.com": ["private", "https://notscreeps.com"],
    "https://evil.example/screeps.com": ["private", "https://evil.example/screeps.com"],
    "http://127.0.0.1:21025///": ["private", "http://127.0.0.1:21025"],
    "http://[::1]:21025": ["private", "http://[::1]:21025"],
    "https://example.com:443/a/b/": ["private", "https://example.com/a/b"]
  }
  for (const [text, [kind, url]] of Object.entries(addresses)) {
    it(`parses ${text} as a ${kind} server`, () => {
      const shard = url.endsWith("/season") ? "shardSeason" : undefined
      assert.deepStrictEqual(parse(text), { kind, url, shard, password: undefined })
    })
  }

  it("fails for text that is not an http or https URL", () => {
    for (const text of [
      "",
      "screeps",
      "screeps.com",
      "127.0.0.1:21025",
      "ftp://screeps.com",
      "file:///etc",
      "http://"
    ]) {
      assert.strictEqual(detailOf(text), "a server address looks like http://127.0.0.1:21025", text)
    }
  })

  it("fails for credentials in the URL, without repeating them", () => {
    const detail = "a server address contains no username or password: pass them as Credentials"
    assert.strictEqual(detailOf("https://alice:secret@screeps.com"), detail)
    assert.strictEqual(detailOf("https://alice@screeps.com"), detail)
    assert.strictEqual(detailOf("https://screeps.com@evil.example"), detail)
    assert.strictEqual(detailOf("https://:secret@screeps.com"), detail)
  })

  it("removes a trailing /api", () => {
    assert.strictEqual(parse("http://127.0.0.1:21025/api").url, "http://127.0.0.1:21025")
    assert.strictEqual(parse("https://screeps.com/season/api/").url, "https://screeps.com/season")
    assert.strictEqual(parse("http://127.0.0.1/myapi").url, "http://127.0.0.1/myapi")
  })

  it("fails for a query and a fragment", () => {
    const detail = "a server address has no query and no fragment"
    assert.strictEqual(detailOf("https://screeps.com?token=secret"), detail)
    assert.strictEqual(detailOf("https://screeps.com/#!/map"), detail)
  })

  it("keeps the given shard and password", () => {
    const password = Redacted.make("hunter2")
    const server = Result.getOrThrow(Server.parse("http://127.0.0.1:21025", { shard: "shard1", password }))
    assert.strictEqual(server.shard, "shard1")
    assert.strictEqual(server.password, password)
  })
})

describe("Server.layerConfig", () => {
  const configured = (values: Record<string, string>) =>
    Effect.provide(Server.Server, Server.layerConfig).pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(values))
    )

  it.effect("provides the official main world when nothing is configured", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* configured({}), Server.official())
    })
  )

  it.effect("provides the configured server", () =>
    Effect.gen(function* () {
      const server = yield* configured({
        SCREEPS_URL: "http://127.0.0.1:21025/",
        SCREEPS_SHARD: "shard1",
        SCREEPS_SERVER_PASSWORD: "hunter2",
        SCREEPS_HISTORY_URL: "https://history.example/"
      })
      assert.strictEqual(server.historyUrl, "https://history.example")
      assert.strictEqual(server.kind, "private")
      assert.strictEqual(server.url, "http://127.0.0.1:21025")
      assert.strictEqual(server.shard, "shard1")
      assert.isDefined(server.password)
      assert.strictEqual(Redacted.value(server.password), "hunter2")
    })
  )

  for (const url of [
    "127.0.0.1:21025",
    "https://alice:secret@screeps.com",
    "https://screeps.com?token=secret"
  ]) {
    it.effect(`fails for ${JSON.stringify(url)} with the variable's name and without the secret`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(configured({ SCREEPS_URL: url }))
        assert.strictEqual(error._tag, "ConfigError")
        assert.match(error.message, /SCREEPS_URL/)
        assert.notInclude(String(error) + error.message + JSON.stringify(error), "secret")
      })
    )
  }

  it.effect("treats an empty variable as absent", () =>
    Effect.gen(function* () {
      const server = yield* configured({ SCREEPS_URL: "", SCREEPS_SHARD: "", SCREEPS_SERVER_PASSWORD: "" })
      assert.deepStrictEqual(server, Server.official())
    })
  )
})
