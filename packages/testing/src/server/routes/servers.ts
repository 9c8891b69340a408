/** The list of community servers. */
import * as Servers from "@screeps-effect/api/Servers"
import * as Effect from "effect/Effect"
import type { RouteContext } from "../dialect.ts"
import { open, route, type Route } from "../router.ts"
import { ok } from "./words.ts"

/** @internal */
export const servers = ({ world: { boards } }: RouteContext): ReadonlyArray<Route> => [
  route(Servers.list, open, () => Effect.succeed({ ...ok, servers: boards.servers }))
]
