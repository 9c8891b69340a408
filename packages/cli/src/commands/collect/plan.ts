/** What to collect: from the flags, else from the credentials file. */
import type { Description } from "@screeps-effect/api/Server"
import * as RoomName from "@screeps-effect/schema/RoomName"
import type * as Collector from "@screeps-effect/collector/Collector"
import * as Flag from "effect/cli/Flag"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { duration, parseDuration, positive, repeatable, toggle } from "../../input/flags.ts"
import { Usage } from "../../runner/failure.ts"
import type { Plan } from "./settings.ts"

type Rooms = NonNullable<Collector.ShardPlan["rooms"]>

const parseRooms = (text: string): Option.Option<Rooms> => {
  if (text === "all") return Option.some(text)
  const rooms = text.split(",").map((name) => RoomName.parse(name))
  return rooms.every(Result.isSuccess) ? Option.some(rooms.map(({ success }) => success)) : Option.none()
}

const parseHistory = (text: string): Option.Option<Collector.HistoryPlan> => {
  const [, name = "", first, last] = /^(\w{1,20})(?::(\d{1,12})\.\.(\d{1,12})?)?$/u.exec(text) ?? []
  const room = Option.getSuccess(RoomName.parse(name))
  const from = first === undefined ? undefined : Number(first)
  const to = last === undefined ? undefined : Number(last)
  return (from ?? 0) > (to ?? Infinity)
    ? Option.none()
    : Option.map(room, (room) => ({
        room,
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to })
      }))
}

export const flags = {
  rooms: Flag.String("rooms").pipe(
    Flag.withMetavar("<rooms>"),
    Flag.filterMap(parseRooms, () => "all, or rooms separated by commas, such as W1N1,W2N2"),
    Flag.withDefault(undefined),
    Flag.withDescription("Owners, levels and signs of these rooms each hour: all, or W1N1,W2N2")
  ),
  terrain: toggle("terrain", "Terrain of --rooms, once"),
  histories: repeatable(
    Flag.String("history").pipe(
      Flag.withMetavar("<room[:from..to]>"),
      Flag.filterMap(
        parseHistory,
        () => "a room, with ticks or without: W7N3, W7N3:1000.. or W7N3:1000..1999"
      ),
      Flag.withDescription("History of a room, from now on or for these ticks; repeatable")
    )
  ),
  orders: toggle("orders", "The index of market orders each hour"),
  prices: repeatable(
    Flag.String("prices").pipe(
      Flag.withMetavar("<resource>"),
      Flag.withDescription("Prices of a resource each day, such as energy; repeatable")
    )
  ),
  ranks: Flag.Int("ranks").pipe(
    positive("a number above 0"),
    Flag.withMetavar("<number>"),
    Flag.withDefault(undefined),
    Flag.withDescription("Number of top ranks of this month's leaderboards to read each day")
  ),
  every: duration("every", "Time between two readings of rooms and orders (default: 1h)").pipe(
    Flag.withDefault(undefined)
  ),
  deadline: duration(
    "deadline",
    "How long to retry history, terrain and prices; then they are holes, see collect holes (default: 6h)"
  ).pipe(Flag.withDefault(undefined))
} as const

export interface Given {
  readonly rooms: Rooms | undefined
  readonly terrain: boolean
  readonly histories: ReadonlyArray<Collector.HistoryPlan>
  readonly orders: boolean
  readonly prices: ReadonlyArray<string>
  readonly ranks: number | undefined
  readonly every: Duration.Duration | undefined
  readonly deadline: Duration.Duration | undefined
}

const fromFlags = (given: Given): Collector.Plan | undefined => {
  const { histories, orders, prices, ranks, rooms, terrain } = given
  const isOfShard = rooms !== undefined || orders || prices.length > 0 || histories.length > 0
  if (!isOfShard && ranks === undefined) return undefined
  const shard = { rooms, terrain, histories, orders, prices: prices.length === 0 ? undefined : prices }
  return { shards: isOfShard ? [shard] : [], ranks }
}

const time = (text: string | undefined) =>
  text === undefined ? undefined : Option.getOrUndefined(parseDuration(text))

const fromFile = ({ deadline, every, shards = [], ...plan }: Plan): Collector.Plan => ({
  ...plan,
  shards,
  every: time(every),
  deadline: time(deadline)
})

/** Returns what to collect of a server: as the flags say, else as the file says; `undefined` if neither does. */
export const make = (
  given: Given,
  file: Plan | undefined,
  server: Description
): Effect.Effect<Collector.Plan | undefined, Usage> =>
  Effect.gen(function* () {
    if (given.terrain && given.rooms === undefined)
      return yield* new Usage({ message: "--terrain requires --rooms" })
    const plan = fromFlags(given) ?? (file === undefined ? undefined : fromFile(file))
    if (plan === undefined) return undefined
    const shards = plan.shards.map((one) => ({ ...one, shard: one.shard ?? server.shard }))
    if (server.kind === "official" && shards.some(({ shard }) => shard === undefined))
      return yield* new Usage({
        message: `${server.url} has several shards: pass --shard shard3, or set a shard in the plan`
      })
    return {
      ...plan,
      shards,
      every: given.every ?? plan.every,
      deadline: given.deadline ?? plan.deadline
    }
  })
