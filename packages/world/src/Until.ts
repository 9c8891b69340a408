/**
 * Waits until something has happened in the game: a spawn is placed, code runs, a controller has a level, an order is
 * filled, a room is claimed, a tick has begun.
 *
 * **Details**
 *
 * Conditions of rooms and of code come from the socket. Rooms are requested over HTTP while their states do not arrive, and
 * so are orders and the tick: rarely enough for the quotas of official servers. Failures that may pass (`Retry.isTransient`)
 * and lost connections do not end a wait.
 *
 * What was received before the wait began does not count, nor what may have been missed while there was no connection: a wait
 * ends only when the server has shown that the condition is true.
 *
 * ```ts
 * import { Until } from "@screeps-effect/world"
 * import * as Effect from "effect/Effect"
 *
 * const expand = Effect.gen(function* () {
 *   yield* Until.roomClaimed("W8N3", { timeout: "1 hour" })
 *   const { level } = yield* Until.controllerLevel("W8N3", 2)
 *   yield* Effect.log(`level ${level}`)
 * })
 * ```
 */
import * as Game from "@screeps-effect/api/Game"
import * as Market from "@screeps-effect/api/Market"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import { ScreepsError, ShardRequired } from "@screeps-effect/api/ScreepsError"
import * as User from "@screeps-effect/api/User"
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import type { CpuEvent } from "@screeps-effect/schema/CpuEvent"
import type { ControllerLevel } from "@screeps-effect/schema/ControllerLevel"
import * as Millis from "@screeps-effect/schema/Millis"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { RoomObject } from "@screeps-effect/schema/RoomObject"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"
import type { Spawn } from "@screeps-effect/schema/Spawn"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { Tick } from "@screeps-effect/schema/Tick"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Channels from "@screeps-effect/socket/Channels"
import type { RoomFeed } from "@screeps-effect/socket/RoomFeed"
import type { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import type { Signal } from "@screeps-effect/socket/Channel"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as Listening from "@screeps-effect/socket/workflows/Listening"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { inRoom } from "./Until/room.ts"
import * as Runs from "./Until/runs.ts"
import { done, notYet, poll, type See, waitFor, type WaitTimedOut } from "./Until/wait.ts"

export { WaitTimedOut } from "./Until/wait.ts"

/** Options for waiting. */
export interface Options {
  /** The time limit, after which the wait fails with `WaitTimedOut`; none by default. */
  readonly timeout?: Duration.Input | undefined
  /** The shard, on official servers; by default the server's default shard. */
  readonly shard?: ShardName | undefined
}

/** Options for waiting for something that may have to be requested again and again. */
export interface PollOptions extends Options {
  /** How often it is requested: every 2 minutes by default, which is 30 requests an hour. */
  readonly every?: Duration.Input | undefined
}

/** The owner of a room, and the level of its controller. */
export interface Controlled {
  readonly user: UserId
  /** The level of the controller, 1–8. */
  readonly level: number
}

/** The order does not exist: it was cancelled, it expired, or it is another user's. */
export class OrderNotFound extends withoutStackTrace(Data.TaggedError("OrderNotFound"))<{
  readonly order: ObjectId
  /** How many units had been left when the order was last seen; `undefined` if it was never seen. */
  readonly remaining: number | undefined
}> {
  override get message() {
    return this.remaining === undefined
      ? `The account has no order ${this.order}.`
      : `The order ${this.order} was cancelled or has expired: ${this.remaining} units had been left.`
  }
}

const twoMinutes: Duration.Input = "2 minutes"

/** Returns the account's id. */
const self = (see: See) =>
  poll(
    see,
    "10 seconds",
    Effect.map(User.whoAmI(), ({ _id }) => done(_id))
  )

/** The user of strongholds, which have levels in map data, and no controller. */
const invader = "2"

const controlledIn = (objects: Iterable<RoomObject>): Controlled | undefined => {
  for (const object of objects)
    if (object.type === "controller" && typeof object.user === "string" && object.level > 0)
      return { user: object.user, level: object.level }
  return undefined
}

const controlledOnMap = Effect.fnUntraced(function* (room: RoomName, shard: ShardName | undefined) {
  const { stats } = yield* Game.mapStats({ rooms: [room], statName: "owner0", shard })
  const own = stats[room]?.own
  return own && own.level > 0 && own.user !== invader ? { user: own.user, level: own.level } : undefined
})

/** Waits until the controller of a room is as wanted. */
const controlled = (
  see: See,
  room: RoomName,
  { every = twoMinutes, shard }: PollOptions,
  isWanted: (controlled: Controlled) => boolean
) => {
  const check = (found: Controlled | undefined) => {
    see(found === undefined ? "the room has no owner" : `level ${found.level}, owner ${found.user}`)
    return found !== undefined && isWanted(found) ? found : undefined
  }
  return inRoom(
    {
      room,
      shard,
      every,
      inState: ({ objects }) => check(controlledIn(objects.values())),
      request: Effect.map(controlledOnMap(room, shard), check)
    },
    see
  )
}

/**
 * Waits until the controller of a room has at least a level, whether or not the account owns it.
 *
 * **Errors** `WaitTimedOut`; those of `Game.mapStats` that do not pass (`ShardRequired`, `Unauthorized`).
 *
 * **Source** the channel `room:<room>`, and `POST /api/game/map-stats` without it. Official quota: 60 per hour.
 */
export const controllerLevel = (
  room: RoomName,
  level: Exclude<ControllerLevel, 0>,
  options: PollOptions = {}
): Effect.Effect<Controlled, ScreepsError | SocketError | WaitTimedOut, ScreepsClient | RoomFeed> =>
  waitFor(`level ${level} of the controller in ${room}`, options.timeout, (see) =>
    controlled(see, room, options, (found) => found.level >= level)
  )

/**
 * Waits until the account owns a room.
 *
 * **Errors** `WaitTimedOut`; those of `User.whoAmI` and `Game.mapStats` that do not pass (`ShardRequired`, `Unauthorized`).
 *
 * **Source** the channel `room:<room>`, and `POST /api/game/map-stats` without it. Official quota: 60 per hour.
 */
export const roomClaimed = (
  room: RoomName,
  options: PollOptions = {}
): Effect.Effect<Controlled, ScreepsError | SocketError | WaitTimedOut, ScreepsClient | RoomFeed> =>
  waitFor(`a claim of ${room}`, options.timeout, (see) =>
    Effect.flatMap(self(see), (account) => controlled(see, room, options, ({ user }) => user === account))
  )

/**
 * Waits until the account has a spawn in a room: the first one that it places, or one that its creeps have built.
 *
 * **Gotchas**
 *
 * Private servers return objects of rooms over HTTP only with a mod: without it, the wait needs the socket.
 *
 * **Errors** `WaitTimedOut`; those of `User.whoAmI` and `Game.roomObjects` that do not pass (`ShardRequired`,
 * `Unauthorized`); `SocketError` if there is neither a socket nor the endpoint.
 *
 * **Source** the channel `room:<room>`, and `GET /api/game/room-objects` without it.
 */
export const spawnPlaced = (
  room: RoomName,
  { every = twoMinutes, shard, timeout }: PollOptions = {}
): Effect.Effect<Spawn, ScreepsError | SocketError | WaitTimedOut, ScreepsClient | RoomFeed> =>
  waitFor(`a spawn in ${room}`, timeout, (see) =>
    Effect.flatMap(self(see), (account) => {
      const find = (objects: Iterable<RoomObject>) => {
        for (const object of objects) if (object.type === "spawn" && object.user === account) return object
        see("the account has no spawn in the room")
        return undefined
      }
      return inRoom(
        {
          room,
          shard,
          every,
          inState: ({ objects }) => find(objects.values()),
          request: Effect.map(Game.roomObjects({ room, shard }), ({ objects }) => find(objects))
        },
        see
      )
    })
  )

/** Returns the shard whose events count; private servers have none. */
const shardOfEvents = Effect.fnUntraced(function* (given: ShardName | undefined) {
  const { server } = yield* ScreepsClient
  if (server.kind === "private") return undefined
  const shard = given ?? server.shard
  return shard ?? (yield* new ScreepsError({ operation: "Until.codeRuns", reason: new ShardRequired() }))
})

/** The most characters of an error that are shown. */
const maxError = 500

/**
 * Waits until the account's script has run a tick without an error, and returns what it wrote to the console.
 *
 * **Details**
 *
 * The run began after the wait did: after an upload that has returned, it is a run of the new code. A script that fails only
 * in some ticks counts, too. The wait takes at least three ticks: the first may have begun before it, and the third one shows
 * that the second one had no error.
 *
 * After a lost connection the wait starts again.
 *
 * **Gotchas**
 *
 * A script without a spawn does not run. Only the socket shows that code runs: there is no request for it. An exception that
 * is no `Error`, such as `throw "text"`, is not reported by servers.
 *
 * **Errors** `WaitTimedOut`, with the last error of the script; those of `ScreepsSocket.signals`; `ShardRequired` on official
 * servers without a shard.
 *
 * **Source** the channels `user:<user>/console` and, on private servers, `user:<user>/cpu`.
 */
export const codeRuns = ({ shard: given, timeout }: Options = {}): Effect.Effect<
  ReadonlyArray<ConsoleEvent.ConsoleLine>,
  ScreepsError | SocketError | WaitTimedOut,
  ScreepsClient | ScreepsSocket
> =>
  waitFor("a run of the code without an error", timeout, (see: See) =>
    Effect.gen(function* () {
      const shard = yield* shardOfEvents(given)
      const known: { runs: Runs.Runs; complete: Runs.Complete | undefined } = {
        runs: Runs.none,
        complete: undefined
      }

      /** Records what is known now; returns whether to wait further. */
      const record = (next: Runs.Runs | Runs.Complete): boolean => {
        if ("outputs" in next) known.runs = next
        else known.complete = next
        return known.complete === undefined
      }

      const onConsole = (signal: Signal<ConsoleEvent.ConsoleEvent>): boolean => {
        if (signal._tag !== "Payload") return record(Runs.none)
        const { payload } = signal
        if (shard !== undefined && payload.shard !== shard) return true
        if ("error" in payload)
          see(ConsoleText.printable(ConsoleText.decodeError(payload.error.slice(0, maxError))))
        return record(Runs.onConsole(known.runs, payload))
      }
      const onCpu = (signal: Signal<CpuEvent>): boolean =>
        record(
          signal._tag === "Payload" ? Runs.onCpu(known.runs, signal.payload) : Runs.withoutCpu(known.runs)
        )

      // Listeners begin after a round trip: events of runs before the wait have arrived by then, and do not count.
      const within = Duration.infinity
      const [lines, cpu] = yield* Effect.all(
        [
          Listening.start(Channels.console(), onConsole, { within }),
          // The events of the CPU do not name their shard.
          shard === undefined ? Listening.start(Channels.cpu(), onCpu, { within }) : Effect.undefined
        ],
        { concurrency: 2 }
      )
      yield* Effect.raceFirst(lines.ended, cpu?.ended ?? Effect.never)
      const output = known.complete?.output
      return output === undefined ? [] : ConsoleEvent.lines(output)
    }).pipe(Effect.scoped)
  )

/**
 * Waits until an order of the account is filled: all of its units were traded.
 *
 * **Details**
 *
 * The order is requested every 2 minutes by default.
 *
 * **Errors** `OrderNotFound`: cancelled and expired orders are not filled; `WaitTimedOut`; those of `Market.myOrders` that do
 * not pass.
 *
 * **Source** `GET /api/game/market/my-orders`. Official quota: 60 per hour. Private servers do not return orders for resources
 * of the account, such as `pixel`.
 */
export const orderFilled = (
  order: ObjectId,
  { every = twoMinutes, timeout }: Omit<PollOptions, "shard"> = {}
): Effect.Effect<void, ScreepsError | OrderNotFound | WaitTimedOut, ScreepsClient> =>
  waitFor(`the order ${order} is filled`, timeout, (see) => {
    let remaining: number | undefined
    const check = Effect.gen(function* () {
      const orders = Market.withShards(yield* Market.myOrders())
      const found = orders.find((one) => one.order._id === order)
      if (found === undefined) return yield* new OrderNotFound({ order, remaining })
      remaining = found.order.remainingAmount ?? remaining
      see(remaining === undefined ? "the server does not return what is left" : `${remaining} units are left`)
      return found.order.remainingAmount === 0 ? done(undefined) : notYet(every)
    })
    return poll(see, every, check)
  })

/** The shortest and the longest time between two requests of the tick, in milliseconds. */
const [soonest, latest] = [1000, 60_000]

/**
 * Waits until a tick has begun, and returns the current one.
 *
 * **Details**
 *
 * The tick is requested at most once a second and at least once a minute: the sooner it is expected by the duration of the
 * ticks before, the more often.
 *
 * **Errors** `WaitTimedOut`; those of `Game.time` that do not pass (`ShardRequired` on official servers without a shard).
 *
 * **Source** `GET /api/game/time`.
 */
export const tick = (
  tick: number,
  { shard, timeout }: Options = {}
): Effect.Effect<Tick, ScreepsError | WaitTimedOut, ScreepsClient> =>
  waitFor(`tick ${tick}`, timeout, (see) => {
    let last: { readonly time: Tick; readonly at: number } | undefined
    let duration = 0
    const check = Effect.gen(function* () {
      const { time } = yield* Game.time({ shard })
      if (time >= tick) return done(time)
      see(`tick ${time}`)
      const at = yield* Millis.monotonic
      if (last !== undefined && time > last.time) duration = (at - last.at) / (time - last.time)
      last = { time, at }
      return notYet(Math.min(latest, Math.max(soonest, duration * (tick - time))))
    })
    return poll(see, soonest, check)
  })
