/** Answers and events of a test's own, typed by the operations and channels themselves. */
import type { Definition } from "@screeps-effect/api/Operation"
import { Rejected } from "@screeps-effect/api/ScreepsError"
import type { AnyChannel, Channel } from "@screeps-effect/socket/Channel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Socket from "effect/socket/Socket"
import * as router from "./server/router.ts"
import { emitter } from "./socket/emitter.ts"

/** One answered endpoint. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly answer: (request: Request, url: URL) => Effect.Effect<Response>
}

/**
 * Answers one operation; the handler's input and value are typed by the operation itself.
 *
 * **Details**
 *
 * Inputs are checked as a server would: what does not fit is refused with "invalid params" and never reaches the
 * handler. Fail with `Fake.refuse(text)` to say no as the game does. A value that is not what the operation promises
 * ends the test.
 */
export const answer = <I, A>(
  operation: Definition<I, A>,
  handler: (input: I, request: Request) => Effect.Effect<NoInfer<A>, Rejected>
): Route => router.route(operation, router.open, (input, _, { request }) => handler(input, request))

/**
 * Answers a method and path with a response of the Web's own, for what no operation describes: other statuses,
 * headers, bodies that are not JSON.
 */
export const respond = (
  method: "GET" | "POST",
  path: `/${string}`,
  handler: (request: Request) => Effect.Effect<Response>
): Route => ({ method, path, answer: handler })

/** The game's no: status 200 and a text. */
export const refuse = (text: string): Effect.Effect<never, Rejected> =>
  Effect.fail(new Rejected({ detail: text, status: 200 }))

/** The payloads of one channel of the socket. */
export interface Emission {
  readonly channel: Pick<AnyChannel, "name" | "topic">
  /** The payloads as they are sent. */
  readonly payloads: Effect.Effect<ReadonlyArray<unknown>>
}

/**
 * Sends these payloads to subscribers of a channel, one after another; the channel types them.
 *
 * **Details**
 *
 * Every connection receives them again. A payload that is not what the channel promises ends the test.
 */
export const emit = <A>(channel: Channel<A>, ...payloads: ReadonlyArray<NoInfer<A>>): Emission => {
  const encode = Schema.encodeUnknownEffect(channel.schema)
  const broken = ({ message }: Schema.SchemaError) =>
    new Error(`the channel ${channel.topic} emits what its schema does not allow: ${message}`)
  const sent = Effect.forEach(payloads, (payload) => encode(payload))
  return { channel, payloads: Effect.orDie(Effect.mapError(sent, broken)) }
}

/**
 * Provides an HTTP client that knows only these answers, and a WebSocket that sends only these events.
 *
 * **Details**
 *
 * The socket signs everybody in. What somebody subscribes to and nobody emits stays silent, as channels do on which
 * nothing happens.
 *
 * **Gotchas**
 *
 * Any other request ends the program with a defect that lists the known ones: a test whose program asks something
 * unforeseen must not pass.
 */
export const layer = (
  ...fakes: ReadonlyArray<Route | Emission>
): Layer.Layer<HttpClient.HttpClient | Socket.WebSocketConstructor> =>
  Layer.merge(
    router.client(
      router.handler(
        fakes.filter((fake) => "answer" in fake),
        (request, path, known) =>
          Effect.die(new router.Unanswered({ request: `${request.method} ${path}`, known }))
      )
    ),
    Layer.effect(
      Socket.WebSocketConstructor,
      Effect.gen(function* () {
        const clock = yield* Clock.Clock
        const emissions = fakes.filter((fake) => "payloads" in fake)
        const encoded = yield* Effect.forEach(emissions, ({ channel, payloads }) =>
          Effect.map(payloads, (payloads) => ({ channel, payloads }))
        )
        return emitter(encoded, () => clock.currentTimeMillisUnsafe())
      })
    )
  )
