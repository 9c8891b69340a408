/** Intents: they wait for the next tick, and their outcome is not reported. */
import * as Intents from "@screeps-effect/api/Intents"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
import { keptIntent } from "../../world/rules/intentTypes.ts"
import { openRoom } from "./places.ts"
import { ok, refuse } from "./words.ts"

/** What servers read: anything; unknown intents have no effect. */
const IntentInput = Schema.Struct({
  _id: Schema.optional(Schema.Unknown),
  room: Schema.optional(Schema.Unknown),
  name: Schema.optional(Schema.Unknown),
  intent: Schema.optional(Schema.Unknown)
})

/** @internal */
export const intents = ({ dialect, signedIn, world }: RouteContext): ReadonlyArray<Route> => [
  route(
    { ...Intents.addObjectIntent, input: IntentInput },
    signedIn,
    ({ _id, intent, name, room }, user, { now }) =>
      Effect.gen(function* () {
        if (dialect.kind === "private" && room === undefined) return yield* refuse("not supported")
        const { name: place } = yield* openRoom(world, room, now)
        const isSafe = (safeMode: unknown) => typeof safeMode === "number" && safeMode > world.time
        const controllers = world.owned(user).filter(({ type }) => type === "controller")
        if (name === "activateSafeMode" && controllers.some(({ safeMode }) => isSafe(safeMode)))
          return yield* refuse("safe mode active already")
        const request = { user, room: place, id: String(_id), name: String(name) }
        // Private servers accept it without effect, like any other name (recorded); official ones are reported to support it.
        if (dialect.kind === "private" && request.name === "remove") return ok
        const isFirst = world.intents.addObjectIntent({
          ...request,
          intent: keptIntent(request.name, intent)
        })
        if (dialect.kind === "private") return ok
        return dialect.upserted(isFirst ? world.ids.object() : undefined)
      })
  ),
  route({ ...Intents.addGlobalIntent, input: IntentInput }, signedIn, ({ intent, name }, user) => {
    const request = { user, name: String(name), intent: keptIntent(String(name), intent ?? {}) }
    world.intents.addAccountIntent(request)
    const _id = world.ids.object()
    if (dialect.kind === "official") return Effect.succeed(dialect.inserted(_id))
    const kept = request.intent === undefined ? {} : { [request.name]: [request.intent] }
    return Effect.succeed({ ...ok, _id, user: user._id, intents: kept })
  })
]
