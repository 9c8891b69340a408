/** Invaders that players summon. */
import type { BodyPartType } from "@screeps-effect/schema/BodyPartType"
import { invader } from "@screeps-effect/schema/UserId"
import type { User } from "../state/accounts.ts"
import { ofType, type Room, type StoredObject } from "../state/rooms.ts"
import type { Shard } from "../state/shard.ts"

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

/** Maximum number of invaders in a room. */
const maxInvaders = 5

/** Why no invader can be summoned in a room. @internal */
export const summonsBarred = (
  room: Room,
  { _id: user }: User
): "too many invaders exist" | "hostiles present" | undefined => {
  const creeps = ofType(room, "creep")
  if (creeps.filter((creep) => creep["user"] === invader).length >= maxInvaders)
    return "too many invaders exist"
  return creeps.some((creep) => creep["user"] !== invader && creep["user"] !== user)
    ? "hostiles present"
    : undefined
}

/** Summons an invader; `undefined` for an unknown kind, such as `smallHealer`. @internal */
export const summonInvader = (
  shard: Shard,
  room: Room,
  wanted: {
    readonly user: User
    readonly kind: string
    readonly boosted: boolean
    readonly x: number
    readonly y: number
  }
): StoredObject | undefined => {
  const body = bodies.get(wanted.kind)
  if (body === undefined) return undefined
  const _id = shard.ids.object()
  return shard.rooms.put(room, {
    _id,
    type: "creep",
    user: invader,
    body: body.map((part) => {
      const boost = boosts[part]
      return { type: part, hits: 100, ...(wanted.boosted && boost !== undefined ? { boost } : {}) }
    }),
    hits: body.length * 100,
    hitsMax: body.length * 100,
    ticksToLive: 1500,
    x: wanted.x,
    y: wanted.y,
    fatigue: 0,
    store: {},
    storeCapacity: 0,
    name: `invader_${room.name}_${Number.parseInt(_id.slice(-3), 16) % 1000}`,
    userSummoned: wanted.user._id
  })
}
