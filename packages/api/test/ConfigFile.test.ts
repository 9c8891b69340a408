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

/** A YAML file with one server, one line per field. */
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

  it("lists its servers by name and uses main by default", () => {
    assert.deepStrictEqual([...file.servers.keys()], ["main", "ptr", "season", "local"])
    assert.strictEqual(Result.getOrThrow(ConfigFile.server(file)).url, "https://screeps.com")
  })

  it("returns the URL, kind and default shard of each server", () => {
    const servers = ["main", "ptr", "season", "local"].map((name) => {
      const { kind, shard, url } = Result.getOrThrow(ConfigFile.server(file, name))
      return [kind, url, shard]
    })
    assert.deepStrictEqual(servers, [
      ["official", "https://screeps.com", "shard3"],
      ["official", "https://screeps.com/ptr", undefined],
      ["official", "https://screeps.com/season", "shardSeason"],
      ["private", "http://127.0.0.1:21025", undefined]
    ])
  })

  it("returns the credentials of a server, and the server password", () => {
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

  it("returns the address of a server's history", () => {
    const known = yaml("servers: { main: { ptr: true, historyUrl: https://history.example/, token: a } }")
    const { historyUrl, url } = Result.getOrThrow(ConfigFile.server(Result.getOrThrow(known)))
    assert.deepStrictEqual([url, historyUrl], ["https://screeps.com/ptr", "https://history.example"])
  })

  it("lists the known servers when the requested one is unknown", () => {
    const error = failure(ConfigFile.server(file, "mian"))
    assert.strictEqual(error.reason._tag, "UnknownServer")
    const expected = `.screeps.yaml: there is no server "mian": choose one of main, ptr, season, local`
    assert.strictEqual(error.message, expected)
    assert.strictEqual(message(ConfigFile.credentials(file, "mian")), expected)
  })

  it("uses the only server by default, and requires a name among several without main", () => {
    const only = Result.getOrThrow(yaml("servers:\n  home: { token: a }"))
    assert.strictEqual(Result.getOrThrow(ConfigFile.server(only)).url, "https://screeps.com")
    const several = Result.getOrThrow(yaml("servers:\n  home: { token: a }\n  work: { token: b }"))
    assert.strictEqual(failure(ConfigFile.server(several)).reason._tag, "ServerRequired")
    assert.strictEqual(
      message(ConfigFile.credentials(several)),
      ".screeps.yaml: no server given: choose one of home, work"
    )
  })

  it("validates a server only when it is requested", () => {
    const mixed = Result.getOrThrow(
      yaml("servers:\n  main: { token: a }\n  broken: { host: 5 }\n  public: { host: example.com }")
    )
    assert.isTrue(Result.isSuccess(ConfigFile.credentials(mixed)))
    assert.isTrue(Result.isFailure(ConfigFile.server(mixed, "broken")))
    assert.isTrue(Result.isSuccess(ConfigFile.server(mixed, "public")))
  })

  it("treats __proto__ and constructor as ordinary server names", () => {
    const file = Result.getOrThrow(yaml("servers:\n  __proto__: { token: a }\n  constructor: { token: b }"))
    assert.deepStrictEqual([...file.servers.keys()], ["__proto__", "constructor"])
    assert.strictEqual(failure(ConfigFile.server(file, "toString")).reason._tag, "UnknownServer")
  })
})

