/** ETags and conditional requests, as a private server 4.3.0 handles them (recorded). */
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import type { Handler } from "./router.ts"

/** Paths and types whose responses have ETags: error pages and the pages of the socket have none. */
const path = /^\/(?:api|room-history)\//
const type = /^(?:application\/json|image\/svg\+xml)\b/

/** Whether a client has this response already, as its headers say. */
const isKnown = ({ headers, method }: Request, tag: string): boolean => {
  const known = headers.get("if-none-match")
  if (method !== "GET" || known === null || /\bno-cache\b/.test(headers.get("cache-control") ?? ""))
    return false
  const opaque = (one: string) => one.trim().replace(/^W\//, "")
  return known.trim() === "*" || known.split(",").some((one) => opaque(one) === opaque(tag))
}

/** Adds a weak ETag to data, and responds with an empty 304 to a client that has it. @internal */
export const withETags =
  (serve: Handler): Handler =>
  (request) =>
    Effect.gen(function* () {
      const response = yield* serve(request)
      const isTagged =
        path.test(new URL(request.url).pathname) && type.test(response.headers.get("content-type") ?? "")
      if (!isTagged) return response
      const bytes = yield* Effect.promise(() => response.arrayBuffer())
      const digest = yield* Effect.promise(() => crypto.subtle.digest("SHA-1", bytes))
      const hash = Base64.encode(new Uint8Array(digest)).slice(0, 27)
      const headers = new Headers(response.headers)
      const tag = `W/"${bytes.byteLength.toString(16)}-${hash}"`
      headers.set("etag", tag)
      if (!response.ok || !isKnown(request, tag))
        return new Response(bytes, { status: response.status, headers })
      headers.delete("content-type")
      return new Response(null, { status: 304, headers })
    })
