/** `screeps market orders|mine` */
import * as Market from "@screeps-effect/api/Market"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import type { Order } from "@screeps-effect/schema/Order"
import * as Resource from "@screeps-effect/schema/Resource"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as client from "../config/client.ts"
import { optional, positive } from "../input/flags.ts"
import * as Output from "../output/output.ts"
import * as Screen from "../output/screen.ts"
import { format, join, plain, toJson } from "../output/text.ts"
import { define } from "../runner/define.ts"

interface Row {
  readonly resource: Resource.MarketResource
  /** The best prices, in credits; `null` without an order. */
  readonly buy: number | null
  readonly sell: number | null
  readonly orders: number
}

const best = (prices: ReadonlyArray<number>, of: (a: number, b: number) => number) =>
  prices.length === 0 ? null : prices.reduce((a, b) => of(a, b))

const rowOf = (resource: Resource.MarketResource) =>
  Effect.map(
    Resource.isAccountBound(resource)
      ? Market.accountOrders({ resourceType: resource })
      : Market.orders({ resourceType: resource }),
    ({ list }): Row => {
      const prices = (side: string) => list.filter(({ type }) => type === side).map(({ price }) => price)
      return {
        resource,
        buy: best(prices("buy"), Math.max),
        sell: best(prices("sell"), Math.min),
        orders: list.length
      }
    }
  )

const ticks = "▁▂▃▄▅▆▇█"

/** Draws the average prices of the last days, oldest first, as a line of small bars. */
const spark = (days: ReadonlyArray<number>): string => {
  const [least, most] = [Math.min(...days), Math.max(...days)]
  return days
    .map(
      (price) =>
        ticks[most === least ? 3 : Math.round(((price - least) / (most - least)) * (ticks.length - 1))]
    )
    .join("")
}

const sparkOf = (resource: Resource.MarketResource) =>
  Effect.map(Market.stats({ resourceType: resource }), ({ stats }) =>
    spark(
      stats
        .slice(0, 14)
        .map(({ avgPrice }) => avgPrice)
        .toReversed()
    )
  )

const priceOf = (credits: number | null) => (credits === null ? "-" : credits.toFixed(3))

const spread = ({ buy, sell }: Row) =>
  buy === null || sell === null ? "-" : `${(((sell - buy) / sell) * 100).toFixed(1)} %`

const columns = (sparks: ReadonlyMap<string, string>): ReadonlyArray<Output.Column<Row>> => [
  { head: "resource", of: ({ resource }) => resource },
  { head: "best buy", of: ({ buy }) => priceOf(buy), align: "right", paint: () => "yellow" },
  { head: "best sell", of: ({ sell }) => priceOf(sell), align: "right", paint: () => "green" },
  { head: "spread", of: spread, align: "right" },
  { head: "orders", of: ({ orders }) => orders, align: "right" },
  { head: "14 days", of: ({ resource }) => sparks.get(resource), paint: () => "cyan" }
]

/** Returns the pause between rounds: as short as the hourly quota allows, or ten seconds without a quota. */
const pauseFor = (resources: number, limit: number | undefined) =>
  limit === undefined ? Duration.seconds(10) : Duration.seconds(Math.ceil((3600 * resources) / limit))

const watch = Effect.fnUntraced(function* (
  resources: ReadonlyArray<Resource.MarketResource>,
  every: Duration.Duration | undefined,
  rounds: number
) {
  const output = yield* Output.Output
  const limits = yield* RateLimits.RateLimits
  const draws = output.isTerminal && !output.isJson
  const pairs = draws
    ? yield* Effect.forEach(resources, (resource) =>
        Effect.map(sparkOf(resource), (line): readonly [string, string] => [resource, line])
      )
    : []
  const screen = draws ? yield* Screen.make() : undefined
  for (let round = 1; ; round++) {
    const rows = yield* Effect.forEach(resources, rowOf, { concurrency: 4 })
    const left = yield* limits.state(Market.orders.name)
    const pause = every ?? pauseFor(resources.length, left?.limit)
    if (screen === undefined) {
      yield* Effect.forEach(rows, (row) => output.line(toJson(row)), { discard: true })
    } else {
      const quota =
        left === undefined ? "" : `, ${left.remaining} of ${left.limit} requests remaining this hour`
      const foot = output.paint("dim", plain(`refreshed ${round}×, every ${Duration.format(pause)}${quota}`))
      const table = Output.tableLines(rows, columns(new Map(pairs)), output)
      yield* screen.draw([...table, format``, foot], join(table, "\n"))
    }
    if (round >= rounds) return rows
    yield* Effect.sleep(pause)
  }
})

