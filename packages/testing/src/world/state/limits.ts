/** Rate limits of official servers: requests per API token, counted in fixed windows. */
import * as Endpoints from "@screeps-effect/api/Endpoints"
import type { Quota } from "@screeps-effect/api/Operation"
import { periodSeconds } from "@screeps-effect/schema/RateLimit"

/** Options for counting and reporting requests. */
export interface Limiting {
  /** Milliseconds by which windows begin after full minutes, hours and days (UTC). */
  readonly phase: number
  /**
   * Whether every response has the rate headers, of the endpoint's quota or else of the global one, or only a 429 of an
   * endpoint's quota.
   */
  readonly headers: "always" | "only on 429"
  readonly body: "text" | "JSON"
}

const globalQuota: Quota = { limit: 120, per: "minute" }

/** The requests of one window. */
interface Window {
  readonly begin: number
  readonly end: number
  used: number
}

const rateHeaders = ({ limit }: Quota, { end, used }: Window) => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(limit - used),
  "x-ratelimit-reset": String(Math.ceil(end / 1000))
})

/** The result for a request: the response's headers, and the wait if the request is rejected. */
interface QuotaResult {
  readonly headers: Readonly<Record<string, string>>
  /** In milliseconds; `undefined` for a request within the limit. */
  readonly retryAfter: number | undefined
}

/** @internal */
export class Limits {
  readonly #counts = new Map<string, Window>()

  #count(key: string, { per }: Quota, phase: number, now: number) {
    const window = 1000 * periodSeconds(per)
    const begin = Math.floor((now - phase) / window) * window + phase
    const known = this.#counts.get(key)
    if (known?.begin === begin) return known
    const fresh: Window = { begin, end: begin + window, used: 0 }
    this.#counts.set(key, fresh)
    return fresh
  }

  /** Counts a request of a token; a rejected one does not count. */
  count(
    token: string,
    { method, path }: { readonly method: string; readonly path: string },
    { headers, phase }: Limiting,
    now: number
  ): QuotaResult {
    const all = this.#count(`${token} all`, globalQuota, phase, now)
    if (all.used >= globalQuota.limit) return { headers: {}, retryAfter: all.end - now }
    all.used += 1
    const quota = Endpoints.find(method, path)?.quota
    if (quota === undefined) {
      const reported = headers === "always" ? rateHeaders(globalQuota, all) : {}
      return { headers: reported, retryAfter: undefined }
    }
    const own = this.#count(`${token} ${method} ${path}`, quota, phase, now)
    const isOver = own.used >= quota.limit
    if (!isOver) own.used += 1
    return {
      headers: isOver || headers === "always" ? rateHeaders(quota, own) : {},
      retryAfter: isOver ? own.end - now : undefined
    }
  }
}

/** Returns a 429 response; its text contains the beginning of the token, as on real servers. @internal */
export const tooMany = (
  token: string,
  { headers, retryAfter }: QuotaResult,
  body: Limiting["body"]
): Response => {
  const link = `https://screeps.com/a/#!/account/auth-tokens/noratelimit?token=${token.slice(0, 8)}`
  const text = `Rate limit exceeded, retry after ${retryAfter}ms or disable rate limiting using this link: ${link}`
  return body === "JSON"
    ? Response.json({ error: text }, { status: 429, headers })
    : new Response(text, {
        status: 429,
        headers: { "content-type": "text/plain; charset=utf-8", ...headers }
      })
}
