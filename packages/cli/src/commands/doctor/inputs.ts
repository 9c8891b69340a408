/** Inputs of operations, made from what the server returns about itself and the account. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Catalogue from "@screeps-effect/api/Catalogue"
import { Credentials } from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import { month } from "@screeps-effect/api/Leaderboard"
import * as Messages from "@screeps-effect/api/Messages"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import { Server } from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import * as Message from "@screeps-effect/schema/Message"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as TokenInfo from "@screeps-effect/schema/TokenInfo"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { fieldsOf } from "../call/field.ts"
import type { Permissions } from "./report.ts"

/** Values by the names of the fields that take them; a field without a value is absent. */
export type Known = ReadonlyMap<string, unknown>

/** Fails only if the server cannot be reached at all. */
const reached = <A>(call: Effect.Effect<A, ScreepsError, ScreepsClient>) =>
  Effect.matchEffect(call, {
    onFailure: (error) =>
      error.reason._tag === "Unreachable" || error.reason._tag === "TimedOut"
        ? Effect.fail(error)
        : Effect.undefined,
    onSuccess: (value) => Effect.succeed<A | undefined>(value)
  })

/** Returns what was requested, or `undefined` after a failure. */
const orUndefined = <A>(call: Effect.Effect<A, ScreepsError, ScreepsClient>) =>
  Effect.map(Effect.option(call), Option.getOrUndefined)

/** Returns the permissions of the API token of an official server; `undefined` when they are unknown. */
const tokenInfo = Effect.gen(function* () {
  const { current: method } = yield* Credentials
  const { kind } = yield* Server
  if (method._tag !== "Token" || kind === "private") return undefined
  return (yield* orUndefined(Auth.queryToken({ token: method.token })))?.token
})

/** Returns permissions without the token and its description. */
const permissionsOf = (token: TokenInfo.TokenInfo, now: number): Permissions => ({
  full: token.full === true,
  endpoints: Catalogue.entries().flatMap(({ method, path }) =>
    (method === "GET" || method === "POST") && TokenInfo.allows(token, method, path)
      ? [`${method} ${path}`]
      : []
  ),
  websockets: (["console", "rooms"] as const).filter((group) => TokenInfo.allowsChannel(token, group)),
  segments: token.memorySegments?.length ?? 0,
  isUnlimited: (token.noRatelimitUntil ?? 0) > now
})

/** Returns the account, also where `GET /api/auth/me` fails; `undefined` when it is unknown. */
const account = Effect.fnUntraced(function* (isValidToken: boolean) {
  const { current: method } = yield* Credentials
  if (method._tag === "Guest") return undefined
  const me = yield* Effect.matchEffect(User.whoAmI(), {
    onFailure: (error) =>
      // Without a valid account, every other operation would fail for the same reason. A restricted token may be valid.
      error.reason._tag === "Unauthorized" && !isValidToken ? Effect.fail(error) : Effect.undefined,
    onSuccess: ({ _id, username }) => Effect.succeed({ id: _id, username })
  })
  if (me !== undefined || method._tag !== "Password") return me
  const { username } = method
  const found = yield* orUndefined(User.find({ username }))
  return { id: found?.user._id, username }
})

/** Returns a room of the account, and the shard if the server names it. */
const startRoom = Effect.gen(function* () {
  const [named = ""] = (yield* orUndefined(User.worldStartRoom()))?.room ?? []
  const [room = "", shard] = named.split("/").toReversed()
  return RoomName.is(room) ? { room, shard } : undefined
})

/** Returns the first tick of a chunk of history that is old enough to be stored. */
const firstTick = (kind: "private" | "official", time: number | undefined, ownSize: unknown) => {
  const size = kind === "official" ? 100 : ownSize
  if (time === undefined || typeof size !== "number" || size < 1) return undefined
  return Math.max(0, Math.floor(time / size) - 5) * size
}

/** What is known before the operations are called. */
export interface Gathered {
  readonly known: Known
  readonly token: Permissions | undefined
}

/** Requests the values of fields and the permissions of the token. Fails if the server is unreachable or rejects the account. */
export const gather = (
  given: RoomName.RoomName | undefined
): Effect.Effect<Gathered, ScreepsError, ScreepsClient | Credentials | Server> =>
  Effect.gen(function* () {
    const server = yield* Server
    const { current: method } = yield* Credentials
    const version = yield* reached(Game.version())
    const info = yield* tokenInfo
    const user = yield* account(info !== undefined)
    const isGuest = method._tag === "Guest"
    const start = isGuest ? undefined : yield* startRoom
    const shard = server.shard ?? start?.shard
    const time = (yield* orUndefined(Game.time({ shard })))?.time
    const tick = firstTick(server.kind, time, version?.serverData?.historyChunkSize)
    const [latest] = isGuest ? [] : ((yield* orUndefined(Messages.index()))?.messages ?? [])
    const now = yield* Clock.currentTimeMillis
    const values: Readonly<Record<string, unknown>> = {
      id: user?.id,
      userId: user?.id,
      username: user?.username,
      respondent: latest === undefined ? user?.id : Message.respondent(latest),
      room: given ?? start?.room,
      shard,
      tick,
      time: tick,
      interval: 8,
      mode: "world",
      season: month(now),
      resourceType: "H",
      segment: 0,
      path: "screeps",
      email: "doctor@screeps.invalid",
      // Private servers may log addresses, and the token is a part of this one.
      token: method._tag === "Token" && server.kind === "official" ? method.token : undefined
    }
    return {
      known: new Map(Object.entries(values).filter(([, value]) => value !== undefined)),
      token: info && permissionsOf(info, now)
    }
  })

/** Returns the values of fields that have another meaning in one operation. */
const exceptions = (path: string, known: Known): Readonly<Record<string, unknown>> => {
  if (path === "/api/register/check-username") return { username: "ScreepsDoctor" }
  // Either a name or an id is accepted.
  return path === "/api/user/find" && known.has("username") ? { id: undefined } : {}
}

/** The input of an operation, or the required fields whose values are not known. */
interface Prepared {
  readonly input: Readonly<Record<string, unknown>>
  readonly missing: ReadonlyArray<string>
}

/** Makes the input of an operation. */
export const prepare = (
  { input, path, shard }: Pick<AnyOperation, "input" | "path" | "shard">,
  known: Known
): Prepared => {
  const fields = fieldsOf(input)
  const values = { ...Object.fromEntries(known), ...exceptions(path, known) }
  const names = [...fields.map(({ name }) => name), ...(shard === "none" ? [] : ["shard"])]
  return {
    input: Object.fromEntries(
      names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))
    ),
    missing: fields.flatMap(({ isRequired, name }) =>
      isRequired && values[name] === undefined ? [name] : []
    )
  }
}
