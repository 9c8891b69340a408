/** A world: state shared by its shards, and state of each shard. */
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { Accounts, type User } from "./accounts.ts"
import { Boards, Statistics } from "./boards.ts"
import { Decorations } from "./decorations.ts"
import { Events } from "./events.ts"
import { Flags } from "./flags.ts"
import { History } from "./history.ts"
import { Ids } from "./ids.ts"
import { Intents } from "./intents.ts"
import { Limits } from "./limits.ts"
import { Market } from "./market.ts"
import { type UserMemory, UserMemories } from "./memory.ts"
import { Messages } from "./messages.ts"
import { PowerCreeps } from "./powerCreeps.ts"
import { Rooms, type StoredObject } from "./rooms.ts"
import type { Evaluate } from "./script.ts"
import { Tokens } from "./tokens.ts"

interface WorldOptions {
  readonly seed: string
  readonly rooms: ReadonlyArray<RoomName>
  /** At least one; private servers have only the first and do not name it. */
  readonly shards: readonly [string, ...ReadonlyArray<string>]
  readonly tick: number
  readonly chunkSize: number
  readonly serverPassword: string | undefined
  readonly evaluate: Evaluate
}

/** State shared by all shards. */
class Shared {
  readonly ids = new Ids()
  readonly events = new Events()
  readonly accounts = new Accounts(this.ids)
  readonly tokens = new Tokens(this.ids)
  readonly messages = new Messages(this.ids, this.events)
  readonly market = new Market(this.ids, this.events)
  readonly decorations = new Decorations(this.ids)
  readonly boards = new Boards()
  readonly powerCreeps = new PowerCreeps(this.ids)
  readonly limits = new Limits()
  readonly shards: Array<World> = []
}

/** One shard of a world; account data is shared between all shards. @internal */
export class World {
  readonly options: WorldOptions
  /** The shard's name. */
  readonly shard: string
  /** The current tick. */
  time: number
  /** Time of the last tick, in milliseconds. */
  tickedAt: number | undefined
  /** Durations of the last ticks in milliseconds, most recent first, at most 30. */
  readonly tickLengths: Array<number> = []
  readonly rooms: Rooms
  readonly memories = new UserMemories()
  readonly intents = new Intents()
  readonly flags: Flags
  readonly statistics = new Statistics()
  readonly history: History
  /** What acts in each tick besides players' scripts and intents. */
  readonly routines: Array<() => void> = []
  readonly #shared: Shared

  private constructor(options: WorldOptions, shard: string, shared: Shared) {
    this.options = options
    this.shard = shard
    this.time = options.tick
    this.#shared = shared
    const seed = shard === options.shards[0] ? options.seed : `${options.seed} ${shard}`
    this.rooms = new Rooms(seed, shared.ids, options.rooms)
    this.flags = new Flags(shared.ids)
    this.history = new History(options.chunkSize)
  }

  /** Creates all shards of a world; returns the first. */
  static make(options: WorldOptions): World {
    const shared = new Shared()
    const [first, ...others] = options.shards
    const world = new World(options, first, shared)
    shared.shards.push(world, ...others.map((shard) => new World(options, shard, shared)))
    return world
  }

  /** All shards in order, including this one. */
  get shards(): ReadonlyArray<World> {
    return this.#shared.shards
  }
  get ids(): Ids {
    return this.#shared.ids
  }
  get events(): Events {
    return this.#shared.events
  }
  get accounts(): Accounts {
    return this.#shared.accounts
  }
  get tokens(): Tokens {
    return this.#shared.tokens
  }
  get messages(): Messages {
    return this.#shared.messages
  }
  get market(): Market {
    return this.#shared.market
  }
  get decorations(): Decorations {
    return this.#shared.decorations
  }
  get boards(): Boards {
    return this.#shared.boards
  }
  get powerCreeps(): PowerCreeps {
    return this.#shared.powerCreeps
  }
  get limits(): Limits {
    return this.#shared.limits
  }

  /** Returns a user's data in this shard: Memory, segments, and what waits for the next run. */
  memoryOf(user: User): UserMemory {
    return this.memories.of(user)
  }

  owned(user: User): ReadonlyArray<StoredObject> {
    return this.rooms.owned(user._id)
  }

  /** Whether a user's script runs: scripts of inactive players and of those without any object do not. */
  runs(user: User): boolean {
    return !user.blocked && user.cpu > 0 && user.isActive && this.owned(user).length > 0
  }
}

/** @internal */
export const named = (world: World, username: string): User => {
  const user = world.accounts.byName(username)
  if (user === undefined) throw new Error(`The world has no user named "${username}": add the account first.`)
  return user
}

/** Returns the shard with this name, or the first shard without a name. @internal */
export const shardNamed = (world: World, name: string | undefined): World => {
  const found = name === undefined ? world : world.shards.find(({ shard }) => shard === name)
  if (found === undefined)
    throw new Error(`The world has no shard named "${name}": pass it to ScreepsWorld.make.`)
  return found
}
