/** Differences between the two kinds of servers: authentication, results of database writes, endpoints, rate limits. */
import type { AnyOperation } from "@screeps-effect/api/Operation"
import type { DbInsert } from "@screeps-effect/schema/DbInsert"
import type { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import type { DbUpsert } from "@screeps-effect/schema/DbUpsert"
import * as Millis from "@screeps-effect/schema/Millis"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type Limiting, tooMany } from "../world/state/limits.ts"
import { unauthorized } from "./pages.ts"
import { bodyLimitsOf, fieldsOf } from "./bodies.ts"
import type { Incoming, Gate, Handler } from "./router.ts"
import type { User } from "../world/state/accounts.ts"
import { field, textOf } from "../world/state/fields.ts"
import type { ApiToken, TokenOwner } from "../world/state/tokens.ts"
import type { Shard } from "../world/state/shard.ts"

/** The kinds of servers. @internal */
export type Kind = "private" | "official"

/** Name and password of the map tool's user. @internal */
export interface MapToolUser {
  readonly user?: string | undefined
  readonly password: string
}

/** One kind of server with its mods. @internal */
export interface Dialect {
  readonly kind: Kind
  /** Mods of a private server. */
  readonly mods: ReadonlySet<string>
  /** The map tool's user. */
  readonly mapTool: MapToolUser | undefined
  /** Whether overlapping changes of one record overwrite each other. */
  readonly losesWrites?: boolean | undefined
  /** Whether some runs perform the queue of console lines and writes to Memory in reverse. */
  readonly reordersConsole?: boolean | undefined
  /** The response to a write that changed this many records. */
  readonly updated: (matched: number) => DbUpdate
  /** The response to a write that created a record. */
  readonly inserted: (id: ObjectId) => DbInsert
  /** The response to a write that created a record, or changed one when no id is given. */
  readonly upserted: (created?: ObjectId) => DbUpsert
}

/** @internal */
export const make = (kind: Kind, mods: Iterable<string>, mapTool?: MapToolUser): Dialect =>
  kind === "private"
    ? {
        kind,
        mods: new Set(mods),
        mapTool,
        updated: (matched) => ({ ok: 1, ...(matched === 0 ? {} : { modified: matched }) }),
        inserted: (_id) => ({ ok: 1, _id }),
        upserted: (created) => ({ ok: 1, ...(created === undefined ? { modified: 1 } : { inserted: 1 }) })
      }
    : {
        kind,
        mods: new Set(),
        mapTool,
        updated: (matched) => ({ ok: 1, result: { n: matched, nModified: matched } }),
        inserted: (_id) => ({ ok: 1, result: { n: 1 }, insertedCount: 1, insertedIds: [_id] }),
        upserted: (created) => ({
          ok: 1,
          result:
            created === undefined
              ? { n: 1, nModified: 1 }
              : { n: 1, nModified: 0, upserted: [{ index: 0, _id: created }] }
        })
      }

/** Whether a server of this dialect has the endpoint. @internal */
export const has = ({ kind, mods }: Dialect, operation: Pick<AnyOperation, "provenance" | "mod">): boolean =>
  operation.provenance[kind] !== "absent" &&
  (kind === "official" || operation.mod === undefined || mods.has(operation.mod))

/**
 * Options for quirks of a server and its socket. The defaults match a private server 4.3.0 as far as a correct program can
 * observe.
 *
 * **Source** recorded from a server 4.3.0.
 */
export interface Quirks {
  /**
   * Whether changes of one record that overlap in time overwrite each other, as on private servers, which read a record,
   * change it and write it back: of several flags created in a room at once only some are kept, although every
   * response is `ok: 1`, and a name registered several times at once gets several accounts. `true` by default, `false`
   * on official servers, of which it is not known.
   */
  readonly loseConcurrentWrites?: boolean | undefined
  /**
   * Whether about half of the runs of players' scripts perform their console lines and writes to Memory in reverse, as on
   * private servers: both are one queue, which their storage returns in either order. A write below a key that another
   * write of the same tick creates then fails, and what follows it is lost. Which runs do so follows from the world's
   * seed, the user and the tick. `true` by default, `false` on official servers, of which it is not known.
   */
  readonly reorderConsole?: boolean | undefined
  /**
   * Whether connections that are not signed in receive any user's console, cpu, code and message events, as on private
   * servers; `false` by default.
   */
  readonly allowAnonymousUserChannels?: boolean | undefined
  /** How many rooms of an account are sent per tick; 2 by default. */
  readonly roomsPerAccount?: number | undefined
  /**
   * Minimum time between two ticks whose rooms, maps, Memory and cpu are sent; none by default, 200 milliseconds on
   * real servers. Ticks in between are skipped, not sent later.
   */
  readonly throttle?: Duration.Input | undefined
  /**
   * Whether plain frames of other channels overtake compressed ones after a client requested `gzip`; `false` by
   * default. Compressed frames then wait for all other frames of the tick, and for ticks that pass meanwhile; each
   * channel keeps its order. Real servers compress several frames at a time in no certain order.
   */
  readonly reorderCompressed?: boolean | undefined
}

/** The quirks of a socket, with all defaults. @internal */
export const socketQuirks = (quirks: Quirks = {}) => ({
  allowAnonymousUserChannels: quirks.allowAnonymousUserChannels ?? false,
  roomsPerAccount: quirks.roomsPerAccount ?? 2,
  reorderCompressed: quirks.reorderCompressed ?? false,
  /** In milliseconds. */
  throttle: quirks.throttle === undefined ? 0 : Duration.toMillis(Duration.fromInputUnsafe(quirks.throttle))
})

