/**
 * Crawls the history of rooms and survives a crash: a workflow per room with a step per chunk, each result stored. Run it
 * again to resume; a finished crawl is not repeated.
 *
 *   node examples/src/95_durable-crawl.ts                                in memory: nothing is kept after the program ends
 *   node examples/src/95_durable-crawl.ts --store crawl.sqlite           on one machine, in a file
 *   node examples/src/95_durable-crawl.ts --store postgres://…           on many: submits the crawl and waits, while
 *   node examples/src/95_durable-crawl.ts --store postgres://… --runner 34431      any number of runners crawl
 *
 * Options: --rooms W7N3,W8N3  --from 1000  --to 1199  (default: the last 200 ticks of one room)
 * On your server: SCREEPS_URL=http://127.0.0.1:21025 SCREEPS_USERNAME=… SCREEPS_PASSWORD=… node examples/…
 */
import { parseArgs } from "node:util"
import * as NodeClusterSocket from "@effect/platform-node/NodeClusterSocket"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Capabilities, Game, History, ScreepsClient, type ScreepsError } from "@screeps-effect/api"
import { RoomHistory, RoomName } from "@screeps-effect/schema"
import { SampleWorld, TestServer } from "@screeps-effect/testing"
import * as NodeSqlite from "@screeps-effect/world/NodeSqlite"
import { Console, Effect, Layer, Option, Redacted, Schedule, Schema } from "effect"
import { ClusterWorkflowEngine, RunnerAddress, SingleRunner } from "effect/cluster"
import { Activity, Workflow, WorkflowEngine } from "effect/workflow"

// ---- the crawl, the same for every store

const Found = Schema.Struct({ ticks: Schema.Int, creeps: Schema.Array(Schema.String) })

class CrawlFailed extends Schema.TaggedError<CrawlFailed>()("CrawlFailed", { message: Schema.String }) {}

/** Checks for failures that a crawl waits out: the server is unreachable or busy. */
const isTransient = ({ reason }: ScreepsError.ScreepsError) =>
  ["Unreachable", "TimedOut", "ServerFault", "RateLimited"].includes(reason._tag)
const backoff = Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("1 minute")])

const inChunk = (chunk: RoomHistory.RoomHistory): typeof Found.Type => {
  const names = new Set<string>()
  const room = RoomHistory.cursor(chunk)
  while (room.next())
    for (const object of room.objects.values()) if (object.type === "creep") names.add(object.name)
  return { ticks: RoomHistory.ticks(chunk).length, creeps: [...names] }
}

/** One step: it runs again only if the program died before the result was stored. */
const readChunk = (room: RoomName.RoomName, base: number, progress: string) =>
  Activity.make({
    name: `chunk ${base}`,
    success: Found,
    error: CrawlFailed,
    execute: History.chunkAt({ room, base }).pipe(
      Effect.map(inChunk),
      Effect.catchReason("ScreepsError", "HistoryNotFound", () => Effect.succeed({ ticks: 0, creeps: [] })),
      Effect.retry({ schedule: backoff, while: isTransient }),
      Effect.mapError(({ message }) => new CrawlFailed({ message })),
      Effect.tap(({ creeps, ticks }) =>
        Console.log(`${room} ${progress}: tick ${base}, ${ticks} ticks, ${creeps.length} creeps`)
      )
    )
  })

const Crawl = Workflow.make("CrawlRoom", {
  payload: {
    server: Schema.String,
    room: RoomName.RoomName,
    from: Schema.Int,
    to: Schema.Int,
    size: Schema.Int
  },
  success: Found,
  error: CrawlFailed,
  idempotencyKey: ({ from, room, server, size, to }) => `${server} ${room} ${from}-${to}/${size}`
})

const crawling = Crawl.toLayer(
  Effect.fn(function* ({ from, room, size, to }) {
    const creeps = new Set<string>()
    let ticks = 0
    const first = from - (from % size)
    const chunks = Math.floor((to - first) / size) + 1
    for (let i = 0; i < chunks; i++) {
      const found = yield* readChunk(room, first + i * size, `${i + 1}/${chunks}`)
      ticks += found.ticks
      for (const name of found.creeps) creeps.add(name)
    }
    return { ticks, creeps: [...creeps].toSorted() }
  })
)

// ---- the store of the results

/**
 * Short intervals: dead runners are detected within seconds, and a new runner waits no longer than that for the steps of
 * the rooms that it takes over. A big cluster polls its database less often.
 */
const pace = {
  shardsPerGroup: 20,
  shardLockExpiration: "5 seconds",
  shardLockRefreshInterval: "1 second",
  refreshAssignmentsInterval: "1 second",
  runnerHealthCheckInterval: "1 second",
  entityTerminationTimeout: "3 seconds",
  entityMessagePollInterval: "1 second",
  entityReplyPollInterval: "200 millis"
} as const

