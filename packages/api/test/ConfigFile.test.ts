import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

const yaml = (text: string) => ConfigFile.parse(text, { file: ".screeps.yaml" })
const json = (value: unknown) =>
  ConfigFile.parse(typeof value === "string" ? value : JSON.stringify(value), { file: "screeps.json" })
const failure = <A>(result: Result.Result<A, ConfigFile.ConfigFileError>) =>
  Result.getOrThrow(Result.flip(result))
const message = <A>(result: Result.Result<A, ConfigFile.ConfigFileError>) => failure(result).message

/** A YAML file with one server, whose fields are written in a line each. */
const one = (...fields: ReadonlyArray<string>) =>
  yaml(["servers:", "  main:", ...fields.map((field) => `    ${field}`)].join("\n"))
const address = (...fields: ReadonlyArray<string>) =>
  Result.flatMap(one(...fields), (file) => ConfigFile.server(file))
const account = (...fields: ReadonlyArray<string>) =>
  Result.flatMap(one(...fields), (file) => ConfigFile.credentials(file))
const urlOf = (...fields: ReadonlyArray<string>) => Result.getOrThrow(address(...fields)).url

describe("the shared credentials file", () => {
  const file = Result.getOrThrow(
    yaml(`
servers:
  main:
    host: screeps.com
    secure: true
    token: the-token
    shard: shard3
  ptr: { host: screeps.com, secure: true, ptr: true, token: the-token }
  season: { host: screeps.com, season: true, token: the-token }
  local: # a private server
    host: 127.0.0.1
    port: 21025
    secure: false
    username: alice
    password: "123456"
    serverPassword: open
configs:
  my-tool: { branch: default }
`)
  )

  it("knows its servers by name, and none is preferred but main", () => {
    assert.deepStrictEqual([...file.servers.keys()], ["main", "ptr", "season", "local"])
    assert.strictEqual(Result.getOrThrow(ConfigFile.server(file)).url, "https://screeps.com")
  })

  it("tells address, kind and default shard of each", () => {
    const told = ["main", "ptr", "season", "local"].map((name) => {
      const { kind, shard, url } = Result.getOrThrow(ConfigFile.server(file, name))
      return [kind, url, shard]
    })
    assert.deepStrictEqual(told, [
      ["official", "https://screeps.com", "shard3"],
      ["official", "https://screeps.com/ptr", undefined],
      ["official", "https://screeps.com/season", "shardSeason"],
      ["private", "http://127.0.0.1:21025", undefined]
    ])
  })

  it("tells who the program is, and the server's own password", () => {
    assert.deepStrictEqual(Result.getOrThrow(ConfigFile.credentials(file, "main")), {
      _tag: "Token",
      token: Redacted.make("the-token", { label: "screeps-token" })
    })
    assert.deepStrictEqual(Result.getOrThrow(ConfigFile.credentials(file, "local")), {
      _tag: "Password",
      username: "alice",
      password: Redacted.make("123456", { label: "screeps-password" })
    })
    const { password } = Result.getOrThrow(ConfigFile.server(file, "local"))
    assert.strictEqual(password && Redacted.value(password), "open")
  })

  it("names the known servers when the wanted one is unknown", () => {
    const error = failure(ConfigFile.server(file, "mian"))
    assert.strictEqual(error.reason._tag, "UnknownServer")
    const expected = `.screeps.yaml: there is no server "mian": choose one of main, ptr, season, local`
    assert.strictEqual(error.message, expected)
    assert.strictEqual(message(ConfigFile.credentials(file, "mian")), expected)
  })

  it("takes the only server, whatever its name, and asks for a name among several without main", () => {
    const only = Result.getOrThrow(yaml("servers:\n  home: { token: a }"))
    assert.strictEqual(Result.getOrThrow(ConfigFile.server(only)).url, "https://screeps.com")
    const several = Result.getOrThrow(yaml("servers:\n  home: { token: a }\n  work: { token: b }"))
    assert.strictEqual(failure(ConfigFile.server(several)).reason._tag, "ServerRequired")
    assert.strictEqual(
      message(ConfigFile.credentials(several)),
      ".screeps.yaml: no server given: choose one of home, work"
    )
  })

  it("judges a server only when it is asked for", () => {
    const mixed = Result.getOrThrow(
      yaml("servers:\n  main: { token: a }\n  broken: { host: 5 }\n  public: { host: example.com }")
    )
    assert.isTrue(Result.isSuccess(ConfigFile.credentials(mixed)))
    assert.isTrue(Result.isFailure(ConfigFile.server(mixed, "broken")))
    assert.isTrue(Result.isSuccess(ConfigFile.server(mixed, "public")))
  })

  it("takes names that every object has for what they are", () => {
    const odd = Result.getOrThrow(yaml("servers:\n  __proto__: { token: a }\n  constructor: { token: b }"))
    assert.deepStrictEqual([...odd.servers.keys()], ["__proto__", "constructor"])
    assert.strictEqual(failure(ConfigFile.server(odd, "toString")).reason._tag, "UnknownServer")
  })
})

