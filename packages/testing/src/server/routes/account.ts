/** Account settings. */
import * as Account from "@screeps-effect/api/Account"
import * as Badge from "@screeps-effect/schema/Badge"
import * as BadgeSvg from "@screeps-effect/pictures/BadgeSvg"
import * as NotifyPrefs from "@screeps-effect/schema/NotifyPrefs"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { crashed, text } from "../pages.ts"
import { hash, awaitStorage, ok, refuse } from "./words.ts"
import { open, route, type Route } from "../router.ts"
import { isEmail, spend, type User } from "../../world/state/accounts.ts"

/** What servers read: fields of any values. */
const Anything = Schema.Record(Schema.String, Schema.Unknown)
type Anything = typeof Anything.Type

const oneOf = (value: unknown, allowed: ReadonlyArray<number>): number | undefined =>
  allowed.find((one) => one === Number(value))

/** Returns the settings with the given fields; unknown intervals are ignored, other values become booleans. */
const changedPrefs = (user: User, wanted: Anything): NonNullable<User["notifyPrefs"]> => {
  const prefs = { ...user.notifyPrefs }
  for (const name of ["disabled", "disabledOnMessages", "sendOnline"] as const)
    if (name in wanted) prefs[name] = Boolean(wanted[name])
  const interval = oneOf(wanted["interval"], NotifyPrefs.intervals)
  const errorsInterval = oneOf(wanted["errorsInterval"], NotifyPrefs.errorsIntervals)
  if ("interval" in wanted && interval !== undefined) prefs.interval = interval
  if ("errorsInterval" in wanted && errorsInterval !== undefined) prefs.errorsInterval = errorsInterval
  return prefs
}

const record = (value: unknown): Anything =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {}

/**
 * Whether a value is a colour for servers, which check the first seven characters only, and a list by its first item.
 */
const isColour = (value: unknown): boolean =>
  Array.isArray(value) ? isColour(value[0]) : typeof value === "string" && /^#[0-9a-f]{6}/i.test(value)

/** Converts a value to a number as servers do; objects become `NaN`. */
const numberOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? Number.NaN : Number(value)

/** Returns a badge as servers accept it; one without a shape only from a user without badge decorations. */
const readBadge = ({ shard }: RouteContext, user: User, sent: unknown): Badge.BadgeJson | undefined => {
  const { color1, color2, color3, flip, param: bend, type } = record(sent)
  const param = numberOf(bend)
  if (![color1, color2, color3].every(isColour) || !(param >= -100 && param <= 100)) return undefined
  const shared = { color1, color2, color3, param, flip: Boolean(flip) }
  if (typeof type === "number") return type >= 1 && type <= 24 ? { type, ...shared } : undefined
  const { path1, path2 } = record(type)
  const own = shard.decorations.owned
    .of(user._id)
    .flatMap(({ _id, decoration }) => ("badge" in decoration ? [{ _id, paths: decoration.badge }] : []))
  const worn = own.find(({ paths }) => paths.path1 === path1 && paths.path2 === path2)
  if (worn !== undefined) return { type: worn.paths, ...shared, decoration: worn._id }
  return type === undefined && own.length === 0 ? shared : undefined
}

const empty = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'

const twelveHours = 12 * 60 * 60 * 1000

/** @internal */
export const account = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, shard } = context
  const { accounts } = shard
  const unlinked = (user: User) => {
    user.steam = {}
    return ok
  }
  return [
    route({ ...Account.notifyPrefs, input: Anything }, signedIn, (wanted, user) => {
      const prefs = changedPrefs(user, wanted)
      return Effect.map(awaitStorage(context), () => {
        user.notifyPrefs = prefs
        return dialect.updated(1)
      })
    }),
    route({ ...Account.badge, input: Anything }, signedIn, (sent, user) => {
      const badge = readBadge(context, user, sent["badge"])
      if (badge === undefined) return refuse("invalid params")
      user.badge = badge
      return dialect.updated(1)
    }),
    route({ ...Account.badgeSvg, input: Anything }, open, (sent) => {
      const { border, username } = sent
      if (typeof username !== "string") {
        return Effect.fail(crashed("TypeError: Cannot read properties of undefined (reading 'toLowerCase')"))
      }
      const user = accounts.byNameIgnoringCase(username)
      const notFound = Effect.fail(text("Not Found", "text/plain; charset=utf-8", 404))
      if (user === undefined) return notFound
      const badge = Badge.parse(user.badge)
      if (badge === undefined && user.badge !== undefined) return notFound
      const picture = badge === undefined ? empty : BadgeSvg.render(badge, { border: border === "1" })
      return text(picture, "image/svg+xml; charset=utf-8")
    }),
    route({ ...Account.email, input: Anything }, signedIn, ({ email }, user) => {
      if (!isEmail(email)) return refuse("invalid email")
      if (accounts.byEmail(email.toLowerCase()) !== undefined) return refuse("email already exists")
      user.email = email.toLowerCase()
      return dialect.updated(1)
    }),
    route({ ...Account.changePassword, input: Anything }, signedIn, ({ oldPassword, password }, user) => {
      if (!password) return Response.json({ ok: 0, error: "Password required" })
      if (user.password !== undefined && user.password !== oldPassword) {
        return Effect.fail(Response.json({ error: "Unauthorized" }, { status: 401 }))
      }
      return Effect.map(hash(Account.changePassword, password), (hashed) => {
        user.password = hashed
        return ok
      })
    }),
    route({ ...Account.setSteamVisible, input: Anything }, signedIn, ({ visible }, user) => {
      user.steam = { ...user.steam, steamProfileLinkHidden: visible ? 0 : 1 }
      return dialect.updated(1)
    }),
    route({ ...Account.tutorialDone, input: Anything }, signedIn, () => ok),
    route(Account.cpuShards, signedIn, ({ cpu }, user, { now }) => {
      if (user.cpuShardUpdatedTime !== undefined && now - user.cpuShardUpdatedTime < twelveHours)
        return refuse("too soon")
      user.cpuShard = cpu
      user.cpuShardUpdatedTime = now
      return dialect.updated(1)
    }),
    route({ ...Account.activatePtr, input: Anything }, signedIn, (_, __, { url }) =>
      url.pathname.startsWith("/ptr/") ? ok : refuse("not ptr")
    ),
    route(Account.activateCpuUnlocks, signedIn, ({ count }, user) =>
      spend(user, "cpuUnlock", count) ? ok : refuse("not enough resources")
    ),
    route(Account.activateShardAccess, signedIn, ({ count }, user) =>
      spend(user, "accessKey", count) ? ok : refuse("not enough resources")
    ),
    route(Account.ivm, signedIn, ({ legacy }, user) => {
      user.legacyVm = legacy
      return ok
    }),
    // No account of the world is linked to GitHub.
    route(Account.githubScope, signedIn, () => refuse("no scope")),
    route(Account.githubRepos, signedIn, () => ({ ...ok, repos: [] })),
    route(Account.githubRepo, signedIn, ({ repo }) => (repo === false ? ok : refuse("no default branch"))),
    route({ ...Account.unlinkSteam, input: Anything }, signedIn, (_, user) => unlinked(user)),
    route({ ...Account.unlinkGithub, input: Anything }, signedIn, () => ok),
    route({ ...Account.unlinkGitlab, input: Anything }, signedIn, () => ok)
  ]
}
