/** New structures, and the ruins of removed ones. */
import type { Buildable } from "@screeps-effect/schema/StructureType"
import type { NewObject, Room, Rooms, StoredObject } from "../state/rooms.ts"

const hits: Record<Buildable, number> = {
  spawn: 5000,
  extension: 1000,
  road: 5000,
  constructedWall: 1,
  rampart: 1,
  link: 1000,
  storage: 10_000,
  tower: 3000,
  observer: 500,
  powerSpawn: 5000,
  extractor: 500,
  lab: 500,
  terminal: 3000,
  container: 250_000,
  nuker: 1000,
  factory: 1000
}

const isMine: Partial<Record<Buildable, false>> = { road: false, container: false, constructedWall: false }

const extensionCapacity = (level: number) => (level < 7 ? 50 : level === 7 ? 100 : 200)
const rampartHits = [0, 0, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000, 300_000_000]

/** Factor of a road's cost, hits and decay: 5 on swamp, 150 in walls. @internal */
export const roadFactor = (room: Room, x: number, y: number): number => {
  const code = room.terrain.code(x, y)
  return (code & 1) === 1 ? 150 : code === 2 ? 5 : 1
}

const particular = (
  type: Buildable,
  level: number,
  time: number,
  factor: number
): Readonly<Record<string, unknown>> => {
  const limited = (capacity: Readonly<Record<string, number>>) => ({
    store: Object.fromEntries(Object.keys(capacity).map((resource) => [resource, 0])),
    storeCapacityResource: capacity
  })
  switch (type) {
    case "spawn":
      return { ...limited({ energy: 300 }), spawning: null }
    case "extension":
      return limited({ energy: extensionCapacity(level) })
    case "link":
      return { ...limited({ energy: 800 }), cooldown: 0 }
    case "tower":
      return limited({ energy: 1000 })
    case "powerSpawn":
      return limited({ energy: 5000, power: 100 })
    case "nuker":
      return { ...limited({ energy: 300_000, G: 5000 }), cooldownTime: time + 100_000 }
    case "lab":
      return {
        store: { energy: 0 },
        storeCapacity: 5000,
        storeCapacityResource: { energy: 2000 },
        cooldown: 0
      }
    case "storage":
      return { store: { energy: 0 }, storeCapacity: 1_000_000 }
    case "terminal":
      return { store: { energy: 0 }, storeCapacity: 300_000 }
    case "factory":
      return { store: { energy: 0 }, storeCapacity: 50_000, cooldown: 0 }
    case "container":
      return { store: { energy: 0 }, storeCapacity: 2000, nextDecayTime: time + 500 }
    case "road":
      return { hits: hits.road * factor, hitsMax: hits.road * factor, nextDecayTime: time + 1000 }
    case "rampart":
      return { hitsMax: rampartHits[level] ?? 0, nextDecayTime: time + 100 }
    case "constructedWall":
      return { hitsMax: 300_000_000 }
    case "extractor":
      return { cooldown: 0 }
    case "observer":
      return { observeRoom: null }
  }
}

/** Returns the fields of a newly built structure. @internal */
export const built = (
  type: Buildable,
  at: {
    readonly room: Room
    readonly x: number
    readonly y: number
    readonly user: unknown
    readonly name?: unknown
    readonly level: number
    readonly time: number
  }
): NewObject => {
  const { level, name, room, time, user, x, y } = at
  const owner = isMine[type] === false ? {} : { user }
  return {
    type,
    x,
    y,
    ...owner,
    hits: hits[type],
    hitsMax: hits[type],
    notifyWhenAttacked: isMine[type] !== false,
    ...(type === "spawn" ? { name } : {}),
    ...particular(type, level, time, roadFactor(room, x, y))
  }
}

const ruinLife = 500

/** Removes a structure and leaves its ruin, which belongs to its owner or to the given user. @internal */
export const ruin = (
  rooms: Rooms,
  structure: StoredObject,
  time: number,
  { as, life = ruinLife }: { readonly as?: string; readonly life?: number } = {}
) => {
  const room = rooms.roomOf(structure)
  if (room === undefined) return
  const { _id, hitsMax, store, type, user, x, y } = structure
  const owner = typeof user === "string" ? { user: as ?? user } : {}
  rooms.remove(structure)
  rooms.put(room, {
    type: "ruin",
    x,
    y,
    ...owner,
    structure: { id: _id, type, hits: 0, hitsMax: hitsMax ?? 0, ...owner },
    destroyTime: time,
    decayTime: time + life,
    store: store ?? {}
  })
}
