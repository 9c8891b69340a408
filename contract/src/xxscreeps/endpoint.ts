/** Endpoints of xxscreeps: who calls, and the responses that they share. */
import type { AnyOperation } from "@screeps-effect/api/Operation"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Effect from "effect/Effect"
import type { User } from "../../../packages/testing/src/world/state/accounts.ts"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"
import { defaultLimits, fieldsOf } from "../../../packages/testing/src/server/bodies.ts"
import { basicOf } from "../../../packages/testing/src/server/basic.ts"
import { refusal, text as page, unauthorized } from "../../../packages/testing/src/server/pages.ts"
import type { Route } from "../../../packages/testing/src/server/router.ts"
import { type Fields, read, type Values } from "./fields.ts"

const plain = "text/plain; charset=utf-8"

/** The response to everything unknown: paths, users, rooms, branches. */
export const notFound = (): Response => page("Not Found", plain, 404)

/** The response to what the server's rules reject, without a reason. */
export const broken = (): Response => page("", plain, 500)

export const ok = (fields: object = {}): Response => Response.json({ ok: 1, ...fields })

export const invalid = (): Response => refusal("invalid")

/** Finds an account as the server does: names ignore letter case, `-` and `_`. */
export const userNamed = ({ accounts }: Shard, username: string): User | undefined => {
  const wanted = canonical(username)
  if (wanted === "") return undefined
  return [...accounts.all.values()].find((user) => canonical(user.username) === wanted)
}

const canonical = (username: string): string => username.toLowerCase().replaceAll(/[-_ ]/g, "")

/** Finds an account by name or address. */
export const userOf = (shard: Shard, nameOrAddress: string): User | undefined =>
  nameOrAddress.includes("@")
    ? shard.accounts.byEmail(nameOrAddress.toLowerCase())
    : userNamed(shard, nameOrAddress)

/** Who calls: a player, a guest, or nobody that the server knows. */
export type Caller = User | "guest" | undefined

/** Returns who calls: by Basic authorization or token; a user name beside the token is ignored. */
export const callerOf = (shard: Shard, request: Request, now: number): Caller => {
  const token = request.headers.get("x-token") ?? ""
  if (token === "guest") return "guest"
  const held = token === "" ? undefined : shard.tokens.holder(token, now)
  if (held !== undefined && held.api === undefined) return held.user
  const basic = token === "" ? basicOf(request) : undefined
  const user = basic === undefined ? undefined : userOf(shard, basic.name)
  return user?.password !== undefined && user.password === basic?.password ? user : undefined
}

/** A response, or an effect with one. */
export type Answer = Response | Effect.Effect<Response>

/** One call of an endpoint. */
export interface Call {
  readonly caller: Caller
  readonly now: number
  readonly request: Request
  /** The fields as sent. */
  readonly sent: unknown
  /** Responds to a player; guests get 404 unless there is a response for them, all others 401. */
  readonly player: (answer: (user: User) => Answer, guest?: () => Answer) => Answer
}

const makeCall = (shard: Shard, request: Request, sent: unknown, now: number): Call => {
  const caller = callerOf(shard, request, now)
  return {
    caller,
    now,
    request,
    sent,
    player: (answer, guest = notFound) => {
      if (caller === undefined) return unauthorized()
      return caller === "guest" ? guest() : answer(caller)
    }
  }
}

/** Returns the fields of a query; repeated ones are lists. */
const queryOf = ({ searchParams }: URL): unknown =>
  Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    })
  )

/** Creates the endpoints of one world. */
export const endpoints =
  (shard: Shard) =>
  /** Creates one endpoint; fields are checked before the caller is. */
  <F extends Fields>(
    { method, path }: Pick<AnyOperation, "method" | "path">,
    fields: F,
    answer: (input: Values<F>, call: Call) => Answer
  ): Route => ({
    method,
    path,
    answer: (request, url) =>
      Effect.gen(function* () {
        const now = yield* Millis.now
        const sent = method === "GET" ? queryOf(url) : yield* fieldsOf(request, defaultLimits)
        const input = read(fields, sent)
        if (input === undefined) return invalid()
        const result = answer(input, makeCall(shard, request, sent, now))
        return result instanceof Response ? result : yield* result
      }).pipe(
        // Malformed and too large bodies.
        Effect.catch(() => Effect.succeed(broken()))
      )
  })

export type Endpoint = ReturnType<typeof endpoints>
