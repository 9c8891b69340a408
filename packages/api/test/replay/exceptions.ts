/**
 * Recorded requests that no operation repeats: sent raw, refused before sending, or beyond words. Everything that is
 * not named here is asked again by its operation.
 */
import * as Memory from "@screeps-effect/api/Memory"
import type { Call } from "../support/asking.ts"

/** Fields that operations add where a recorded request has none, and why. The clock of tests stands at 1970. */
export const added: Readonly<
  Record<string, { readonly why: string; readonly query: Readonly<Record<string, string>> }>
> = {
  "GET /api/leaderboard/list": {
    why: "servers without seasons ignore them, official ones demand them",
    query: { limit: "10", mode: "world", offset: "0", season: "1970-01" }
  },
  "GET /api/user/overview": {
    why: "the server's own statistic is another one than that of its client",
    query: { interval: "8", statName: "energyControl" }
  },
  "POST /api/game/rooms": {
    why: "rooms are told as digits, not as lists of squares",
    query: { encoded: "true" }
  }
}

/** Operations that are sent once: of their 401s only `unauthorized` speaks of the token. */
export const once: ReadonlyArray<string> = ["POST /api/user/password"]

/** Fields that callers give and servers are never told, and why. */
export const demanded: Readonly<Record<string, { readonly why: string; readonly fields: object }>> = {
  "POST /api/user/clone-branch": {
    why: "callers say that a branch of the new name is overwritten",
    fields: { existing: "overwrite" }
  },
  "POST /api/user/password": {
    why: "callers say that they know the danger",
    fields: { acknowledge: "a wrong old password ends the server" }
  }
}

/** Requests of another door to the same endpoint than its operation. */
export const otherDoors: Readonly<Record<string, { readonly why: string; readonly call: Call }>> = {
  "user/memory-set.path-no-value-deletes": {
    why: "writing nothing deletes: `Memory.set` refuses, `Memory.remove` does it",
    call: Memory.remove({ path: "list" })
  }
}

export const noOperation = "no operation has this method and path"

/** Requests that raw requests can say and operations cannot, and why. */
export const unsayable: Readonly<Record<string, ReadonlyArray<string>>> = {
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
  "tokens travel in headers": [
    "game/auth-me.token-in-query",
    "game/auth-me.underscore-token-in-query",
    "user/auth-me._token-in-query",
    "user/auth-me.token-in-body",
    "user/auth-me.token-in-query"
  ],
  "the fields of a POST travel in its body": [
    "game/auth-signin.query-string",
    "user/auth-signin.query-params",
    "user/post.params-in-query-are-ignored"
  ],
  "the operation takes nothing": ["user/branches.unknown-query-param-ignored"],
  "several segments travel joined by commas, not in several fields": ["user/segment-get.multi-repeat"]
}

/**
 * Requests that servers answer all the same, or would answer but for the account or the mod, though they lack a field
 * that operations demand, have one that they do not know, or one of another kind: how the operation refuses.
 */
export const untypable: Readonly<Record<string, string>> = {
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
  "user/badge-set.no-flip-string-param": "badge.param: Expected number",
  "user/badge-set.noauth": "badge.type: Missing key",
  "user/code-post.ok-wasm": "_hash: Expected no excess property",
  "user/money-history.page-not-a-number": "page: Expected number | undefined",
  "user/segment-set.no-data": "data: Missing key",
  "user/segment-set.null": "data: Expected SegmentText",
  "user/segment-set.string-id": "segment: Expected MemorySegment"
}

/** Requests that a raw request cannot say either: only their answers are read. By what is in the way, and why. */
export const beyond: Readonly<
  Record<string, { readonly why: string; readonly names: ReadonlyArray<string> }>
> = {
  "body of a GET": { why: "GET has no body here", names: ["user/get.params-in-body-are-ignored"] },
  "content type": {
    why: "bodies are JSON and say so",
    names: [
      "game/auth-signin.form-encoded",
      "game/form-encoded-body",
      "user/auth-signin.form-encoded",
      "user/post.form-encoded-body",
      "user/post.json-body-wrong-content-type"
    ]
  },
  "header accept-encoding": {
    why: "what is unpacked on the way is the HTTP client's business",
    names: ["user/gzip-not-offered"]
  },
  "header authorization": {
    why: "a password is told to the sign-in only, never by Basic",
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
  "header if-none-match": { why: "nothing is kept that could be current", names: ["user/etag-304"] },
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
    why: "GET and POST are all methods; the answer is given to a GET",
    names: ["game/head-time", "game/options-preflight", "user/cors-preflight"]
  },
  "token headers": {
    why: "the token travels in both headers, or in none",
    names: [
      "game/auth-me.token-without-x-username",
      "game/auth-me.x-username-arbitrary",
      "user/auth-me.username-is-any-text",
      "user/find.with-token-does-not-rotate"
    ]
  }
}
