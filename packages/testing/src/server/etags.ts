/** ETags and conditional requests, as a private server 4.3.0 handles them (recorded). */
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import type { Handler } from "./router.ts"

const data = /^(?:application\/json|image\/svg\+xml)\b/

/** Whether a response has an ETag: pages about errors and those of the socket have none, chunks of history are no data by type. */
const isTagged = (pathname: string, { headers, status }: Response): boolean =>
  /^\/room-history\b/.test(pathname)
    ? status !== 404
    : pathname.startsWith("/api/") && data.test(headers.get("content-type") ?? "")

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
      if (!isTagged(new URL(request.url).pathname, response)) return response
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
