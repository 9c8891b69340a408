/**
 * The objects of consecutive states, which share one map until a program reads it (docs/decisions/0026): a message costs what
 * it changes, not the size of the room.
 */
import type { RoomObject } from "../objects/RoomObject.ts"
import type { ObjectId } from "../values/ObjectId.ts"
import type { Document } from "./RoomPatch.ts"

/** Objects by identifier. @internal */
export type ObjectMap = ReadonlyMap<ObjectId, RoomObject>

/** An object after a message, and the patch that names its changes. @internal */
export interface Change {
  readonly id: ObjectId
  /** `undefined` if the object is gone. */
  readonly after: RoomObject | undefined
  /** `undefined` if fields that it does not name may have changed. */
  readonly patch: Document | undefined
}

/** An object before one or more messages. @internal */
export interface Earlier {
  /** `undefined` if the object was not there. */
  readonly before: RoomObject | undefined
  /** Has all fields that differ since then; `undefined` if any may differ. */
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
  /** Identifiers of the objects that changed, state after state, and at the same index what they were before. */
  readonly ids: Array<ObjectId>
  readonly earlier: Array<Earlier>
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
    const shared = { latest: map, writable: undefined, gone: 0, ids: [], earlier: [], origin: {} }
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
    for (const { after, id, patch } of changes) {
      shared.ids.push(id)
      shared.earlier.push({ before: shared.latest.get(id), patch })
      shared.writable?.set(id, after)
      if (after === undefined) shared.gone++
    }
    return new RoomObjects(shared, shared.ids.length)
  }

  /** Returns the objects that may have changed since an earlier state, as they were in it; `undefined` if they are not known. */
  changedSince(earlier: RoomObjects): ReadonlyMap<ObjectId, Earlier> | undefined {
    const { origin } = this.#shared
    const isShared = earlier.#shared === this.#shared
    if (!isShared && earlier.#key !== origin) return undefined
    const start = isShared ? earlier.#position : 0
    return start > this.#position ? undefined : this.#changedBetween(start, this.#position)
  }

  /** Returns the objects that changed between two states, as they were in the first one. */
  #changedBetween(start: number, end: number): ReadonlyMap<ObjectId, Earlier> {
    const { earlier, ids } = this.#shared
    const changed = new Map<ObjectId, Earlier>()
    for (let i = start; i < end; i++) {
      const [id, change] = [ids[i], earlier[i]]
      if (id === undefined || change === undefined) continue
      const first = changed.get(id)
      changed.set(id, first === undefined ? change : { before: first.before, patch: undefined })
    }
    return changed
  }

  get #isLatest(): boolean {
    return this.#position === this.#shared.ids.length
  }

  #canExtend(changes: ReadonlyArray<Change>): boolean {
    const { gone, ids, latest, writable } = this.#shared
    // A state that a program keeps holds all later changes of the map, at most as many as there are objects.
    if (writable === undefined || !this.#isLatest || ids.length > latest.size) return false
    // An object that comes back is the last one.
    return gone === 0 || !changes.some(({ after, id }) => after !== undefined && isGone(latest, id))
  }

  #release(): ObjectMap {
    this.#shared.writable = undefined
    // No object is gone.
    return this.#shared.latest as ObjectMap
  }

  #copy(): Map<ObjectId, RoomObject> {
    const { ids, latest } = this.#shared
    const copy = new Map<ObjectId, RoomObject>()
    if (this.#isLatest) {
      latest.forEach((object, id) => object !== undefined && copy.set(id, object))
      return copy
    }
    const earlier = this.#changedBetween(this.#position, ids.length)
    latest.forEach((object, id) => {
      const changed = earlier.get(id)
      const own = changed === undefined ? object : changed.before
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
  ids: [],
  earlier: [],
  origin
})

const isGone = (latest: Shared["latest"], id: ObjectId) => latest.has(id) && latest.get(id) === undefined
