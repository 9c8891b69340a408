/** Rate limits of official servers: requests per API token, counted in fixed windows. */
import * as Endpoints from "@screeps-effect/api/Endpoints"

/** Options for counting and reporting requests. */
export interface Limiting {
  /** Milliseconds by which windows begin after full minutes, hours and days (UTC). */
  readonly phase: number
  /** Whether every response of a limited endpoint has the rate headers, or only a 429. */
  readonly headers: "always" | "only on 429"
  readonly body: "text" | "JSON"
}

const periods = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

interface Rule {
  readonly limit: number
  readonly window: number
}

const global: Rule = { limit: 120, window: periods.minute }

/** Counts by method and path, for endpoints with their own quota. */
const rules: ReadonlyMap<string, Rule> = new Map(
  Endpoints.all.flatMap(({ method, path, quota }) =>
    quota === undefined
      ? []
      : [[`${method} ${path}`, { limit: quota.limit, window: periods[quota.per] }] as const]
  )
)

/** The result for a request: the response's headers, and the wait if the request is rejected. */
interface QuotaResult {
  readonly headers: Readonly<Record<string, string>>
  /** In milliseconds; `undefined` for a request within the limit. */
  readonly retryAfter: number | undefined
}

/** @internal */
export class Limits {
  readonly #counts = new Map<string, { readonly begin: number; used: number }>()

  #count(key: string, { window }: Rule, phase: number, now: number) {
    const begin = Math.floor((now - phase) / window) * window + phase
    const known = this.#counts.get(key)
    if (known?.begin === begin) return known
    const fresh = { begin, used: 0 }
    this.#counts.set(key, fresh)
    return fresh
  }

  /** Counts a request of a token; a rejected one does not count. */
  count(token: string, endpoint: string, { headers, phase }: Limiting, now: number): QuotaResult {
    const all = this.#count(`${token} all`, global, phase, now)
    if (all.used >= global.limit) return { headers: {}, retryAfter: all.begin + global.window - now }
    all.used += 1
    const rule = rules.get(endpoint)
    if (rule === undefined) return { headers: {}, retryAfter: undefined }
    const own = this.#count(`${token} ${endpoint}`, rule, phase, now)
    const isOver = own.used >= rule.limit
    if (!isOver) own.used += 1
    const end = own.begin + rule.window
    const rateHeaders = {
      "x-ratelimit-limit": String(rule.limit),
      "x-ratelimit-remaining": String(rule.limit - own.used),
      "x-ratelimit-reset": String(Math.ceil(end / 1000))
    }
    return {
      headers: isOver || headers === "always" ? rateHeaders : {},
      retryAfter: isOver ? end - now : undefined
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
