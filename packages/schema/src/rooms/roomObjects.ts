/**
 * The objects of consecutive states, which share one map until a program reads it (docs/decisions/0026): a message costs what
 * it changes, not the size of the room.
 */
import type { RoomObject } from "../objects/RoomObject.ts"
import type { ObjectId } from "../values/ObjectId.ts"
import type { Document } from "./RoomPatch.ts"

/** Objects by identifier. @internal */
export type ObjectMap = ReadonlyMap<ObjectId, RoomObject>

/** A change of an object by one message or several. @internal */
export interface Change {
  readonly id: ObjectId
  /** `undefined` if the object was not there. */
  readonly before: RoomObject | undefined
  /** `undefined` if the object is gone. */
  readonly after: RoomObject | undefined
  /** Has all fields that differ; `undefined` if any may differ. */
  readonly patch: Document | undefined
}

type Entries = Map<ObjectId, RoomObject | undefined>

/** The map of a smaller room is copied: that takes less time than a state whose map is made later. */
const least = 64

/** The objects of the latest of several states, and what they were in earlier ones. */
interface Shared {
  /** An object that is gone is `undefined`, and keeps its place among the others for earlier states. */
  readonly latest: ReadonlyMap<ObjectId, RoomObject | undefined>
  /** The same map; `undefined` once a program has it. */
  writable: Entries | undefined
  /** How many objects of `latest` are gone. */
  gone: number
  /** What changed, state after state. */
  readonly changes: Array<Change>
  /** The key of the state before the first change. */
  readonly origin: object
}

/** The objects of one state. @internal */
export class RoomObjects {
  readonly #shared: Shared
  /** The number of changes up to this state. */
  readonly #position: number
  /** The map of this state, once it was read. */
  #map: ObjectMap | undefined
  /** Stands for this state, without keeping it in memory. */
  readonly #key = {}

  private constructor(shared: Shared, position: number, map?: ObjectMap) {
    this.#shared = shared
    this.#position = position
    this.#map = map
  }

  /** Takes a map, which stays as it is. */
  static of(map: ObjectMap): RoomObjects {
    const shared = { latest: map, writable: undefined, gone: 0, changes: [], origin: {} }
    return new RoomObjects(shared, 0, map)
  }

  static is(value: unknown): value is RoomObjects {
    return typeof value === "object" && value !== null && #shared in value
  }

  /** Whether there is a map of this state only. */
  get isMap(): boolean {
    return this.#map !== undefined
  }

  /** The objects as a map that never changes: that of the latest state, or a copy. */
  get map(): ObjectMap {
    return (this.#map ??= this.#isLatest && this.#shared.gone === 0 ? this.#release() : this.#copy())
  }

  get size(): number {
    return this.#isLatest ? this.#shared.latest.size - this.#shared.gone : this.map.size
  }

  get(id: ObjectId): RoomObject | undefined {
    return this.#isLatest ? this.#shared.latest.get(id) : this.map.get(id)
  }

  /** Returns the objects after changes. */
  with(changes: ReadonlyArray<Change>): RoomObjects {
    if (this.size < least) return RoomObjects.of(apply(this.#copy(), changes))
    const shared = this.#canExtend(changes) ? this.#shared : begin(this.#copy(), this.#key)
    for (const change of changes) {
      shared.changes.push(change)
      shared.writable?.set(change.id, change.after)
      if (change.after === undefined) shared.gone++
    }
    return new RoomObjects(shared, shared.changes.length)
  }

  /** Returns what may have changed since an earlier state; `undefined` if that is not known. */
  changedSince(earlier: RoomObjects): ReadonlyMap<ObjectId, Change> | undefined {
    const { origin } = this.#shared
    const isShared = earlier.#shared === this.#shared
    if (!isShared && earlier.#key !== origin) return undefined
    const start = isShared ? earlier.#position : 0
    return start > this.#position ? undefined : this.#changesBetween(start, this.#position)
  }

  #changesBetween(start: number, end: number): ReadonlyMap<ObjectId, Change> {
    const changes = new Map<ObjectId, Change>()
    for (let i = start; i < end; i++) {
      const change = this.#shared.changes[i]
      if (change === undefined) continue
      const { id } = change
      const first = changes.get(id)
      changes.set(id, first === undefined ? change : { ...change, before: first.before, patch: undefined })
    }
    return changes
  }

  get #isLatest(): boolean {
    return this.#position === this.#shared.changes.length
  }

  #canExtend(changes: ReadonlyArray<Change>): boolean {
    const { changes: known, gone, latest, writable } = this.#shared
    // A state that a program keeps holds all later changes of the map, at most as many as there are objects.
    if (writable === undefined || !this.#isLatest || known.length > latest.size) return false
    // An object that comes back is the last one.
    return gone === 0 || !changes.some(({ after, id }) => after !== undefined && isGone(latest, id))
  }

  #release(): ObjectMap {
    this.#shared.writable = undefined
    // No object is gone.
    return this.#shared.latest as ObjectMap
  }

  #copy(): Map<ObjectId, RoomObject> {
    const { changes, latest } = this.#shared
    const copy = new Map<ObjectId, RoomObject>()
    if (this.#isLatest) {
      latest.forEach((object, id) => object !== undefined && copy.set(id, object))
      return copy
    }
    const later = this.#changesBetween(this.#position, changes.length)
    latest.forEach((object, id) => {
      const change = later.get(id)
      const own = change === undefined ? object : change.before
      if (own !== undefined) copy.set(id, own)
    })
    return copy
  }
}

const apply = (map: Map<ObjectId, RoomObject>, changes: ReadonlyArray<Change>): ObjectMap => {
  for (const { after, id } of changes) {
    if (after === undefined) map.delete(id)
    else map.set(id, after)
  }
  return map
}

const begin = (map: Entries, origin: object): Shared => ({
  latest: map,
  writable: map,
  gone: 0,
  changes: [],
  origin
})

const isGone = (latest: Shared["latest"], id: ObjectId) => latest.has(id) && latest.get(id) === undefined