/** @internal */
export type SocketQuirks = ReturnType<typeof socketQuirks>

/** Paths of the auth mod, which must match exactly. */
const whole = new Set(["/api/auth/signin", "/api/user/password", "/api/authmod"])

/**
 * Returns the game's path of a URL. Official worlds have prefixes; private servers ignore letter case, a trailing
 * slash, and mostly a doubled slash in the middle.
 *
 * @internal
 */
export const pathOf = (kind: Kind, { pathname }: URL): string => {
  if (kind === "official") return pathname.replace(/^\/(?:ptr|season)(?=\/)/, "")
  const path = pathname.replace(/(?<=[^/])\/$/, "").toLowerCase()
  const single = path.replaceAll(/(?<=[^/])\/\/(?=[^/])/g, "/")
  return whole.has(single) ? path : single
}

/** Returns the token of a request, from its headers, query or body. @internal */
const tokenOf = (kind: Kind, request: Request, url: URL, sent?: unknown): string | undefined => {
  const header = request.headers.get("x-token") ?? ""
  if (kind === "official") return header === "" ? (url.searchParams.get("_token") ?? undefined) : header
  // Private servers also require a non-empty user name beside it.
  if (header !== "" && (request.headers.get("x-username") ?? "") !== "") return header
  const query = Object.fromEntries(url.searchParams)
  const found = [query, sent].find(
    (place) => textOf(place, "token") !== "" && textOf(place, "username") !== ""
  )
  return found === undefined ? undefined : textOf(found, "token")
}

/** Returns the user of a valid token; only official servers have API tokens. @internal */
export const tokenOwner = (
  shard: Shard,
  kind: Kind,
  token: string | undefined,
  now: number
): TokenOwner | undefined => {
  const held = token === undefined ? undefined : shard.tokens.holder(token, now)
  return held?.api !== undefined && kind === "private" ? undefined : held
}

/** Whether an API token's scope allows a request; scopes name market endpoints without `/game`. */
const admits = ({ scope }: ApiToken, { request, sent, url }: Incoming): boolean => {
  if (scope.full) return true
  // In the seasonal world, restricted tokens work for the socket only.
  if (url.pathname.startsWith("/season/")) return false
  const path = pathOf("official", url)
  const names = [
    `${request.method} ${path}`,
    `${request.method} ${path.replace("/api/game/market", "/api/market")}`
  ]
  if (!names.some((name) => (scope.endpoints ?? []).includes(name))) return false
  const segments = scope.memorySegments ?? []
  if (path !== "/api/user/memory-segment" || segments.length === 0) return true
  return String(field(sent, "segment"))
    .split(",")
    .every((segment) => segments.includes(segment))
}

/** Admits requests with a valid token. Responses carry a new session token; an API token stays. @internal */
const signedIn = (shard: Shard, { kind }: Dialect): Gate<User> => ({
  admit: (incoming) => {
    const held = tokenOwner(
      shard,
      kind,
      tokenOf(kind, incoming.request, incoming.url, incoming.sent),
      incoming.now
    )
    return held !== undefined && (held.api === undefined || admits(held.api, incoming))
      ? Effect.succeed(held.user)
      : Effect.fail(unauthorized())
  },
  seal: (user, response, { now, request, sent, url }) =>
    Effect.sync(() => {
      const held = tokenOwner(shard, kind, tokenOf(kind, request, url, sent), now)
      // Official servers may send the header, but empty, in responses to API tokens.
      response.headers.set("x-token", held?.api === undefined ? shard.tokens.issue(user, now) : "")
      return response
    })
})

/** Counts requests with API tokens, and rejects those above the limit. @internal */
export const limited =
  (shard: Shard, limiting: Limiting, serve: Handler): Handler =>
  (request) =>
    Effect.gen(function* () {
      const url = new URL(request.url)
      const now = yield* Millis.now
      const api = tokenOwner(shard, "official", tokenOf("official", request, url), now)?.api
      if (api === undefined || (api.noRatelimitUntil ?? 0) > now) return yield* serve(request)
      const endpoint = { method: request.method, path: pathOf("official", url) }
      const result = shard.limits.count(api.token, endpoint, limiting, now)
      if (result.retryAfter !== undefined) return tooMany(api.token, result, limiting.body)
      const response = yield* serve(request)
      for (const [name, value] of Object.entries(result.headers)) response.headers.set(name, value)
      return response
    })

/** Returns the shard that a request names in its query or body. @internal */
export const shardOf = (request: Request, url: URL): Effect.Effect<string | undefined> => {
  const named = url.searchParams.get("shard")
  if (named !== null || request.method !== "POST") return Effect.succeed(named ?? undefined)
  return fieldsOf(request.clone(), bodyLimitsOf(pathOf("official", url))).pipe(
    Effect.map((sent) => textOf(sent, "shard") || undefined),
    Effect.catch(() => Effect.succeed(undefined))
  )
}

/** The shard and the dialect for which routes are built. @internal */
export interface RouteContext {
  readonly shard: Shard
  readonly dialect: Dialect
  /** Admits signed-in users. */
  readonly signedIn: Gate<User>
}

/** @internal */
export const context = (shard: Shard, dialect: Dialect): RouteContext => ({
  shard,
  dialect,
  signedIn: signedIn(shard, dialect)
})
