/** Accounts, and what belongs to an account in all shards. */
import type { BadgeJson } from "@screeps-effect/schema/Badge"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as Npc from "@screeps-effect/schema/Npc"
import type { UserBrief } from "@screeps-effect/schema/UserBrief"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as UserIds from "@screeps-effect/schema/UserId"
import { addBranch, type StoredBranch } from "./code.ts"
import type { Ids } from "./ids.ts"

/** Notification settings as far as they were set. */
interface NotifyPrefs {
  disabled?: boolean
  disabledOnMessages?: boolean
  sendOnline?: boolean
  interval?: number
  errorsInterval?: number
}

interface Steam {
  id?: string
  displayName?: string
  steamProfileLinkHidden?: 0 | 1
}

/** An account. @internal */
export interface User {
  readonly _id: UserId
  /** Empty for a user of a game platform who chose no name yet. */
  username: string
  email: string | undefined
  /** In plain text; `undefined` for a user who signs in only through a game platform. */
  password: string | undefined
  badge: BadgeJson | undefined
  cpu: number
  /** Lifetime points, not levels. */
  gcl: number
  power: number
  blocked: boolean
  /**
   * Whether the script runs: a tick in which the user owns nothing ends that; uploading code and placing a spawn start it
   * again.
   */
  isActive: boolean
  /** Credits in thousandths. */
  money: number
  /** Account-bound resources: tokens, CPU unlocks, pixels, access keys. */
  readonly resources: Record<string, number>
  notifyPrefs: NotifyPrefs | undefined
  steam: Steam
  lastRespawnDate: number | undefined
  /** The room and shard in which the user may not place a spawn after a respawn. */
  prohibitedRoom: string | undefined
  powerExperimentations: number
  powerExperimentationTime: number
  /** CPU limit per shard, as the player set it. */
  cpuShard: Readonly<Record<string, number>> | undefined
  cpuShardUpdatedTime: number | undefined
  /** Whether scripts run in the older, shared virtual machine. */
  legacyVm: boolean
  /** Whether the account has paid for the seasonal world. */
  seasonAccess: boolean
  readonly branches: Map<string, StoredBranch>
  /** Console lines accepted in any shard, oldest first. */
  readonly lines: Array<string>
}

/** An account that exists from the start of a world. */
export interface Account {
  readonly username: string
  /** In plain text; without one the account cannot sign in on a private server. */
  readonly password?: string | undefined
  /** Mail address, which the account can also use to sign in; none by default. */
  readonly email?: string | undefined
  /** Badge as it is stored; none by default. */
  readonly badge?: BadgeJson | undefined
  /** The modules of its first branch, `default`. */
  readonly modules?: CodeModules | undefined
}

/** The owner of ruins after a respawn. @internal */
export const systemUser: Npc.Npc = { _id: UserIds.make("f4b532d08c3952a"), username: Npc.systemUsername }

const others: ReadonlyArray<Npc.Npc> = [...Npc.all, systemUser]

/** Whether a computer player or the system has this name. @internal */
export const isNpcName = (name: string): boolean => others.some(({ username }) => username === name)

/** @internal */
export class Accounts {
  /** By user id, oldest first. */
  readonly all = new Map<UserId, User>()
  /** Platform ids by valid ticket. */
  readonly tickets = new Map<string, string>()
  readonly #ids: Ids

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** Returns the account of a game platform's user, and creates it if needed. */
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
      isActive: true,
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
      legacyVm: false,
      seasonAccess: false,
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

  /** Returns the name and badge of a player or an NPC. */
  brief(id: unknown): (UserBrief & { readonly _id: UserId }) | undefined {
    const user = this.byId(id)
    if (user === undefined) return others.find(({ _id }) => _id === id)
    return { _id: user._id, ...nameOf(user), ...badgeOf(user) }
  }

  /** Returns a map of the users with these ids, as in responses; unknown ids are left out. */
  briefs(ids: Iterable<unknown>): Record<string, UserBrief> {
    const found = [...new Set(ids)].flatMap((id) => this.brief(id) ?? [])
    return Object.fromEntries(found.map((brief) => [brief._id, brief]))
  }

  #first(fits: (user: User) => boolean): User | undefined {
    for (const user of this.all.values()) if (fits(user)) return user
    return undefined
  }
}

/** Returns the badge field, absent without a badge. @internal */
export const badgeOf = ({ badge }: User): { readonly badge?: BadgeJson } =>
  badge === undefined ? {} : { badge }

/** Spends account-bound resources; returns `false`, and spends nothing, where there are fewer. @internal */
export const spend = ({ resources }: User, resource: string, amount: number): boolean => {
  const rest = (resources[resource] ?? 0) - amount
  if (rest < 0) return false
  resources[resource] = rest
  return true
}

/** Returns the name field, absent without a name. @internal */
export const nameOf = ({ username }: User): { readonly username?: string } =>
  username === "" ? {} : { username }

/** Whether servers accept a text as a mail address. @internal */
export const isEmail = (text: unknown): text is string =>
  typeof text === "string" && /^[\w.+&-]+@[\w.&-][\w&-]*\.[\w.&-]{2,}$/.test(text)
