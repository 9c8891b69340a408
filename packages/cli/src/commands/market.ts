/** `screeps market orders|mine` */
import * as Market from "@screeps-effect/api/Market"
import type { Order } from "@screeps-effect/schema/Order"
import * as Resource from "@screeps-effect/schema/Resource"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as client from "../config/client.ts"
import { define } from "../runner/define.ts"
import * as Output from "../output/output.ts"
import { plain } from "../output/text.ts"
import * as Watch from "./market/watch.ts"

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
      Argument.optional
    ),
    type: Flag.Literals("type", ["buy", "sell"]).pipe(
      Flag.optional,
      Flag.withDescription("Only buy orders, or only sell orders")
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withDefault(20),
      Flag.withDescription("Maximum number of orders of each type (default: 20)")
    )
  },
  ({ limit, resource, type }) =>
    Effect.gen(function* () {
      if (Option.isNone(resource)) return yield* index
      const { list } = yield* Market.orders({ resourceType: resource.value })
      const sorted = list.toSorted(byPrice)
      const best = (["sell", "buy"] as const)
        .filter((one) => Option.isNone(type) || type.value === one)
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

/** @internal */
export default define(
  Command.make("market").pipe(
    Command.withDescription("Show market orders and prices"),
    Command.withSubcommands([orders, mine, Watch.command])
  )
)
