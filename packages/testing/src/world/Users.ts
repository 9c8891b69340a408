/** The users of an in-memory world, which tests add, change and read back. */
import type { BadgeJson } from "@screeps-effect/schema/Badge"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as Millis from "@screeps-effect/schema/Millis"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { replace } from "./state/memory.ts"
import type { StoredMessage } from "./state/events.ts"
import { named, shardNamed, type Shard } from "./state/shard.ts"
import type { Account } from "./state/accounts.ts"

export type { Account } from "./state/accounts.ts"

/** Changes to an account; absent fields stay. */
export interface UserChange {
  /** Badge as it is stored, even a malformed one. */
  readonly badge?: BadgeJson | undefined
  readonly email?: string | undefined
  /** The password with which the user signs in from now on; tokens stay valid. */
  readonly password?: string | undefined
  /** CPU limit in milliseconds per tick. */
  readonly cpu?: number | undefined
  /** Lifetime control points, not the level. */
  readonly gcl?: number | undefined
  /** Lifetime power points, not the level. */
  readonly power?: number | undefined
  /** In credits. */
  readonly money?: number | undefined
  /** Whether the account is blocked, as `Auth.me` returns it. */
  readonly blocked?: boolean | undefined
  /** Amounts of account-bound resources: `pixel`, `cpuUnlock`, `accessKey`, `token`. */
  readonly resources?: Readonly<Record<string, number>> | undefined
  /** Power resets that the user may still use. */
  readonly powerExperimentations?: number | undefined
  /** Time of the last respawn, in milliseconds since 1970: placing a spawn is rejected for three minutes after it. */
  readonly lastRespawnDate?: number | undefined
  /** The account's Steam profile. */
  readonly steam?: { readonly id: string; readonly displayName?: string } | undefined
}

/** The present state of an account, without its password. */
export interface UserState {
  readonly _id: UserId
  readonly username: string
  readonly email: string | undefined
  /** The badge as it was sent; `Badge.parse` decodes it. */
  readonly badge: BadgeJson | undefined
  /** CPU limit in milliseconds per tick. */
  readonly cpu: number
  /** Lifetime control points, not the level. */
  readonly gcl: number
  /** Lifetime power points, not the level. */
  readonly power: number
  /** In credits. */
  readonly money: number
  readonly blocked: boolean
  /** Amounts of account-bound resources. */
  readonly resources: Readonly<Record<string, number>>
  /** Code by branch name. */
  readonly branches: Readonly<Record<string, CodeModules>>
  /** Branch that is active in the world. */
  readonly activeWorld: string | undefined
  /** Branch that is active in the simulation. */
  readonly activeSim: string | undefined
}

/** Permissions of an API token; without any of the lists, the token allows everything. */
export interface TokenScope {
  /** Allowed endpoints as method and path, such as `GET /api/user/name`. */
  readonly endpoints?: ReadonlyArray<string> | undefined
  /** Allowed kinds of socket channels. */
  readonly websockets?: ReadonlyArray<"console" | "rooms"> | undefined
  /** Allowed segments; all of them by default. */
  readonly memorySegments?: ReadonlyArray<number> | undefined
  /** Description that the owner gave the token. */
  readonly description?: string | undefined
}

/** One copy of a message: the sender and the receiver each have one. */
export interface MessageCopy extends Omit<StoredMessage, "user" | "outMessage"> {}

/**
 * The users of a world.
 *
 * **Details**
 *
 * Users are identified by name. An unknown name or shard is a mistake of the test and ends it with a defect. Without a
 * shard, the world's first shard is used.
 */
