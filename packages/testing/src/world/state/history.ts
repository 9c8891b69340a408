/** Room history: chunks of ticks that start with full objects and continue with changes. */
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { diff, type Document } from "./diff.ts"
import { field } from "./fields.ts"
import type { Room, StoredObject } from "./rooms.ts"

/** A chunk as it is returned. */
export interface Chunk {
  /** Time of the last recorded tick, in milliseconds since 1970. */
  readonly timestamp: number
  readonly room: string
  /** First tick of the chunk. */
  readonly base: number
  /** Objects by id for each tick: full at `base`, then changes; `null` for a removed object. */
  readonly ticks: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** What a code shares: a room of a shard from a tick on. @internal */
export interface Share {
  readonly shard: string
  readonly room: RoomName
  readonly time: number
}

interface Recording {
  last: ReadonlyMap<ObjectId, Document>
  timestamp: number
  readonly base: number
  readonly ticks: Record<string, Record<string, unknown>>
}

/** Returns objects as history stores them: private creep messages are left out. */
const kept = (object: StoredObject): Document => {
  const { actionLog } = object
  const say = field(actionLog, "say") ?? null
  const isPrivate = say !== null && field(say, "isPublic") !== true
  return isPrivate ? { ...object, actionLog: { ...(actionLog as object), say: null } } : object
}

const snapshot = ({ objects }: Room): ReadonlyMap<ObjectId, Document> => {
  const all = new Map<ObjectId, Document>()
  for (const [id, object] of objects) all.set(id, kept(object))
  return all
}

/** @internal */
export class History {
  readonly size: number
  readonly #chunks = new Map<string, Recording>()
  readonly #given = new Map<string, Chunk>()

  constructor(size: number) {
    this.size = size
  }

  /**
   * Records the rooms after a tick: a chunk starts only for rooms with players and continues to its last tick.
   * Scripts see this state in the next tick.
   */
  record(rooms: Iterable<Room>, isActive: (room: Room) => boolean, time: number, now: number) {
    const base = time - (time % this.size)
    for (const room of rooms) {
      const key = `${room.name} ${base}`
      const chunk = this.#chunks.get(key)
      if (chunk === undefined && time === base && isActive(room)) {
        const last = snapshot(room)
        const ticks = { [base]: Object.fromEntries(last) }
        this.#chunks.set(key, { last, base, ticks, timestamp: now })
      } else if (chunk !== undefined) {
        const next = snapshot(room)
        chunk.ticks[time] = diff(chunk.last, next)
        chunk.last = next
        chunk.timestamp = now
      }
    }
  }

  /** Replaces a recorded chunk. */
  give(chunk: Chunk) {
    this.#given.set(`${chunk.room} ${chunk.base}`, chunk)
  }

  /** Returns a chunk; it exists one tick after its last tick is complete. */
  chunk(room: string, base: number, time: number): Chunk | undefined {
    const key = `${room} ${base}`
    const given = this.#given.get(key)
    if (given !== undefined) return given
    const found = this.#chunks.get(key)
    if (found === undefined || time <= base + this.size) return undefined
    return { timestamp: found.timestamp, room, base, ticks: found.ticks }
  }
}
