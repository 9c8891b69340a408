/** The frames of xxscreeps for the world's events. */
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import { shown } from "../messages.ts"
import type { WorldEvent } from "../../../../packages/testing/src/world/state/events.ts"
import type { Shard } from "../../../../packages/testing/src/world/state/shard.ts"

type Sent = readonly [channel: string, payload: unknown]

/** Only two characters are escaped, in log lines, results and errors. */
const escape = (line: string) => line.replaceAll(/[<&]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)

/** A module: a binary one as a map of its bytes by index. */
const module = (kept: unknown): unknown => {
  const binary: unknown = typeof kept === "object" && kept !== null ? Reflect.get(kept, "binary") : undefined
  if (typeof binary !== "string") return kept
  const bytes = Result.getOrElse(Base64.decode(binary), () => new Uint8Array())
  return Object.fromEntries(bytes.entries())
}

/** Returns the frames for an event that is not a tick, in order. */
export const framesOf = (event: WorldEvent, shard: Shard): ReadonlyArray<Sent> => {
  switch (event.type) {
    case "console": {
      const channel = ChannelName.format({ _tag: "Console", user: event.user })
      const log = [...event.log.map(escape), ...event.logUnsafe]
      const results = event.results.map(escape)
      return [
        ...(log.length === 0 ? [] : [[channel, { messages: { log, results: [] } }] as const]),
        ...(results.length === 0 ? [] : [[channel, { messages: { log: [], results } }] as const])
      ]
    }
    case "error":
      return [[ChannelName.format({ _tag: "Console", user: event.user }), { error: escape(event.error) }]]
    case "cpu": {
      const cpu = event.cpu === "error" ? 0 : event.cpu
      return [[ChannelName.format({ _tag: "Cpu", user: event.user }), { memory: event.memory, cpu }]]
    }
    case "code": {
      const { branch, modules, user } = event
      const sent = Object.fromEntries(
        Object.entries(Object(modules)).map(([name, kept]) => [name, module(kept)])
      )
      return [[ChannelName.format({ _tag: "Code", user }), { branch, modules: sent }]]
    }
    case "activeBranch": {
      const { activeName, branch, user } = event
      return [[ChannelName.format({ _tag: "ActiveBranch", user }), { activeName, branch }]]
    }
    case "conversation": {
      const { message, respondent, user } = event
      // The sender gets the whole message when it was read.
      const whole =
        "text" in message ? message : shard.messages.of(user).find(({ _id }) => _id === message._id)
      if (whole === undefined || (!("text" in message) && whole.type === "in")) return []
      return [[ChannelName.format({ _tag: "Conversation", user, respondent }), { message: shown(whole) }]]
    }
    case "newMessage":
      return [
        [ChannelName.format({ _tag: "NewMessage", user: event.user }), { message: shown(event.message) }]
      ]
    // Silent: credits and the administrator's messages.
    case "money":
    case "serverMessage":
    case "tick":
      return []
  }
}
