/** The state of an in-memory world and the rules by which it changes. */
import type { UserId } from "@screeps-effect/schema/UserId"
import * as UserIds from "@screeps-effect/schema/UserId"
import * as ObjectIds from "@screeps-effect/schema/ObjectId"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { Terrain } from "@screeps-effect/schema/Terrain"
import type { Badge } from "@screeps-effect/schema/Badge"
import { nature, terrain } from "./landscape.ts"

/** A stored document of a room. @internal */
export interface StoredObject {
  readonly _id: ObjectId
  readonly type: string
  readonly room: RoomName
  readonly x: number
  readonly y: number
  readonly [field: string]: unknown
}

/** A branch with its code. @internal */
export interface StoredBranch {
  readonly _id: ObjectId
  readonly branch: string
  modules: CodeModules
  readonly activeWorld: boolean
  readonly activeSim: boolean
}

/** Changes of Memory that wait for the player's next tick. @internal */
export type MemoryWrite = (memory: Record<string, unknown>) => void

/** An account. @internal */
export interface User {
  readonly _id: UserId
  readonly username: string
  readonly email: string | undefined
  readonly password: string
  readonly badge: Badge | undefined
  readonly cpu: number
  readonly branches: Map<string, StoredBranch>
  readonly memory: Record<string, unknown>
  readonly writes: Array<MemoryWrite>
  /** Lines accepted by the console, oldest first. */
  readonly lines: Array<string>
}

/** A room with what stands in it. @internal */
export interface Room {
  readonly name: RoomName
  readonly terrain: Terrain
  readonly objects: Map<ObjectId, StoredObject>
}

/** One tick of a room's history: every object as it was. */
type Snapshot = ReadonlyMap<ObjectId, StoredObject>

/** Milliseconds that a session token lives. */
const tokenLife = 60_000

/** @internal */
export interface WorldOptions {
  readonly seed: string
  readonly rooms: ReadonlyArray<RoomName>
  readonly tick: number
  readonly chunkSize: number
  readonly serverPassword: string | undefined
}

/** @internal */
export class World {
  readonly options: WorldOptions
  time: number
  readonly users = new Map<string, User>()
  readonly #rooms = new Map<RoomName, Room>()
  readonly #known: ReadonlySet<RoomName>
  readonly #tokens = new Map<string, { readonly user: User; readonly expires: number }>()
  readonly #history = new Map<RoomName, Map<number, Snapshot>>()
  #count = 0

  constructor(options: WorldOptions) {
    this.options = options
    this.time = options.tick
    this.#known = new Set(options.rooms)
  }

  /** The next identity: 15 hex digits, as the built-in storage makes them. */
  id(): string {
    this.#count += 1
    return `a${this.#count.toString(16).padStart(14, "0")}`
  }

  room(name: RoomName): Room | undefined {
    const made = this.#rooms.get(name)
    if (made !== undefined || !this.#known.has(name)) return made
    const land = terrain(this.options.seed, name)
    const room: Room = { name, terrain: land, objects: new Map() }
    for (const object of nature(this.options.seed, name, land)) this.put(room, object)
    this.#rooms.set(name, room)
    return room
  }

  put(
    room: Room,
    object: {
      readonly type: string
      readonly x: number
      readonly y: number
      readonly [field: string]: unknown
    }
  ) {
    const _id = ObjectIds.make(this.id())
    room.objects.set(_id, { ...object, _id, room: room.name })
  }

  /** Rooms in which somebody owns something. */
  active(): ReadonlyArray<Room> {
    return [...this.#rooms.values()].filter((room) =>
      [...room.objects.values()].some(({ user }) => user !== undefined)
    )
  }

  owned(user: User): ReadonlyArray<StoredObject> {
    return this.active().flatMap((room) =>
      [...room.objects.values()].filter((object) => object["user"] === user._id)
    )
  }

  register(account: {
    readonly username: string
    readonly password: string
    readonly email?: string | undefined
    readonly modules?: CodeModules | undefined
    readonly badge?: Badge | undefined
  }): User {
    const user: User = {
      _id: UserIds.make(this.id()),
      username: account.username,
      email: account.email,
      password: account.password,
      badge: account.badge,
      cpu: 100,
      branches: new Map(),
      memory: {},
      writes: [],
      lines: []
    }
    this.users.set(user.username, user)
    this.branch(user, "default", account.modules ?? { main: "" })
    return user
  }

  branch(user: User, name: string, modules: CodeModules) {
    const active = user.branches.size === 0
    user.branches.set(name, {
      _id: ObjectIds.make(this.id()),
      branch: name,
      modules,
      activeWorld: active,
      activeSim: active
    })
  }

  /** Finds a branch by its name or by `$activeWorld` and `$activeSim`. */
  findBranch(user: User, name: string): StoredBranch | undefined {
    if (name !== "$activeWorld" && name !== "$activeSim") return user.branches.get(name)
    return [...user.branches.values()].find((branch) =>
      name === "$activeSim" ? branch.activeSim : branch.activeWorld
    )
  }

  issueToken(user: User, now: number): string {
    const token = `c0ffee${this.id().padStart(34, "0")}`
    this.#tokens.set(token, { user, expires: now + tokenLife })
    return token
  }

  holder(token: string, now: number): User | undefined {
    const held = this.#tokens.get(token)
    if (held !== undefined && held.expires <= now) this.#tokens.delete(token)
    return held !== undefined && held.expires > now ? held.user : undefined
  }

  /** One tick: the players' waiting writes, then the clock, then the record of what stands where. */
  advance() {
    for (const user of this.users.values()) {
      // Nothing runs for a player without a spawn: writes wait.
      if (!this.owned(user).some(({ type }) => type === "spawn")) continue
      for (const write of user.writes.splice(0)) write(user.memory)
    }
    this.time += 1
    for (const room of this.active()) {
      const ticks = this.#history.get(room.name) ?? new Map<number, Snapshot>()
      ticks.set(this.time, new Map(room.objects))
      this.#history.set(room.name, ticks)
    }
  }

  /** A chunk of a room's history, once all its ticks are over: whole objects first, then what changed. */
  chunk(name: string, base: number): Record<string, unknown> | undefined {
    const size = this.options.chunkSize
    const recorded = [...this.#history].find(([room]) => room === name)?.[1]
    const first = recorded?.get(base)
    if (recorded === undefined || first === undefined || base % size !== 0 || this.time < base + size)
      return undefined
    const ticks: Record<string, unknown> = { [base]: Object.fromEntries(first) }
    for (let tick = base + 1; tick < base + size; tick++) {
      ticks[tick] = changes(recorded.get(tick - 1) ?? first, recorded.get(tick) ?? first)
    }
    return { timestamp: 1_700_000_000_000 + base, room: name, base, ticks }
  }
}

/** What changed between two ticks: new and changed objects whole, vanished ones as null. */
const changes = (before: Snapshot, after: Snapshot): Record<string, unknown> => ({
  ...Object.fromEntries([...after].filter(([id, object]) => before.get(id) !== object)),
  ...Object.fromEntries([...before.keys()].filter((id) => !after.has(id)).map((id) => [id, null]))
})