describe("an address", () => {
  const addresses: ReadonlyArray<readonly [string, ...ReadonlyArray<string>]> = [
    ["https://screeps.com", "token: a"],
    ["https://127.0.0.1", "host: 127.0.0.1"],
    ["https://127.0.0.1:21025", "host: 127.0.0.1", "port: 21025"],
    ["http://127.0.0.1:21025", "host: 127.0.0.1", "port: '21025'", "secure: false"],
    ["http://127.0.0.1:21025", "host: 127.0.0.1:21025", "secure: false"],
    ["http://example.com", "host: example.com", "protocol: http"],
    ["https://example.com", "host: example.com", "protocol: 'https:'", "secure: false"],
    ["https://b.example", "host: a.example", "hostname: b.example"],
    ["http://[::1]:21025", "host: '::1'", "port: 21025", "secure: false"],
    ["http://[::1]:21025", "host: '[::1]'", "port: 21025", "secure: false"],
    ["https://example.com/season", "host: example.com", "season: true"],
    ["https://example.com/ptr", "host: example.com", "season: true", "ptr: true"],
    ["https://example.com/a/b", "host: example.com", "path: a/b/", "ptr: true"],
    ["https://example.com/c", "host: example.com", "path: /a", "pathname: /c/"],
    ["https://example.com", "host: example.com", "path: /", "ptr: false"],
    ["http://10.0.0.1:21025/x", "url: http://10.0.0.1:21025/x/", "host: screeps.com", "port: 1", "ptr: true"],
    ["https://screeps.com", "host: screeps.com", "port: 443"]
  ]
  for (const [url, ...fields] of addresses) {
    it(`is ${url} for ${fields.join(", ")}`, () => assert.strictEqual(urlOf(...fields), url))
  }

  it("is official by its host only", () => {
    const kind = (...fields: ReadonlyArray<string>) => Result.getOrThrow(address(...fields)).kind
    assert.strictEqual(kind("host: SCREEPS.com"), "official")
    assert.strictEqual(kind("host: s1.screeps.com"), "official")
    assert.strictEqual(kind("host: screeps.com.evil.example"), "private")
    assert.strictEqual(kind("host: notscreeps.com"), "private")
    assert.strictEqual(kind("url: https://evil.example/screeps.com"), "private")
  })

  it("of the seasonal world brings its shard, which another may replace", () => {
    assert.strictEqual(Result.getOrThrow(address("season: true")).shard, "shardSeason")
    assert.strictEqual(Result.getOrThrow(address("season: true", "shard: shardNext")).shard, "shardNext")
  })

  const wrong: ReadonlyArray<readonly [told: string, ...fields: ReadonlyArray<string>]> = [
    ["servers.main.port: expected a whole number from 1 to 65535", "port: 70000"],
    ["servers.main.port: expected a whole number from 1 to 65535", "port: 21025.5"],
    ["servers.main.port: expected a whole number from 1 to 65535", "port: many"],
    ["servers.main.port: expected a whole number from 1 to 65535", "port: [1]"],
    ["servers.main.port: expected no port, because host contains one", "host: a.example:1", "port: 2"],
    ["servers.main.secure: expected true or false, without quotes", `secure: "false"`],
    ["servers.main.ptr: expected true or false, without quotes", "ptr: 1"],
    ["servers.main.protocol: expected http or https", "protocol: ftp"],
    ["servers.main.protocol: expected http or https", "protocol: HTTPS"],
    ["servers.main.host: expected text", "host: [a]"],
    ["servers.main.host: expected text: put it in quotes", "host: 5"],
    [
      "servers.main.host: expected a host name such as 127.0.0.1; use url for a full address",
      "host: http://127.0.0.1"
    ],
    [
      "servers.main.hostname: expected a host name such as 127.0.0.1; use url for a full address",
      "hostname: alice@evil.example"
    ],
    ["servers.main.shard: expected a shard name such as shard3", "shard: shard 3"],
    ["servers.main.shard: expected text: put it in quotes", "shard: 3"],
    ["servers.main.serverPassword: expected text: put it in quotes", "serverPassword: 12"],
    [
      "servers.main.url: expected a valid address: a server address looks like http://127.0.0.1:21025",
      "url: 127.0.0.1"
    ],
    [
      "servers.main: expected a valid address: official servers require https",
      "host: screeps.com",
      "secure: false"
    ],
    ["servers.main: expected a valid address: a server address has no query and no fragment", "path: a?b"]
  ]
  for (const [told, ...fields] of wrong) {
    it(`is refused for ${fields.join(", ")}`, () =>
      assert.strictEqual(message(address(...fields)), `.screeps.yaml: ${told}`))
  }
})

