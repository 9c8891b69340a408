/** What nukes do when they land. */
import { numberOf, textOf } from "../state/fields.ts"
import type { StoredObject } from "../state/rooms.ts"
import type { AgingRule, RoomTick } from "./rule.ts"

const gone = new Set(["creep", "constructionSite", "energy", "tombstone", "ruin"])

const reach = [-2, -1, 0, 1, 2]
const damageAt = (distance: number) => (distance === 0 ? 10_000_000 : 5_000_000)

/** Takes hits; without hits left the structure is removed, with the creep that it spawns, and leaves no ruin. */
const damage = ({ room, rooms }: RoomTick, target: StoredObject, amount: number) => {
  const hits = numberOf(target, "hits")
  if (hits === 0) return
  if (hits > amount) rooms.update(target, { hits: hits - amount })
  else rooms.remove(target)
  // Walls around novice areas that belong to a player disappear together.
  if (target.type !== "constructedWall" || (target["decayTime"] ?? null) === null) return
  for (const wall of Array.from(room.objects.values()))
    if (
      wall.type === "constructedWall" &&
      (wall["decayTime"] ?? null) !== null &&
      textOf(wall, "user") !== ""
    )
      rooms.remove(wall)
}

/** A rampart takes the damage first; what is left of it hits everything else on the square. */
const strike = (place: RoomTick, x: number, y: number, whole: number) => {
  const objects = place.rooms.on(place.room, x, y)
  const rampart = objects.find(({ type }) => type === "rampart")
  if (rampart !== undefined) damage(place, rampart, whole)
  const left = whole - numberOf(rampart, "hits")
  if (left > 0) for (const object of objects) if (object !== rampart) damage(place, object, left)
}

const land = (nuke: StoredObject, place: RoomTick) => {
  const { room, rooms, time } = place
  for (const object of Array.from(room.objects.values())) {
    if (gone.has(object.type)) rooms.remove(object)
    else if (object.type === "powerCreep") rooms.update(object, { hits: 0 })
    else if (object.type === "spawn" && (object["spawning"] ?? null) !== null)
      rooms.update(object, { spawning: null })
  }
  for (const dx of reach)
    for (const dy of reach)
      strike(place, nuke.x + dx, nuke.y + dy, damageAt(Math.max(Math.abs(dx), Math.abs(dy))))
  const controller = rooms.controller(room)
  if (controller === undefined) return
  if (numberOf(controller, "safeMode") > time)
    rooms.update(controller, { safeMode: time, safeModeCooldown: null })
  if (typeof controller["user"] === "string" && numberOf(controller, "upgradeBlocked") < time)
    rooms.update(controller, { upgradeBlocked: time + 200 })
}

/** Lands one tick before it disappears; novice and respawn areas are protected. @internal */
export const nuke: AgingRule = (object, place) => {
  const { now, room, rooms, time } = place
  const { novice = 0, respawnArea = 0 } = room.facts
  const landTime = numberOf(object, "landTime")
  if (novice > now || respawnArea > now || time >= landTime) rooms.remove(object)
  else if (time === landTime - 1) land(object, place)
}
