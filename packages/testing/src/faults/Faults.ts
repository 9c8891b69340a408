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
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { Fault } from "./kinds.ts"
import { gamePath, type Handler } from "../server/router.ts"
import { transform } from "../server/web.ts"

export {
  afterResponse,
  badGateway,
  clockSkew,
  delay,
  drop,
  type Fault,
  fault,
  rateLimited,
  reset,
  respond,
  truncated,
  unauthorized,
  unavailable
} from "./kinds.ts"

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

/** Creates the service without pending faults. */
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
