/** Sign-in, and the signed-in account. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { badRequest, signInRefused } from "../pages.ts"
import { open, route, type Route } from "../router.ts"
import { badgeOf, nameOf, type User } from "../../world/state/accounts.ts"
import { type Basic, signInOf, holderOf } from "../basic.ts"
import { tokenInfo } from "./tokens.ts"
import { ok, refuse } from "./words.ts"

/** What the auth mod reads: fields of the body, else of the query, else a Basic header. */
const SignIn = Schema.Struct({
  email: Schema.optional(Schema.Unknown),
  password: Schema.optional(Schema.Unknown)
})
const Token = Schema.Struct({ token: Schema.optional(Schema.String) })
const Ticket = Schema.Struct({
  ticket: Schema.optional(Schema.String),
  useNativeAuth: Schema.optional(Schema.Unknown)
})

/** Returns a name and a password unless one is empty; a number is nobody's name or password. */
const filled = (name: unknown, password: unknown): Basic | undefined => {
  const [first, second] = [name, password].map((one) => (typeof one === "number" ? String(one) : one))
  return typeof first === "string" && first !== "" && typeof second === "string" && second !== ""
    ? { name: first, password: second }
    : undefined
}

const describe = (user: User): typeof Auth.Me.Type => ({
  ...ok,
  _id: user._id,
  ...nameOf(user),
  ...(user.email === undefined ? {} : { email: user.email }),
  ...badgeOf(user),
  ...(user.lastRespawnDate === undefined ? {} : { lastRespawnDate: Millis.make(user.lastRespawnDate) }),
  ...(user.notifyPrefs === undefined ? {} : { notifyPrefs: user.notifyPrefs }),
  cpu: user.cpu,
  password: user.password !== undefined,
  gcl: user.gcl,
  ...(user.power === 0 ? {} : { power: user.power }),
  blocked: user.blocked,
  money: user.money / 1000,
  steam: user.steam,
  powerExperimentations: user.powerExperimentations,
  powerExperimentationTime: user.powerExperimentationTime
})

/** @internal */
export const auth = ({ dialect, signedIn, world }: RouteContext): ReadonlyArray<Route> => [
  route({ ...Auth.signIn, input: SignIn }, open, ({ email, password }, _, { now, request, url }) => {
    const query = url.searchParams
    const basic = filled(email, password) ?? filled(query.get("email"), query.get("password"))
    const header = basic === undefined ? signInOf(request) : undefined
    const named = basic ?? header
    const user = typeof named === "object" ? holderOf(world, named) : undefined
    if (user !== undefined) {
      return Effect.succeed({ ...ok, token: Redacted.make(world.tokens.issue(user, now)) })
    }
    return Effect.fail(basic === undefined ? badRequest() : signInRefused())
  }),
  route({ ...Auth.steamTicket, input: Ticket }, open, ({ ticket, useNativeAuth }, _, { now }) => {
    if (useNativeAuth === true) return refuse("authentication method is not supported")
    const steamid = ticket === undefined ? undefined : world.accounts.tickets.get(ticket)
    if (steamid === undefined) {
      return refuse(
        dialect.kind === "official"
          ? "could not authenticate"
          : "TypeError: Cannot read properties of undefined (reading 'apply')"
      )
    }
    const token = Redacted.make(world.tokens.issue(world.accounts.bySteam(steamid), now))
    return Effect.succeed({ ...ok, token, steamid })
  }),
  route({ ...Auth.queryToken, input: Token }, open, ({ token }) => {
    const found = world.tokens.api.get(token ?? "")
    return found === undefined
      ? refuse("token not found")
      : Effect.succeed({ ...ok, _id: found._id, token: tokenInfo(found, found.token) })
  }),
  route(Auth.authmod, open, () =>
    Effect.succeed({
      ...ok,
      name: "screepsmod-auth",
      version: "2.7.2",
      allowRegistration: world.options.serverPassword === undefined,
      steam: true,
      github: false,
      gitlab: false
    })
  ),
  route(Auth.me, signedIn, (_, user) => {
    const account = describe(user)
    if (dialect.kind === "private") return Effect.succeed(account)
    const { blocked: _blocked, ...rest } = account
    const cpuShard = user.cpuShard ?? { [world.options.shards[0]]: user.cpu }
    return Effect.succeed({ ...rest, cpuShard, resources: user.resources })
  })
]
