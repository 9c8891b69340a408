/** Responses and socket events that a test defines, typed by the operations and channels themselves. */
import type { Definition } from "@screeps-effect/api/Operation"
import type { RequestOptions } from "@screeps-effect/api/ScreepsClient"
import { Rejected } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import * as Frame from "@screeps-effect/schema/Frame"
import type { Channel, Place } from "@screeps-effect/socket/Channel"
import type { Other } from "@screeps-effect/schema/Other"
import type * as Brand from "effect/Brand"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as HttpClient from "effect/http/HttpClient"
import * as Socket from "effect/socket/Socket"
import * as router from "./server/router.ts"
import type { Route } from "./server/router.ts"
import { type ClientSide, type ServerSide, InMemorySocket } from "./socket/inMemorySocket.ts"

export type { Route } from "./server/router.ts"

/** Data as people write it: plain texts and numbers in place of branded ones. */
export type Plain<A> =
  A extends Brand.Brand<string>
    ? A extends string
      ? string
      : A extends number
        ? number
        : A
    : A extends Redacted.Redacted | ((...given: never) => unknown)
      ? A
      : A extends object
        ? { readonly [K in keyof A]: Plain<A[K]> }
        : A

/** The input of an operation as a server receives it: any name is a text, also one that this version does not list. */
export type Received<I> = { [K in keyof I]: I[K] extends infer V ? (V extends Other ? string : V) : never }

/** Replaces names that the SDK does not list by the texts that were sent. */
const asSent = <I>(input: I, sent: unknown): Received<I> => {
  const fields: Record<string, unknown> = { ...(input as object) }
  for (const [field, value] of Object.entries(fields)) {
    const text = Predicate.hasProperty(sent, field) ? sent[field] : undefined
    if (typeof text === "string" && Predicate.hasProperty(value, "other") && value.other === text)
      fields[field] = text
  }
  return fields as Received<I>
}

/**
 * Responds to one operation; the operation types the handler's input and result.
 *
 * **Details**
 *
 * Inputs are validated as on a server: an invalid request is rejected with "invalid params" and never reaches the
 * handler. A name that this version does not list (`Other`) is the text that was sent. Fail with `Fake.refuse(text)` to reject a request as the game does. A result that does not match the
 * operation's output schema ends the test with a defect.
 */
export const answer = <I, A>(
  operation: Definition<I, A>,
  handler: (input: Received<I>, request: Request) => Effect.Effect<NoInfer<Plain<A>>, Rejected>
): Route =>
  router.route<I, unknown, void>(operation, router.open, (input, _, { request, sent }) =>
    handler(asSent(input, sent), request)
  )

/**
 * Responds to a method and path with a Web `Response`, for what no operation describes: other statuses, headers,
 * bodies that are not JSON.
 *
 * **Gotchas**
 *
 * A response is sent once: create a new one in each call of the handler. Throws if the path has no leading slash.
 */
export const respond = (
  method: RequestOptions["method"],
  path: `/${string}`,
  handler: (request: Request) => Effect.Effect<Response>
): Route => {
  const name = `${method} ${path}`
  if (!path.startsWith("/")) throw new Error(`The path of ${name} must start with a slash.`)
  const answer = (request: Request) =>
    Effect.flatMap(handler(request), (response) =>
      response.bodyUsed
        ? Effect.die(new Error(`The response of ${name} was sent before: create one for each request.`))
        : Effect.succeed(response)
    )
  return { method, path, answer }
}

/** Rejects a request as the game does: status 200 and an `error` text. */
export const refuse = (text: string): Effect.Effect<never, Rejected> =>
  Effect.fail(new Rejected({ detail: text, status: 200 }))

/** The payloads of one socket channel. */
export interface Emission {
  /** The channel whose subscribers receive the payloads. */
  readonly channel: Pick<Channel<never>, "kind" | "name">
  /** The payloads, encoded as they are sent. */
  readonly payloads: Effect.Effect<ReadonlyArray<unknown>>
}

/**
 * Sends these payloads to subscribers of a channel, one after another; the channel types them.
 *
 * **Details**
 *
 * Every connection receives all of them. A payload that does not match the channel's schema ends the test.
 */
export const emit = <A>(channel: Channel<A>, ...payloads: ReadonlyArray<NoInfer<Plain<A>>>): Emission => {
  const encode = Schema.encodeUnknownEffect(channel.schema)
  const broken = ({ message }: Schema.SchemaError) =>
    new Error(`A payload of the channel ${channel.kind} does not match the channel's schema: ${message}`)
  const sent = Effect.forEach(payloads, (payload) => encode(payload))
  return { channel, payloads: Effect.orDie(Effect.mapError(sent, broken)) }
}

/**
 * Provides an HTTP client that has only these responses, and a WebSocket that sends only these events.
 *
 * **Details**
 *
 * Of several responses for one endpoint the first counts: put those of a single test before those that all tests share.
 *
 * The socket accepts every sign-in. A subscription to a channel without payloads stays silent, like a channel on which
 * nothing happens.
 *
 * **Gotchas**
 *
 * Any other request ends the program with a defect that lists the defined ones: a test whose program sends an
 * unexpected request must not pass.
 */
export const layer = (
  ...fakes: ReadonlyArray<Route | Emission>
): Layer.Layer<HttpClient.HttpClient | Socket.WebSocketConstructor> =>
  Layer.merge(
    router.client(
      router.handler(
        fakes.filter((fake) => "answer" in fake),
        (request, path, known) =>
          Effect.die(new router.UnhandledRequest({ request: `${request.method} ${path}`, known }))
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

/** Interpretations of a channel name: on a private server, and on a shard of an official one. */
const places = (name: ChannelName.ChannelName): ReadonlyArray<Place> => {
  const user = "user" in name ? name.user : undefined
  const written = "shard" in name ? name.shard : undefined
  const shard = name._tag === "Memory" ? name.path.split("/")[0] : written
  return [
    { user, server: Server.privateServer("http://screeps.test") },
    { user, server: Server.official({ shard }) }
  ]
}

/** Whether a subscription matches this channel. */
const isOf = (channel: Emission["channel"], name: string): boolean =>
  places(ChannelName.parse(name)).some((place) => {
    const own = channel.name(place)
    return Result.isSuccess(own) && ChannelName.format(own.success) === name
  })

/** The encoded payloads of one channel. */
interface Encoded {
  readonly channel: Emission["channel"]
  readonly payloads: ReadonlyArray<unknown>
}

/** Opens connections; each receives all payloads. */
const emitter = (emissions: ReadonlyArray<Encoded>, now: () => number) => {
  const answer = (out: ClientSide): ServerSide => {
    out.send(`time ${now()}`)
    out.send("protocol 14")
    return {
      receive: (text) => {
        if (text.startsWith("auth ")) out.send(`auth ok ${text.slice("auth ".length)}`)
        if (!text.startsWith("subscribe ")) return
        const channel = text.slice("subscribe ".length)
        for (const { payloads } of emissions.filter((one) => isOf(one.channel, channel)))
          for (const payload of payloads) out.send(Frame.format({ _tag: "Event", channel, payload }))
      },
      receiveBinary: () => new Error("The client sent a binary frame."),
      leave: () => true
    }
  }
  return () => new InMemorySocket(answer)
}
