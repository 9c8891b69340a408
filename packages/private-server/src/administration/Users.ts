/** The accounts of a server. */
import { UserId } from "@screeps-effect/schema/UserId"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type Command, define, defineVoid } from "./command.ts"
import { settled, userNamed } from "./snippets.ts"
import { record } from "@screeps-effect/schema/Record"

/** An account, without its password. */
export class Account extends record<Account>("Account")({
  _id: UserId,
  /** Name; `null` for accounts that have not chosen one yet. */
  username: Schema.NullOr(Schema.String),
  /** Address for notifications. */
  email: Schema.NullOr(Schema.String),
  /** CPU limit, in milliseconds per tick; 0 during a ban. */
  cpu: Schema.Finite,
  /** Control points; `Gcl.level` returns their level. */
  gcl: Schema.Finite,
  /** Power points. */
  power: Schema.Finite,
  /** Credits. */
  credits: Schema.Finite,
  /** Whether the account's scripts run. */
  active: Schema.Boolean,
  /** Whether the account may not place a spawn. */
  blocked: Schema.Boolean,
  /** Name of the bot that plays the account; `null` for people. */
  bot: Schema.NullOr(Schema.String)
}) {}

/** Returns all accounts, those of NPCs too. */
export const list: Command<ReadonlyArray<Account>> = define({
  name: "Users.list",
  changes: false,
  input: Schema.Null,
  output: Schema.Array(Account),
  code: `async () => (await storage.db.users.find({})).map((user) => ({
    _id: String(user._id),
    username: user.username || null,
    email: user.email || null,
    cpu: user.cpu || 0,
    gcl: user.gcl || 0,
    power: user.power || 0,
    credits: (user.money || 0) / 1000,
    active: !!user.active,
    blocked: !!user.blocked || user.cpuBeforeBan !== undefined,
    bot: user.bot || null
  }))`
})(null)

const points = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))

/** The fields of an account that `create` and `update` set. */
const settings = {
  /** CPU limit, in milliseconds per tick. */
  cpu: Schema.optional(points),
  /** Control points; `Gcl.pointsAt` returns those of a level. */
  gcl: Schema.optional(points),
  /** Power points. */
  power: Schema.optional(points),
  /** Credits. */
  credits: Schema.optional(points)
}

const fields = `
    const fields = ({ cpu, gcl, power, credits, active, blocked }) => {
      const changes = { cpu, gcl, power, blocked }
      if (credits !== undefined) changes.money = Math.round(credits * 1000)
      if (active !== undefined) changes.active = active ? 10000 : 0
      for (const name of Object.keys(changes)) if (changes[name] === undefined) delete changes[name]
      return changes
    }`

const passwordMod = `
    if (typeof setPassword !== "function") throw new Error("passwords require the mod screepsmod-auth")`

const Username = Schema.String.check(Schema.isBetweenLength(1, 40))
const Password = Schema.RedactedFromValue(Schema.String.check(Schema.isMinLength(1)))

/** A new account. */
export class CreateOptions extends record<CreateOptions>("AccountCreateOptions")({
  username: Username,
  /** Password; requires the mod screepsmod-auth. */
  password: Schema.optional(Password),
  email: Schema.optional(Schema.String),
  ...settings
}) {}

/**
 * Creates an account without a spawn, and returns its id.
 *
 * **Errors** `Rejected` when the name is taken, whatever its case, or when the server has no passwords.
 */
export const create: (options: CreateOptions) => Command<UserId> = define({
  name: "Users.create",
  changes: true,
  input: CreateOptions,
  output: UserId,
  code: `async ({ username, password, email, ...settings }) => {${fields}${settled}
    const usernameLower = username.toLowerCase()
    if (await storage.db.users.findOne({ usernameLower })) throw new Error("the name " + username + " is taken")
    if (password !== undefined) {${passwordMod} }
    const user = await storage.db.users.insert(Object.assign({
      username, usernameLower, email: email || "", cpu: 100, cpuAvailable: 0, gcl: 0, money: 0,
      registeredDate: new Date(), blocked: false
    }, settings.cpu === undefined ? {} : settled({}), fields(settings)))
    await storage.db["users.code"].insert({
      user: user._id, branch: "default", modules: { main: "" }, activeWorld: true, activeSim: true
    })
    await storage.env.set(storage.env.keys.MEMORY + user._id, "{}")
    if (password !== undefined) await setPassword(username, password)
    return String(user._id)
  }`
})

/**
 * Sets the password of an account.
 *
 * **Errors** `Rejected` when the account does not exist, or without the mod screepsmod-auth.
 */
export const setPassword: (options: {
  readonly username: string
  readonly password: Redacted.Redacted
}) => Command<void> = defineVoid({
  name: "Users.setPassword",
  input: Schema.Struct({ username: Username, password: Password }),
  code: `async ({ username, password }) => {${userNamed}${passwordMod}
    await userNamed(username)
    await setPassword(username, password)
  }`
})

/** Changes of an account. */
export class UpdateOptions extends record<UpdateOptions>("AccountUpdateOptions")({
  username: Username,
  ...settings,
  /** Whether the account's scripts run. */
  active: Schema.optional(Schema.Boolean),
  /** Whether the account may not place a spawn; its CPU limit is 0 meanwhile. */
  blocked: Schema.optional(Schema.Boolean)
}) {}

/**
 * Changes an account.
 *
 * **Errors** `Rejected` when the account does not exist.
 */
export const update: (options: UpdateOptions) => Command<void> = defineVoid({
  name: "Users.update",
  input: UpdateOptions,
  code: `async ({ username, ...settings }) => {${userNamed}${fields}${settled}
    const user = await userNamed(username)
    const isLimit = settings.cpu !== undefined || settings.blocked !== undefined
    const changes = { $set: { ...(isLimit ? settled(user) : {}), ...fields(settings) } }
    // Without CPU no spawn can be placed either: screepsmod-admin-utils sets "blocked" by its list of users every 10 seconds.
    const { cpuBeforeBan } = user
    const { blocked = cpuBeforeBan !== undefined, cpu = cpuBeforeBan ?? user.cpu ?? 0 } = settings
    if (blocked) Object.assign(changes.$set, { cpu: 0, cpuBeforeBan: cpu })
    else if (cpuBeforeBan !== undefined) {
      changes.$set.cpu = cpu
      changes.$unset = { cpuBeforeBan: true }
    }
    await storage.db.users.update({ _id: user._id }, changes)
  }`
})

/**
 * Bans an account: its scripts do not run any more, and it may not place a spawn. Its objects stay. The CPU limit is 0 until
 * the ban is lifted.
 */
export const ban = (username: string): Command<void> => update({ username, active: false, blocked: true })

/** Lifts the ban of an account. */
export const unban = (username: string): Command<void> => update({ username, active: true, blocked: false })

const removeUser = defineVoid({
  name: "Users.remove",
  input: Schema.Struct({ username: Username }),
  code: `async ({ username }) => {${userNamed}
    const { _id } = await userNamed(username)
    if (_id === "2" || _id === "3" || username === "Screeps") throw new Error(username + " belongs to the game")
    // The server removes only bots.
    await storage.db.users.update({ _id }, { $set: { bot: "-" } })
    await bots.removeUser(username)
    await storage.env.del(storage.env.keys.MEMORY_SEGMENTS + _id)
  }`
})

/**
 * Removes an account, its creeps and its code; its structures become ruins.
 *
 * **Errors** `Rejected` when the account does not exist or belongs to the game.
 */
export const remove = (username: string): Command<void> => removeUser({ username })
