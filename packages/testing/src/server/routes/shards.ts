/** Shards and their tick durations. */
import * as Shards from "@screeps-effect/api/Shards"
import * as Effect from "effect/Effect"
import type { RouteContext } from "../dialect.ts"
import { open, route, type Route } from "../router.ts"
import type { World } from "../../world/state/world.ts"
import { ok } from "./words.ts"

/** Returns the mean duration of a shard's last ticks in milliseconds; `null` before there are two. */
const meanTick = ({ tickLengths }: World): number | null =>
  tickLengths.length === 0 ? null : tickLengths.reduce((sum, one) => sum + one, 0) / tickLengths.length

const shardInfo = (world: World) => ({
  name: world.shard,
  lastTicks: [...world.tickLengths],
  cpuLimit: 0,
  rooms: world.rooms.names.size,
  tick: meanTick(world)
})

const settlers = (world: World) =>
  [...world.accounts.all.values()].filter((user) => world.owned(user).length > 0).length

/** @internal */
export const shards = ({ dialect, world }: RouteContext): ReadonlyArray<Route> => [
  route(Shards.info, open, () =>
    Effect.succeed({
      ...ok,
      shards:
        dialect.kind === "private"
          ? [shardInfo(world)]
          : world.shards.map((shard) => ({ ...shardInfo(shard), users: settlers(shard) }))
    })
  ),
  route(Shards.tick, open, () => Effect.succeed({ ...ok, tick: meanTick(world) }))
]