describe("ConfigFile.server", () => {
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
    it(`returns ${url} for ${fields.join(", ")}`, () => assert.strictEqual(urlOf(...fields), url))
  }

  it("decides by the host alone whether a server is official", () => {
    const kind = (...fields: ReadonlyArray<string>) => Result.getOrThrow(address(...fields)).kind
    assert.strictEqual(kind("host: SCREEPS.com"), "official")
    assert.strictEqual(kind("host: s1.screeps.com"), "official")
    assert.strictEqual(kind("host: screeps.com.evil.example"), "private")
    assert.strictEqual(kind("host: notscreeps.com"), "private")
    assert.strictEqual(kind("url: https://evil.example/screeps.com"), "private")
  })

  it("uses shardSeason for the seasonal world unless another shard is given", () => {
    assert.strictEqual(Result.getOrThrow(address("season: true")).shard, "shardSeason")
    assert.strictEqual(Result.getOrThrow(address("season: true", "shard: shardNext")).shard, "shardNext")
  })

  const wrong: ReadonlyArray<readonly [detail: string, ...fields: ReadonlyArray<string>]> = [
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
      "servers.main.historyUrl: expected a valid address: a server address looks like http://127.0.0.1:21025",
      "historyUrl: history.example"
    ],
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
  for (const [detail, ...fields] of wrong) {
    it(`fails with InvalidValue for ${fields.join(", ")}`, () =>
      assert.strictEqual(message(address(...fields)), `.screeps.yaml: ${detail}`))
  }
})

describe("ConfigFile.credentials", () => {
  const tag = (...fields: ReadonlyArray<string>) => Result.getOrThrow(account(...fields))

  it("prefers the token to a password", () => {
    assert.strictEqual(tag("token: a", "username: alice", "password: 12")._tag, "Token")
  })

  it("prefers the mail address to the username", () => {
    const credentials = tag("username: alice", "email: alice@example.com", "password: a")
    assert.strictEqual(credentials._tag === "Password" && credentials.username, "alice@example.com")
  })

  it("ignores empty and null fields", () => {
    assert.strictEqual(tag("token:", "email: ''", "username: alice", "password: a")._tag, "Password")
  })

  const neither = "servers.main: expected a token, or a username (or email) with a password"
  const wrong: ReadonlyArray<readonly [detail: string, ...fields: ReadonlyArray<string>]> = [
    [neither, "host: 127.0.0.1"],
    [neither, "username: alice"],
    [neither, "password: a"],
    ["servers.main.password: expected text: put it in quotes", "username: alice", "password: 123456"],
    ["servers.main.password: expected text: put it in quotes", "username: alice", "password: true"],
    ["servers.main.username: expected text: put it in quotes", "username: 5", "password: a"],
    ["servers.main.token: expected text: put it in quotes", "token: 1e9"],
    ["servers.main.token: expected text", "token: { a: b }"]
  ]
  for (const [detail, ...fields] of wrong) {
    it(`fails with InvalidValue for ${fields.join(", ")}`, () =>
      assert.strictEqual(message(account(...fields)), `.screeps.yaml: ${detail}`))
  }
})

