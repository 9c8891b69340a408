/** The history of rooms: chunks of ticks, whole objects first, then what changed. */
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import { diff, type Document } from "./diff.ts"
import type { Room, StoredObject } from "./rooms.ts"

/** A chunk as it is answered. */
export interface Chunk {
  readonly timestamp: number
  readonly room: string
  readonly base: number
  readonly ticks: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface Recording {
  last: ReadonlyMap<ObjectId, Document>
  timestamp: number
  readonly base: number
  readonly ticks: Record<string, Record<string, unknown>>
}

/** Objects as history keeps them: what is said to oneself is left out. */
const kept = (object: StoredObject): Document => {
  const log = object["actionLog"]
  const say = typeof log === "object" && log !== null && "say" in log ? log.say : null
  const isPrivate = typeof say === "object" && say !== null && !("isPublic" in say && say.isPublic === true)
  return isPrivate ? { ...object, actionLog: { ...(log as object), say: null } } : object
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
   * Records what a tick has made of rooms, which scripts see in the next one: chunks begin with rooms in which
   * somebody lives, and go on to their end.
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

  /** Gives a chunk of one's own, in place of what was recorded. */
  give(chunk: Chunk) {
    this.#given.set(`${chunk.room} ${chunk.base}`, chunk)
  }

  /** A chunk: written one tick after the last of its ticks is over. */
  chunk(room: string, base: number, time: number): Chunk | undefined {
    const key = `${room} ${base}`
    const given = this.#given.get(key)
    if (given !== undefined) return given
    const found = this.#chunks.get(key)
    if (found === undefined || time <= base + this.size) return undefined
    return { timestamp: found.timestamp, room, base, ticks: found.ticks }
  }
}