describe("an account", () => {
  const tag = (...fields: ReadonlyArray<string>) => Result.getOrThrow(account(...fields))

  it("is the token, even beside a password", () => {
    assert.strictEqual(tag("token: a", "username: alice", "password: 12")._tag, "Token")
  })

  it("is the mail address before the name", () => {
    const who = tag("username: alice", "email: alice@example.com", "password: a")
    assert.strictEqual(who._tag === "Password" && who.username, "alice@example.com")
  })

  it("passes over what is empty or nothing", () => {
    assert.strictEqual(tag("token:", "email: ''", "username: alice", "password: a")._tag, "Password")
  })

  const neither = "servers.main: expected a token, or a username (or email) with a password"
  const wrong: ReadonlyArray<readonly [told: string, ...fields: ReadonlyArray<string>]> = [
    [neither, "host: 127.0.0.1"],
    [neither, "username: alice"],
    [neither, "password: a"],
    ["servers.main.password: expected text: put it in quotes", "username: alice", "password: 123456"],
    ["servers.main.password: expected text: put it in quotes", "username: alice", "password: true"],
    ["servers.main.username: expected text: put it in quotes", "username: 5", "password: a"],
    ["servers.main.token: expected text: put it in quotes", "token: 1e9"],
    ["servers.main.token: expected text", "token: { a: b }"]
  ]
  for (const [told, ...fields] of wrong) {
    it(`is refused for ${fields.join(", ")}`, () =>
      assert.strictEqual(message(account(...fields)), `.screeps.yaml: ${told}`))
  }
})

