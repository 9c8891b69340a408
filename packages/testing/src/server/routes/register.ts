/** Registration. */
import * as Register from "@screeps-effect/api/Register"
import { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { crashed } from "../pages.ts"
import { open, route, type Route } from "../router.ts"
import { hash } from "../passwords.ts"
import { isEmail, isNpcName } from "../../world/state/accounts.ts"
import { awaitStorage, ok, refuse } from "./words.ts"

/** What the auth mod reads: fields of any values, none of which it checks. */
const Registration = Schema.Record(Schema.String, Schema.Unknown)

const isModules = Schema.is(CodeModules)
/** The error of a name that is not text. */
const noLowerCase = (username: unknown) =>
  username === undefined || username === null
    ? `TypeError: Cannot read properties of ${username} (reading 'toLowerCase')`
    : "TypeError: body.username.toLowerCase is not a function"

const Email = Schema.Struct({ email: Schema.optional(Schema.String) })
const Username = Schema.Struct({ username: Schema.optional(Schema.String) })
const NewName = Schema.Struct({
  username: Schema.optional(Schema.Unknown),
  email: Schema.optional(Schema.Unknown)
})

/** @internal */
export const register = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, world } = context
  const { accounts } = world
  const isTaken = (username: string, email: unknown) =>
    accounts.byName(username) !== undefined ||
    isNpcName(username) ||
    (typeof email === "string" && email !== "" && accounts.byEmail(email) !== undefined)
  const modded = dialect.mods.has("screepsmod-auth")
  return [
    route({ ...Register.submit, input: Registration }, open, ({ email, modules, password, username }) => {
      if (typeof username !== "string") return Effect.fail(crashed(noLowerCase(username)))
      if (world.options.serverPassword !== undefined) {
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
    }),
    route({ ...Register.checkEmail, input: Email }, open, ({ email }) => {
      if (modded) {
        const isFree = email !== undefined && accounts.byEmail(email) === undefined
        return isFree ? Effect.succeed(ok) : refuse("User Exists")
      }
      if (email === undefined || !isEmail(email)) return refuse("invalid email")
      return accounts.byEmail(email.toLowerCase()) === undefined ? Effect.succeed(ok) : refuse("exists")
    }),
    route({ ...Register.checkUsername, input: Username }, open, ({ username }) => {
      if (modded) {
        const isFree = username !== undefined && accounts.byName(username) === undefined
        return isFree ? Effect.succeed(ok) : refuse("User Exists")
      }
      if (username === undefined) return refuse("invalid username")
      return accounts.byNameIgnoringCase(username) === undefined ? Effect.succeed(ok) : refuse("exists")
    }),
    route({ ...Register.setUsername, input: NewName }, signedIn, ({ email, username }, user) => {
      if (email !== undefined && !isEmail(email)) return refuse("invalid email")
      if (user.username !== "") return refuse("username already set")
      const isName = typeof username === "string" && /^[a-zA-Z0-9_-]{3,}$/.test(username)
      if (!isName || accounts.byNameIgnoringCase(username) !== undefined) return refuse("invalid username")
      user.username = username
      if (email !== undefined) user.email = email.toLowerCase()
      return Effect.succeed(dialect.updated(1))
    })
  ]
}
