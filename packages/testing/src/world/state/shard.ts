/** A world: state shared by its shards, and state of each shard. */
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { Accounts, type User } from "./accounts.ts"
import { Boards, Statistics } from "./boards.ts"
import { Decorations } from "./decorations.ts"
import { Events } from "./events.ts"
import { Flags } from "./flags.ts"
import { History, type Share } from "./history.ts"
import { Ids, Records } from "./ids.ts"
import { Intents } from "./intents.ts"
import { Limits } from "./limits.ts"
import { Market } from "./market.ts"
import { type UserMemory, UserMemories } from "./memory.ts"
import { Messages } from "./messages.ts"
import type { StoredPowerCreep } from "./powerCreeps.ts"
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

/** Returns the state that all shards share. */
const makeShared = () => {
  const [ids, events] = [new Ids(), new Events()]
  return {
    ids,
    events,
    accounts: new Accounts(ids),
    tokens: new Tokens(ids),
    messages: new Messages(ids, events),
    market: new Market(ids, events),
    decorations: new Decorations(ids),
    boards: new Boards(),
    /** Shared parts of room history, by code. */
    shares: new Map<string, Share>(),
    powerCreeps: new Records<StoredPowerCreep>(ids),
    limits: new Limits()
  }
}

type Shared = ReturnType<typeof makeShared>

/** One shard of a world; account data is shared between all shards. @internal */
export interface Shard extends Shared {
  readonly options: WorldOptions
  /** All shards in order, including this one. */
  readonly shards: ReadonlyArray<Shard>
  /** The shard's name. */
  readonly name: string
  /** The current tick. */
  time: number
  /** Time of the last tick, in milliseconds. */
  tickedAt: number | undefined
  /** Durations of the last ticks in milliseconds, most recent first, at most 30. */
  readonly tickLengths: Array<number>
  readonly rooms: Rooms
  readonly intents: Intents
  readonly flags: Flags
  readonly statistics: Statistics
  readonly history: History
  /** What acts in each tick besides players' scripts and intents. */
  readonly routines: Array<() => void>
  /** Returns a user's data in this shard: Memory, segments, and what waits for the next run. */
  readonly memoryOf: (user: User) => UserMemory
  readonly owned: (user: User) => ReadonlyArray<StoredObject>
  /** Whether a user's script runs: scripts of inactive players and of those without any object do not. */
  readonly runs: (user: User) => boolean
}

const makeShard = (
  options: WorldOptions,
  name: string,
  shards: ReadonlyArray<Shard>,
  shared: Shared
): Shard => {
  const seed = name === options.shards[0] ? options.seed : `${options.seed} ${name}`
  const rooms = new Rooms(seed, shared.ids, options.rooms)
  const memories = new UserMemories()
  return {
    ...shared,
    options,
    shards,
    name,
    time: options.tick,
    tickedAt: undefined,
    tickLengths: [],
    rooms,
    intents: new Intents(),
    flags: new Flags(shared.ids),
    statistics: new Statistics(),
    history: new History(options.chunkSize),
    routines: [],
    memoryOf: (user) => memories.of(user),
    owned: (user) => rooms.owned(user._id),
    runs: (user) => !user.blocked && user.cpu > 0 && user.isActive && rooms.owns(user._id)
  }
}

/** Creates all shards of a world; returns the first. @internal */
export const make = (options: WorldOptions): Shard => {
  const shared = makeShared()
  const shards: Array<Shard> = []
  const [first, ...others] = options.shards
  const shard = makeShard(options, first, shards, shared)
  shards.push(shard, ...others.map((name) => makeShard(options, name, shards, shared)))
  return shard
}

/** @internal */
export const named = ({ accounts }: Shard, username: string): User => {
  const user = accounts.byName(username)
  if (user === undefined) throw new Error(`The world has no user named "${username}": add the account first.`)
  return user
}

/** Returns the shard with this name, or the first shard without a name. @internal */
export const shardNamed = (shard: Shard, name: string | undefined): Shard => {
  const found = name === undefined ? shard : shard.shards.find((one) => one.name === name)
  if (found === undefined)
    throw new Error(`The world has no shard named "${name}": pass it to ScreepsWorld.make.`)
  return found
}