const engine = (store: string, runner: number | undefined) => {
  if (store === "memory") return WorkflowEngine.layerMemory
  if (!/^postgres(?:ql)?:/.test(store)) {
    return ClusterWorkflowEngine.layer.pipe(
      Layer.provide(SingleRunner.layer({ runnerStorage: "memory", shardingConfig: pace })),
      Layer.provide([NodeSqlite.layer(store, { exclusive: true }), NodeCrypto.layerDigest])
    )
  }
  const runnerAddress = Option.map(Option.fromUndefinedOr(runner), (port) =>
    RunnerAddress.make("127.0.0.1", port)
  )
  const shardingConfig = { ...pace, runnerAddress }
  const cluster =
    runner === undefined
      ? NodeClusterSocket.layer({ clientOnly: true, shardingConfig })
      : NodeClusterSocket.layer({ shardingConfig })
  return ClusterWorkflowEngine.layer.pipe(
    Layer.provide(cluster),
    Layer.provide([PgClient.layer({ url: Redacted.make(store) }), NodeCrypto.layerDigest])
  )
}

// ---- the server: in memory unless SCREEPS_URL is set, with 400 past ticks

const past = Effect.tap(SampleWorld.make(), ({ tick }) => Effect.repeat(tick, { times: 400 }))
const screeps =
  process.env["SCREEPS_URL"] === undefined
    ? Layer.unwrap(Effect.map(past, (world) => TestServer.layerScreeps(world)))
    : ScreepsClient.layerFetchConfig

// ---- the program

const Input = Schema.Struct({
  rooms: Schema.Array(RoomName.RoomName),
  store: Schema.NonEmptyString,
  from: Schema.optional(Schema.NumberFromString.check(Schema.isInt())),
  to: Schema.optional(Schema.NumberFromString.check(Schema.isInt())),
  runner: Schema.optional(Schema.NumberFromString.check(Schema.isInt()))
})
const input = Effect.try({
  try: () => {
    const text = { type: "string" } as const
    const { values } = parseArgs({
      options: { rooms: text, store: text, from: text, to: text, runner: text }
    })
    const { rooms = SampleWorld.room, store = "memory" } = values
    return Schema.decodeUnknownSync(Input)({ ...values, store, rooms: rooms.split(",") })
  },
  catch: () =>
    new CrawlFailed({
      message:
        "Usage: node examples/src/95_durable-crawl.ts [--store file | postgres://…] [--rooms W7N3,…] [--from 1000] [--to 1199] [--runner port]"
    })
})

const crawl = Effect.fn("crawl")(function* ({ from, rooms, to }: typeof Input.Type) {
  const { server } = yield* ScreepsClient.ScreepsClient
  const { historyChunkSize: size } = yield* Capabilities.read
  if (size === undefined) return yield* new CrawlFailed({ message: "This server reports no room history." })
  const { time } = yield* Game.time()
  const now = time - (time % size) // start of the incomplete chunk
  const last = to === undefined ? now - 1 : to - (to % size) + size - 1
  const first = from ?? Math.max(0, last - 199)
  if (last >= now || first > last) {
    return yield* new CrawlFailed({
      message: `Ticks ${first} to ${to ?? last} are not recorded yet. Choose ticks before ${now}.`
    })
  }
  const span = { server: server.url, size, from: first - (first % size), to: last }
  const all = yield* Effect.forEach(rooms, (room) => Crawl.execute({ ...span, room }), {
    concurrency: "unbounded"
  })
  for (const [i, { creeps, ticks }] of all.entries())
    yield* Console.log(
      `\n${rooms[i]}, ticks ${span.from} to ${span.to}: ${ticks} recorded\n  ${creeps.join(", ")}`
    )
})

Effect.gen(function* () {
  const given = yield* input
  const live = Layer.provideMerge(crawling, engine(given.store, given.runner))
  // A runner crawls for others; a client with a runner elsewhere only waits.
  if (given.runner !== undefined) {
    const ready = Layer.effectDiscard(Console.log(`runner on port ${given.runner}, until Ctrl-C`))
    return yield* Layer.launch(ready.pipe(Layer.provide(live), Layer.provide(screeps)))
  }
  yield* Effect.provide(crawl(given), Layer.provideMerge(live, screeps))
}).pipe(
  Effect.catch(({ message }) =>
    Effect.sync(() => {
      console.error(message.replaceAll(/\s+/g, " "))
      process.exitCode = 1
    })
  ),
  NodeRuntime.runMain
)