const watchCommand = Command.make(
  "watch",
  {
    resources: Argument.Literals("resource", Resource.marketResources).pipe(
      Argument.variadic({ min: 1 }),
      Argument.withDescription("Resource, such as energy or XGH2O")
    ),
    every: Flag.Int("every").pipe(
      Flag.withMetavar("<seconds>"),
      positive("at least one second"),
      Flag.map(Duration.seconds),
      Flag.withDefault(undefined),
      Flag.withDescription("Seconds between two refreshes (default: 10, or what the rate limits allow)")
    ),
    rounds: Flag.Int("rounds").pipe(
      positive("at least one round"),
      Flag.withDefault(undefined),
      Flag.withDescription("Number of refreshes (default: until Ctrl-C)")
    )
  },
  ({ every, resources, rounds }) =>
    watch(resources, every, rounds ?? Infinity).pipe(Effect.scoped, Effect.provide(client.http))
).pipe(
  Command.withDescription("Watch the best prices of resources; prints JSON lines when piped"),
  Command.withExamples([{ command: "screeps market watch energy H XGH2O" }])
)

const price = (value: number | null | undefined) => value?.toFixed(3)

const index = Effect.gen(function* () {
  const { list } = yield* Market.ordersIndex()
  yield* Output.rows(
    list.toSorted((a, b) => (a._id < b._id ? -1 : 1)),
    [
      { head: "resource", of: ({ _id }) => _id },
      { head: "orders", of: ({ count }) => count, align: "right" },
      { head: "buying", of: ({ buying }) => buying, align: "right" },
      { head: "selling", of: ({ selling }) => selling, align: "right" },
      { head: "average price", of: ({ avgPrice }) => price(avgPrice), align: "right" }
    ],
    plain("There are no orders on the market.")
  )
})

/** Sorts by best price: the cheapest sell orders, then the highest buy orders. */
const byPrice = (a: Order, b: Order) =>
  a.type === b.type ? (a.type === "sell" ? a.price - b.price : b.price - a.price) : a.type < b.type ? 1 : -1

const orders = Command.make(
  "orders",
  {
    resource: Argument.Literals("resource", Resource.marketResources).pipe(
      Argument.withMetavar("<resource>"),
      Argument.withDescription("Resource, such as energy; omit it for a summary of all resources"),
      Argument.withDefault(undefined)
    ),
    type: optional(Flag.Literals("type", ["buy", "sell"]), "Only buy orders, or only sell orders"),
    limit: Flag.Int("limit").pipe(
      Flag.withDefault(20),
      Flag.withDescription("Maximum number of orders of each type (default: 20)")
    )
  },
  ({ limit, resource, type }) =>
    Effect.gen(function* () {
      if (resource === undefined) return yield* index
      const { list } = yield* Market.orders({ resourceType: resource })
      const sorted = list.toSorted(byPrice)
      const best = (["sell", "buy"] as const)
        .filter((one) => type === undefined || type === one)
        .flatMap((one) => sorted.filter((order) => order.type === one).slice(0, limit))
      yield* Output.rows(
        best,
        [
          {
            head: "type",
            of: (order) => order.type,
            paint: (order) => (order.type === "sell" ? "green" : "yellow")
          },
          { head: "price", of: (order) => price(order.price), align: "right" },
          { head: "amount", of: ({ remainingAmount }) => remainingAmount, align: "right" },
          { head: "room", of: ({ roomName }) => roomName },
          { head: "order", of: ({ _id }) => _id }
        ],
        plain("There are no orders for this resource.")
      )
    }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("List the orders for a resource, best prices first"),
  Command.withExamples([{ command: "screeps market orders energy --type sell --limit 5" }])
)

const mine = Command.make("mine", {}, () =>
  Effect.gen(function* () {
    const orders = Market.withShards(yield* Market.myOrders())
    yield* Output.rows(
      orders,
      [
        { head: "type", of: ({ order }) => order.type },
        { head: "resource", of: ({ order }) => order.resourceType },
        { head: "price", of: ({ order }) => price(order.price), align: "right" },
        { head: "remaining", of: ({ order }) => order.remainingAmount, align: "right" },
        { head: "total", of: ({ order }) => order.totalAmount, align: "right" },
        { head: "active", of: ({ order }) => (order.active ? "yes" : "no") },
        { head: "room", of: ({ order }) => order.roomName },
        { head: "shard", of: ({ shard }) => shard },
        { head: "order", of: ({ order }) => order._id }
      ],
      plain("You have no orders.")
    )
  }).pipe(Effect.provide(client.http))
).pipe(Command.withDescription("List your own orders"))

export default define(
  Command.make("market").pipe(
    Command.withDescription("Show market orders and prices"),
    Command.withSubcommands([orders, mine, watchCommand])
  )
)
