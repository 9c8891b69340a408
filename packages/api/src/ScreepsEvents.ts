/**
 * What happens between a program and its server, told while it happens: sign-ins, new tokens, limits, answers.
 *
 * **Details**
 *
 * `ScreepsEvents.stream` is for listeners who follow at their own pace, `OnEvent` for a function that is run in the
 * middle of the call. `ScreepsClient.layer` provides both. Events are made only while somebody listens; they can be
 * logged as they are: what may be a secret is `Redacted` in them.
 *
 * **Source** the five events are the specification's.
 */
import type * as RateLimitState from "@screeps-effect/schema/RateLimit"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as PubSub from "effect/PubSub"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { settingFor } from "./client/setting.ts"

/**
 * The program is about to be signed in, or to be signed out because its token has died.
 *
 * **Details**
 *
 * An API token is signed in from the beginning and stays so: no event. A sign-in tells `Auth` first, then `Token`.
 */
export class Auth extends Data.TaggedClass("Auth")<{
  /** Whether it is signed in from now on. */
  readonly authenticated: boolean
}> {}

/**
 * A limit is used up: the server refused a request (429), or a call that is next has to wait or to fail unsent.
 *
 * **Details**
 *
 * Every refusal is told; that calls have to wait is told once, and again after a call went without waiting.
 */
export class RateLimit extends Data.TaggedClass("RateLimit")<{
  /** `global`, or method and path such as `GET /api/user/code`. */
  readonly limitKey: string
  /** What is known of the quota now; `undefined` where the server refused without telling a limit. */
  readonly state: RateLimitState.RateLimit | undefined
  /** After what time the next request may be sent. */
  readonly retryAfter: Duration.Duration
  /** Whether the server refused; otherwise nothing was sent. */
  readonly refused: boolean
}> {}

/**
 * An answer has come, whatever its status: also for a sign-in, and for a request that is going to be repeated.
 */
export class Response extends Data.TaggedClass("Response")<{
  readonly method: "GET" | "POST"
  /** Without the query. */
  readonly path: string
  readonly status: number
  /** By names in lower case; those not known to be harmless are redacted. */
  readonly headers: { readonly [name: string]: string | Redacted.Redacted }
  /** The body as it came: answers hold tokens, mail addresses, code and memory. */
  readonly text: Redacted.Redacted
  /** When it came, in milliseconds since 1970. */
  readonly at: number
}> {}

/** An answer has come, together with the parameters of its request. */
export class ResponseResult extends Data.TaggedClass("ResponseResult")<{
  readonly response: Response
  /** Fields as they were sent, in query and body; all but numbers, names of places and the like are redacted. */
  readonly parameters: { readonly [field: string]: unknown }
}> {}

/** A new token is about to be used: after a sign-in, or because an answer has brought it. */
export class Token extends Data.TaggedClass("Token")<{
  readonly token: Redacted.Redacted
}> {}

/** What happens between a program and its server. */
export type Event = Auth | RateLimit | Response | ResponseResult | Token

/**
 * A function that every event is handed to in the middle of the call, before what it tells comes true; none by
 * default.
 *
 * **Details**
 *
 * A `Context.Reference`: replace it for one call or one program with `Effect.provideService`, for one client with
 * `Layer.provide(Layer.succeed(ScreepsEvents.OnEvent, …))`; what is set for a call comes before what is set for its
 * client. An error that it throws is logged and does the call no harm.
 *
 * **Gotchas**
 *
 * The call waits for it: let it be short. A sign-in is shared, and tells the function of the call that began it.
 */
export const OnEvent: Context.Reference<((event: Event) => void) | undefined> = Context.Reference(
  "@screeps-effect/api/ScreepsEvents/OnEvent",
  { defaultValue: (): ((event: Event) => void) | undefined => undefined }
)

/** What happens between a program and its server. */
export class ScreepsEvents extends Context.Service<
  ScreepsEvents,
  {
    /**
     * Events from the moment of listening on. A listener who falls more than 256 events behind misses the oldest
     * ones, and a warning in the log says how many; calls never wait for listeners.
     */
    readonly stream: Stream.Stream<Event>
    /** Tells events, which are made only if somebody listens: for what else talks to the server. */
    readonly publish: (...happened: ReadonlyArray<() => Event>) => Effect.Effect<void>
  }
>()("@screeps-effect/api/ScreepsEvents") {}

/** An event with its number, so that a listener notices a gap. */
interface Numbered {
  readonly event: Event
  readonly number: number
}

/** Makes the place where events are told. */
export const make: Effect.Effect<ScreepsEvents["Service"]> = Effect.gen(function* () {
  const client = yield* Effect.context()
  const told = yield* PubSub.sliding<Numbered>(256)
  let listeners = 0
  let count = 0

  const listen = Effect.acquireRelease(
    Effect.sync(() => {
      listeners++
    }),
    () =>
      Effect.sync(() => {
        listeners--
      })
  )

  const tell = (event: Event, hook: ((event: Event) => void) | undefined) => {
    const publish = Effect.suspend(() => PubSub.publish(told, { event, number: ++count }))
    if (hook === undefined) return publish
    const hooked = Effect.catchDefect(
      Effect.sync(() => hook(event)),
      (defect) => Effect.logError("a function given as ScreepsEvents.OnEvent failed", defect)
    )
    return Effect.andThen(hooked, publish)
  }

  const stream = Effect.gen(function* () {
    yield* listen
    const subscription = yield* PubSub.subscribe(told)
    const before = count
    return Stream.mapAccumEffect(
      Stream.fromSubscription(subscription),
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
    publish: (...happened) =>
      Effect.contextWith((own) => {
        const hook = settingFor(own, client, OnEvent)
        if (hook === undefined && listeners === 0) return Effect.void
        return Effect.forEach(happened, (make) => tell(make(), hook), { discard: true })
      })
  })
})

/** Provides the place where events are told. */
export const layer: Layer.Layer<ScreepsEvents> = Layer.effect(ScreepsEvents, make)

/** Publishes events, which are made only if there are listeners. @internal */
export type Publish = ScreepsEvents["Service"]["publish"]

/** Publishes to the events of the program, where it has them. @internal */
export const publishing: Effect.Effect<Publish> = Effect.map(
  Effect.serviceOption(ScreepsEvents),
  Option.match({ onNone: (): Publish => () => Effect.void, onSome: ({ publish }) => publish })
)
