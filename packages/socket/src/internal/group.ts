import type { Millis } from "@screeps-effect/schema/Millis"
import * as Result from "effect/Result"
import type { Channel, Digest } from "../Channel.ts"
import type { GapReason, Gap, Refused, Signal, DecodeFailure } from "../Signal.ts"
import { SocketError, TooSlow } from "../SocketError.ts"
import * as Mailbox from "./mailbox.ts"

/** All who listen to one channel with one decoder, whatever their payloads are. */
export interface AnyGroup {
  readonly builds: boolean
  readonly size: () => number
  /** The channel was subscribed to: what comes next begins anew. */
  readonly open: () => void
  /** From now on something may be missing. */
  readonly close: (since: Millis, why: GapReason) => void
  /** Takes a payload; gives what is wrong with it when it is not of the promised shape. */
  readonly deliver: (payload: unknown, now: Millis) => string | undefined
  readonly tell: (signal: Refused | DecodeFailure, now: Millis) => void
  readonly fail: (error: SocketError) => void
}

/** All who listen to one channel with one decoder. */
export interface Group<in out A> extends AnyGroup {
  readonly join: () => Mailbox.Seat<Signal<A>>
}

interface Listener<in out A> {
  readonly mailbox: Mailbox.Mailbox<Signal<A>>
  /** Whether it was told `Connected`. */
  connected: boolean
}

const isGap = (signal: Signal<unknown>): signal is Gap => signal._tag === "Gap"

/** Leaves what tells everything by itself once; gaps that follow each other become one, behind the newest payload. */
const conflate = <A>(waiting: ReadonlyArray<Signal<A>>, next: Signal<A>): ReadonlyArray<Signal<A>> => {
  if (next._tag !== "Gap") return [...waiting.filter(({ _tag }) => _tag !== next._tag), next]
  const kept = waiting.filter(({ _tag }) => _tag === "Connected" || _tag === "Payload")
  return [...kept, waiting.find(isGap) ?? next]
}

export const make = <A>(channel: Channel<A>, name: string, bound: number): Group<A> => {
  const listeners = new Set<Listener<A>>()
  let digest: Digest<A> = channel.digest()
  let isOpen = false
  let since: Millis | undefined

  const whole = (): ReadonlyArray<Signal<A>> => {
    const payload = digest.read()
    return payload === undefined ? [] : [{ _tag: "Payload", payload }]
  }

  /** What stands in place of patches that were too many. */
  const afresh = (waiting: ReadonlyArray<Signal<A>>, now: Millis): ReadonlyArray<Signal<A>> => {
    const gap = waiting.find(isGap) ?? { _tag: "Gap", since: now, reason: isOpen ? "behind" : "disconnected" }
    const known = waiting.filter(({ _tag }) => _tag === "Connected")
    return isOpen ? [...known, gap, { _tag: "Resumed", since: gap.since }, ...whole()] : [...known, gap]
  }

  const push = (listener: Listener<A>, signal: Signal<A>, now: Millis) => {
    const { mailbox } = listener
    if (channel.delivery === "latest") {
      mailbox.change((waiting) => conflate(waiting, signal))
    } else if (mailbox.size() < bound) {
      mailbox.push(signal)
    } else if (channel.delivery === "patches") {
      mailbox.change((waiting) => afresh(waiting, now))
    } else {
      mailbox.fail(new SocketError({ reason: new TooSlow({ channel: name, bound }) }))
      listeners.delete(listener)
    }
  }

  const welcome = (listener: Listener<A>) => {
    listener.connected = true
    listener.mailbox.push({ _tag: "Connected" })
  }

  /** A channel's own code may throw at what nobody expected: that is its matter alone. */
  const readPayload = (payload: unknown): Result.Result<A, string> => {
    try {
      const decoded = channel.decode(payload)
      if (Result.isFailure(decoded)) return Result.fail(decoded.failure.message)
      digest.add(decoded.success)
      return Result.succeed(decoded.success)
    } catch {
      return Result.fail("what reads the channel's payloads throws at this one")
    }
  }

  return {
    builds: channel.delivery === "patches",
    size: () => listeners.size,
    open: () => {
      isOpen = true
      digest = channel.digest()
      for (const listener of listeners) {
        if (listener.connected && since !== undefined) push(listener, { _tag: "Resumed", since }, since)
        else welcome(listener)
      }
      since = undefined
    },
    close: (now, why) => {
      if (!isOpen) return
      isOpen = false
      since = now
      for (const listener of listeners) push(listener, { _tag: "Gap", since, reason: why }, now)
    },
    deliver: (payload, now) => {
      const read = readPayload(payload)
      if (Result.isFailure(read)) return read.failure
      const signal: Signal<A> = { _tag: "Payload", payload: read.success }
      for (const listener of listeners) push(listener, signal, now)
      return undefined
    },
    tell: (signal, now) => {
      for (const listener of listeners) push(listener, signal, now)
    },
    fail: (error) => {
      for (const { mailbox } of listeners) mailbox.fail(error)
      listeners.clear()
    },
    join: () => {
      const listener: Listener<A> = { mailbox: Mailbox.make(), connected: false }
      listeners.add(listener)
      if (isOpen) {
        welcome(listener)
        for (const signal of whole()) listener.mailbox.push(signal)
      }
      return { mailbox: listener.mailbox, leave: () => void listeners.delete(listener) }
    }
  }
}
