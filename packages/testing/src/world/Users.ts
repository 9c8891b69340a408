/** The users of an in-memory world: added, changed and read back by tests. */
import type { BadgeJson } from "@screeps-effect/schema/Badge"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { replace } from "./state/memory.ts"
import type { StoredMessage } from "./state/message.ts"
import { named, shardNamed } from "./named.ts"
import type { Account } from "./state/accounts.ts"
import type { World } from "./state/world.ts"

export type { Account } from "./state/accounts.ts"

/** What may be changed of an account; what is not named stays. */
export interface UserChange {
  readonly badge?: BadgeJson | undefined
  readonly email?: string | undefined
  readonly cpu?: number | undefined
  /** Lifetime control points, not the level. */
  readonly gcl?: number | undefined
  /** Lifetime power points, not the level. */
  readonly power?: number | undefined
  /** Credits. */
  readonly money?: number | undefined
  readonly blocked?: boolean | undefined
  /** Amounts of account-bound resources: `pixel`, `cpuUnlock`, `accessKey`, `token`. */
  readonly resources?: Readonly<Record<string, number>> | undefined
  readonly powerExperimentations?: number | undefined
  /** When the user last respawned, in milliseconds: placing a spawn is refused for three minutes. */
  readonly lastRespawnDate?: number | undefined
  /** The account of a game platform. */
  readonly steam?: { readonly id: string; readonly displayName?: string } | undefined
}

/** An account as it is, without its password. */
export interface UserState {
  readonly _id: UserId
  readonly username: string
  readonly email: string | undefined
  /** As it was sent: `Badge.of` of the schemas reads it. */
  readonly badge: BadgeJson | undefined
  readonly cpu: number
  readonly gcl: number
  readonly power: number
  readonly money: number
  readonly blocked: boolean
  readonly resources: Readonly<Record<string, number>>
  /** Code by the names of branches. */
  readonly branches: Readonly<Record<string, CodeModules>>
  readonly activeWorld: string | undefined
  readonly activeSim: string | undefined
}

/** What an API token may be used for; everything when nothing is named. */
export interface TokenScope {
  /** Method and path, such as `GET /api/user/name`. */
  readonly endpoints?: ReadonlyArray<string> | undefined
  readonly websockets?: ReadonlyArray<"console" | "rooms"> | undefined
  /** All when none is named. */
  readonly memorySegments?: ReadonlyArray<number> | undefined
  readonly description?: string | undefined
}

/** One copy of a message: each message is kept by the sender and by the receiver. */
export interface MessageCopy extends Omit<StoredMessage, "user" | "outMessage"> {}

/**
 * The users of a world.
 *
 * **Details**
 *
 * Users are named by their names. A name that nobody has is a mistake of the test and ends it with a defect; so does a
 * shard that the world does not have. Without a shard it is the world's first.
 */
export interface Users {
  readonly add: (account: Account) => Effect.Effect<UserId>
  readonly change: (username: string, change: UserChange) => Effect.Effect<void>
  readonly get: (username: string) => Effect.Effect<UserState>
  /** Makes an API token, which official servers know; it lives until it is removed. */
  readonly grantToken: (username: string, scope?: TokenScope) => Effect.Effect<Redacted.Redacted>
  /** Makes a ticket of a game platform good for signing in; an account without a name is made when it is first used. */
  readonly acceptTicket: (ticket: Redacted.Redacted, steamId: string) => Effect.Effect<void>
  /** Ends every session's token at once; API tokens stay. */
  readonly expireSessions: Effect.Effect<void>
  /** Console lines accepted from a user in any shard, oldest first; none of a name that nobody has. */
  readonly consoleLines: (username: string) => Effect.Effect<ReadonlyArray<string>>
  /** A user's Memory as it is; writes that wait for the next tick are not in it. */
  readonly memory: (username: string, shard?: ShardName) => Effect.Effect<Readonly<Record<string, unknown>>>
  /** Replaces a user's Memory at once. */
  readonly setMemory: (
    username: string,
    memory: Readonly<Record<string, unknown>>,
    shard?: ShardName
  ) => Effect.Effect<void>
  /** What is stored in a segment; `undefined` for nothing. */
  readonly segment: (username: string, segment: number, shard?: ShardName) => Effect.Effect<unknown>
  readonly setSegment: (
    username: string,
    segment: number,
    data: string,
    shard?: ShardName
  ) => Effect.Effect<void>
  readonly sendMessage: (from: string, to: string, text: string) => Effect.Effect<void>
  /** A user's copies of messages, oldest first. */
  readonly messages: (username: string) => Effect.Effect<ReadonlyArray<MessageCopy>>
}

