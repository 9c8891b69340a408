/**
 * What goes wrong between a program and a server, on demand: late answers, lost ones, wrong ones.
 *
 * **Details**
 *
 * `yield* Faults.next(Game.time, Faults.badGateway)` makes the next request of an operation fail, and the one after
 * it be answered as ever. `TestServer.layer` and `TestServer.layerHttp` provide the service; `Faults.layer` puts it
 * in front of any other HTTP client. What happens to the socket, and to a server as a whole, is scripted with
 * `TestServer.Controls`.
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
 * Which requests are meant: those of an operation, of a path (`/api/game/market/*` is every path that begins so), or
 * all of them with `*`.
 *
 * **Details**
 *
 * Paths are meant as the game knows them, without prefixes such as `/season`.
 */
export type Target = `/${string}` | "*" | { readonly method: string; readonly path: string }

/** A fault that did not happen yet, or not as often as it shall. */
export interface PendingFault {
  /** Method and path, a path, or `*`. */
  readonly target: string
  readonly fault: string
  /** How many requests more. */
  readonly times: number
}

/** Makes requests fail on demand. */
export class Faults extends Context.Service<
  Faults,
  {
    /** Applies a fault to the next matching requests, one by default; after faults that are already queued. */
    readonly next: (target: Target, fault: Fault, times?: number) => Effect.Effect<void>
    /** The faults that wait for their requests, oldest first: none when everything has happened. */
    readonly pending: Effect.Effect<ReadonlyArray<PendingFault>>
    /** Forgets what waits. */
    readonly clear: Effect.Effect<void>
    /** Puts the faults in front of a server that is a function of the Web's own types. */
    readonly wrap: (
      serve: (request: Request) => Effect.Effect<Response>
    ) => (request: Request) => Effect.Effect<Response>
    /** The fault of a request, taken from those that wait; `undefined` for one that shall be answered. */
    readonly take: (method: string, url: string) => Fault | undefined
  }
>()("@screeps-effect/testing/Faults") {}

const nameOf = (target: Target) => (typeof target === "string" ? target : `${target.method} ${target.path}`)

const matches = (target: Target, method: string, path: string): boolean => {
  if (typeof target !== "string") return target.method === method && target.path === path
  return target.endsWith("*") ? path.startsWith(target.slice(0, -1)) : target === path
}

/** Makes the service, with nothing that waits. */
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
 * Puts faults in front of an HTTP client: that of `Fake.layer`, of a recording, or one that asks a real server.
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
 * A request that is repeated counts again: `Faults.next(Game.time, Faults.reset, 2)` affects a call and its first
 * retry. `Infinity` affects all requests, 0 none. Faults of the same requests apply in the order in which they were
 * queued.
 */
export const next = (target: Target, fault: Fault, times?: number): Effect.Effect<void, never, Faults> =>
  Effect.flatMap(Faults, (faults) => faults.next(target, fault, times))

/** The faults that wait for their requests: none when everything has happened. */
export const pending: Effect.Effect<ReadonlyArray<PendingFault>, never, Faults> = Effect.flatMap(
  Faults,
  (faults) => faults.pending
)

/** Forgets the faults that wait. */
export const clear: Effect.Effect<void, never, Faults> = Effect.flatMap(Faults, (faults) => faults.clear)
