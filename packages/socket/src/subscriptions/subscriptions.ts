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
import { shown } from "../shown.ts"
import { SocketError, UnexpectedPayload } from "../SocketError.ts"
import * as ChannelListeners from "./channelListeners.ts"
import type { Bounds, Listener, Subscription } from "./fanOut.ts"
import * as WholeRoom from "./wholeRoom.ts"

/** A room may be subscribed to again three times in a minute because of damaged or malformed messages. */
const restarts = { limit: 3, window: 60_000 }

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
  /** Why the channel is to be restarted as soon as the limit of restarts allows it. */
  toRestart: GapReason | undefined
  /** When the last restarts were, the latest one last. */
  restartedAt: ReadonlyArray<number>
}

/** A room that was subscribed to and has not sent itself yet. */
interface Awaited {
  /** What to send when it does. */
  next: "none" | "unsubscribe" | "restart"
  readonly since: number
}

/**
 * For how many milliseconds messages are taken for those of the previous subscription while the whole room is awaited:
 * as long as a stalled connection may last until the socket leaves it.
 */
const maxLate = 40_000

/** The dependencies of subscriptions. */
export interface Dependencies {
  /** How much may wait for one listener. */
  readonly bounds: Bounds
  readonly onDecodeFailure: "skip" | "fail"
  readonly strictness: "tolerant" | "strict"
  readonly counters: Counters
  readonly clock: () => number
  readonly now: () => Millis
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

/** Whether a room's message was delivered without the patch of an object, whose state is now unknown. */
const lacksPatch = ({ drift, topic }: Extract<Findings, object>) =>
  topic === "Room" && drift.some(({ path }) => path.startsWith("objects{}"))

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
  readonly onPayload: (name: string, payload: unknown, bytes: number) => Findings | undefined
  /** Delivers the channel's error. */
  readonly onRefused: (name: string, payload: unknown) => void
  /** Fails all listeners, and those that are added later. */
  readonly fail: (error: SocketError) => void
  /** The number of channels that are subscribed to. */
  readonly subscribed: () => number
  readonly listeners: () => number
}

