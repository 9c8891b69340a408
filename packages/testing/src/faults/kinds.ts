/** The kinds of faults: each makes another answer of the one that a server would give. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { tooMany } from "../world/state/limits.ts"
import * as pages from "../server/pages.ts"

/**
 * A fault of a request: `inject` makes another response of the one that the server would return once it is run.
 */
export interface Fault {
  /** What it is called where faults are listed. */
  readonly name: string
  readonly inject: <E>(answer: Effect.Effect<Response, E>, request: Request) => Effect.Effect<Response, E>
}

/**
 * A fault of one's own; run `answer` to let the server do what it is asked.
 *
 * **Details**
 *
 * `Response.error()` stands for a connection that breaks off.
 */
export const fault = (name: string, inject: Fault["inject"]): Fault => ({ name, inject })

/** Answers in the server's place with a response of the Web's own; the server is not asked. */
export const respond = (name: string, answer: (request: Request) => Response): Fault =>
  fault(name, (_, request) => Effect.sync(() => answer(request)))

/** The server does what it is asked, and only then the fault happens: the program cannot know. */
export const afterResponse = ({ inject, name }: Fault): Fault =>
  fault(`${name} after response`, (answer, request) =>
    Effect.flatMap(answer, (response) => inject(Effect.succeed(response), request))
  )

/** The answer comes later. */
export const delay = (by: Duration.Input): Fault =>
  fault(`delay ${Duration.format(Duration.fromInputUnsafe(by))}`, (answer) => Effect.delay(answer, by))

/** No answer ever comes. */
export const drop: Fault = fault("drop", () => Effect.never)

/** The connection breaks off before the server is asked; with `after response`, before its answer has come. */
export const reset: Fault = respond("reset", () => Response.error())

/** A 429, as official servers write it. */
export const rateLimited = (
  options: {
    /** How long the server asks to wait; a second by default. */
    readonly retryAfter?: Duration.Input | undefined
    /** How it is written; `text` by default. */
    readonly body?: "text" | "JSON" | undefined
    /** The rate headers, which only limits of an endpoint bring: the limit, and when its window ends, in seconds. */
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

/** A 401: the server does not know the token. */
export const unauthorized: Fault = respond("unauthorized", pages.unauthorized)

/** A page with status 502, as proxies write it whose server is gone. */
export const badGateway: Fault = respond("bad gateway", () =>
  pages.text(
    "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n",
    "text/html",
    502
  )
)

/** A 503, optionally with `Retry-After` in whole seconds. */
export const unavailable = (retryAfter?: Duration.Input): Fault =>
  respond("unavailable", () => {
    const response = pages.text("Service Unavailable", "text/plain", 503)
    if (retryAfter !== undefined) {
      response.headers.set("retry-after", String(Math.ceil(Duration.toSeconds(retryAfter))))
    }
    return response
  })

/** The answer is cut off in its middle. */
export const truncated: Fault = fault("truncated", (answer) =>
  Effect.flatMap(answer, (response) =>
    Effect.map(
      Effect.promise(() => response.text()),
      (text) => copyOf(response, text.slice(0, text.length >> 1))
    )
  )
)

/**
 * The server's clock is ahead, or behind with a negative time: the moments in the headers of its answer are wrong.
 *
 * **Details**
 *
 * These are `Date`, `X-RateLimit-Reset`, and `Retry-After` where it is a date. An answer without `Date` is given one
 * by the `Clock`, since all servers send it, and over a port it is the one that arrives; the others stay away when
 * they are not there.
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

/** A response with another body or other headers; one that breaks off, or has no body, stays without. */
const copyOf = (response: Response, body: BodyInit | null, told = response.headers): Response => {
  if (response.type === "error") return response
  const headers = new Headers(told)
  for (const name of ["content-length", "content-encoding"]) headers.delete(name)
  return new Response(response.body === null ? null : body, { status: response.status, headers })
}
