/**
 * Which channels are subscribed to, and their listeners.
 *
 * Every change is one synchronous step: a channel is subscribed to with its first listener and unsubscribed from with
 * its last one, never twice and never in the wrong order. Effect's `RcMap` does not fit: it acquires in a separate
 * fiber and releases after removing the key, so an `unsubscribe` could follow the next listener's `subscribe` and leave
 * the channel without payloads.
 */
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import type { Tolerant } from "@screeps-effect/schema/Decoder"
import type { Millis } from "@screeps-effect/schema/Millis"
import type { Channel } from "../Channel.ts"
import type { Counters } from "../connection/counters.ts"
import type { GapReason, Signal } from "../Signal.ts"
import { SocketError, UnexpectedPayload } from "../SocketError.ts"
import * as ChannelListeners from "./channelListeners.ts"
import type { Listener, Subscription } from "./fanOut.ts"

interface Entry {
  readonly name: string
  /** Listeners by the decoder of their channel; usually one, more for channels of the same name with other schemas. */
  readonly groups: Map<Tolerant<unknown>, ChannelListeners.AnyListeners>
  /** Whether a payload was delivered since the channel was subscribed to: a room's first one holds the whole room. */
  hasDelivered: boolean
  /** Whether a warning was logged. */
  isWarned: boolean
  /** Whether the channel was restarted for a mismatched payload, and no payload has matched since. */
  isSuspect: boolean
}

/** Callbacks right before a frame is written, and right after. */
export interface Writing {
  readonly onBegin: () => void
  readonly onEnd: () => void
}

/** Passes a frame to the connection. */
export type Send = (text: string, writing?: Writing) => void

/** A subscription whose frame is not written yet. */
interface Unsent {
  isBeingWritten: boolean
}

/** What is to be reported of a payload: a warning when it was left out, or the parts that it was delivered without. */
export type Findings = string | Extract<ChannelListeners.Difference, { readonly _tag: "Drift" }>

export interface Subscriptions {
  /** Adds a listener to a channel by its name on the wire: the given listener, or one with a queue. */
  readonly add: <A>(
    channel: Channel<A>,
    name: string,
    listener?: Listener<Signal<A>>
  ) => Subscription<Signal<A>>
  /** Subscribes to all channels with listeners: the connection is ready. */
  readonly open: (send: Send) => void
  /** Emits gaps: the connection is lost. */
  readonly close: () => void
  /** Restarts rooms, since a frame of an unknown channel was lost. */
  readonly onDamaged: () => void
  /** Delivers a payload; returns what is to be reported of it. */
  readonly onPayload: (name: string, payload: unknown) => Findings | undefined
  /** Delivers the channel's error. */
  readonly onRefused: (name: string, payload: unknown) => void
  /** Fails all listeners, and those that are added later. */
  readonly fail: (error: SocketError) => void
  /** The number of channels that are subscribed to. */
  readonly subscribed: () => number
  readonly listeners: () => number
}