const state = (world: World, username: string): UserState => {
  const user = named(world, username)
  const branches = [...user.branches.values()]
  const { _id, badge, blocked, cpu, email, gcl, power } = user
  return {
    _id,
    username,
    badge,
    blocked,
    cpu,
    email,
    gcl,
    power,
    money: user.money / 1000,
    resources: { ...user.resources },
    branches: Object.fromEntries(branches.map(({ branch, modules }) => [branch, modules])),
    activeWorld: branches.find(({ activeWorld }) => activeWorld)?.branch,
    activeSim: branches.find(({ activeSim }) => activeSim)?.branch
  }
}

const change = (world: World, username: string, { money, resources, steam, ...fields }: UserChange) => {
  const user = named(world, username)
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  Object.assign(user, Object.fromEntries(given))
  if (money !== undefined) world.market.setMoney(user, Math.round(money * 1000))
  Object.assign(user.resources, resources)
  if (steam !== undefined) user.steam = { ...user.steam, ...steam }
}

const grant = (world: World, username: string, scope: TokenScope = {}) => {
  const { description, endpoints, memorySegments, websockets } = scope
  const full = endpoints === undefined && websockets === undefined && memorySegments === undefined
  const segments = memorySegments?.map(String)
  const granted = { full, description, endpoints, websockets, memorySegments: segments }
  return Redacted.make(world.tokens.grant(named(world, username), granted).token)
}

const copy = ({ user: _user, outMessage: _out, ...message }: StoredMessage): MessageCopy => message

/** @internal */
export const make = (world: World): Users => {
  const memoryOf = (username: string, shard?: ShardName) =>
    shardNamed(world, shard).memoryOf(named(world, username))
  return {
    add: (account) => Effect.sync(() => world.accounts.register(account)._id),
    change: (username, fields) => Effect.sync(() => change(world, username, fields)),
    get: (username) => Effect.sync(() => state(world, username)),
    grantToken: (username, scope) => Effect.sync(() => grant(world, username, scope)),
    acceptTicket: (ticket, steamId) =>
      Effect.sync(() => {
        world.accounts.tickets.set(Redacted.value(ticket), steamId)
      }),
    expireSessions: Effect.sync(() => world.tokens.expireSessions()),
    consoleLines: (username) => Effect.sync(() => [...(world.accounts.byName(username)?.lines ?? [])]),
    memory: (username, shard) => Effect.sync(() => structuredClone(memoryOf(username, shard).memory)),
    setMemory: (username, memory, shard) =>
      Effect.sync(() => replace(memoryOf(username, shard).memory, structuredClone(memory))),
    segment: (username, segment, shard) => Effect.sync(() => memoryOf(username, shard).segments.get(segment)),
    setSegment: (username, segment, data, shard) =>
      Effect.sync(() => {
        memoryOf(username, shard).segments.set(segment, data)
      }),
    sendMessage: (from, to, text) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        world.messages.send(named(world, from)._id, named(world, to)._id, text, now)
      }),
    messages: (username) => Effect.sync(() => world.messages.of(named(world, username)._id).map(copy))
  }
}
