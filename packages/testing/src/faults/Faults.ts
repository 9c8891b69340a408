/**
 * Network faults on demand: delayed, lost and wrong responses.
 *
 * **Details**
 *
 * `yield* Faults.next(Game.time, Faults.badGateway)` makes the next request of an operation fail; the one after it
 * gets the server's response again. `TestServer.layer` and `TestServer.layerHttp` provide the service; `Faults.layer`
 * puts it in front of any other HTTP client. `TestServer.Controls` scripts what happens to the socket and to the
 * server as a whole.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpClient from "effect/http/HttpClient"
import * as pages from "../server/pages.ts"
import { gamePath, type Handler, transform } from "../server/router.ts"
import { tooMany } from "../world/state/limits.ts"

/**
 * Selects requests: those of an operation, of a path (`/api/game/market/*` is every path with this prefix), or all
 * requests with `*`.
 *
 * **Details**
 *
 * Paths are the game's own, without prefixes such as `/season`.
 */
export type Target = `/${string}` | "*" | { readonly method: string; readonly path: string }

/** A fault that waits for its requests. */
export interface PendingFault {
  /** Method and path, a path, or `*`. */
  readonly target: string
  /** Name of the fault. */
  readonly fault: string
  /** How many more requests it affects. */
  readonly times: number
}

/** Makes requests fail on demand. */
export class Faults extends Context.Service<
  Faults,
  {
    /** Applies a fault to the next matching requests, one by default, after faults that are already queued. */
    readonly next: (target: Target, fault: Fault, times?: number) => Effect.Effect<void>
    /** The pending faults, oldest first; empty when all of them have happened. */
    readonly pending: Effect.Effect<ReadonlyArray<PendingFault>>
    /** Removes all pending faults. */
    readonly clear: Effect.Effect<void>
    /** Applies the faults to a server that is a function of Web types. */
    readonly wrap: (
      serve: (request: Request) => Effect.Effect<Response>
    ) => (request: Request) => Effect.Effect<Response>
    /** Takes the fault for a request from the queue; `undefined` for a request without a fault. */
    readonly take: (method: string, url: string) => Fault | undefined
  }
>()("@screeps-effect/testing/Faults") {}

const nameOf = (target: Target) => (typeof target === "string" ? target : `${target.method} ${target.path}`)

const matches = (target: Target, method: string, path: string): boolean => {
  if (typeof target !== "string") return target.method === method && target.path === path
  return target.endsWith("*") ? path.startsWith(target.slice(0, -1)) : target === path
}

/** Creates the service without pending faults. @internal */
export const make: Effect.Effect<Faults["Service"]> = Effect.sync(() => {
  let queue: Array<{ readonly target: Target; readonly fault: Fault; times: number }> = []
  const take = (method: string, url: string) => {
    const path = gamePath(new URL(url))
    const entry = queue.find(({ target }) => matches(target, method, path))
    if (entry === undefined) return undefined
    entry.times -= 1
    if (entry.times <= 0) queue = queue.filter((one) => one !== entry)
    return entry.fault
  }
  return {
    take,
    next: (target, fault, times = 1) =>
      Effect.sync(() => {
        if (times > 0) queue.push({ target, fault, times })
      }),
    pending: Effect.sync(() =>
      queue.map(({ fault, times, target }) => ({ target: nameOf(target), fault: fault.name, times }))
    ),
    clear: Effect.sync(() => void (queue = [])),
    wrap:
      (serve): Handler =>
      (request) =>
        Effect.suspend(() => {
          const fault = take(request.method, request.url)
          return fault === undefined ? serve(request) : fault.inject(serve(request), request)
        })
  }
})

/**
 * Applies faults to an HTTP client: that of `Fake.layer`, of a recording, or of a real server.
 */
export const layer = <E, R>(
  client: Layer.Layer<HttpClient.HttpClient, E, R>
): Layer.Layer<HttpClient.HttpClient | Faults, E, R> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const faults = yield* make
      const http = transform(yield* HttpClient.HttpClient, (request) => {
        const fault = faults.take(request.method, request.url)
        return fault === undefined ? undefined : fault.inject
      })
      return Context.make(HttpClient.HttpClient, http).pipe(Context.add(Faults, faults))
    })
  ).pipe(Layer.provide(client))

/**
 * Applies a fault to the next matching requests, one by default.
 *
 * **Details**
 *
 * A retry is a request of its own: `Faults.next(Game.time, Faults.reset, 2)` affects a call and its first retry.
 * `Infinity` affects all requests, 0 none. Faults of the same requests apply in the order in which they were queued.
 */
export const next = (target: Target, fault: Fault, times?: number): Effect.Effect<void, never, Faults> =>
  Effect.flatMap(Faults, (faults) => faults.next(target, fault, times))

/** Returns the pending faults; empty when all of them have happened. */
export const pending: Effect.Effect<ReadonlyArray<PendingFault>, never, Faults> = Effect.flatMap(
  Faults,
  (faults) => faults.pending
)

/** Removes all pending faults. */
export const clear: Effect.Effect<void, never, Faults> = Effect.flatMap(Faults, (faults) => faults.clear)

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
  Effect.flatMap(answer, (response) => {
    if (response.type === "error" || response.body === null) return Effect.succeed(response)
    const { status } = response
    const headers = new Headers(response.headers)
    for (const name of ["content-length", "content-encoding"]) headers.delete(name)
    return Effect.map(
      Effect.promise(() => response.text()),
      (text) => new Response(text.slice(0, text.length >> 1), { status, headers })
    )
  })
)
