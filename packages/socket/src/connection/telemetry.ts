/** Spans of connections and subscriptions, if the program has a tracer. */
import * as Server from "@screeps-effect/api/Server"
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { constVoid } from "effect/Function"
import * as Tracer from "effect/Tracer"
import type { SocketError } from "../SocketError.ts"

/** A span that ends once. */
const begin = (name: string, options: Tracer.SpanOptionsNoTrace) =>
  Effect.contextWith((context: Context.Context<never>) => {
    if (Context.getOrUndefined(context, Tracer.Tracer) === undefined) return Effect.succeed(constVoid)
    const clock = Context.get(context, Clock.Clock)
    return Effect.map(Effect.makeSpan(name, options), (span) => (exit: Exit.Exit<unknown, SocketError>) => {
      if (span.status._tag === "Ended") return
      const error = Exit.findErrorOption(exit)
      if (error._tag === "Some") span.attribute("error.type", error.value.reason._tag)
      span.end(clock.currentTimeNanosUnsafe(), Exit.asVoid(exit))
    })
  })

/** Begins the span of an attempt to connect, which lasts until the socket is ready or the attempt has failed. */
export const connecting = (url: string, attempt: number) =>
  begin("socket connect", {
    kind: "client",
    root: true,
    attributes: {
      ...Server.attributesOf(url),
      "network.protocol.name": "websocket",
      "screeps.attempt": attempt
    }
  })

/** Begins the span of a subscription, which lasts until its first signal. */
export const subscribing = (channel: string) =>
  begin(`socket subscribe ${ChannelName.parse(channel)._tag}`, {
    kind: "internal",
    attributes: { "screeps.channel": channel }
  })
