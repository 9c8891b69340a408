/** Registration. */
import * as Register from "@screeps-effect/api/Register"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { crashed } from "../pages.ts"
import { open, route, type Route } from "../router.ts"
import { isEmail } from "../../world/state/accounts.ts"
import { has, ok, refuse } from "./words.ts"

const Email = Schema.Struct({ email: Schema.optional(Schema.String) })
const Username = Schema.Struct({ username: Schema.optional(Schema.String) })
const NewName = Schema.Struct({
  username: Schema.optional(Schema.Unknown),
  email: Schema.optional(Schema.Unknown)
})

/** @internal */
export const register = ({ dialect, signedIn, world }: RouteContext): ReadonlyArray<Route> => {
  const { accounts } = world
  const modded = dialect.mods.has("screepsmod-auth")
  return [
    route(
      Register.submit,
      open,
      ({ email, modules, password, username }) => {
        if (world.options.serverPassword !== undefined) {
          return refuse("Registration is automatically disabled. A server password has been set.")
        }
        const taken = accounts.byName(username) ?? (email === undefined ? undefined : accounts.byEmail(email))
        if (taken !== undefined) return refuse("Error: User already exists\n    at register.js:46:24")
        accounts.register({ username, password: Redacted.value(password), email, modules })
        return Effect.succeed(ok)
      },
      (sent) => {
        if (!has(sent, "password"))
          throw new Error("A registration without a password crashes a real server: send a password.")
        return crashed("TypeError: Cannot read properties of undefined (reading 'toLowerCase')")
      }
    ),
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
