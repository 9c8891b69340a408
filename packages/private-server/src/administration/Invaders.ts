/** The creeps of invaders. */
import { InvaderSize, InvaderType } from "@screeps-effect/schema/Invader"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { Coordinate } from "@screeps-effect/schema/RoomPosition"
import { record } from "@screeps-effect/schema/Record"
import * as Schema from "effect/Schema"
import { type Command, define } from "./command.ts"
import { activate, roomNamed } from "./snippets.ts"

/** A new invader. */
export class CreateOptions extends record<CreateOptions>("InvaderCreateOptions")({
  room: RoomName,
  x: Coordinate,
  y: Coordinate,
  type: InvaderType,
  size: InvaderSize,
  /** Whether its parts are boosted; default: `false`. */
  boosted: Schema.optional(Schema.Boolean)
}) {}

/**
 * Adds an invader to a room, with the same body as those that players summon, and returns its id.
 *
 * **Errors** `Rejected` when the room does not exist.
 */
export const create: (options: CreateOptions) => Command<ObjectId> = define({
  name: "Invaders.create",
  changes: true,
  input: CreateOptions,
  output: ObjectId,
  code: `async ({ room, x, y, type, size, boosted }) => {${roomNamed}${activate}
    await roomNamed(room)
    const bodies = {
      smallMelee: "2 tough 4 move 1 ranged_attack 1 work 1 attack 1 move",
      smallRanged: "2 tough 4 move 3 ranged_attack 1 move",
      smallHealer: "4 move 5 heal 1 move",
      bigMelee: "16 tough 24 move 3 ranged_attack 4 work 2 attack 1 move",
      bigRanged: "6 tough 24 move 18 ranged_attack 1 work 1 move",
      bigHealer: "24 move 25 heal 1 move"
    }
    const boosts = { heal: "LO", ranged_attack: "KO", work: "ZH", attack: "UH" }
    const words = bodies[size + type].split(" "), body = []
    for (let i = 0; i < words.length; i += 2) {
      const part = { type: words[i + 1], hits: 100 }
      if (boosted && boosts[part.type]) part.boost = boosts[part.type]
      for (let n = 0; n < words[i]; n++) body.push(Object.assign({}, part))
    }
    const added = await storage.db["rooms.objects"].insert({
      type: "creep", user: "2", name: "invader_" + room + "_" + Math.floor(Math.random() * 1e9),
      room, x, y, body, hits: 100 * body.length, hitsMax: 100 * body.length,
      ticksToLive: 1500, fatigue: 0, store: {}, storeCapacity: 0
    })
    await activate([room])
    return String(added._id)
  }`
})

const removeInvaders = define({
  name: "Invaders.remove",
  changes: true,
  input: Schema.Struct({ room: RoomName }),
  output: Schema.Int,
  code: `async ({ room }) => {${activate}
    const where = { room, type: "creep", user: "2" }
    const count = await storage.db["rooms.objects"].count(where)
    await storage.db["rooms.objects"].removeWhere(where)
    await activate([room])
    return count
  }`
})

/** Removes all creeps of invaders from a room, and returns their number. */
export const remove = (room: RoomName): Command<number> => removeInvaders({ room })
