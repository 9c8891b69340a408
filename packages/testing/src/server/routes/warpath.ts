/** Battles as the admin mod of private servers returns them. */
import * as Warpath from "@screeps-effect/api/Warpath"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { open, route, type Route } from "../router.ts"
import { battles } from "../../world/rules/battles.ts"

/** What the mod reads: text instead of numbers. */
const AnyTimes = Schema.Struct({
  interval: Schema.optional(Schema.String),
  start: Schema.optional(Schema.String)
})

/** @internal */
export const warpath = ({ world }: RouteContext): ReadonlyArray<Route> => [
  route({ ...Warpath.battles, input: AnyTimes }, open, ({ interval, start }) => {
    const back = Number.parseInt(interval ?? "", 10) || 1000
    const from = Number.parseInt(start ?? "", 10) || world.time
    return Effect.succeed(battles(world, from - back))
  })
]
