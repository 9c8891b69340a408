/** Invaders summoned by players. */
import * as Invaders from "@screeps-effect/api/Invaders"
import type { BodyPartType } from "@screeps-effect/schema/BodyPartType"
import * as RoomName from "@screeps-effect/schema/RoomName"
import { invader } from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
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

const parts = (count: number, type: BodyPartType): ReadonlyArray<BodyPartType> =>
  Array.from({ length: count }, () => type)

const bodies: ReadonlyMap<string, ReadonlyArray<BodyPartType>> = new Map([
  ["smallHealer", [...parts(4, "move"), ...parts(5, "heal"), "move"]],
  ["smallRanged", [...parts(2, "tough"), ...parts(4, "move"), ...parts(3, "ranged_attack"), "move"]],
  ["smallMelee", [...parts(2, "tough"), ...parts(4, "move"), "ranged_attack", "work", "attack", "move"]],
  ["bigHealer", [...parts(24, "move"), ...parts(25, "heal"), "move"]],
  ["bigRanged", [...parts(6, "tough"), ...parts(24, "move"), ...parts(18, "ranged_attack"), "work", "move"]],
  [
    "bigMelee",
    [
      ...parts(16, "tough"),
      ...parts(24, "move"),
      ...parts(3, "ranged_attack"),
      ...parts(4, "work"),
      ...parts(2, "attack"),
      "move"
    ]
  ]
])

const boosts: Readonly<Partial<Record<BodyPartType, string>>> = {
  heal: "LO",
  ranged_attack: "KO",
  work: "ZH",
  attack: "UH"
}

const maxInvaders = 5

/** @internal */
export const invaders = ({ dialect, signedIn, world }: RouteContext): ReadonlyArray<Route> => [
  route(
    { ...Invaders.create, input: CreateInput },
    signedIn,
    ({ boosted, room: name = "", size, type, x, y }, { _id: user }) => {
      const room = RoomName.is(name) ? world.rooms.at(name) : undefined
      if (room === undefined) return refuse("not owned")
      const creeps = [...room.objects.values()].filter((object) => object.type === "creep")
      if (creeps.filter((creep) => creep["user"] === invader).length >= maxInvaders)
        return refuse("too many invaders exist")
      if (creeps.some((creep) => creep["user"] !== invader && creep["user"] !== user))
        return refuse("hostiles present")
      const controller = world.rooms.controller(room)
      const reservation = controller?.["reservation"] as { readonly user?: unknown } | null | undefined
      if (controller?.["user"] !== user && reservation?.user !== user) return refuse("not owned")
      const body = bodies.get(`${String(size)}${String(type)}`)
      if (body === undefined) return refuse(fault)
      const _id = world.ids.object()
      world.rooms.put(room, {
        _id,
        type: "creep",
        user: invader,
        body: body.map((part) => {
          const boost = boosts[part]
          return { type: part, hits: 100, ...(boosted && boost !== undefined ? { boost } : {}) }
        }),
        hits: body.length * 100,
        hitsMax: body.length * 100,
        ticksToLive: 1500,
        x,
        y,
        fatigue: 0,
        store: {},
        storeCapacity: 0,
        name: `invader_${name}_${Number.parseInt(_id.slice(-3), 16) % 1000}`,
        userSummoned: user
      })
      return Effect.succeed(dialect.inserted(_id))
    }
  ),
  route({ ...Invaders.remove, input: RemoveInput }, signedIn, ({ _id = "" }, { _id: user }) => {
    const found = world.rooms.object(_id)
    if (found?.["userSummoned"] !== user) return refuse("invalid object")
    world.rooms.remove(found)
    return Effect.succeed(dialect.kind === "private" ? ok : dialect.updated(1))
  })
]
