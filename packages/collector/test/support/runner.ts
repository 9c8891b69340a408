/**
 * One runner as a process of its own; its settings are in the environment, and its requests and its connections to the
 * database carry its process id. With 0 rooms it has no plan.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Credentials, ScreepsClient, Server } from "@screeps-effect/api"
import { layerStoreRedis } from "@screeps-effect/api/RateLimits/Redis"
import { Collector } from "@screeps-effect/collector"
import { RoomName } from "@screeps-effect/schema"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"

Effect.gen(function* () {
  const { chunks, concurrency, database, redis, rooms, tokens, url } = yield* Config.all({
    database: Config.Redacted("DATABASE"),
    redis: Config.option(Config.String("REDIS")),
    url: Config.String("URL"),
    tokens: Config.Int("TOKENS"),
    rooms: Config.Int("ROOMS"),
    chunks: Config.Int("CHUNKS"),
    concurrency: Config.Int("CONCURRENCY").pipe(Config.withDefault(8))
  })
  const http = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(
      HttpClient.HttpClient,
      HttpClient.mapRequest(HttpClientRequest.setHeader("x-runner", String(process.pid)))
    )
  ).pipe(Layer.provide(FetchHttpClient.layer))
  const limits =
    redis._tag === "None"
      ? Layer.empty
      : layerStoreRedis().pipe(
          Layer.provide(Collector.awaitLayer(NodeRedis.layer({ url: redis.value }), "Redis"))
        )
  const context = yield* Layer.build(limits)
  const isOfficial = tokens > 0
  const server = isOfficial ? Server.official({ url }) : Server.privateServer(url)
  const account = (i: number) =>
    ScreepsClient.layerNoDeps().pipe(
      Layer.provide([
        Server.layer(server),
        isOfficial ? Credentials.layerToken(Redacted.make(`token ${i}`)) : Credentials.layerGuest,
        http,
        Layer.succeedContext(context)
      ])
    )
  const names = Array.from({ length: rooms }, (_, i) =>
    Result.getOrThrow(RoomName.parse(`W${i % 50}N${Math.floor(i / 50)}`))
  )
  const connections = { url: database, maxConnections: 8, applicationName: `runner ${process.pid}` }
  const histories = names.map((room) => ({ room, from: 1000, to: 1000 + 20 * chunks - 1 }))
  return yield* Collector.run({
    accounts: [account(0), ...Array.from({ length: Math.max(0, tokens - 1) }, (_, i) => account(i + 1))],
    concurrency,
    plan: rooms === 0 ? undefined : { shards: [{ histories, ...(isOfficial ? { shard: "shard3" } : {}) }] }
  }).pipe(Effect.provide(Collector.awaitLayer(PgClient.layer(connections), "Postgres")))
}).pipe(Effect.scoped, NodeRuntime.runMain)
