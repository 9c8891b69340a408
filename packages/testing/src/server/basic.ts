/** Names and passwords in Basic headers. */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import type { User } from "../world/state/accounts.ts"
import type { Shard } from "../world/state/shard.ts"

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

/**
 * Parses an authorization header as the auth mod of private servers does: `malformed` without a second word or without a
 * colon in it, `undefined` for another scheme and for an empty name or password. The mod cuts a password at its first
 * colon.
 *
 * @internal
 */
export const signInOf = (request: Request): Basic | "malformed" | undefined => {
  const [scheme = "", digits] = (request.headers.get("authorization") ?? "").split(" ")
  if (digits === undefined) return "malformed"
  if (!/basic/i.test(scheme)) return undefined
  const [name = "", password] = Result.getOrElse(Base64.decodeString(digits), () => "").split(":")
  if (password === undefined) return "malformed"
  return name === "" || password === "" ? undefined : { name, password }
}

/** Returns the user with this name and password. @internal */
export const holderOf = (shard: Shard, { name, password }: Basic): User | undefined => {
  const user = shard.accounts.byName(name) ?? shard.accounts.byEmail(name)
  return user?.password !== undefined && user.password === password ? user : undefined
}
