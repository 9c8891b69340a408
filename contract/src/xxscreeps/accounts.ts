/** Sign-in, registration, and settings of an account. */
import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as AuthTokens from "@screeps-effect/api/AuthTokens"
import * as Register from "@screeps-effect/api/Register"
import * as Badge from "@screeps-effect/schema/Badge"
import * as BadgeSvg from "@screeps-effect/pictures/BadgeSvg"
import * as NotifyPrefs from "@screeps-effect/schema/NotifyPrefs"
import { isEmail, type User } from "../../../packages/testing/src/world/state/accounts.ts"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"
import { refusal, text as page } from "../../../packages/testing/src/server/pages.ts"
import type { Route } from "../../../packages/testing/src/server/router.ts"
import { nameFirstBranch } from "./code.ts"
import { broken, type Endpoint, invalid, notFound, ok, userNamed, userOf } from "./endpoint.ts"
import { anything, boolean, number, optional, read, record, text, type Values } from "./fields.ts"
import { issueToken } from "./tokens.ts"

const isName = (username: string) => /^[a-zA-Z0-9][\w-]{1,18}[a-zA-Z0-9]$/.test(username)

const me = (user: User) =>
  ok({
    ...(user.email === undefined ? {} : { email: user.email }),
    ...(user.password === undefined ? {} : { password: true }),
    gcl: user.gcl,
    power: user.power,
    notifyPrefs: { disabled: false, disabledOnMessages: false, sendOnline: false, ...user.notifyPrefs },
    _id: user._id,
    cpu: 100,
    username: user.username,
    badge: user.badge ?? null
  })

const guest = () =>
  ok({ _id: "guest", cpu: 100, username: "Guest", email: "nobody@example.com", badge: null })

const isColour = (value: unknown) => typeof value === "string" && /^#[0-9a-f]{6}$/.test(value)

/** Returns a badge as the server accepts it. */
const readBadge = (sent: Readonly<Record<string, unknown>>): Badge.BadgeJson | undefined => {
  const { color1, color2, color3, flip, param, type } = sent
  const isWhole = (value: unknown, minimum: number, maximum: number) =>
    typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum
  const isDrawn = isWhole(type, 1, 24) && isWhole(param, -100, 100)
  return isDrawn && typeof flip === "boolean" && [color1, color2, color3].every(isColour)
    ? { type, color1, color2, color3, param, flip }
    : undefined
}

const prefs = {
  disabled: optional(boolean),
  disabledOnMessages: optional(boolean),
  sendOnline: optional(boolean),
  interval: optional(number),
  errorsInterval: optional(number)
}

type Prefs = Values<typeof prefs>

const readPrefs = (sent: unknown): Prefs | undefined =>
  Object.keys(Object(sent)).every((name) => name in prefs) ? read(prefs, sent) : undefined

/** Sets the given fields; unknown intervals are ignored. */
const changePrefs = (user: User, { errorsInterval, interval, ...switches }: Prefs) => {
  const changed = user.notifyPrefs ?? {}
  for (const name of ["disabled", "disabledOnMessages", "sendOnline"] as const)
    changed[name] = switches[name] ?? changed[name] ?? false
  if (NotifyPrefs.intervals.some((one) => one === interval)) changed.interval = Number(interval)
  if (NotifyPrefs.errorsIntervals.some((one) => one === errorsInterval))
    changed.errorsInterval = Number(errorsInterval)
  user.notifyPrefs = changed
}

export const accounts = (endpoint: Endpoint, shard: Shard): ReadonlyArray<Route> => [
  endpoint(Auth.signIn, { email: text, password: text }, ({ email, password }, { now }) => {
    const user = userOf(shard, email)
    if (user?.password === undefined || user.password !== password)
      return page("Unauthorized", "text/plain; charset=utf-8", 401)
    const token = issueToken(shard, user, now)
    const response = ok({ token })
    response.headers.set("x-token", token)
    return response
  }),
  endpoint(Auth.me, {}, (_, { player }) => player(me, guest)),
  endpoint(AuthTokens.list, {}, () => ok({ tokens: [] })),
  endpoint(
    Register.submit,
    { username: text, email: text, password: text },
    ({ email, password, username }) => {
      if (!isName(username) || !isEmail(email)) return invalid()
      const address = email.toLowerCase()
      if (userNamed(shard, username) !== undefined || shard.accounts.byEmail(address) !== undefined)
        return refusal("exists")
      nameFirstBranch(shard.accounts.register({ username, password, email: address }))
      return ok()
    }
  ),
  endpoint(Register.checkEmail, { email: text }, ({ email }) => {
    if (!isEmail(email)) return invalid()
    return shard.accounts.byEmail(email.toLowerCase()) === undefined ? ok() : refusal("exists")
  }),
  endpoint(Register.checkUsername, { username: text }, ({ username }) => {
    if (!isName(username)) return invalid()
    return userNamed(shard, username) === undefined ? ok() : refusal("exists")
  }),
  // Only accounts of Steam have no name yet.
  endpoint(Register.setUsername, { username: text }, (_, { player }) =>
    player(
      () => refusal("not authenticated"),
      () => refusal("not authenticated")
    )
  ),
  endpoint(Account.notifyPrefs, {}, (_, { player, sent }) => {
    const wanted = readPrefs(sent)
    return wanted === undefined
      ? invalid()
      : player((user) => {
          changePrefs(user, wanted)
          return ok()
        })
  }),
  endpoint(Account.badge, { badge: record(anything) }, ({ badge: sent }, { player }) =>
    player(
      (user) => {
        const fields = Object.fromEntries(Object.entries(sent).map(([name, { value }]) => [name, value]))
        const badge = readBadge(fields)
        if (badge === undefined) return broken()
        user.badge = badge
        return ok()
      },
      () => refusal("not logged in")
    )
  ),
  endpoint(Account.badgeSvg, { username: text, border: optional(text) }, ({ border, username }) => {
    const badge = Badge.parse(userNamed(shard, username)?.badge)
    return badge === undefined
      ? notFound()
      : page(BadgeSvg.render(badge, { border: border === "1" }), "image/svg+xml; charset=utf-8")
  }),
  endpoint(
    Account.changePassword,
    { oldPassword: text, password: text },
    ({ oldPassword, password }, { player }) =>
      player((user) => {
        if (password.length < 8 || user.password !== oldPassword) return refusal("Invalid password")
        user.password = password
        return ok()
      })
  ),
  endpoint(Account.tutorialDone, {}, () => ok())
]
