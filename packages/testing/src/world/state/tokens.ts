/**
 * Session tokens, which expire, and API tokens with scopes, which are valid until removed. Unlike ids they are random: a
 * world may be served on a port, where a token that can be guessed is an open door.
 */
import * as Hex from "effect/encoding/Hex"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { User } from "./accounts.ts"
import type { Ids } from "./ids.ts"

/** Milliseconds until a session token of a private server 4.3.0 expires; use does not prolong it. */
const sessionLife = 60_000

/** Permissions of an API token: everything, or the listed ones. @internal */
export interface Scope {
  readonly full: boolean
  readonly description?: string | undefined
  /** Such as `GET /api/user/name`. */
  readonly endpoints?: ReadonlyArray<string> | undefined
  /** `console`, `rooms`. */
  readonly websockets?: ReadonlyArray<string> | undefined
  /** Empty for all. */
  readonly memorySegments?: ReadonlyArray<string> | undefined
}

/** @internal */
export interface ApiToken {
  readonly _id: ObjectId
  readonly token: string
  readonly user: User
  readonly scope: Scope
  /** End of the time without rate limits, in milliseconds since 1970. */
  noRatelimitUntil: number | undefined
}

/** The user of a token, and its API token; `api` is `undefined` for a session token. @internal */
export interface TokenOwner {
  readonly user: User
  readonly api: ApiToken | undefined
}

const randomHex = (bytes: number) => Hex.encode(crypto.getRandomValues(new Uint8Array(bytes)))

/** Returns a UUID of version 4; its first eight digits are random, which 429 responses contain. */
const uuid = () => randomHex(16).replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-")

/** @internal */
export class Tokens {
  readonly #ids: Ids
  readonly #sessions = new Map<string, { readonly user: User; readonly expires: number }>()
  readonly api = new Map<string, ApiToken>()

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** Issues a session token: 40 hex digits, as the auth mod's. */
  issue(user: User, now: number): string {
    const token = randomHex(20)
    this.open(token, user, now, sessionLife)
    return token
  }

  /** Makes a session token valid for a number of milliseconds. */
  open(token: string, user: User, now: number, life: number) {
    // The oldest come first: expired ones are removed.
    for (const [old, { expires }] of this.#sessions) {
      if (expires > now) break
      this.#sessions.delete(old)
    }
    this.#sessions.set(token, { user, expires: now + life })
  }

  /** Creates an API token. */
  grant(user: User, scope: Scope, text = uuid()): ApiToken {
    const granted: ApiToken = {
      _id: this.#ids.object(),
      token: text,
      user,
      scope,
      noRatelimitUntil: undefined
    }
    this.api.set(granted.token, granted)
    return granted
  }

  /** Returns the user of a token that is valid now. */
  holder(token: string, now: number): TokenOwner | undefined {
    const api = this.api.get(token)
    if (api !== undefined) return { user: api.user, api }
    const held = this.#sessions.get(token)
    if (held !== undefined && held.expires <= now) this.#sessions.delete(token)
    return held !== undefined && held.expires > now ? { user: held.user, api: undefined } : undefined
  }

  /** Expires all sessions, like a restart that loses its storage; API tokens stay valid. */
  expireSessions() {
    this.#sessions.clear()
  }
}
