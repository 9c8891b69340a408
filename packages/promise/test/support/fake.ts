/** Servers that record requests and respond by a function, on a test's clock. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as TestClock from "effect/testing/TestClock"

/** A request as the server receives it. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: URL
  readonly token: string | undefined
  /** The text of the body; empty when there is none. */
  readonly body: string
  /** When it was sent, by the test's clock. */
  readonly at: number
  readonly signal: AbortSignal
}

export type Handler = (
  request: ReceivedRequest
) => Response | Effect.Effect<Response, HttpClientError.HttpClientError>

export interface Fake {
  readonly http: HttpClient.HttpClient
  readonly requests: ReadonlyArray<ReceivedRequest>
}

/** A server that responds by a function. */
export const fake = (handler: Handler): Fake => {
  const requests: Array<ReceivedRequest> = []
  const http = HttpClient.make((request, url, signal) =>
    Effect.gen(function* () {
      const { body, headers, method } = request
      const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
      const at = yield* Clock.currentTimeMillis
      const one = { method, url, token: headers["x-token"], body: text, at, signal }
      requests.push(one)
      const response = handler(one)
      return HttpClientResponse.fromWeb(request, Effect.isEffect(response) ? yield* response : response)
    })
  )
  return { http, requests }
}

/** The methods and paths of the requests. */
export const lines = ({ requests }: Fake) => requests.map(({ method, url }) => `${method} ${url.pathname}`)

/** The milliseconds between requests. */
export const waits = ({ requests }: Fake) =>
  requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))

/** Closes the connection before a response. */
export const closeConnection: Handler = ({ url }) =>
  Effect.fail(
    new HttpClientError.HttpClientError({
      reason: new HttpClientError.TransportError({
        request: HttpClientRequest.get(url),
        cause: new Error("other side closed")
      })
    })
  )

/** Failures after which a request may have been executed. */
export const transientFailures: ReadonlyArray<Handler> = [
  closeConnection,
  () => Effect.never,
  () => new Response("Internal Server Error", { status: 500 }),
  () => new Response("<html><title>502 Bad Gateway</title></html>", { status: 502 }),
  () => Response.json({ error: "busy" }, { status: 503 })
]

/** A server that fails for the first request. */
export const failingServer = (how: Handler): Fake => {
  let failed = false
  return fake((request) => {
    if (failed) return Response.json({ ok: 1, status: "normal" })
    failed = true
    return how(request)
  })
}

/** A private server with the account of alice: a sign-in takes 100 ms, and a restart ends all tokens. */
export const serverWithTokens = () => {
  const tokens = new Set<string>()
  let signIns = 0
  const server = fake(({ body, token, url }) => {
    if (url.pathname !== "/api/auth/signin") {
      return token !== undefined && tokens.has(token)
        ? Response.json({ ok: 1, status: "normal" })
        : Response.json({ error: "unauthorized" }, { status: 401 })
    }
    if (!body.includes('"correct-password"')) return new Response("Unauthorized", { status: 401 })
    const issued = `token-${++signIns}`
    tokens.add(issued)
    return Effect.delay(
      Effect.sync(() => Response.json({ ok: 1, token: issued })),
      "100 millis"
    )
  })
  return { ...server, restart: () => tokens.clear(), signIns: () => signIns }
}

/** One turn of the event loop, in which promises settle. */
const settle = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

/** Runs an effect to its end while the clock advances, in at most 1000 steps of `step` milliseconds. */
export const within = <A, E, R>(effect: Effect.Effect<A, E, R>, step: number): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    for (let steps = 0; steps < 1000; steps++) {
      yield* settle
      if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
      yield* TestClock.adjust(step)
    }
    return yield* Effect.die(new Error("the effect does not end within 1000 steps"))
  })
