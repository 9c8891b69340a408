import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

const yaml = (text: string) => ConfigFile.parse(text, { file: ".screeps.yaml" })
const json = (value: unknown) =>
  ConfigFile.parse(typeof value === "string" ? value : JSON.stringify(value), { file: "screeps.json" })
const failure = <A>(result: Result.Result<A, ConfigFile.ConfigFileError>) =>
  Result.getOrThrow(Result.flip(result))
const message = <A>(result: Result.Result<A, ConfigFile.ConfigFileError>) => failure(result).message

describe("the branch of a server in a configuration file", () => {
  const branchOf = (field: string, checkedOut?: Result.Result<string, string>) =>
    ConfigFile.parse(`servers: { sim: { token: t, ${field} } }`, { file: "screeps.yaml", checkedOut }).pipe(
      Result.flatMap((file) => ConfigFile.server(file)),
      Result.map(({ branch }) =>
        branch === undefined ? undefined : Result.mapError(branch, ({ message }) => message)
      ),
      Result.getOrThrow
    )

  it("is its text, the branch of Git for auto, and absent for an empty text", () => {
    assert.deepStrictEqual(branchOf("branch: sim"), Result.succeed("sim"))
    assert.deepStrictEqual(branchOf("branch: auto", Result.succeed("feature/x")), Result.succeed("feature/x"))
    assert.isUndefined(branchOf('branch: ""'))
    assert.isUndefined(branchOf("shard: shard3"))
  })

  it("is a failure when it cannot be used, and the server can be used all the same", () => {
    const long = "x".repeat(31)
    const failures = [
      [branchOf("branch: 12"), "servers.sim.branch: expected text: put it in quotes"],
      [branchOf(`branch: ${long}`), "servers.sim.branch: expected a name of at most 30 characters"],
      [
        branchOf("branch: auto", Result.succeed(long)),
        "servers.sim.branch: expected a name of at most 30 characters, and that of the branch in Git has 31"
      ],
      [
        branchOf("branch: auto", Result.fail("Git has none")),
        "servers.sim.branch: expected the name of a branch, since Git has none"
      ],
      [
        branchOf("branch: auto"),
        "servers.sim.branch: expected the name of a branch, since auto is known only where files can be read"
      ]
    ] as const
    for (const [branch, message] of failures) assert.deepStrictEqual(branch, Result.fail(message))
  })
})

describe("the key connections", () => {
  it("names the servers when there is no key servers", () => {
    for (const file of [
      yaml("connections:\n  main: { host: a.example }"),
      json({ connections: { main: { host: "a.example" } } })
    ]) {
      assert.strictEqual(Result.getOrThrow(Result.flatMap(file, ConfigFile.server)).url, "https://a.example")
    }
    const both = yaml("servers: { main: { host: a.example } }\nconnections: { main: { host: b.example } }")
    assert.strictEqual(Result.getOrThrow(Result.flatMap(both, ConfigFile.server)).url, "https://a.example")
    assert.strictEqual(
      message(Result.flatMap(yaml("connections: { main: { port: x } }"), ConfigFile.server)),
      ".screeps.yaml: connections.main.port: expected a whole number from 1 to 65535"
    )
  })
})
