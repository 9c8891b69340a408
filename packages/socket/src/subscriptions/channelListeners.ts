import * as Decoder from "@screeps-effect/schema/Decoder"
import type { Millis } from "@screeps-effect/schema/Millis"
import * as Result from "effect/Result"
import type {
  Channel,
  Connected,
  DecodeFailure,
  Delivery,
  Gap,
  GapReason,
  Kind,
  Payload,
  Refused,
  Resumed,
  Signal
} from "../Channel.ts"
import type { SocketError } from "../SocketError.ts"
import * as FanOut from "./fanOut.ts"

/** A payload that is not what its schema says: delivered without some parts, or not at all. */
export type Difference =
  | { readonly _tag: "Drift"; readonly kind: Kind; readonly drift: ReadonlyArray<Decoder.Drift> }
  | { readonly _tag: "Mismatch"; readonly detail: string }

/** The listeners of one channel and decoder, with any type of payload. */
export interface AnyListeners {
  /** Whether each payload builds on the one before. */
  readonly isPatched: boolean
  readonly count: () => number
  /** Starts or resumes listeners that waited for the subscription. */
  readonly open: () => void
  /** Emits a gap: from now on payloads may be missing. */
  readonly close: (reason: GapReason) => void
  /** Decodes and delivers a payload; returns what differs from the schema, if anything. */
  readonly deliver: (payload: unknown, bytes: number) => Difference | undefined
  readonly emit: (signal: Refused | DecodeFailure) => void
  readonly fail: (error: SocketError) => void
}

/** The listeners of one channel and decoder. */
export interface ChannelListeners<in out A> extends AnyListeners {
  /** Adds a listener, by default one with a queue. It receives nothing before `open`. */
  readonly add: (listener?: FanOut.Listener<Signal<A>>) => FanOut.Subscription<Signal<A>>
}

/** A listener that may be waiting for the subscription. */
interface Gate<in A> extends FanOut.Listener<A> {
  readonly open: () => void
}

const isGap = (signal: Signal<unknown>): signal is Gap => signal._tag === "Gap"
const isConnected = (signal: Signal<unknown>): signal is Connected => signal._tag === "Connected"

/** Keeps the last signal of each kind; consecutive gaps become one, after the last payload. */
const latest = <A>(waiting: ReadonlyArray<Signal<A>>, next: Signal<A>): Array<Signal<A>> => {
  if (next._tag !== "Gap") return [...waiting.filter(({ _tag }) => _tag !== next._tag), next]
  const kept = waiting.filter(({ _tag }) => _tag === "Connected" || _tag === "Payload")
  return [...kept, waiting.find(isGap) ?? next]
}

/**
 * Creates the listeners of a channel.
 *
 * **Details**
 *
 * A listener of patches that falls behind gets a gap in place of the waiting signals, and nothing more. Once it has
 * taken the gap, `onCaughtUp` is called, and it waits for `open` like a listener that was just added.
 */
export const make = <A>(
  channel: Channel<A>,
  name: string,
  bounds: FanOut.Bounds,
  strictness: "tolerant" | "strict",
  now: () => Millis,
  onCaughtUp: () => void
): ChannelListeners<A> => {
  const fanOut = FanOut.make<Signal<A>, Gate<Signal<A>>>()
  let last: Payload<A> | undefined

  const add: ChannelListeners<A>["add"] = (listener) => {
    /** The signal with which the listener starts or resumes; `undefined` while it receives all signals. */
    let pending: Connected | Resumed | undefined = { _tag: "Connected" }
    let isBehind = false

    const patches: FanOut.Policy<Signal<A>>["add"] = (waiting, signal, bytes) => {
      if (!FanOut.isFull(waiting, bytes, bounds)) {
        waiting.push(signal)
        return waiting
      }
      const gap = waiting.find(isGap) ?? { _tag: "Gap", since: now(), reason: "behind" }
      pending = { _tag: "Resumed", since: gap.since }
      isBehind = true
      return [...waiting.filter(isConnected), gap]
    }
    const policies: { readonly [delivery in Delivery]: FanOut.Policy<Signal<A>> } = {
      // A waiting payload is replaced only when the listener was woken for it.
      latest: { bounds: { items: 1, bytes: Infinity }, add: latest },
      patches: { bounds, add: patches },
      every: FanOut.every(name, bounds)
    }
    const queue = FanOut.queue(policies[channel.delivery], () => {
      if (!isBehind) return
      isBehind = false
      onCaughtUp()
    })
    const { fail, offer } = listener ?? queue

    const gate: Gate<Signal<A>> = {
      offer: (signal, bytes) => {
        if (pending !== undefined) return
        if (isGap(signal)) pending = { _tag: "Resumed", since: signal.since }
        offer(signal, bytes)
      },
      fail,
      open: () => {
        if (pending === undefined || isBehind) return
        const first = pending
        pending = undefined
        offer(first, 0)
        if (first._tag === "Connected" && last !== undefined) offer(last, 0)
      }
    }
    return { queue, remove: fanOut.add(gate) }
  }

  /** The path of the payload itself is empty. */
  const mismatch = (detail: string): Difference => ({ _tag: "Mismatch", detail: detail.replace(/^: /, "") })

  /** Decodes a payload; an exception in a channel's own schema must not affect other channels. */
  const decode = (payload: unknown, drift: Array<Decoder.Drift>): Result.Result<A, string> => {
    try {
      return Result.mapError(
        channel.decode(payload, (one) => drift.push(one)),
        Decoder.formatDrift
      )
    } catch {
      return Result.fail("the channel's decoder threw an exception on this payload")
    }
  }

  return {
    isPatched: channel.delivery === "patches",
    count: fanOut.count,
    open: () => fanOut.forEach((gate) => gate.open()),
    close: (reason) => {
      last = undefined
      fanOut.publish({ _tag: "Gap", since: now(), reason })
    },
    deliver: (payload, bytes) => {
      const drift: Array<Decoder.Drift> = []
      const decoded = decode(payload, drift)
      if (Result.isFailure(decoded)) return mismatch(decoded.failure)
      if (strictness === "strict" && drift.length > 0) return mismatch(Decoder.formatDrift(drift))
      const signal: Payload<A> = { _tag: "Payload", payload: decoded.success }
      if (channel.delivery === "latest") last = signal
      fanOut.publish(signal, bytes)
      return drift.length === 0 ? undefined : { _tag: "Drift", kind: channel.kind, drift }
    },
    emit: fanOut.publish,
    fail: fanOut.fail,
    add
  }
}
