/**
 * Events of a client and its server: sign-ins, new tokens, rate limits and responses.
 *
 * **Details**
 *
 * `stream` of the service is for listeners that read at their own pace, `OnEvent` for functions that run synchronously
 * within the call. Every layer of a client provides both. Events are created only while there are listeners. They can be
 * logged as they are: possible secrets are `Redacted`.
 *
 * **Source** `Drift` is this SDK's own; the other events are the specification's.
 */
import type { Kind } from "@screeps-effect/schema/Decoder"
import type * as RateLimitState from "@screeps-effect/schema/RateLimit"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { Method } from "./client/Request.ts"
import { type Additive, additive, concatenate, settingsOf } from "./client/settings.ts"
import * as Broadcast from "./broadcast.ts"

/**
 * The client is about to be signed in, or to be signed out because the server rejected its token.
 *
 * **Details**
 *
 * A client with an API token is always signed in and never emits this event. A sign-in emits `Auth`, then `Token`.
 */
export class Auth extends Data.TaggedClass("Auth")<{
  /** Whether the client is signed in from now on. */
  readonly authenticated: boolean
}> {}

/**
 * A rate limit is exhausted: the server returned a 429, or the next call has to wait or fails without being sent.
 *
 * **Details**
 *
 * Every 429 emits an event. Waiting calls emit one event in all, until a call has been sent without waiting.
 */
export class RateLimit extends Data.TaggedClass("RateLimit")<{
  /** The quota: `global`, or method and path such as `GET /api/user/code`. */
  readonly limitKey: string
  /** HTTP method of the request that received the 429 or waits. */
  readonly method: Method
  /** Path of that request, without the query. */
  readonly path: string
  /** Number of times that the request was sent again after a 429; 0 at the first attempt. */
  readonly retries: number
  /** State of the quota; `undefined` when its limit is unknown. */
  readonly state: RateLimitState.RateLimit | undefined
  /** How long to wait until the next request may be sent. */
  readonly retryAfter: Duration.Duration
  /** Whether the server returned a 429; `false` when nothing was sent. */
  readonly refused: boolean
}> {}

/** A response was received, with any status: also of a sign-in, and of a request that will be retried. */
export class Response extends Data.TaggedClass("Response")<{
  /** HTTP method of the request. */
  readonly method: Method
  /** Path of the request, without the query. */
  readonly path: string
  /** HTTP status. */
  readonly status: number
  /** Headers by their names in lower case; values not known to be harmless are redacted. */
  readonly headers: { readonly [name: string]: string | Redacted.Redacted }
  /** The body as received; redacted, since it may contain tokens, mail addresses, code or Memory. */
  readonly text: Redacted.Redacted
  /** When the response was received, in milliseconds since 1970. */
  readonly at: number
}> {}

/** A response was received: the `Response` event together with the parameters of its request. */
export class ResponseResult extends Data.TaggedClass("ResponseResult")<{
  /** The same event that was emitted for the response alone. */
  readonly response: Response
  /** Fields of the request's query and body; values not known to be harmless are redacted. */
  readonly parameters: { readonly [field: string]: unknown }
}> {}

/** A new token is about to be used: from a sign-in, or from the header of a response. */
export class Token extends Data.TaggedClass("Token")<{
  /** The new session token. */
  readonly token: Redacted.Redacted
}> {}

/**
 * A response or a socket payload was decoded without a part that differs from its schema.
 *
 * **Details**
 *
 * The part is absent from the result: a key, or a whole entry of a list or map. Published once per response for each
 * path and kind of difference; it contains no value of the response. See `ScreepsClient.Strictness`.
 */
export class Drift extends Data.TaggedClass("Drift")<{
  /** Method and path of the operation (`GET /api/user/code`), or the kind of the channel (`Room`). */
  readonly source: string
  /** Path of the part: `user.badge`, `list[].price`, `shards{}.cpu`; without the indexes and keys of entries. */
  readonly path: string
  /** Expected type, such as `string` or `Badge`. */
  readonly expected: string
  /** Kind of the value that was found. */
  readonly found: Kind
  /** Number of occurrences in this response. */
  readonly count: number
}> {}

