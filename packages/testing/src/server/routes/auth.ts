/** Signing in, registration, and API tokens. */
import * as Auth from "@screeps-effect/api/Auth"
import type { ApiToken } from "@screeps-effect/api/Auth"
import * as AuthTokens from "@screeps-effect/api/AuthTokens"
import * as Register from "@screeps-effect/api/Register"
import { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { badgeOf, nameOf, type User, isEmail, isNpcName } from "../../world/state/accounts.ts"
import type { ApiToken as Stored } from "../../world/state/tokens.ts"
import { type Basic, signInOf, holderOf } from "../basic.ts"
import type { Dialect, RouteContext } from "../dialect.ts"
import { badRequest, signInRefused, crashed, moved, notFound, text } from "../pages.ts"
import { anything, awaitStorage, hash, maybeText, ok, refuse, texts, values } from "./words.ts"
import { open, route, type Route } from "../router.ts"

const Ticket = Schema.Struct({ ticket: maybeText, useNativeAuth: anything })

/** How an official server refuses a sign-in without a solved captcha is not known. */
const noCaptcha = "invalid params"

/** Whether a server needs a captcha and got none; every text counts as solved. */
const lacksCaptcha = ({ kind }: Dialect, recaptcha: unknown): boolean =>
  kind === "official" && (typeof recaptcha !== "string" || recaptcha === "")

/** Returns a name and a password unless one is empty; a number is nobody's name or password. */
const filled = (name: unknown, password: unknown): Basic | undefined => {
  const [first, second] = [name, password].map((one) => (typeof one === "number" ? String(one) : one))
  return typeof first === "string" && first !== "" && typeof second === "string" && second !== ""
    ? { name: first, password: second }
    : undefined
}

const mailOf = ({ email }: User) => (email === undefined ? {} : { email })

const describe = (user: User): typeof Auth.Me.Type => ({
  ...ok,
  _id: user._id,
  ...nameOf(user),
  ...mailOf(user),
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
export const auth = ({ dialect, signedIn, shard }: RouteContext): ReadonlyArray<Route> => [
  route(values(Auth.signIn, "email", "password", "recaptcha"), open, (sent, _, { now, request, url }) => {
    const { email, password, recaptcha } = sent
    if (lacksCaptcha(dialect, recaptcha)) return refuse(noCaptcha)
    const query = url.searchParams
    const basic = filled(email, password) ?? filled(query.get("email"), query.get("password"))
    const header = basic === undefined ? signInOf(request) : undefined
    const named = basic ?? header
    const user = typeof named === "object" ? holderOf(shard, named) : undefined
    if (user !== undefined) {
      return { ...ok, token: Redacted.make(shard.tokens.issue(user, now)) }
    }
    return Effect.fail(basic === undefined ? badRequest() : signInRefused())
  }),
  route({ ...Auth.steamTicket, input: Ticket }, open, ({ ticket, useNativeAuth }, _, { now }) => {
    if (useNativeAuth === true) return refuse("authentication method is not supported")
    const steamid = ticket === undefined ? undefined : shard.accounts.tickets.get(ticket)
    if (steamid === undefined) {
      return refuse(
        dialect.kind === "official"
          ? "could not authenticate"
          : "TypeError: Cannot read properties of undefined (reading 'apply')"
      )
    }
    const user = shard.accounts.bySteam(steamid)
    const token = Redacted.make(shard.tokens.issue(user, now))
    return {
      ...ok,
      token,
      steamid,
      ...(dialect.kind === "official" ? { ...nameOf(user), ...mailOf(user) } : {})
    }
  }),
  route(texts(Auth.queryToken, "token"), open, ({ token }) => {
    const found = shard.tokens.api.get(token ?? "")
    return found === undefined
      ? refuse("token not found")
      : { ...ok, _id: found._id, token: tokenInfo(found, found.token) }
  }),
  route(Auth.authmod, open, () => ({
    ...ok,
    name: "screepsmod-auth",
    version: "2.7.2",
    allowRegistration: shard.options.serverPassword === undefined,
    steam: true,
    github: false,
    gitlab: false
  })),
  ...(dialect.mods.has("screepsmod-auth") ? inBrowsers : []),
  route(Auth.me, signedIn, (_, user) => {
    const account = describe(user)
    if (dialect.kind === "private") return account
    const { blocked: _blocked, ...rest } = account
    const cpuShard = user.cpuShard ?? { [shard.options.shards[0]]: user.cpu }
    return {
      ...rest,
      cpuShard,
      ...(user.cpuShardUpdatedTime === undefined
        ? {}
        : { cpuShardUpdatedTime: Millis.make(user.cpuShardUpdatedTime) }),
      resources: user.resources,
      runtime: { legacyVm: user.legacyVm },
      github: {}
    }
  })
]

const noSteam = "InternalOpenIDError: Failed to discover OP endpoint URL"
const noClient = "TypeError: OAuth2Strategy requires a clientID option"

/** In place of the mod's form, which does not belong to us. */
const noForm =
  "<!DOCTYPE html>\n<title>Set Password</title>\n<p>Send POST /api/user/password: this server has no form.</p>\n"

/** Routes serve a path with a slash at its end, too. */
const isFolder = (pathname: string) => pathname.endsWith("/")

/** Pages of the auth mod: it fails without Steam within reach and without settings of GitHub and GitLab. */
const inBrowsers: ReadonlyArray<Route> = [
  ["/api/auth/steam", () => crashed(noSteam)] as const,
  ["/api/auth/steam/return", () => crashed(noSteam)] as const,
  ...["github", "gitlab"].flatMap((name) => [
    [`/api/auth/${name}`, () => crashed(noClient)] as const,
    [`/api/auth/${name}/return`, () => crashed(`Error: Unknown authentication strategy "${name}"`)] as const
  ]),
  [
    "/authmod",
    ({ pathname }: URL) => (isFolder(pathname) ? notFound("GET", pathname) : moved("/authmod/"))
  ] as const,
  [
    "/authmod/password",
    ({ pathname }: URL) =>
      isFolder(pathname) ? text(noForm, "text/html; charset=UTF-8") : moved("/authmod/password/")
  ] as const
].map(([path, answer]) => ({ method: "GET", path, answer: (_, url) => Effect.sync(() => answer(url)) }))

/** What the auth mod reads: fields of any values, none of which it checks. */
const Registration = Schema.Record(Schema.String, Schema.Unknown)

const isModules = Schema.is(CodeModules)
/** The error of a name that is not text. */
const noLowerCase = (username: unknown) =>
  username === undefined || username === null
    ? `TypeError: Cannot read properties of ${username} (reading 'toLowerCase')`
    : "TypeError: body.username.toLowerCase is not a function"

/** @internal */
export const register = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, shard } = context
  const { accounts } = shard
  const isTaken = (username: string, email: unknown) =>
    accounts.byName(username) !== undefined ||
    isNpcName(username) ||
    (typeof email === "string" && email !== "" && accounts.byEmail(email) !== undefined)
  const modded = dialect.mods.has("screepsmod-auth")
  return [
    route(
      { ...Register.submit, input: Registration },
      open,
      ({ email, modules, password, recaptcha, username }) => {
        if (lacksCaptcha(dialect, recaptcha)) return refuse(noCaptcha)
        if (typeof username !== "string") return Effect.fail(crashed(noLowerCase(username)))
        if (shard.options.serverPassword !== undefined) {
          return refuse("Registration is automatically disabled. A server password has been set.")
        }
        if (isTaken(username, email)) return refuse("Error: User already exists\n    at register.js:46:24")
        return Effect.gen(function* () {
          const hashed = yield* hash(Register.submit, password)
          yield* awaitStorage(context)
          accounts.register({
            username,
            password: hashed,
            email: typeof email === "string" ? email : undefined,
            modules: isModules(modules) ? modules : undefined
          })
          return ok
        })
      }
    ),
    route(texts(Register.checkEmail, "email"), open, ({ email }) => {
      if (modded) {
        const isFree = email !== undefined && accounts.byEmail(email) === undefined
        return isFree ? ok : refuse("User Exists")
      }
      if (email === undefined || !isEmail(email)) return refuse("invalid email")
      return accounts.byEmail(email.toLowerCase()) === undefined ? ok : refuse("exists")
    }),
    route(texts(Register.checkUsername, "username"), open, ({ username }) => {
      if (modded) {
        const isFree = username !== undefined && accounts.byName(username) === undefined
        return isFree ? ok : refuse("User Exists")
      }
      if (username === undefined) return refuse("invalid username")
      return accounts.byNameIgnoringCase(username) === undefined ? ok : refuse("exists")
    }),
    route(values(Register.setUsername, "username", "email"), signedIn, ({ email, username }, user) => {
      if (email !== undefined && !isEmail(email)) return refuse("invalid email")
      if (user.username !== "") return refuse("username already set")
      const isName = typeof username === "string" && /^[a-zA-Z0-9_-]{3,}$/.test(username)
      if (!isName || accounts.byNameIgnoringCase(username) !== undefined) return refuse("invalid username")
      user.username = username
      if (email !== undefined) user.email = email.toLowerCase()
      return dialect.updated(1)
    })
  ]
}

const Removal = Schema.Struct({ tokenId: Schema.String })
const Solved = Schema.Struct({ token: Schema.String, recaptcha: Schema.String })

/** Duration in milliseconds for which rate limits are lifted. */
const lifted = 2 * 60 * 60 * 1000

/** Returns an API token as the server describes it. */
const tokenInfo = ({ _id, noRatelimitUntil, scope }: Stored, text: string): typeof ApiToken.Type => ({
  _id,
  token: Redacted.make(text),
  full: scope.full,
  ...(scope.description === undefined ? {} : { description: scope.description }),
  ...(scope.full
    ? {}
    : {
        endpoints: scope.endpoints ?? [],
        websockets: scope.websockets ?? [],
        ...(scope.memorySegments === undefined ? {} : { memorySegments: scope.memorySegments })
      }),
  ...(noRatelimitUntil === undefined ? {} : { noRatelimitUntil: Millis.make(noRatelimitUntil) })
})

/** Masks a token after its first eight characters. */
const masked = (token: string) => `${token.slice(0, 8)}-****-****-****-************`

const names = (chosen: object | undefined): ReadonlyArray<string> =>
  Object.entries(chosen ?? {}).flatMap(([name, isChosen]) => (isChosen === true ? [name] : []))

/** @internal */
export const tokens = ({ signedIn, shard }: RouteContext): ReadonlyArray<Route> => {
  const of = (user: { readonly _id: string }) =>
    [...shard.tokens.api.values()].filter((token) => token.user._id === user._id)
  return [
    route(AuthTokens.list, signedIn, (_, user) => ({
      ...ok,
      tokens: of(user).map((one) => tokenInfo(one, masked(one.token)))
    })),
    route(AuthTokens.create, signedIn, (wanted, user) => {
      const { description, endpoints, memorySegments, type, websockets } = wanted
      const segments = (memorySegments ?? "") === "" ? undefined : memorySegments?.split(",")
      const scope =
        type === "full"
          ? { full: true, description }
          : {
              full: false,
              description,
              endpoints: names(endpoints),
              websockets: names(websockets),
              memorySegments: segments
            }
      return { ...ok, token: Redacted.make(shard.tokens.grant(user, scope).token) }
    }),
    route({ ...AuthTokens.remove, input: Removal }, signedIn, ({ tokenId }, user) => {
      for (const { _id, token } of of(user)) if (_id === tokenId) shard.tokens.api.delete(token)
      return ok
    }),
    // Any token can be named by who solved the captcha: the page needs no sign-in.
    route({ ...AuthTokens.noratelimit, input: Solved }, open, ({ recaptcha, token: prefix }, _, { now }) => {
      const found = [...shard.tokens.api.values()].find(({ token }) => token.startsWith(prefix))
      if (found === undefined) return refuse("token not found")
      if (recaptcha === "") return refuse(noCaptcha)
      found.noRatelimitUntil = now + lifted
      return ok
    })
  ]
}
