/** The kinds of faults: each replaces or changes the server's response. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { tooMany } from "../world/state/limits.ts"
import * as pages from "../server/pages.ts"

/**
 * A fault of a request: `inject` makes another response from the server's, which exists once the given effect is run.
 */
export interface Fault {
  /** The fault's name in `Faults.pending`. */
  readonly name: string
  /** Returns the response that the program receives; `answer` lets the server process the request. */
  readonly inject: <E>(answer: Effect.Effect<Response, E>, request: Request) => Effect.Effect<Response, E>
}

/**
 * Creates a custom fault; run `answer` to let the server process the request.
 *
 * **Details**
 *
 * Return `Response.error()` for a connection that breaks off.
 */
export const fault = (name: string, inject: Fault["inject"]): Fault => ({ name, inject })

/** Responds with a Web `Response` in place of the server, which does not receive the request. */
export const respond = (name: string, answer: (request: Request) => Response): Fault =>
  fault(name, (_, request) => Effect.sync(() => answer(request)))

/** Lets the server process the request before the fault happens: the program does not know whether it was processed. */
export const afterResponse = ({ inject, name }: Fault): Fault =>
  fault(`${name} after response`, (answer, request) =>
    Effect.flatMap(answer, (response) => inject(Effect.succeed(response), request))
  )

/** Delays the response. */
export const delay = (by: Duration.Input): Fault =>
  fault(`delay ${Duration.format(Duration.fromInputUnsafe(by))}`, (answer) => Effect.delay(answer, by))

/** Never responds. */
export const drop: Fault = fault("drop", () => Effect.never)

/** Breaks the connection before the server receives the request; with `afterResponse`, before the response arrives. */
export const reset: Fault = respond("reset", () => Response.error())

/** Responds with a 429 as official servers do. */
export const rateLimited = (
  options: {
    /** The wait that the response demands; one second by default. */
    readonly retryAfter?: Duration.Input | undefined
    /** The format of the body; `text` by default. */
    readonly body?: "text" | "JSON" | undefined
    /**
     * Values of the rate headers: the limit, and the end of its window in seconds since 1970; no headers by default.
     */
    readonly headers?: { readonly limit: number; readonly reset: number } | undefined
  } = {}
): Fault =>
  respond("rate limited", (request) => {
    const retryAfter = Duration.toMillis(options.retryAfter ?? "1 second")
    const rate = options.headers
    const headers: Readonly<Record<string, string>> =
      rate === undefined
        ? {}
        : {
            "x-ratelimit-limit": String(rate.limit),
            "x-ratelimit-remaining": "0",
            "x-ratelimit-reset": String(rate.reset)
          }
    const token = request.headers.get("x-token") ?? ""
    return tooMany(token, { headers, retryAfter }, options.body ?? "text")
  })

/** Responds with a 401: the token is unknown to the server. */
export const unauthorized: Fault = respond("unauthorized", pages.unauthorized)

/** Responds with a 502 page, as proxies do whose server is down. */
export const badGateway: Fault = respond("bad gateway", () =>
  pages.text(
    "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n",
    "text/html",
    502
  )
)

/** Responds with a 503, optionally with `Retry-After` in whole seconds. */
export const unavailable = (retryAfter?: Duration.Input): Fault =>
  respond("unavailable", () => {
    const response = pages.text("Service Unavailable", "text/plain", 503)
    if (retryAfter !== undefined) {
      response.headers.set("retry-after", String(Math.ceil(Duration.toSeconds(retryAfter))))
    }
    return response
  })

/** Cuts the response body off in the middle. */
export const truncated: Fault = fault("truncated", (answer) =>
  Effect.flatMap(answer, (response) =>
    Effect.map(
      Effect.promise(() => response.text()),
      (text) => copyOf(response, text.slice(0, text.length >> 1))
    )
  )
)

/**
 * Moves the server's clock ahead, or back with a negative duration: times in the response's headers are shifted.
 *
 * **Details**
 *
 * This affects `Date`, `X-RateLimit-Reset`, and a `Retry-After` that is a date. A response without `Date` gets one
 * from the `Clock`, since all servers send it, and over a port this one is sent; the other headers are only changed,
 * not added.
 */
export const clockSkew = (by: Duration.Input): Fault =>
  fault("clock skew", (answer) =>
    Effect.gen(function* () {
      const response = yield* answer
      const millis = Duration.toMillis(by)
      const headers = new Headers(response.headers)
      if (!headers.has("date")) headers.set("date", new Date(yield* Clock.currentTimeMillis).toUTCString())
      const reset = Number(headers.get("x-ratelimit-reset") ?? Number.NaN)
      if (Number.isFinite(reset)) headers.set("x-ratelimit-reset", String(Math.ceil(reset + millis / 1000)))
      for (const name of ["date", "retry-after"]) {
        const text = headers.get(name) ?? ""
        const at = /^\d*$/.test(text) ? Number.NaN : Date.parse(text)
        if (Number.isFinite(at)) headers.set(name, new Date(at + millis).toUTCString())
      }
      return copyOf(response, response.body, headers)
    })
  )

/** Copies a response with another body or other headers; a broken-off response, or one without a body, keeps none. */
const copyOf = (response: Response, body: BodyInit | null, source = response.headers): Response => {
  if (response.type === "error") return response
  const headers = new Headers(source)
  for (const name of ["content-length", "content-encoding"]) headers.delete(name)
  return new Response(response.body === null ? null : body, { status: response.status, headers })
}
