/** Tokens: short-lived ones of sessions, and API tokens with scopes, which live until they are removed. */
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { User } from "./accounts.ts"
import type { Ids } from "./ids.ts"

/** Milliseconds that a session's token lives; use does not prolong it. @internal */
const sessionLife = 60_000

/** What an API token may be used for: everything, or what is named. @internal */
export interface Scope {
  readonly full: boolean
  readonly description?: string | undefined
  /** `GET /api/user/name` … */
  readonly endpoints?: ReadonlyArray<string> | undefined
  /** `console`, `rooms`. */
  readonly websockets?: ReadonlyArray<string> | undefined
  /** None named: all. */
  readonly memorySegments?: ReadonlyArray<string> | undefined
}

/** @internal */
export interface ApiToken {
  readonly _id: ObjectId
  readonly token: string
  readonly user: User
  readonly scope: Scope
  /** Until when the token is not limited, in milliseconds. */
  noRatelimitUntil: number | undefined
}

/** Who a token speaks for; `api` is the API token itself, `undefined` for a session's. @internal */
export interface TokenOwner {
  readonly user: User
  readonly api: ApiToken | undefined
}

/** @internal */
export class Tokens {
  readonly #ids: Ids
  readonly #sessions = new Map<string, { readonly user: User; readonly expires: number }>()
  readonly api = new Map<string, ApiToken>()

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** A new token of a session. */
  issue(user: User, now: number): string {
    // The oldest come first: those that are over are forgotten.
    for (const [old, { expires }] of this.#sessions) {
      if (expires > now) break
      this.#sessions.delete(old)
    }
    const token = this.#ids.session()
    this.#sessions.set(token, { user, expires: now + sessionLife })
    return token
  }

  /** A new API token. */
  grant(user: User, scope: Scope): ApiToken {
    const granted: ApiToken = {
      _id: this.#ids.object(),
      token: this.#ids.uuid(),
      user,
      scope,
      noRatelimitUntil: undefined
    }
    this.api.set(granted.token, granted)
    return granted
  }

  /** Who a token speaks for now. */
  holder(token: string, now: number): TokenOwner | undefined {
    const api = this.api.get(token)
    if (api !== undefined) return { user: api.user, api }
    const held = this.#sessions.get(token)
    if (held !== undefined && held.expires <= now) this.#sessions.delete(token)
    return held !== undefined && held.expires > now ? { user: held.user, api: undefined } : undefined
  }

  /** Ends all sessions, as a restart without its storage does; API tokens stay. */
  expireSessions() {
    this.#sessions.clear()
  }
}
