/** Servers that are not well. */
import * as Effect from "effect/Effect"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { type Answer, type Asked, type Fake, fake } from "./fake.ts"

const page = (status: number, title: string) =>
  new Response(`<html><head><title>${title}</title></head><body>nginx</body></html>`, {
    status,
    headers: { "content-type": "text/html" }
  })

/** The connection is closed before an answer comes. */
export const hangUp: Answer = ({ url }: Asked) =>
  Effect.fail(
    new HttpClientError.HttpClientError({
      reason: new HttpClientError.TransportError({
        request: HttpClientRequest.get(url),
        cause: new Error("other side closed")
      })
    })
  )

/** Failures that may pass, by what one sees. */
export const passing: Readonly<Record<string, Answer>> = {
  "a closed connection": hangUp,
  "no answer in time": () => Effect.never,
  "a status 500": () => new Response("Internal Server Error", { status: 500 }),
  "a page with status 502": () => page(502, "502 Bad Gateway"),
  "a page with status 503": () => page(503, "503 Service Unavailable"),
  "a status 503 with an error": () => Response.json({ error: "busy" }, { status: 503 }),
  "a status 504": () => new Response("", { status: 504 })
}

/** What every operation of these tests takes for an answer. */
export const fine = (): Response => Response.json({ ok: 1, time: 5, status: "normal", timestamp: 5 })

/** A server that is sick for so many requests, and well then; `Infinity`: for ever. */
export const sick = (requests: number, how: Answer = () => page(503, "503"), then: Answer = fine): Fake => {
  let left = requests
  return fake((asked) => (left-- > 0 ? how(asked) : then(asked)))
}

/** How long the server was left alone between requests, in milliseconds. */
export const waits = ({ asked }: Fake): ReadonlyArray<number> =>
  asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0))
