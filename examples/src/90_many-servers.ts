/**
 * Runs one program on several servers: each server is a layer. With SCREEPS_REDIS, rate limits are counted in Redis, so
 * that programs with the same API token share them; otherwise they are counted in memory.
 *
 *   node examples/src/90_many-servers.ts                    three in-memory servers: official, private, seasonal
 *   node examples/src/90_many-servers.ts main local         servers of .screeps.yaml, by their names there
 *   SCREEPS_REDIS=redis://127.0.0.1:6379 node examples/src/90_many-servers.ts …
 */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Auth, Capabilities, Credentials, Game, RateLimits, ScreepsClient, Server } from "@screeps-effect/api"
import { layerStoreRedis } from "@screeps-effect/api/RateLimits/Redis"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"

// ---- the program, the same for every server

const report = Effect.gen(function* () {
  const { server } = yield* ScreepsClient.ScreepsClient
  const { kind, packageVersion, package: number } = yield* Capabilities.read
  const [{ username }, { time }] = yield* Effect.all([Auth.me(), Game.time()], { concurrency: 2 })
  const left = yield* (yield* RateLimits.RateLimits).state("global")
  return [
    `${kind}, version ${packageVersion ?? number ?? "unknown"}`,
    server.shard ?? "one shard",
    `tick ${time}`,
    username ?? "unknown user",
    left === undefined ? "no limit" : `${left.remaining} of ${left.limit} requests left`
  ]
})

// ---- the servers, each a layer of the same type

const inMemory = (
  dialect: Server.Kind,
  description: Server.Description,
  tick: number,
  others: ReadonlyArray<string> = []
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const world = ScreepsWorld.make({
        seed: description.url,
        shards: [description.shard ?? "shard0"],
        accounts: [...others.map((username) => ({ username })), { username: "bob", password: "secret" }],
        tick
      })
      // The same in every run, so that runs share its rate limits.
      const token = Redacted.make(`an API token for ${description.url}`)
      const credentials =
        dialect === "official"
          ? Credentials.layerToken(yield* world.users.grantToken("bob", {}, token))
          : Credentials.layerPassword({ username: "bob", password: Redacted.make("secret") })
      const server = Layer.merge(TestServer.layer(world, { dialect }), Server.layer(description))
      return ScreepsClient.layerNoDeps().pipe(Layer.provide(Layer.merge(server, credentials)))
    })
  )

const sample = [
  { name: "main", layer: inMemory("official", Server.official({ shard: "shard3" }), 71_000_000) },
  { name: "local", layer: inMemory("private", Server.privateServer("http://127.0.0.1:21025"), 4200) },
  { name: "season", layer: inMemory("official", Server.season(), 350_000, ["alice"]) }
]

const fromFile = (name: string) => ({
  name,
  layer: ScreepsClient.layerFile({ server: name }).pipe(Layer.provide(NodeServices.layer))
})

/** Redis, with a sentence if it is away: the client itself would log stack traces. */
const redis = (url: Redacted.Redacted) => {
  const { host } = new URL(Redacted.value(url))
  return NodeRedis.layer({ url: Redacted.value(url) }).pipe(
    Layer.provide(Layer.succeed(References.MinimumLogLevel, "None")),
    Layer.catch(({ cause }) => {
      const message = `Redis at ${host} does not respond (SCREEPS_REDIS): ${String(cause)}`
      return Layer.effectContext(Effect.fail({ message }))
    })
  )
}

/** One store for all servers; with Redis, one for all programs. */
const limits = Layer.unwrap(
  Effect.map(
    Config.option(Config.Redacted("SCREEPS_REDIS")),
    Option.match({
      onNone: () => RateLimits.layerStoreMemory,
      onSome: (url) => Layer.provide(layerStoreRedis(), redis(url))
    })
  )
)

// ---- the table

const names = process.argv.slice(2)
const servers = names.length === 0 ? sample : names.map(fromFile)

const rows = Effect.forEach(
  servers,
  ({ layer, name }) =>
    report.pipe(
      Effect.provide(layer),
      // The failure of a server becomes its row.
      Effect.catch(({ message }) => Effect.succeed([message.replaceAll(/\s+/g, " ")])),
      Effect.map((cells) => [name, ...cells])
    ),
  { concurrency: "unbounded" }
)

const table = (rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const width = (column: number) =>
    Math.max(...rows.map((row) => (row.length > 2 ? (row[column] ?? "").length : 0)), 6)
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(width(column)))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

rows.pipe(
  Effect.flatMap((all) => Console.log(table(all))),
  Effect.provide(limits),
  Effect.catch(({ message }) =>
    Effect.sync(() => {
      console.error(message.replaceAll(/\s+/g, " "))
      process.exitCode = 1
    })
  ),
  NodeRuntime.runMain
)
