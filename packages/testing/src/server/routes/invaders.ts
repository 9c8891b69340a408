/** Invaders summoned by players. */
import * as Invaders from "@screeps-effect/api/Invaders"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
import { summonInvader, summonsBarred } from "../../world/rules/invaders.ts"
import { fault, ok, refuse } from "./words.ts"

const CreateInput = Schema.Struct({
  room: Schema.optional(Schema.String),
  x: Schema.Finite,
  y: Schema.Finite,
  size: Schema.optional(Schema.Unknown),
  type: Schema.optional(Schema.Unknown),
  boosted: Schema.optional(Schema.Unknown)
})
const RemoveInput = Schema.Struct({ _id: Schema.optional(Schema.String) })

/** @internal */
export const invaders = ({ dialect, signedIn, world }: RouteContext): ReadonlyArray<Route> => [
  route(
    { ...Invaders.create, input: CreateInput },
    signedIn,
    ({ boosted, room: name = "", size, type, x, y }, user) => {
      const room = RoomName.is(name) ? world.rooms.at(name) : undefined
      if (room === undefined) return refuse("not owned")
      const barred = summonsBarred(room, user)
      if (barred !== undefined) return refuse(barred)
      const controller = world.rooms.controller(room)
      const reservation = controller?.["reservation"] as { readonly user?: unknown } | null | undefined
      if (controller?.["user"] !== user._id && reservation?.user !== user._id) return refuse("not owned")
      const kind = `${String(size)}${String(type)}`
      const made = summonInvader(world, room, { user, kind, boosted: Boolean(boosted), x, y })
      return made === undefined ? refuse(fault) : Effect.succeed(dialect.inserted(made._id))
    }
  ),
  route({ ...Invaders.remove, input: RemoveInput }, signedIn, ({ _id = "" }, { _id: user }) => {
    const found = world.rooms.object(_id)
    if (found?.["userSummoned"] !== user) return refuse("invalid object")
    world.rooms.remove(found)
    return Effect.succeed(dialect.kind === "private" ? ok : dialect.updated(1))
  })
]
