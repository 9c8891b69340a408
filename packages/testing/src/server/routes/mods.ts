/** Endpoints of the admin mod of private servers. */
import * as Mods from "@screeps-effect/api/Mods"
import * as Effect from "effect/Effect"
import type { RouteContext } from "../dialect.ts"
import { open, route, type Route } from "../router.ts"
import { serverStats } from "../../world/state/serverStats.ts"

/** @internal */
export const mods = ({ dialect, world }: RouteContext): ReadonlyArray<Route> => [
  route(Mods.list, open, () =>
    Effect.succeed([...dialect.mods].flatMap((mod) => /screepsmod-[\w-]+/.exec(mod)?.[0] ?? []))
  ),
  route(Mods.stats, open, () => Effect.succeed(serverStats(world)))
]
