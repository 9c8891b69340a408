/** Moves creeps by intents sent by request, as the game decides between several of them. */
import * as Direction from "@screeps-effect/schema/Direction"
import type { Xy } from "@screeps-effect/schema/Xy"
import * as StructureType from "@screeps-effect/schema/StructureType"
import { size } from "@screeps-effect/schema/Terrain"
import { loadOf, numberOf } from "../state/fields.ts"
import type { ObjectIntent } from "../state/intents.ts"
import { isInner, type Room, type StoredObject } from "../state/rooms.ts"
import type { Shard } from "../state/shard.ts"
import { partsOf } from "./creatures.ts"

interface Move {
  readonly creep: StoredObject
  readonly to: Xy
}

const keyOf = ({ x, y }: Xy) => x + y * size

/** Structures that creeps can enter. */
const passable = new Set(["road", "container", "rampart", "extractor", "portal", "keeperLair"])

const obstacles = new Set<string>([
  ...StructureType.all.filter((type) => !passable.has(type)),
  "source",
  "mineral",
  "deposit"
])

const isCreep = ({ type }: StoredObject) => type === "creep" || type === "powerCreep"
const inside = ({ x, y }: Xy) => x >= 0 && y >= 0 && x < size && y < size

/** Whether something other than a creep keeps a creep from a square. */
const isClosed = (shard: Shard, room: Room, { creep, to }: Move): boolean => {
  const there = shard.rooms.on(room, to.x, to.y)
  const isOwn = (object: StoredObject) => object["user"] === creep["user"]
  return (
    there.some(
      (object) =>
        obstacles.has(object.type) ||
        (object.type === "rampart" && object["isPublic"] !== true && !isOwn(object)) ||
        (object.type === "constructionSite" &&
          isOwn(object) &&
          obstacles.has(String(object["structureType"])))
    ) ||
    (!room.terrain.isWalkable(to.x, to.y) && !there.some(({ type }) => type === "road"))
  )
}

/** Parts that make a creep slower: all except move parts and empty carry parts. */
const weightOf = (creep: StoredObject): number => {
  const body = Array.isArray(creep["body"]) ? creep["body"].length : 0
  const carrying = Math.min(partsOf(creep, "carry"), Math.ceil(loadOf(creep) / 50))
  return body - partsOf(creep, "move") - partsOf(creep, "carry") + carrying
}

const moveOf = (shard: Shard, { id, intent, room, user }: ObjectIntent): ReadonlyArray<Move> => {
  const creep = shard.rooms.object(id)
  const wanted = numberOf(intent, "direction")
  const direction = Object.values(Direction.directions).find((one) => one === wanted)
  if (direction === undefined || creep?.type !== "creep" || creep.room !== room) return []
  if (creep["user"] !== user._id || creep["spawning"] === true) return []
  if (numberOf(creep, "fatigue") > 0 || partsOf(creep, "move") === 0) return []
  const { dx, dy } = Direction.offset(direction)
  const to = { x: creep.x + dx, y: creep.y + dy }
  return inside(to) ? [{ creep, to }] : []
}

/** Of several creeps that want one square, those on a square that others want go first, then the fastest. */
const winners = (moves: ReadonlyArray<Move>): Map<number, Move> => {
  const wanted = (square: Xy) => moves.filter(({ to }) => keyOf(to) === keyOf(square)).length
  const speed = ({ creep }: Move) => partsOf(creep, "move") / Math.max(1, weightOf(creep))
  const chosen = new Map<number, Move>()
  for (const move of moves) {
    const other = chosen.get(keyOf(move.to))
    const isBetter =
      other === undefined ||
      wanted(move.creep) > wanted(other.creep) ||
      (wanted(move.creep) === wanted(other.creep) && speed(move) > speed(other))
    if (isBetter) chosen.set(keyOf(move.to), move)
  }
  return chosen
}

/** Gives up the moves to a square that stays occupied, and those of the creeps behind. */
const settle = (shard: Shard, room: Room, moves: Map<number, Move>) => {
  const blocked = (move: Move) =>
    isClosed(shard, room, move) ||
    shard.rooms
      .on(room, move.to.x, move.to.y)
      .some((object) => isCreep(object) && ![...moves.values()].some(({ creep }) => creep._id === object._id))
  for (let isDone = false; !isDone;) {
    const stopped = [...moves].filter(([, move]) => blocked(move))
    for (const [key] of stopped) moves.delete(key)
    isDone = stopped.length === 0
  }
}

const step = (shard: Shard, room: Room, { creep, to }: Move) => {
  const { rooms } = shard
  const road = rooms.on(room, to.x, to.y).find(({ type }) => type === "road")
  const body = Array.isArray(creep["body"]) ? creep["body"].length : 0
  if (road !== undefined) {
    rooms.update(road, { nextDecayTime: numberOf(road, "nextDecayTime") - body })
  }
  const factor = road !== undefined ? 1 : room.terrain.code(to.x, to.y) === 2 ? 10 : 2
  const fatigue = isInner(to.x, to.y) ? weightOf(creep) * factor : 0
  rooms.put(room, { ...creep, ...rooms.object(creep._id), x: to.x, y: to.y, fatigue })
}

/** Moves creeps by the intents of one tick. @internal */
export const moveCreeps = (shard: Shard, requests: ReadonlyArray<ObjectIntent>) => {
  const moves = requests.flatMap((request) => (request.name === "move" ? moveOf(shard, request) : []))
  for (const name of new Set(moves.map(({ creep }) => creep.room))) {
    const room = shard.rooms.at(name)
    if (room === undefined) continue
    const chosen = winners(moves.filter(({ creep }) => creep.room === name))
    settle(shard, room, chosen)
    for (const move of chosen.values()) step(shard, room, move)
  }
}