describe("a YAML file", () => {
  const document = "expected a mapping with the key servers"
  const wrong: Readonly<Record<string, readonly [text: string, detail: string]>> = {
    "is empty": ["", document],
    "contains only a comment": ["# nothing yet\n", document],
    "is a word": ["screeps", document],
    "is a number": ["5", document],
    "is a list": ["- servers", document],
    "has no servers": [
      "configs: { tool: { a: 1 } }",
      "servers: expected a mapping from server names to settings"
    ],
    "has a server at the top level": [
      "main: { token: a }",
      "servers: expected a mapping from server names to settings"
    ],
    "has null servers": ["servers:", "servers: expected a mapping from server names to settings"],
    "has a list of servers": ["servers: [main]", "servers: expected a mapping from server names to settings"],
    "has a word for servers": ["servers: main", "servers: expected a mapping from server names to settings"],
    "has zero servers": ["servers: {}", "servers: expected at least one server"],
    "has a word for settings": [
      "servers: { main: { token: a } }\nconfigs: 5",
      "configs: expected a mapping from tool names to settings"
    ]
  }
  for (const [what, [text, detail]] of Object.entries(wrong)) {
    it(`fails with InvalidValue when it ${what}`, () => {
      assert.strictEqual(failure(yaml(text)).reason._tag, "InvalidValue")
      assert.strictEqual(message(yaml(text)), `.screeps.yaml: ${detail}`)
    })
  }

  it("fails for a server that is null, a word or a list only when that server is read", () => {
    const expected = ".screeps.yaml: servers.main: expected a mapping with host, token and the like"
    for (const text of ["servers:\n  main:\n", "servers:\n  main: hello", "servers: { main: [a] }"]) {
      const file = Result.getOrThrow(yaml(text))
      assert.strictEqual(message(ConfigFile.server(file)), expected)
      assert.strictEqual(message(ConfigFile.credentials(file)), expected)
    }
  })

  const malformed: Readonly<Record<string, readonly [text: string, detail: string]>> = {
    "a tab": ["servers:\n\tmain:\n", "line 2, column 2: not valid YAML: tabs cannot be used for indentation"],
    "a key twice": ["servers:\n  a: 1\n  a: 2", "line 3, column 4: not valid YAML: duplicate key"],
    "two documents": [
      "servers: {}\n---\na: 1",
      "line 2, column 3: not valid YAML: multiple documents are not supported"
    ],
    "an open quote": ["servers:\n  a: 'b\n", "line 2, column 6: not valid YAML: unterminated quote"],
    "text after a closing quote": [
      "a: 'b' c",
      "line 1, column 8: not valid YAML: unexpected text after a closing quote"
    ],
    "a colon in text": ["a: b: c", "line 1, column 5: not valid YAML: text with a colon needs quotes"],
    "an open brace": [
      "servers: { a: b\n",
      "line 1, column 15: not valid YAML: expected a comma or a closing bracket"
    ],
    "an unknown alias": ["servers: *there", "line 1, column 15: not valid YAML: unknown alias"],
    "a bracket that stays open on a later line": [
      "servers:\n  a: { token: x }\n  b: [1, 2\n",
      "line 3, column 10: not valid YAML: expected a comma or a closing bracket"
    ],
    "an escape that does not exist": [
      'servers:\n  a:\n    token: "x\\q"\n',
      "line 3, column 16: not valid YAML: invalid escape in quotes"
    ],
    "a tag": [
      "servers:\n  main: { token: a }\n  b:\n    token: !!str secret\n",
      "line 4, column 12: not valid YAML: tags such as !!str are not supported: put text in quotes"
    ],
    "a tag in brackets": [
      "servers: { main: { token: !!str 5 } }",
      "line 1, column 27: not valid YAML: tags such as !!str are not supported: put text in quotes"
    ],
    "a tag before a mapping": [
      "servers: !!map\n  main: { token: a }",
      "line 1, column 10: not valid YAML: tags such as !!str are not supported: put text in quotes"
    ]
  }
  for (const [what, [text, detail]] of Object.entries(malformed)) {
    it(`fails with Malformed for ${what}`, () => {
      const error = failure(yaml(text))
      assert.strictEqual(error.reason._tag, "Malformed")
      assert.strictEqual(error.message, `.screeps.yaml: ${detail}`)
    })
  }

  it("accepts exclamation marks in quotes, comments, blocks of text and inside of text", () => {
    const text = `servers:
  main: # !!str
    token: "!!5ec7e7" # , !b
    username: hello, !you - !me
configs:
  tool:
    text: |
      key: !not a tag

      - !nor this
    list: ['!a', "!b"]
`
    const method = Result.getOrThrow(ConfigFile.credentials(Result.getOrThrow(yaml(text))))
    assert.strictEqual(method._tag === "Token" && Redacted.value(method.token), "!!5ec7e7")
  })

  it("reads 50,000 servers, and lists the first ones when a name is unknown", () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `  s${i}: { host: a${i}, token: t }\n`)
    const file = Result.getOrThrow(yaml(`servers:\n${lines.join("")}`))
    assert.strictEqual(file.servers.size, 50_000)
    assert.match(
      message(ConfigFile.server(file, "nope")),
      /choose one of s0, s1, .*, s19 and 49980 other servers$/
    )
  })

  it("locates an error in a file of 6000 lines", () => {
    const lines = Array.from(
      { length: 6000 },
      (_, i) => `  s${i}: { host: ${i === 3000 ? "'" : ""}a, token: t }\n`
    )
    const error = failure(yaml(`servers:\n${lines.join("")}`))
    assert.strictEqual(error.reason._tag === "Malformed" && error.reason.line, 3002)
  })

  it("does not locate errors in very long files", () => {
    const error = failure(yaml(`servers: [${"a, ".repeat(100_000)}\n`))
    assert.strictEqual(error.message, ".screeps.yaml: not valid YAML: expected a comma or a closing bracket")
  })

  it("accepts a byte order mark and Windows line endings", () => {
    const file = Result.getOrThrow(yaml("\uFEFFservers:\r\n  main:\r\n    token: a\r\n"))
    assert.isTrue(Result.isSuccess(ConfigFile.credentials(file)))
  })

  it("fails with Malformed for extreme nesting instead of crashing", () => {
    const error = failure(yaml(`servers: ${"[".repeat(100_000)}`))
    assert.strictEqual(error.reason._tag, "Malformed")
  })
})

