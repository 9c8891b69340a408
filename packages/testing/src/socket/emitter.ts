/** A socket without a world: it accepts every sign-in and sends fixed payloads to subscribers. */
import * as Server from "@screeps-effect/api/Server"
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import * as Frame from "@screeps-effect/schema/Frame"
import type { AnyChannel, Place } from "@screeps-effect/socket/Channel"
import * as Result from "effect/Result"
import { type ClientSide, type ServerSide, InMemorySocket } from "./inMemorySocket.ts"

/** The payloads of one channel, encoded. @internal */
export interface Emission {
  readonly channel: Pick<AnyChannel, "name">
  readonly payloads: ReadonlyArray<unknown>
}

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

/** Opens connections; each receives all payloads. @internal */
export const emitter = (emissions: ReadonlyArray<Emission>, now: () => number) => {
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