export const make = ({
  bounds,
  clock,
  counters,
  now,
  onDecodeFailure,
  strictness
}: Dependencies): Subscriptions => {
  const entries = new Map<string, Entry>()
  const subscribed = new Set<string>()
  /**
   * Rooms that were subscribed to and have not sent themselves yet. A server loads a room before it records the
   * subscriber: an `unsubscribe` in between finds no subscriber, and the room is sent for the rest of the connection;
   * after another `subscribe` every message comes twice.
   */
  const awaited = new Map<string, Awaited>()
  const wholeRoom = WholeRoom.make()
  /** Subscriptions whose frames are not written yet; listeners start when they are. */
  const unsent = new Map<string, Unsent>()
  let send: Send | undefined
  let failure: SocketError | undefined

  /** Returns the groups of a channel as they are now: a listener's fiber, which may run at once, may add or remove some. */
  const groupsOf = (entry: Entry) => [...entry.groups.values()]

  const isPatched = (entry: Entry) => groupsOf(entry).some((group) => group.isPatched)

  const isOpen = ({ name }: Entry) => subscribed.has(name) && !unsent.has(name)

  const open = (entry: Entry | undefined) => {
    if (entry === undefined || !isOpen(entry)) return
    for (const group of groupsOf(entry)) group.open()
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
    entry.toRestart = undefined
    const before = awaited.get(name)
    if (before !== undefined) {
      before.next = "none"
      return open(entry)
    }
    if (isPatched(entry)) awaited.set(name, { next: "none", since: clock() })
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
    const one = awaited.get(name)
    if (one !== undefined) {
      one.next = "unsubscribe"
    } else {
      unsent.delete(name)
      send?.(`unsubscribe ${name}`)
    }
  }

  /** Whether a message belongs to the previous subscription of a room, since the whole room is still to come. */
  const isLate = (name: string, payload: unknown): boolean => {
    const one = awaited.get(name)
    return (
      one !== undefined &&
      name.startsWith("room:") &&
      wholeRoom.isOther(payload) &&
      clock() - one.since < maxLate
    )
  }

  /** Returns whether a received frame is dropped because the channel was left or restarted meanwhile. */
  const isDropped = (name: string): boolean => {
    const next = awaited.get(name)?.next ?? "none"
    awaited.delete(name)
    if (next === "none") return false
    send?.(`unsubscribe ${name}`)
    if (next === "restart") {
      awaited.set(name, { next: "none", since: clock() })
      send?.(`subscribe ${name}`)
    }
    return true
  }

  const close = (entry: Entry, reason: GapReason) => {
    for (const group of groupsOf(entry)) group.close(reason)
  }

  /** Subscribes to a channel again, so that the server sends the whole room. */
  const restart = (entry: Entry, reason: GapReason) => {
    const isAwaited = awaited.has(entry.name)
    close(entry, reason)
    // The gap may have ended the last listener.
    if (entries.get(entry.name) !== entry) return
    unsubscribe(entry.name)
    subscribe(entry)
    // The lost message may have been the whole room: any message shows that the subscriber is recorded.
    if (isAwaited) awaited.set(entry.name, { next: "restart", since: -Infinity })
  }

  /** Restarts a channel after a message that could not be read; returns `false` when that has to wait. */
  const recover = (entry: Entry, reason: GapReason): boolean => {
    const at = clock()
    const recent = entry.restartedAt.filter((before) => at - before < restarts.window)
    entry.restartedAt = recent
    if (recent.length >= restarts.limit) {
      entry.toRestart = reason
      return false
    }
    entry.restartedAt = [...recent, at]
    restart(entry, reason)
    return true
  }

  /** Emits a gap until the channel can be restarted. */
  const onLost = (entry: Entry, reason: GapReason) => {
    if (!recover(entry, reason)) close(entry, reason)
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
    const entry: Entry = {
      name,
      groups: new Map(),
      hasDelivered: false,
      isWarned: false,
      isSuspect: false,
      toRestart: undefined,
      restartedAt: []
    }
    entries.set(name, entry)
    return entry
  }

  const groupOf = <A>(entry: Entry, channel: Channel<A>): ChannelListeners.ChannelListeners<A> => {
    const known = entry.groups.get(channel.decode)
    // The payloads of one decoder have one type.
    if (known !== undefined) return known as ChannelListeners.ChannelListeners<A>
    const group = ChannelListeners.make(channel, entry.name, bounds, strictness, now, () =>
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
      // Channels to which a listener subscribes meanwhile have lost nothing.
      for (const entry of Array.from(entries.values())) {
        if (isPatched(entry)) {
          onLost(entry, "damaged")
        } else if (isOpen(entry)) {
          close(entry, "damaged")
          open(entry)
        }
      }
    },
    onPayload: (name, payload, bytes) => {
      if (isOutdated(name)) return undefined
      if (isLate(name, payload)) {
        counters.unclaimed++
        return undefined
      }
      const dropped = isDropped(name)
      const entry = entries.get(name)
      if (entry === undefined || !subscribed.has(name) || dropped) {
        if (ChannelName.parse(name)._tag === "Unknown") counters.unknownChannels++
        else counters.unclaimed++
        return undefined
      }
      if (entry.toRestart !== undefined && recover(entry, entry.toRestart)) return undefined
      const isFirst = !entry.hasDelivered
      entry.hasDelivered = true
      let issue: string | undefined
      let drift: Extract<Findings, object> | undefined
      let helpsRestart = false
      for (const group of groupsOf(entry)) {
        const difference = group.deliver(payload, bytes)
        if (difference?._tag === "Drift") drift = difference
        if (difference?._tag !== "Mismatch") continue
        issue ??= difference.detail
        if (onMismatch(entry, group, difference.detail)) helpsRestart = true
      }
      if (issue === undefined) {
        entry.isSuspect = false
        // A whole room with a malformed object would be the same again.
        if (drift !== undefined && !isFirst && lacksPatch(drift)) recover(entry, "unexpected")
        return drift
      }
      if (helpsRestart) {
        entry.isSuspect = true
        onLost(entry, "unexpected")
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
      const text = typeof payload === "string" ? shown(payload) : "the server sent no error text"
      for (const group of groupsOf(entry)) group.emit({ _tag: "Refused", text })
    },
    fail: (error) => {
      failure ??= error
      for (const entry of entries.values()) for (const group of groupsOf(entry)) group.fail(failure)
    },
    subscribed: () => subscribed.size,
    listeners: () => {
      let count = 0
      for (const entry of entries.values()) for (const group of groupsOf(entry)) count += group.count()
      return count
    }
  }
}
