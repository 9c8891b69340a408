/** Secrets in configuration files contain a mark, which must appear only where it is unwrapped. */
import { inspect } from "node:util"
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as Credentials from "@screeps-effect/api/Credentials"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { files } from "./support/files.ts"

const mark = "5ec4e7"
const digits = "98765432101"
const yaml = ".screeps.yaml"
const json = "screeps.json"

const misplaced = `${mark}00-5ec4-4000-8000-0000${mark}00`

/** Malformed and invalid files that contain secrets. */
const wrong: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "a word": [yaml, mark],
  "a list": [yaml, `- ${mark}`],
  "a key twice": [yaml, `servers:\n  ${mark}: a\n  ${mark}: b`],
  "a tab": [yaml, `servers:\n  main:\n\ttoken: ${mark}`],
  "an open quote": [yaml, `servers: { main: { token: "${mark} } }`],
  "an open quote in a block": [yaml, `servers:\n  main:\n    token: "${mark}`],
  "an unknown escape": [yaml, `servers:\n  main:\n    token: "\\q${mark}"`],
  "an unknown alias": [yaml, `servers:\n  main:\n    token: *${mark}`],
  "an unknown alias in braces": [yaml, `servers: { main: { token: *${mark} } }`],
  "a colon in a password": [yaml, `servers:\n  main:\n    password: a: ${mark}`],
  "text after a closing quote": [yaml, `servers:\n  main:\n    token: "a" ${mark}`],
  "a token for a server": [yaml, `servers: { main: ${mark} }`],
  "a token for servers": [yaml, `servers: ${mark}`],
  "a token for settings": [yaml, `servers: { main: { token: a } }\nconfigs: ${mark}`],
  "a numeric password": [yaml, `servers: { main: { username: a, password: ${digits} } }`],
  "a numeric token": [yaml, `servers: { main: { token: ${digits} } }`],
  "a numeric server password": [yaml, `servers: { main: { token: ${mark}, serverPassword: ${digits} } }`],
  "a list of tokens": [yaml, `servers: { main: { token: [${mark}] } }`],
  "a password without a user": [yaml, `servers: { main: { password: ${mark} } }`],
  "a password in an address": [yaml, `servers: { main: { token: a, url: "http://a:${mark}@b" } }`],
  "a token in an address": [yaml, `servers: { main: { token: a, url: "http://b/?token=${mark}" } }`],
  "a password in a host": [yaml, `servers: { main: { token: a, host: "a:${mark}@b" } }`],
  "a token for a port": [yaml, `servers: { main: { token: a, port: ${mark} } }`],
  "a token for a shard": [yaml, `servers: { main: { token: a, shard: "${mark} " } }`],
  "a token for a protocol": [yaml, `servers: { main: { token: a, protocol: ${mark} } }`],
  "a token for a flag": [yaml, `servers: { main: { token: a, ptr: ${mark} } }`],
  "a token for the name of a server": [yaml, `servers: { "${misplaced}": {} }`],
  "tokens for the names of servers": [yaml, `servers: { "${misplaced}": {}, b: {} }`],
  "a token for a key in JSON": [json, `{ "${misplaced}": 5, "b": {} }`],
  "a JSON text": [json, JSON.stringify(mark)],
  "text that is not JSON": [json, `x${mark}`],
  "truncated JSON": [json, `{ "main": { "token": "${mark}" `],
  "JSON without a comma": [json, `{ "main": { "token": "${mark}" "b": 1 } }`],
  "JSON with a bare word": [json, `{ "main": { "token": x${mark} } }`],
  "JSON with a password without a user": [json, `{ "password": "${mark}" }`],
  "JSON with a token for a server": [json, `{ "token": "a", "server": "${mark}" }`],
  "settings of another shape": [yaml, `servers: { main: { token: a } }\nconfigs: { tool: ${mark} }`],
  "a number that is text": [
    yaml,
    `servers: { main: { token: a } }\nconfigs: { tool: { key: a, limit: ${mark}, mode: a } }`
  ],
  "a word that is not one of the literals": [
    yaml,
    `servers: { main: { token: a } }\nconfigs: { tool: { key: a, limit: 1, mode: ${mark} } }`
  ],
  "a number that is too long": [
    yaml,
    `servers: { main: { token: a } }\nconfigs: { tool: { key: a, limit: ${digits}.5, mode: a } }`
  ],
  "a setting of another shape": [
    yaml,
    `servers: { main: { token: a } }\nconfigs: { tool: { key: { a: ${mark} }, limit: ${mark} } }`
  ]
}

const Settings = Schema.Struct({
  key: Schema.RedactedFromValue(Schema.NonEmptyString),
  limit: Schema.Int,
  mode: Schema.Literals(["a", "b"])
})

const show = (value: unknown) =>
  [String(value), inspect(value, { depth: 10, showHidden: true }), JSON.stringify(value) ?? ""].join("\n")

describe("a secret in a configuration file", () => {
  for (const [what, [file, text]] of Object.entries(wrong)) {
    it.effect(`is not part of the failure for ${what}`, () =>
      Effect.gen(function* () {
        const both = ConfigFile.layer({ file })
        const settings = ConfigFile.section("tool", Settings, { file })
        const { layer } = files({ [file]: text })
        const exits = [
          yield* Effect.exit(Effect.provide(Credentials.Credentials, Layer.provide(both, layer))),
          yield* Effect.exit(Effect.provide(settings, layer))
        ]
        const causes = exits.flatMap((exit) => Option.toArray(Exit.getCause<unknown, unknown>(exit)))
        assert.isNotEmpty(causes)
        for (const cause of causes) {
          const error = Cause.squash(cause) as ConfigFile.ConfigFileError
          assert.strictEqual(error._tag, "ConfigFileError")
          const encoded = Schema.encodeSync(ConfigFile.ConfigFileError)(error)
          const shown = [
            ...[error, error.reason, error.message, error.stack, cause, encoded].map(show),
            Cause.pretty(cause)
          ]
          for (const one of shown) {
            assert.notInclude(one, mark)
            assert.notInclude(one, digits)
          }
        }
      })
    )
  }

  it("is redacted in the parsed file, including settings", () => {
    const text = `
servers:
  main: { token: ${mark}, serverPassword: ${mark} }
  local: { host: 127.0.0.1, username: alice, password: ${mark} }
configs:
  tool: { key: ${mark} }
`
    const file = Result.getOrThrow(ConfigFile.parse(text, { file: yaml }))
    assert.notInclude(show(file), mark)
    for (const entry of file.servers.values()) {
      assert.notInclude(show(entry), mark)
      assert.notInclude(show([Result.getOrThrow(entry.server), Result.getOrThrow(entry.credentials)]), mark)
    }
    const credentials = Result.getOrThrow(ConfigFile.credentials(file))
    assert.strictEqual(credentials._tag === "Token" && Redacted.value(credentials.token), mark)
  })
})