describe("a YAML file", () => {
  const document = "expected a mapping with the key servers"
  const wrong: Readonly<Record<string, readonly [text: string, told: string]>> = {
    "that is empty": ["", document],
    "of a comment": ["# nothing yet\n", document],
    "that is a word": ["screeps", document],
    "that is a number": ["5", document],
    "that is a list": ["- servers", document],
    "without servers": [
      "configs: { tool: { a: 1 } }",
      "servers: expected a mapping from server names to settings"
    ],
    "with a server at the top": [
      "main: { token: a }",
      "servers: expected a mapping from server names to settings"
    ],
    "with empty servers": ["servers:", "servers: expected a mapping from server names to settings"],
    "with a list of servers": [
      "servers: [main]",
      "servers: expected a mapping from server names to settings"
    ],
    "with a word for servers": ["servers: main", "servers: expected a mapping from server names to settings"],
    "with no servers": ["servers: {}", "servers: expected at least one server"],
    "with a word for settings": [
      "servers: { main: { token: a } }\nconfigs: 5",
      "configs: expected a mapping from tool names to settings"
    ]
  }
  for (const [what, [text, told]] of Object.entries(wrong)) {
    it(`${what} is refused`, () => {
      assert.strictEqual(failure(yaml(text)).reason._tag, "InvalidValue")
      assert.strictEqual(message(yaml(text)), `.screeps.yaml: ${told}`)
    })
  }

  it("with a server that is nothing, or a word, is refused for that server", () => {
    const told = ".screeps.yaml: servers.main: expected a mapping with host, token and the like"
    for (const text of ["servers:\n  main:\n", "servers:\n  main: hello", "servers: { main: [a] }"]) {
      const file = Result.getOrThrow(yaml(text))
      assert.strictEqual(message(ConfigFile.server(file)), told)
      assert.strictEqual(message(ConfigFile.credentials(file)), told)
    }
  })

  const malformed: Readonly<Record<string, readonly [text: string, told: string]>> = {
    "a tab": ["servers:\n\tmain:\n", "line 2: not valid YAML: tabs cannot be used for indentation"],
    "a key twice": ["servers:\n  a: 1\n  a: 2", "line 3: not valid YAML: duplicate key"],
    "two documents": [
      "servers: {}\n---\na: 1",
      "line 2: not valid YAML: multiple documents are not supported"
    ],
    "an open quote": ["servers:\n  a: 'b\n", "not valid YAML: unterminated quote"],
    "something behind a quote": ["a: 'b' c", "not valid YAML: unexpected text after a closing quote"],
    "a colon in text": ["a: b: c", "line 1: not valid YAML: text with a colon needs quotes"],
    "an open brace": ["servers: { a: b\n", "not valid YAML"],
    "an unknown alias": ["servers: *there", "not valid YAML"]
  }
  for (const [what, [text, told]] of Object.entries(malformed)) {
    it(`with ${what} is malformed`, () => {
      const error = failure(yaml(text))
      assert.strictEqual(error.reason._tag, "Malformed")
      assert.strictEqual(error.message, `.screeps.yaml: ${told}`)
    })
  }

  it("may begin with a byte order mark, and end its lines as on Windows", () => {
    const file = Result.getOrThrow(yaml("\uFEFFservers:\r\n  main:\r\n    token: a\r\n"))
    assert.isTrue(Result.isSuccess(ConfigFile.credentials(file)))
  })

  it("nested without end is malformed, not a crash", () => {
    const error = failure(yaml(`servers: ${"[".repeat(100_000)}`))
    assert.strictEqual(error.reason._tag, "Malformed")
  })
})

