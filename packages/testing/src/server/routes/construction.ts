/** Construction sites, and reports of attacks. */
import * as Construction from "@screeps-effect/api/Construction"
import { BuildableInput } from "@screeps-effect/schema/StructureType"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
import { maxSites, placeSite, refusalOf } from "../../world/rules/siting.ts"
import { openRoom } from "./places.ts"
import { refuse } from "./words.ts"

/** What servers read: coordinates may be text, a name may be `null`. */
const Site = Schema.Struct({
  room: Schema.optional(Schema.String),
  x: Schema.Union([Schema.Finite, Schema.String]),
  y: Schema.Union([Schema.Finite, Schema.String]),
  structureType: BuildableInput,
  name: Schema.optional(Schema.NullOr(Schema.String.check(Schema.isMaxLength(50))))
})
const Watched = Schema.Struct({
  _id: Schema.optional(Schema.String),
  enabled: Schema.optional(Schema.Unknown)
})

const whole = (coordinate: number | string) => Number.parseInt(String(coordinate), 10)

const noOwner = "TypeError: Cannot read properties of null (reading 'user')"

/** @internal */
export const construction = ({ dialect, signedIn, world }: RouteContext): ReadonlyArray<Route> => [
  route({ ...Construction.create, input: Site }, signedIn, (site, user, { now }) =>
    Effect.gen(function* () {
      const { structureType } = site
      const [x, y] = [whole(site.x), whole(site.y)]
      const name = site.name ?? ""
      if (!(x >= 0 && x <= 49 && y >= 0 && y <= 49)) return yield* refuse("invalid params")
      if (structureType === "spawn" && name === "") return yield* refuse("invalid params")
      const room = yield* openRoom(world, site.room, now)
      const wanted = { room, structureType, x, y, ...(name === "" ? {} : { name }) }
      const refused = refusalOf(world, user, wanted)
      if (refused !== undefined) return yield* refuse(refused)
      const sites = world.owned(user).filter(({ type }) => type === "constructionSite")
      if (sites.length >= maxSites) return yield* refuse("too many")
      return dialect.inserted(placeSite(world, user, wanted)._id)
    })
  ),
  route(
    { ...Construction.setNotifyWhenAttacked, input: Watched },
    signedIn,
    ({ _id = "", enabled }, { _id: user }) => {
      const object = world.rooms.object(_id)
      const room = object === undefined ? undefined : world.rooms.roomOf(object)
      if (object === undefined || room === undefined) return refuse(noOwner)
      const owner = object["user"] ?? ""
      if (owner !== "" && owner !== user) return refuse("not owner")
      const controller = world.rooms.controller(room)
      if (owner === "" && controller === undefined) return refuse(noOwner)
      if (owner === "" && controller?.["user"] !== user) return refuse("not controller owner")
      world.rooms.update(object, { notifyWhenAttacked: Boolean(enabled) })
      return Effect.succeed(dialect.updated(1))
    }
  )
]