describe("a JSON file", () => {
  const entry = { email: "a@b.c", password: "p", protocol: "http", hostname: "10.0.0.1", port: 80, path: "/" }

  it("accepts servers by name at the top level", () => {
    const file = Result.getOrThrow(json({ main: { token: "t", path: "/ptr" }, pserver: entry }))
    assert.deepStrictEqual([...file.servers.keys()], ["main", "pserver"])
    assert.strictEqual(Result.getOrThrow(ConfigFile.server(file)).url, "https://screeps.com/ptr")
    assert.strictEqual(Result.getOrThrow(ConfigFile.server(file, "pserver")).url, "http://10.0.0.1")
  })

  it("accepts servers and configs as in the YAML file", () => {
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
    it(`accepts a single server as main: ${url} for ${JSON.stringify(fields)}`, () => {
      const file = Result.getOrThrow(json({ ...entry, ...fields }))
      assert.deepStrictEqual([...file.servers.keys()], ["main"])
      assert.strictEqual(Result.getOrThrow(ConfigFile.server(file)).url, url)
      assert.strictEqual(Result.getOrThrow(ConfigFile.credentials(file))._tag, "Password")
    })
  }

  const document = "expected a JSON object of servers"
  const wrong: Readonly<Record<string, readonly [value: unknown, detail: string]>> = {
    null: [null, document],
    "a list": [[], document],
    "a text": [`"servers"`, document],
    "null servers": [{ servers: null }, "servers: expected a mapping from server names to settings"],
    "a list of servers": [{ servers: [] }, "servers: expected a mapping from server names to settings"],
    "no servers": [{ servers: {} }, "servers: expected at least one server"],
    "an empty object": [{}, "expected at least one server"],
    "a server of another name": [
      { token: "t", server: "mmo" },
      "server: expected persistent, ptr, season, or an object with host"
    ]
  }
  for (const [what, [value, detail]] of Object.entries(wrong)) {
    it(`fails with InvalidValue for ${what}`, () => {
      assert.strictEqual(failure(json(value)).reason._tag, "InvalidValue")
      assert.strictEqual(message(json(value)), `screeps.json: ${detail}`)
    })
  }

  it("names the keys of a single server without a prefix", () => {
    const file = Result.getOrThrow(json({ email: "a", password: 5 }))
    assert.strictEqual(
      message(ConfigFile.credentials(file)),
      "screeps.json: password: expected text: put it in quotes"
    )
  })

  it("names the line of a JSON syntax error where the engine reports it", () => {
    const error = failure(json(`{\n  "a": {\n    "b": 1\n    "c": 2\n  }\n}`))
    assert.deepStrictEqual(
      [error.reason._tag, error.message],
      ["Malformed", "screeps.json: line 4, column 5: not valid JSON"]
    )
    assert.strictEqual(message(json('{\n "a": 1')), "screeps.json: line 2, column 8: not valid JSON")
  })

  it("accepts a byte order mark, and any file name with format JSON", () => {
    const text = `\uFEFF{ "main": { "token": "t" } }`
    const file = Result.getOrThrow(ConfigFile.parse(text, { file: "settings", format: "JSON" }))
    assert.isTrue(Result.isSuccess(ConfigFile.credentials(file)))
    assert.isTrue(Result.isSuccess(ConfigFile.parse(text, { file: "A.JSON" })))
  })
})
