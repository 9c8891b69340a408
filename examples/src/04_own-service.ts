/**
 * A service of your own over the SDK: settings from the environment, a span for each method, and errors that speak of
 * your subject instead of HTTP.
 *
 *   node examples/src/04_own-service.ts                    a colony on an in-memory server
 *   COLONY_RESERVE=100 node examples/src/04_own-service.ts
 *
 * For your server provide `Screeps.layerConfig()` in place of `SampleWorld.layer()`.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Auth, Game, type ScreepsError, User } from "@screeps-effect/api"
import { RoomName, RoomObject, type ShardName, Store } from "@screeps-effect/schema"
import { RoomFeed, type Screeps, type SocketError } from "@screeps-effect/socket"
import { SampleWorld } from "@screeps-effect/testing"
import type * as Cause from "effect/Cause"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

/** The server did not let us in: there is nothing to report. */
class NoAccess extends Data.TaggedError("NoAccess")<{ readonly detail: string }> {
  override readonly message = `No access to the account: ${this.detail}`
}

/** The server is away, or responded with something else. */
class NoReport extends Data.TaggedError("NoReport")<{ readonly cause: unknown }> {
  override readonly message = "The server gave no report."
}

/** A room, with its shard on official servers. */
interface Owned {
  readonly room: RoomName.RoomName
  readonly shard: ShardName.ShardName | undefined
}

interface Report extends Owned {
  readonly energy: number
  /** Whether it has less energy than `COLONY_RESERVE`. */
  readonly isPoor: boolean
}

/** What the account owns, in terms of this program. */
class Colony extends Context.Service<
  Colony,
  {
    /** The rooms with the energy in their stores, the poorest first. */
    readonly reports: Effect.Effect<ReadonlyArray<Report>, NoAccess | NoReport>
    /** The current tick. */
    readonly tick: Effect.Effect<number, NoAccess | NoReport>
  }
>()("my-app/Colony") {
  static readonly layer: Layer.Layer<Colony, Config.ConfigError, Screeps.Services> = Layer.effect(
    Colony,
    Effect.gen(function* () {
      const reserve = yield* Config.Int("COLONY_RESERVE").pipe(Config.withDefault(1000))
      // What the methods need is captured here: programs that use `Colony` need nothing else.
      const services = yield* Effect.context<Screeps.Services>()

      const energyIn = Effect.fn("Colony.energyIn")(function* ({ room, shard }: Owned) {
        yield* Effect.annotateCurrentSpan({ room, shard })
        const { objects } = yield* Stream.runHead(RoomFeed.states(room, shard)).pipe(
          Effect.flatMap(Effect.fromOption)
        )
        const stores = [...objects.values()].filter(RoomObject.hasStore)
        return stores.reduce((sum, object) => sum + Store.amount(object, "energy"), 0)
      })

      const reports = Effect.fn("Colony.reports")(function* () {
        const { _id: id } = yield* Auth.me()
        const shards = User.roomsByShard(yield* User.rooms({ id }))
        const owned = shards.flatMap(({ rooms, shard }) =>
          rooms.filter(RoomName.is).map((room): Owned => ({ room, shard }))
        )
        const all = yield* Effect.forEach(
          owned,
          (one) =>
            Effect.map(energyIn(one), (energy): Report => ({ ...one, energy, isPoor: energy < reserve })),
          { concurrency: 4 }
        )
        return all.toSorted((a, b) => a.energy - b.energy)
      })

      const tick = Effect.fn("Colony.tick")(function* () {
        return (yield* Game.time()).time
      })

      /** Errors of the SDK become those of this program. */
      const ours = <A>(
        effect: Effect.Effect<
          A,
          ScreepsError.ScreepsError | SocketError.SocketError | Cause.NoSuchElementError,
          Screeps.Services
        >
      ) =>
        effect.pipe(
          Effect.provide(services),
          Effect.mapError((error) =>
            error._tag === "ScreepsError" && error.reason._tag === "Unauthorized"
              ? new NoAccess({ detail: error.reason.detail })
              : new NoReport({ cause: error })
          )
        )
      return { reports: ours(reports()), tick: ours(tick()) }
    })
  )
}

const program = Effect.gen(function* () {
  const colony = yield* Colony
  yield* Console.log(`tick ${yield* colony.tick}`)
  for (const { energy, isPoor, room } of yield* colony.reports) {
    yield* Console.log(`${room}: ${energy} energy${isPoor ? ", below the reserve" : ""}`)
  }
})

program.pipe(Effect.provide(Colony.layer.pipe(Layer.provide(SampleWorld.layer()))), NodeRuntime.runMain)
