/** Accounts: who there is, and what belongs to an account in all shards. */
import type { BadgeJson } from "@screeps-effect/schema/Badge"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as Npc from "@screeps-effect/schema/Npc"
import type { UserBrief } from "@screeps-effect/schema/UserBrief"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as UserIds from "@screeps-effect/schema/UserId"
import { addBranch, type StoredBranch } from "./code.ts"
import type { Ids } from "./ids.ts"

/** Settings of mails to a user, as far as they were ever set. @internal */
export interface NotifyPrefs {
  disabled?: boolean
  disabledOnMessages?: boolean
  sendOnline?: boolean
  interval?: number
  errorsInterval?: number
}

/** @internal */
export interface Steam {
  id?: string
  displayName?: string
  steamProfileLinkHidden?: 0 | 1
}

/** An account. @internal */
export interface User {
  readonly _id: UserId
  /** Empty for somebody who came through a game platform and chose none yet. */
  username: string
  email: string | undefined
  /** In clear; `undefined` for somebody who signs in through a game platform only. */
  password: string | undefined
  badge: BadgeJson | undefined
  cpu: number
  /** Lifetime points, not levels. */
  gcl: number
  power: number
  blocked: boolean
  /** Credits in thousandths. */
  money: number
  /** Account-bound resources: tokens, CPU unlocks, pixels, access keys. */
  readonly resources: Record<string, number>
  notifyPrefs: NotifyPrefs | undefined
  steam: Steam
  lastRespawnDate: number | undefined
  /** The room in which one may not settle after a respawn, with its shard. */
  prohibitedRoom: string | undefined
  powerExperimentations: number
  powerExperimentationTime: number
  /** CPU per shard, as the player divided it. */
  cpuShard: Readonly<Record<string, number>> | undefined
  cpuShardUpdatedTime: number | undefined
  readonly branches: Map<string, StoredBranch>
  /** Lines accepted by the console of any shard, oldest first. */
  readonly lines: Array<string>
}

/** An account that exists from the beginning. */
export interface Account {
  readonly username: string
  /** In clear: nothing here is secret. */
  readonly password?: string | undefined
  readonly email?: string | undefined
  readonly badge?: BadgeJson | undefined
  /** The code of its first branch, `default`. */
  readonly modules?: CodeModules | undefined
}

/** Who owns ruins after a respawn. @internal */
export const systemUser: Npc.Npc = { _id: UserIds.make("f4b532d08c3952a"), username: Npc.systemUsername }

const others: ReadonlyArray<Npc.Npc> = [...Npc.all, systemUser]

/** @internal */
export class Accounts {
  /** By identity, oldest first. */
  readonly all = new Map<UserId, User>()
  /** Tickets of a game platform that are good, and whose they are there. */
  readonly tickets = new Map<string, string>()
  readonly #ids: Ids

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** The account of somebody who came through a game platform, made when it is needed. */
  bySteam(id: string): User {
    const known = this.#first(({ steam }) => steam.id === id)
    if (known !== undefined) return known
    const user = this.register({ username: "" })
    user.steam = { id }
    return user
  }

  register({ badge, email, modules, password, username }: Account): User {
    const user: User = {
      _id: this.#ids.user(),
      username,
      email,
      password,
      badge,
      cpu: 100,
      gcl: 0,
      power: 0,
      blocked: false,
      money: 0,
      resources: {},
      notifyPrefs: undefined,
      steam: {},
      lastRespawnDate: undefined,
      prohibitedRoom: undefined,
      powerExperimentations: 0,
      powerExperimentationTime: 0,
      cpuShard: undefined,
      cpuShardUpdatedTime: undefined,
      branches: new Map(),
      lines: []
    }
    this.all.set(user._id, user)
    addBranch(user, this.#ids, "default", modules ?? { main: "" })
    return user
  }

  byId(id: unknown): User | undefined {
    return this.#first(({ _id }) => _id === id)
  }

  byName(username: string): User | undefined {
    return username === "" ? undefined : this.#first((user) => user.username === username)
  }

  byNameIgnoringCase(username: string): User | undefined {
    const wanted = username.toLowerCase()
    return wanted === "" ? undefined : this.#first((user) => user.username.toLowerCase() === wanted)
  }

  byEmail(email: string): User | undefined {
    return this.#first((user) => user.email === email)
  }

  /** Name and badge of players and of the two that no player is. */
  brief(id: unknown): UserBrief | undefined {
    const user = this.byId(id)
    if (user === undefined) return others.find(({ _id }) => _id === id)
    return { _id: user._id, ...nameOf(user), ...badgeOf(user) }
  }

  /** A map of the users of these identities, as answers carry them; unknown ones are left out. */
  briefs(ids: Iterable<unknown>): Record<string, UserBrief> {
    const found = [...new Set(ids)].flatMap((id) => this.brief(id) ?? [])
    return Object.fromEntries(found.map((brief) => [brief._id, brief]))
  }

  #first(fits: (user: User) => boolean): User | undefined {
    for (const user of this.all.values()) if (fits(user)) return user
    return undefined
  }
}

/** A user without a badge has no such field. @internal */
export const badgeOf = ({ badge }: User): { readonly badge?: BadgeJson } =>
  badge === undefined ? {} : { badge }

/** A user who chose no name yet has no such field. @internal */
export const nameOf = ({ username }: User): { readonly username?: string } =>
  username === "" ? {} : { username }

/** Whether servers take it for a mail address. @internal */
export const isEmail = (text: unknown): text is string =>
  typeof text === "string" && /^[\w.+&-]+@[\w.&-]+\.[\w.&-]{2,}$/.test(text)