describe("a JSON file", () => {
  const entry = { email: "a@b.c", password: "p", protocol: "http", hostname: "10.0.0.1", port: 80, path: "/" }

  it("holds servers by name", () => {
    const file = Result.getOrThrow(json({ main: { token: "t", path: "/ptr" }, pserver: entry }))
    assert.deepStrictEqual([...file.servers.keys()], ["main", "pserver"])
    assert.strictEqual(Result.getOrThrow(ConfigFile.server(file)).url, "https://screeps.com/ptr")
    assert.strictEqual(Result.getOrThrow(ConfigFile.server(file, "pserver")).url, "http://10.0.0.1")
  })

  it("holds servers and settings as the YAML file does", () => {
    const file = Result.getOrThrow(json({ servers: { a: entry }, configs: { tool: { b: 1 } } }))
    assert.deepStrictEqual([...file.servers.keys()], ["a"])
    assert.deepStrictEqual([...Redacted.value(file.configs)], [["tool", { b: 1 }]])
  })

  const flat: ReadonlyArray<readonly [url: string, fields: object]> = [
    ["http://10.0.0.1", {}],
    ["https://screeps.com", { hostname: null, protocol: null, port: null, server: "persistent" }],
    ["https://screeps.com/ptr", { hostname: null, protocol: null, port: null, path: null, server: "ptr" }],
    [
      "https://screeps.com/season",
      { hostname: null, protocol: null, port: null, path: null, server: "season" }
    ],
    ["https://screeps.com/ptr", { hostname: null, protocol: null, port: null, path: null, ptr: true }],
    [
      "http://host.example:21025/x",
      {
        hostname: null,
        protocol: null,
        server: { host: "host.example", port: 21025, http: true, path: "/x" }
      }
    ],
    ["https://host.example", { hostname: null, protocol: null, server: { host: "host.example" } }]
  ]
  for (const [url, fields] of flat) {
    it(`holds one server alone, called main: ${url} for ${JSON.stringify(fields)}`, () => {
      const file = Result.getOrThrow(json({ ...entry, ...fields }))
      assert.deepStrictEqual([...file.servers.keys()], ["main"])
      assert.strictEqual(Result.getOrThrow(ConfigFile.server(file)).url, url)
      assert.strictEqual(Result.getOrThrow(ConfigFile.credentials(file))._tag, "Password")
    })
  }

  const document = "expected a JSON object of servers"
  const wrong: Readonly<Record<string, readonly [value: unknown, told: string]>> = {
    null: [null, document],
    "a list": [[], document],
    "a text": [`"servers"`, document],
    "servers that are nothing": [
      { servers: null },
      "servers: expected a mapping from server names to settings"
    ],
    "a list of servers": [{ servers: [] }, "servers: expected a mapping from server names to settings"],
    "no servers": [{ servers: {} }, "servers: expected at least one server"],
    "an empty object": [{}, "expected at least one server"],
    "a server of another name": [
      { token: "t", server: "mmo" },
      "server: expected persistent, ptr, season, or an object with host"
    ]
  }
  for (const [what, [value, told]] of Object.entries(wrong)) {
    it(`of ${what} is refused`, () => {
      assert.strictEqual(failure(json(value)).reason._tag, "InvalidValue")
      assert.strictEqual(message(json(value)), `screeps.json: ${told}`)
    })
  }

  it("tells the keys of one server alone as they stand", () => {
    const file = Result.getOrThrow(json({ email: "a", password: 5 }))
    assert.strictEqual(
      message(ConfigFile.credentials(file)),
      "screeps.json: password: expected text: put it in quotes"
    )
  })

  it("that is no JSON names the line where the engine does", () => {
    const error = failure(json(`{\n  "a": {\n    "b": 1\n    "c": 2\n  }\n}`))
    assert.deepStrictEqual(
      [error.reason._tag, error.message],
      ["Malformed", "screeps.json: line 4: not valid JSON"]
    )
    assert.strictEqual(message(json("")), "screeps.json: not valid JSON")
  })

  it("may begin with a byte order mark, and have any name when it is said to be JSON", () => {
    const text = `\uFEFF{ "main": { "token": "t" } }`
    const file = Result.getOrThrow(ConfigFile.parse(text, { file: "settings", format: "JSON" }))
    assert.isTrue(Result.isSuccess(ConfigFile.credentials(file)))
    assert.isTrue(Result.isSuccess(ConfigFile.parse(text, { file: "A.JSON" })))
  })
})
