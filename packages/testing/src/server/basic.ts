/** Names and passwords in Basic headers, as the auth mod of private servers reads them. */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import type { User } from "../world/state/accounts.ts"
import type { World } from "../world/state/world.ts"

/** The name or mail address, and the password, of a sign-in. @internal */
export interface Basic {
  readonly name: string
  readonly password: string
}

/** Parses a Basic header; `undefined` without one. @internal */
export const basicOf = (request: Request): Basic | undefined => {
  const [, digits] = /^Basic (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? []
  if (digits === undefined) return undefined
  const [name = "", ...password] = Result.getOrElse(Base64.decodeString(digits), () => "").split(":")
  return { name, password: password.join(":") }
}

/** Returns the user with this name and password. @internal */
export const holderOf = (world: World, { name, password }: Basic): User | undefined => {
  const user = world.accounts.byName(name) ?? world.accounts.byEmail(name)
  return user?.password !== undefined && user.password === password ? user : undefined
}