export interface Users {
  /** Adds an account and returns its user id. */
  readonly add: (account: Account) => Effect.Effect<UserId>
  /** Changes fields of an account. */
  readonly change: (username: string, change: UserChange) => Effect.Effect<void>
  /** Returns the present state of an account. */
  readonly get: (username: string) => Effect.Effect<UserState>
  /** Creates an API token for official servers; it is valid until it is removed. Its text is random unless given. */
  readonly grantToken: (
    username: string,
    scope?: TokenScope,
    token?: Redacted.Redacted
  ) => Effect.Effect<Redacted.Redacted>
  /** Makes a Steam ticket valid for signing in; a new account without a name is created at its first use. */
  readonly acceptTicket: (ticket: Redacted.Redacted, steamId: string) => Effect.Effect<void>
  /** Returns the console lines accepted from a user in any shard, oldest first; none for an unknown name. */
  readonly consoleLines: (username: string) => Effect.Effect<ReadonlyArray<string>>
  /** Returns a user's present Memory, without writes that wait for the next tick. */
  readonly memory: (username: string, shard?: ShardName) => Effect.Effect<Readonly<Record<string, unknown>>>
  /** Replaces a user's Memory at once. */
  readonly setMemory: (
    username: string,
    memory: Readonly<Record<string, unknown>>,
    shard?: ShardName
  ) => Effect.Effect<void>
  /** Returns the content of a memory segment; `undefined` for an empty one. */
  readonly segment: (username: string, segment: number, shard?: ShardName) => Effect.Effect<unknown>
  /** Replaces the content of a memory segment, 0 to 99. */
  readonly setSegment: (
    username: string,
    segment: number,
    data: string,
    shard?: ShardName
  ) => Effect.Effect<void>
  /** Sends a message between two users. */
  readonly sendMessage: (from: string, to: string, text: string) => Effect.Effect<void>
  /** Lists a user's copies of messages, oldest first. */
  readonly messages: (username: string) => Effect.Effect<ReadonlyArray<MessageCopy>>
}

const state = (first: Shard, username: string): UserState => {
  const user = named(first, username)
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

const change = (first: Shard, username: string, { money, resources, steam, ...fields }: UserChange) => {
  const user = named(first, username)
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  Object.assign(user, Object.fromEntries(given))
  if (money !== undefined) first.market.setMoney(user, Math.round(money * 1000))
  Object.assign(user.resources, resources)
  if (steam !== undefined) user.steam = { ...user.steam, ...steam }
}

const grant = (first: Shard, username: string, scope: TokenScope = {}, token?: Redacted.Redacted) => {
  const { description, endpoints, memorySegments, websockets } = scope
  const full = endpoints === undefined && websockets === undefined && memorySegments === undefined
  const segments = memorySegments?.map(String)
  const granted = { full, description, endpoints, websockets, memorySegments: segments }
  const text = token === undefined ? undefined : Redacted.value(token)
  return Redacted.make(first.tokens.grant(named(first, username), granted, text).token)
}

const copy = ({ user: _user, outMessage: _out, ...message }: StoredMessage): MessageCopy => message

/** @internal */
export const make = (first: Shard): Users => {
  const memoryOf = (username: string, shard?: ShardName) =>
    shardNamed(first, shard).memoryOf(named(first, username))
  return {
    add: (account) => Effect.sync(() => first.accounts.register(account)._id),
    change: (username, fields) => Effect.sync(() => change(first, username, fields)),
    get: (username) => Effect.sync(() => state(first, username)),
    grantToken: (username, scope, token) => Effect.sync(() => grant(first, username, scope, token)),
    acceptTicket: (ticket, steamId) =>
      Effect.sync(() => {
        first.accounts.tickets.set(Redacted.value(ticket), steamId)
      }),
    consoleLines: (username) => Effect.sync(() => [...(first.accounts.byName(username)?.lines ?? [])]),
    memory: (username, shard) => Effect.sync(() => structuredClone(memoryOf(username, shard).memory)),
    setMemory: (username, memory, shard) =>
      Effect.sync(() => replace(memoryOf(username, shard).memory, structuredClone(memory))),
    segment: (username, segment, shard) => Effect.sync(() => memoryOf(username, shard).segments.get(segment)),
    setSegment: (username, segment, data, shard) =>
      Effect.sync(() => {
        memoryOf(username, shard).segments.set(segment, data)
      }),
    sendMessage: (from, to, text) =>
      Effect.map(Millis.now, (now) => {
        first.messages.send(named(first, from)._id, named(first, to)._id, text, now)
      }),
    messages: (username) => Effect.sync(() => first.messages.of(named(first, username)._id).map(copy))
  }
}
