/** Servers that fail transiently. */
import * as Effect from "effect/Effect"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { type Handler, type ReceivedRequest, type Fake, fake } from "./fake.ts"

const page = (status: number, title: string) =>
  new Response(`<html><head><title>${title}</title></head><body>nginx</body></html>`, {
    status,
    headers: { "content-type": "text/html" }
  })

/** Closes the connection before a response. */
export const closeConnection: Handler = ({ url }: ReceivedRequest) =>
  Effect.fail(
    new HttpClientError.HttpClientError({
      reason: new HttpClientError.TransportError({
        request: HttpClientRequest.get(url),
        cause: new Error("other side closed")
      })
    })
  )

/** Transient failures, by name. */
export const transientFailures: Readonly<Record<string, Handler>> = {
  "a closed connection": closeConnection,
  "a timeout": () => Effect.never,
  "a status 500": () => new Response("Internal Server Error", { status: 500 }),
  "a page with status 502": () => page(502, "502 Bad Gateway"),
  "a page with status 503": () => page(503, "503 Service Unavailable"),
  "a status 503 with an error": () => Response.json({ error: "busy" }, { status: 503 }),
  "a status 504": () => new Response("", { status: 504 })
}

/** A response that every operation of these tests accepts. */
export const okResponse = (): Response => Response.json({ ok: 1, time: 5, status: "normal", timestamp: 5 })

/** A server that fails for the first `requests` requests and then succeeds; with `Infinity` it always fails. */
export const failingServer = (
  requests: number,
  how: Handler = () => page(503, "503"),
  then: Handler = okResponse
): Fake => {
  let left = requests
  return fake((received) => (left-- > 0 ? how(received) : then(received)))
}

/** The milliseconds between requests. */
export const waits = ({ requests }: Fake): ReadonlyArray<number> =>
  requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))