export const make = (
  capacity: number,
  onDecodeFailure: "skip" | "fail",
  strictness: "tolerant" | "strict",
  counters: Counters,
  clock: () => Millis
): Subscriptions => {
  const entries = new Map<string, Entry>()
  const subscribed = new Set<string>()
  /**
   * Rooms that were subscribed to and have sent nothing yet, and what to send when they do. A server loads a room
   * before it records the subscriber: an `unsubscribe` in between finds no subscriber, and the room is sent for the
   * rest of the connection; after another `subscribe` every message comes twice.
   */
  const awaited = new Map<string, "none" | "unsubscribe" | "restart">()
  /** Subscriptions whose frames are not written yet; listeners start when they are. */
  const unsent = new Map<string, Unsent>()
  let send: Send | undefined
  let failure: SocketError | undefined

  const isPatched = (entry: Entry) => [...entry.groups.values()].some((group) => group.isPatched)

  const isOpen = ({ name }: Entry) => subscribed.has(name) && !unsent.has(name)

  const open = (entry: Entry | undefined) => {
    if (entry === undefined || !isOpen(entry)) return
    for (const group of entry.groups.values()) group.open()
  }

  /** Opens a channel whose subscription was written, unless a newer subscription has replaced it. */
  const onWritten = (name: string, which: Unsent) => {
    if (unsent.get(name) !== which) return
    unsent.delete(name)
    open(entries.get(name))
  }

  /**
   * Whether a received frame belongs to the previous subscription: it arrived before the present one was written. A
   * frame that arrives during the writing is already a response to the present one.
   */
  const isOutdated = (name: string): boolean => {
    const which = unsent.get(name)
    if (which === undefined) return false
    if (which.isBeingWritten) {
      onWritten(name, which)
      return false
    }
    counters.unclaimed++
    return true
  }

  const subscribe = (entry: Entry) => {
    const { name } = entry
    if (send === undefined) return
    subscribed.add(name)
    entry.hasDelivered = false
    const isAwaited = awaited.has(name)
    if (isAwaited || isPatched(entry)) awaited.set(name, "none")
    if (isAwaited) return open(entry)
    const which: Unsent = { isBeingWritten: false }
    unsent.set(name, which)
    send(`subscribe ${name}`, {
      onBegin: () => {
        which.isBeingWritten = true
      },
      onEnd: () => onWritten(name, which)
    })
  }

  const unsubscribe = (name: string) => {
    if (!subscribed.delete(name)) return
    if (awaited.has(name)) {
      awaited.set(name, "unsubscribe")
    } else {
      unsent.delete(name)
      send?.(`unsubscribe ${name}`)
    }
  }

  /** Returns whether a received frame is dropped because the channel was left or restarted meanwhile. */
  const isDropped = (name: string): boolean => {
    const next = awaited.get(name)
    awaited.delete(name)
    if (next === undefined || next === "none") return false
    send?.(`unsubscribe ${name}`)
    if (next === "restart") {
      awaited.set(name, "none")
      send?.(`subscribe ${name}`)
    }
    return true
  }

  const close = (entry: Entry, reason: GapReason) => {
    for (const group of entry.groups.values()) group.close(reason)
  }

  /** Subscribes to a channel again, so that the server sends the whole room. */
  const restart = (entry: Entry, reason: GapReason) => {
    const isAwaited = awaited.has(entry.name)
    close(entry, reason)
    unsubscribe(entry.name)
    subscribe(entry)
    if (isAwaited) awaited.set(entry.name, "restart")
  }

  /** Opens a channel for listeners that were added or caught up later; patches need the whole room first. */
  const admit = (entry: Entry, group: ChannelListeners.AnyListeners) => {
    if (!isOpen(entry)) return
    if (group.isPatched && entry.hasDelivered) restart(entry, "resubscribed")
    else group.open()
  }

  const onRemoved = (entry: Entry, decode: Tolerant<unknown>) => {
    if (entry.groups.get(decode)?.count() === 0) entry.groups.delete(decode)
    if (entry.groups.size > 0 || entries.get(entry.name) !== entry) return
    entries.delete(entry.name)
    unsubscribe(entry.name)
  }

  const entryOf = (name: string): Entry => {
    const known = entries.get(name)
    if (known !== undefined) return known
    const entry: Entry = { name, groups: new Map(), hasDelivered: false, isWarned: false, isSuspect: false }
    entries.set(name, entry)
    return entry
  }

  const groupOf = <A>(entry: Entry, channel: Channel<A>): ChannelListeners.ChannelListeners<A> => {
    const known = entry.groups.get(channel.decode)
    // The payloads of one decoder have one type.
    if (known !== undefined) return known as ChannelListeners.ChannelListeners<A>
    const group = ChannelListeners.make(channel, entry.name, capacity, strictness, clock, () =>
      admit(entry, group)
    )
    entry.groups.set(channel.decode, group)
    return group
  }

  /** Handles a payload that does not match its schema; returns whether to restart the channel. */
  const onMismatch = (entry: Entry, group: ChannelListeners.AnyListeners, detail: string): boolean => {
    counters.decodeFailures++
    if (onDecodeFailure === "fail" || (group.isPatched && entry.isSuspect)) {
      group.fail(new SocketError({ reason: new UnexpectedPayload({ channel: entry.name, detail }) }))
      return false
    }
    group.emit({ _tag: "DecodeFailure", detail })
    return group.isPatched
  }

  return {
    add: (channel, name, listener) => {
      const isNew = !entries.has(name)
      const entry = entryOf(name)
      const group = groupOf(entry, channel)
      const { queue, remove } = group.add(listener)
      if (failure !== undefined) group.fail(failure)
      else if (isNew) subscribe(entry)
      else admit(entry, group)
      return {
        queue,
        remove: () => {
          remove()
          onRemoved(entry, channel.decode)
        }
      }
    },
    open: (sender) => {
      send = sender
      for (const entry of entries.values()) subscribe(entry)
    },
    close: () => {
      send = undefined
      subscribed.clear()
      awaited.clear()
      unsent.clear()
      for (const entry of entries.values()) close(entry, "disconnected")
    },
    onDamaged: () => {
      for (const entry of entries.values()) {
        if (isPatched(entry)) {
          restart(entry, "damaged")
        } else if (isOpen(entry)) {
          close(entry, "damaged")
          open(entry)
        }
      }
    },
    onPayload: (name, payload) => {
      if (isOutdated(name)) return undefined
      const dropped = isDropped(name)
      const entry = entries.get(name)
      if (entry === undefined || !subscribed.has(name) || dropped) {
        if (ChannelName.parse(name)._tag === "Unknown") counters.unknownChannels++
        else counters.unclaimed++
        return undefined
      }
      entry.hasDelivered = true
      let issue: string | undefined
      let drift: Findings | undefined
      let helpsRestart = false
      for (const group of entry.groups.values()) {
        const difference = group.deliver(payload)
        if (difference?._tag === "Drift") drift = difference
        if (difference?._tag !== "Mismatch") continue
        issue ??= difference.detail
        if (onMismatch(entry, group, difference.detail)) helpsRestart = true
      }
      if (issue === undefined) {
        entry.isSuspect = false
        return drift
      }
      if (helpsRestart) {
        entry.isSuspect = true
        restart(entry, "unexpected")
      }
      if (entry.isWarned) return undefined
      entry.isWarned = true
      return issue
    },
    onRefused: (name, payload) => {
      if (isOutdated(name)) return
      isDropped(name)
      const entry = entries.get(name)
      if (entry === undefined || !subscribed.has(name)) {
        counters.unclaimed++
        return
      }
      const text = typeof payload === "string" ? payload : "the server sent no error text"
      for (const group of entry.groups.values()) group.emit({ _tag: "Refused", text })
    },
    fail: (error) => {
      failure ??= error
      for (const entry of entries.values()) for (const group of entry.groups.values()) group.fail(failure)
    },
    subscribed: () => subscribed.size,
    listeners: () => {
      let count = 0
      for (const entry of entries.values()) for (const group of entry.groups.values()) count += group.count()
      return count
    }
  }
}
