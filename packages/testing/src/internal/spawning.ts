/** The rules by which a first spawn is placed, in the order in which a server 4.3.0 checks them. */
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { size, type Terrain } from "@screeps-effect/schema/Terrain"
import type { User, World } from "./world.ts"

interface Wanted {
  readonly room: RoomName
  readonly x: number
  readonly y: number
  readonly name?: string | undefined
}

/** Squares of the border beside an outermost buildable square; building there needs walls on all of them. */
const besideExit = (land: Terrain, x: number, y: number): boolean => {
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const [nx, ny] = [x + dx, y + dy]
      const outermost = nx === 0 || ny === 0 || nx === size - 1 || ny === size - 1
      if (outermost && land.isWalkable(nx, ny)) return true
    }
  }
  return false
}

/** Places a first spawn, or gives the server's text of refusal. @internal */
export const placeSpawn = (
  world: World,
  user: User,
  { name, room: roomName, x, y }: Wanted
): string | undefined => {
  const room = world.room(roomName)
  if (room === undefined) return "invalid room"
  if (world.owned(user).length > 0) return "already playing"
  const controller = [...room.objects.values()].find(({ type }) => type === "controller")
  if (controller === undefined) return "invalid room"
  if (controller["user"] !== undefined) return "room busy"
  const inside = x > 0 && y > 0 && x < size - 1 && y < size - 1
  const occupied = [...room.objects.values()].some((object) => object.x === x && object.y === y)
  if (!inside || occupied || !room.terrain.isWalkable(x, y) || besideExit(room.terrain, x, y))
    return "invalid location"
  room.objects.set(controller._id, {
    ...controller,
    user: user._id,
    level: 1,
    progress: 0,
    downgradeTime: null,
    safeMode: world.time + 20_000
  })
  world.put(room, {
    type: "spawn",
    x,
    y,
    name: name ?? "Spawn1",
    user: user._id,
    store: { energy: 300 },
    storeCapacityResource: { energy: 300 },
    hits: 5000,
    hitsMax: 5000,
    spawning: null,
    notifyWhenAttacked: true
  })
  return undefined
}
