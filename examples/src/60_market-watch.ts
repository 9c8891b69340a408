/**
 * Watches a market: prints the best offers for some resources as a table, the daily price of the first one as a chart, and
 * the remaining quota. It refreshes as often as the rate limits allow.
 *
 *   node examples/src/60_market-watch.ts                        an in-memory official server, until Ctrl-C
 *   node examples/src/60_market-watch.ts H XGH2O --rounds 1     other resources, once
 *
 * On official servers: SCREEPS_URL=https://screeps.com SCREEPS_SHARD=shard3 SCREEPS_TOKEN=… node examples/…
 */
import { parseArgs, styleText } from "node:util"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Market, RateLimits, ScreepsClient } from "@screeps-effect/api"
import { Order, Resource } from "@screeps-effect/schema"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { plot } from "simple-ascii-chart"

class Usage extends Data.TaggedError("Usage") {
  override readonly message = "Usage: node examples/src/60_market-watch.ts [resource…] [--rounds <number>]"
}
const Input = Schema.Struct({
  resources: Schema.NonEmptyArray(Schema.Literals(Resource.marketResources)),
  rounds: Schema.optional(Schema.FiniteFromString)
})
const input = Effect.try({
  try: () => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { rounds: { type: "string" } }
    })
    const resources = positionals.length === 0 ? ["energy", "H", "XGH2O"] : positionals
    return Schema.decodeUnknownSync(Input)({ resources, ...values })
  },
  catch: () => new Usage()
})

// ---- output

const credits = (price: number | undefined) => (price?.toFixed(3) ?? "-").padStart(12)
const row = (resource: Resource.MarketResource) =>
  Effect.map(Market.orders({ resourceType: resource }), ({ list }) => {
    const { bestAsk, bestBid, spread } = Order.book(list)
    const prices = `${styleText("green", credits(bestBid))}${styleText("red", credits(bestAsk))}`
    return `  ${resource.padEnd(12)}${prices}${credits(spread)}`
  })

const chart = (resource: Resource.MarketResource) =>
  Effect.map(Market.stats({ resourceType: resource }), ({ stats }) => {
    const latest = stats.slice(0, 14)
    const days = latest.map(({ avgPrice }, i): [number, number] => [-1 - i, avgPrice]).toReversed()
    const title = `${resource}: mean price by days before today`
    return days.length < 2 ? "  no days to chart" : plot(days, { title, width: 60, height: 8 })
  })

const { stdout } = process
const show = (text: string, isFirst: boolean) =>
  Effect.sync(() =>
    stdout.write(stdout.isTTY && !isFirst ? `\x1b[${text.split("\n").length - 1}F\x1b[J${text}` : text)
  )

const watch = Effect.gen(function* () {
  const { resources, rounds = Infinity } = yield* input
  const limits = yield* RateLimits.RateLimits
  const quota = limits.state(Market.orders.name)
  for (let round = 1; ; round++) {
    const table = yield* Effect.forEach(resources, row, { concurrency: 4 })
    const picture = yield* chart(resources[0])
    const left = yield* quota
    const admitted =
      left === undefined
        ? "no limits"
        : `${left.remaining} of ${left.limit} requests for orders left this hour`
    // The quota of one hour is spread evenly over that hour.
    const pause =
      left === undefined ? Duration.seconds(10) : Duration.seconds((3600 * resources.length) / left.limit)
    const head = styleText(
      "bold",
      `  ${"resource".padEnd(12)}${"buys at".padStart(12)}${"sells at".padStart(12)}${"spread".padStart(12)}`
    )
    const foot = styleText("dim", `  ${admitted}, round ${round}, every ${Duration.format(pause)}`)
    yield* show(`\n${[head, ...table, picture, foot].join("\n")}\n`, round === 1)
    if (round >= rounds) return
    yield* Effect.sleep(pause)
  }
})

// ---- the server: in memory unless SCREEPS_URL is set

const layer =
  process.env["SCREEPS_URL"] === undefined
    ? SampleWorld.layer({ dialect: "official" })
    : ScreepsClient.layerConfig()

watch.pipe(
  Effect.provide(layer),
  Effect.catch(({ message }) =>
    Effect.sync(() => {
      console.error(message.replaceAll(/\s+/g, " "))
      process.exitCode = 1
    })
  ),
  NodeRuntime.runMain
)