/** An event of a client and its server. */
export type Event = Auth | Drift | RateLimit | Response | ResponseResult | Token

/**
 * A function that receives events, synchronously. One that returns an effect or a promise is no listener: nothing would
 * run it or wait for it.
 */
// A plain `void` would accept functions with any result.
export type Listener = (event: Event) => void | undefined

/**
 * Functions that receive every event within the call, before the change takes effect; none by default.
 *
 * **Details**
 *
 * A `Context.Reference`: provide it to a client with `Layer.provide(Layer.succeed(ScreepsEvents.OnEvent, […]))`, to one
 * call with `Effect.provideService`: the client's functions run first, then the call's (`ScreepsClient.replace` drops the
 * client's). An error that one throws is logged and does not affect the call.
 *
 * **Gotchas**
 *
 * The call waits for the functions: keep them short, and run effects from the `stream`. A sign-in is shared by several calls, and its events are passed to
 * the functions of the call that started it.
 */
export const OnEvent: Additive<ReadonlyArray<Listener>> = additive(
  "@screeps-effect/api/ScreepsEvents/OnEvent",
  { defaultValue: (): ReadonlyArray<Listener> => [], combine: concatenate }
)

/** The events of a client and its server. */
export class ScreepsEvents extends Context.Service<
  ScreepsEvents,
  {
    /**
     * Emits the events that happen while the stream runs. A listener more than 256 events behind misses the oldest
     * ones, and a logged warning says how many; calls never wait for listeners.
     */
    readonly stream: Stream.Stream<Event>
    /** Publishes events, which are created only if there are listeners: for other code that sends requests. */
    readonly publish: (...events: ReadonlyArray<() => Event>) => Effect.Effect<void>
  }
>()("@screeps-effect/api/ScreepsEvents") {}

/** An event with its number, from which a listener detects missed events. */
interface Numbered {
  readonly event: Event
  readonly number: number
}

/** Creates the service that publishes events. */
export const make: Effect.Effect<ScreepsEvents["Service"]> = Effect.gen(function* () {
  const client = yield* Effect.context()
  const published = Broadcast.make<Numbered>()
  let count = 0

  const deliver = (event: Event, hooks: ReadonlyArray<Listener>) => {
    const publish = Effect.sync(() => published.publish({ event, number: ++count }))
    const run = (hook: Listener) =>
      Effect.catchDefect(
        Effect.sync(() => hook(event)),
        (defect) => Effect.logError("the ScreepsEvents.OnEvent function failed", defect)
      )
    return Effect.andThen(Effect.forEach(hooks, run, { discard: true }), publish)
  }

  const stream = Effect.gen(function* () {
    const received = yield* published.listen
    const before = count
    return Stream.mapAccumEffect(
      received,
      () => before,
      (last, { event, number }) => {
        const missed = number - last - 1
        const next = [number, [event]] as const
        if (missed === 0) return Effect.succeed(next)
        return Effect.as(Effect.logWarning(`a slow listener of ScreepsEvents missed ${missed} events`), next)
      }
    )
  })

  return ScreepsEvents.of({
    stream: Stream.unwrap(stream),
    publish: (...events) =>
      Effect.contextWith((own) => {
        const hooks = settingsOf(client, own)(OnEvent)
        if (hooks.length === 0 && published.listeners.size === 0) return Effect.void
        return Effect.forEach(events, (make) => deliver(make(), hooks), { discard: true })
      })
  })
})

/** Publishes events, which are made only if there are listeners. @internal */
export type Publish = ScreepsEvents["Service"]["publish"]

const silent: Publish = () => Effect.void

/** Publishes to the program's `ScreepsEvents`, if it has that service. @internal */
export const publishing: Effect.Effect<Publish> = Effect.map(
  Effect.serviceOption(ScreepsEvents),
  Option.match({ onNone: () => silent, onSome: ({ publish }) => publish })
)
