/** The rooms of an account, and samples of their states. */
import * as User from "@screeps-effect/api/User"
import * as Controller from "@screeps-effect/schema/Controller"
import * as TicksLeft from "@screeps-effect/schema/TicksLeft"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Store from "@screeps-effect/schema/Store"
import * as RoomName from "@screeps-effect/schema/RoomName"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { Services } from "@screeps-effect/socket/Screeps"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as Samples from "./samples.ts"
import type { Identity } from "./sources.ts"
import type { SourceKey } from "./series.ts"
import * as Source from "./source.ts"

const holders = ["storage", "terminal", "factory", "container"] as const
type Holder = (typeof holders)[number]

const isHolder = (type: string): type is Holder => holders.some((holder) => holder === type)

/** The most kinds of resources per room and structure; the game has fewer. */
const maxResources = 200

/** Returns the samples of a room; creeps of `user` are own ones. */
const samplesOf = (
  { objects, room, shard, tick }: RoomFeed.RoomView,
  user: UserId
): ReadonlyArray<Samples.Sample> => {
  const labels = { shard, room }
  let energy = 0
  let capacity = 0
  let sites = 0
  const creeps = { own: 0, other: 0 }
  const stores = new Map<Holder, Map<string, number>>()
  const samples: Array<Samples.Sample> = []
  const add = (...more: ReadonlyArray<ReadonlyArray<Samples.Sample>>) => samples.push(...more.flat())

  for (const object of objects.values()) {
    if (RoomObject.is("spawn")(object) || RoomObject.is("extension")(object)) {
      energy += Store.amount(object, "energy")
      capacity += Store.capacity(object, "energy") ?? 0
    } else if (RoomObject.is("creep")(object)) {
      creeps[object.user === user ? "own" : "other"] += 1
    } else if (RoomObject.is("constructionSite")(object)) {
      sites += 1
    } else if (RoomObject.is("controller")(object)) {
      const progress = Controller.progress(object)
      add(
        Samples.sample("screeps_room_controller_level", labels, object.level),
        Samples.sample("screeps_room_controller_points", labels, progress?.done),
        Samples.sample(
          "screeps_room_controller_progress_ratio",
          labels,
          progress === undefined ? undefined : Math.min(1, progress.done / progress.total)
        )
      )
      // The first message of a subscription has no tick.
      if (tick !== undefined && object.level > 0) {
        add(
          Samples.sample("screeps_room_downgrade_ticks", labels, TicksLeft.of(object.downgradeTime, tick)),
          Samples.sample("screeps_room_safe_mode_ticks", labels, TicksLeft.of(object.safeMode, tick) ?? 0)
        )
      }
    } else if (isHolder(object.type) && RoomObject.hasStore(object)) {
      const amounts = stores.get(object.type) ?? new Map<string, number>()
      for (const [resource, amount] of Store.contents(object)) {
        if (amounts.size < maxResources) amounts.set(resource, (amounts.get(resource) ?? 0) + amount)
      }
      stores.set(object.type, amounts)
    }
  }
  add(
    Samples.sample("screeps_room_energy_available", labels, energy),
    Samples.sample("screeps_room_energy_capacity", labels, capacity),
    Samples.sample("screeps_room_construction_sites", labels, sites),
    Samples.sample("screeps_room_creeps", { ...labels, owner: "own" }, creeps.own),
    Samples.sample("screeps_room_creeps", { ...labels, owner: "other" }, creeps.other)
  )
  for (const [structure, amounts] of stores) {
    for (const [resource, amount] of amounts) {
      add(Samples.sample("screeps_room_stored", { ...labels, structure, resource }, amount))
    }
  }
  return samples
}

/** A room on a shard. */
export interface Place {
  readonly room: RoomName.RoomName
  readonly shard: string | undefined
}

/** How often the rooms of an account are listed, in milliseconds. */
const listedEvery = 5 * 60_000

/** Returns the key of the source of a room. */
export const keyOf = ({ room, shard }: Place): SourceKey => ({ source: "room", shard, room })

/**
 * Creates the source that lists the rooms of an account on its shards, and calls a function with them, which returns
 * whether it left some out.
 */
export const list = <R extends Services>(
  identity: Identity,
  shards: ReadonlyArray<string | undefined>,
  found: (rooms: ReadonlyArray<Place>) => Effect.Effect<boolean, never, R>
): Source.Source =>
  Source.polled({
    key: { source: "rooms" },
    requests: [User.rooms],
    every: listedEvery,
    read: Effect.gen(function* () {
      const { _id: id } = yield* identity
      const all = User.roomsByShard(yield* User.rooms({ id }))
      // xxscreeps names its only shard.
      const own = shards.includes(undefined)
        ? all.map((one) => ({ ...one, shard: undefined }))
        : all.filter(({ shard }) => shards.includes(shard))
      const isCut = yield* found(
        own.flatMap(({ rooms, shard }) => rooms.filter(RoomName.is).map((room) => ({ room, shard })))
      )
      const samples = own.flatMap(({ rooms, shard }) =>
        Samples.sample("screeps_rooms", { shard }, rooms.length)
      )
      return { at: yield* Millis.now, samples, isCut }
    })
  })

/** How long a room is watched while others wait, in milliseconds: the default of `RoomFeed`. */
const turn = 10_000

/** How long the server may send nothing about a watched room, in milliseconds. */
const silence = 10_000

/** Creates the source of one of `count` rooms, of which two are watched at a time. */
export const watch = ({ room, shard }: Place, count: number, identity: Identity): Source.Source => ({
  key: keyOf({ room, shard }),
  requests: [],
  every: turn * Math.ceil(count / 2),
  readings: () =>
    Source.atMostOneASecond(
      Stream.unwrap(
        Effect.map(identity, ({ _id: user }) => {
          let current: { readonly view: RoomFeed.RoomView; at: number } | undefined
          const shown = (view: RoomFeed.RoomView, at: number) => ({ at, samples: samplesOf(view, user) })
          const watched = RoomFeed.signals(room, shard).pipe(
            Stream.tap((signal) =>
              Effect.sync(() => {
                current =
                  signal._tag === "State" ? { view: signal.view, at: signal.view.monotonicAt } : undefined
              })
            ),
            Stream.filterMap((signal) =>
              signal._tag === "State"
                ? Result.succeed(shown(signal.view, signal.view.receivedAt))
                : Result.failVoid
            )
          )
          /** The state again, if nothing came since and the server responds: xxscreeps sends changes only. */
          const unchanged = Effect.gen(function* () {
            yield* Effect.sleep(silence)
            const before = current
            if (before === undefined || (yield* Millis.monotonic) - before.at < silence) return []
            yield* (yield* ScreepsSocket.ScreepsSocket).responds
            if (current !== before) return []
            before.at = yield* Millis.monotonic
            return [shown(before.view, yield* Millis.now)]
          })
          const repeated = Stream.fromEffectRepeat(unchanged).pipe(Stream.flatMap(Stream.fromIterable))
          return Stream.merge(watched, repeated)
        })
      )
    )
})
