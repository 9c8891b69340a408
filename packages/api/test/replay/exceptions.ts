/**
 * Recorded requests that are not replayed by an operation: sent as raw requests, rejected before sending, or not
 * reproducible. All other requests are replayed by their operation.
 */
import * as Memory from "@screeps-effect/api/Memory"
import type { Call } from "../support/calls.ts"

/** Fields that operations add when a recorded request has none, and why. The test clock stands at 1970. */
export const added: Readonly<
  Record<string, { readonly why: string; readonly query: Readonly<Record<string, string>> }>
> = {
  "GET /api/leaderboard/list": {
    why: "servers without seasons ignore them, official ones require them",
    query: { limit: "10", mode: "world", offset: "0", season: "1970-01" }
  },
  "GET /api/user/overview": {
    why: "the server's default statistic differs from that of its own client",
    query: { interval: "8", statName: "energyControl" }
  },
  "POST /api/game/rooms": {
    why: "terrain is requested as digits, not as lists of squares",
    query: { encoded: "true" }
  }
}

/** Operations with neverRetry: of their 401s only `unauthorized` reports a rejected token. */
export const neverRetried: ReadonlyArray<string> = ["POST /api/user/password"]

/** Fields that callers give and that are never sent, and why. */
export const callerOnlyFields: Readonly<Record<string, { readonly why: string; readonly fields: object }>> = {
  "POST /api/user/clone-branch": {
    why: "callers consent to overwriting a branch of the new name",
    fields: { existing: "overwrite" }
  },
  "POST /api/user/password": {
    why: "callers acknowledge the danger",
    fields: { acknowledge: "a wrong old password ends the server" }
  }
}

/** Requests that another function than the endpoint's operation sends. */
export const otherFunctions: Readonly<Record<string, { readonly why: string; readonly call: Call }>> = {
  "user/memory-set.path-no-value-deletes": {
    why: "a write without a value deletes: `Memory.set` rejects it, `Memory.remove` sends it",
    call: Memory.remove({ path: "list" })
  }
}

export const noOperation = "no operation has this method and path"

/** Requests that only raw requests can send, and why. */
export const rawOnly: Readonly<Record<string, ReadonlyArray<string>>> = {
  [noOperation]: [
    "game/auth-platform-ticket.literal",
    "game/auth-signin.get",
    "game/method-not-matching.time-post",
    "game/room-history.official-style-path.no-mod",
    "game/root-html",
    "game/unknown-path",
    "user/absent.GET.auth-tokens",
    "user/absent.GET.console",
    "user/absent.GET.memory-segment",
    "user/absent.GET.notify-prefs",
    "user/absent.GET.tutorial-done",
    "user/server-password.unknown-path",
    "user/unknown-endpoint.get",
    "user/unknown-endpoint.noauth",
    "user/wrong-method"
  ],
  "tokens are sent in headers": [
    "game/auth-me.token-in-query",
    "game/auth-me.underscore-token-in-query",
    "user/auth-me._token-in-query",
    "user/auth-me.token-in-body",
    "user/auth-me.token-in-query"
  ],
  "the fields of a POST are sent in its body": [
    "game/auth-signin.query-string",
    "user/auth-signin.query-params",
    "user/post.params-in-query-are-ignored"
  ],
  "several segments are joined by commas, not sent in several fields": ["user/segment-get.multi-repeat"]
}

/**
 * Requests that servers accept, or would accept with another account or mod, although they lack a field that operations
 * require, or have an unknown or differently typed one: the message with which the operation rejects them.
 */
export const acceptedByServersOnly: Readonly<Record<string, string>> = {
  "game/game-add-object-intent.no-intent-field": "intent: Missing key",
  "game/game-change-flag.unmodded-404": "_id: Missing key",
  "game/game-create-construction.container": "name: Expected string | undefined",
  "game/game-room-status.no-room": "room: Missing key",
  "game/market-orders.no-resource": "resourceType: Missing key",
  "game/market-stats.no-resource": "resourceType: Missing key",
  "user/absent.POST.cpu-shards": "cpu: Missing key",
  "user/absent.POST.decorations-convert": "decorations: Missing key",
  "user/absent.POST.decorations-deactivate": "decorations: Missing key",
  "user/absent.POST.decorations-pixelize": "count: Missing key",
  "user/absent.POST.noratelimit": "recaptcha: Missing key",
  "user/badge-set.no-flip-string-param": "badge.param: Expected number",
  "user/badge-set.noauth": "badge.type: Missing key",
  "user/money-history.page-not-a-number": "page: Expected number | undefined",
  "user/segment-set.no-data": "data: Missing key",
  "user/segment-set.null": "data: Expected SegmentText",
  "user/segment-set.string-id": "segment: Expected MemorySegment"
}

/** Requests that a raw request cannot reproduce either, by cause and reason: only their responses are replayed. */
export const notReproducible: Readonly<
  Record<string, { readonly why: string; readonly names: ReadonlyArray<string> }>
> = {
  "body of a GET": {
    why: "the client sends no body with a GET",
    names: ["user/get.params-in-body-are-ignored"]
  },
  "content type": {
    why: "the client sends JSON only",
    names: [
      "game/auth-signin.form-encoded",
      "game/form-encoded-body",
      "user/auth-signin.form-encoded",
      "user/post.form-encoded-body",
      "user/post.json-body-wrong-content-type"
    ]
  },
  "header accept-encoding": {
    why: "the HTTP client handles compression",
    names: ["user/gzip-not-offered"]
  },
  "header authorization": {
    why: "the client sends a password to the sign-in only, not by HTTP Basic",
    names: [
      "game/auth-signin.basic",
      "user/auth-signin.basic-header",
      "user/auth-signin.basic-wrong",
      "user/code-get.basic-auth-not-for-get",
      "user/code-post.basic-auth",
      "user/code-post.basic-auth-wrong",
      "user/server-password.basic-code-post"
    ]
  },
  "header if-none-match": { why: "the client has no cache", names: ["user/etag-304"] },
  "malformed JSON": {
    why: "bodies are written by JSON.stringify",
    names: [
      "game/auth-signin.bad-json",
      "game/malformed-json-body",
      "user/auth-signin.malformed-json",
      "user/code-post.malformed-json"
    ]
  },
  method: {
    why: "the client sends GET and POST only; the response is returned to a GET",
    names: ["game/head-time", "game/options-preflight", "user/cors-preflight"]
  },
  "token headers": {
    why: "the token is sent in both headers or in none",
    names: [
      "game/auth-me.token-without-x-username",
      "game/auth-me.x-username-arbitrary",
      "user/auth-me.username-is-any-text",
      "user/find.with-token-does-not-rotate"
    ]
  }
}
