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
import type { Channel, GapReason, Signal } from "../Channel.ts"
import type { Counters } from "../connection/counters.ts"
import { shown } from "../shown.ts"
import { SocketError, UnexpectedPayload } from "../SocketError.ts"
import * as ChannelListeners from "./channelListeners.ts"
import type { Bounds, Listener, Subscription } from "./fanOut.ts"
import * as Life from "./life.ts"

/** A room may be subscribed to again three times in a minute because of damaged or malformed messages. */
const restarts = { limit: 3, window: 60_000 }

interface Entry {
  readonly name: string
  /** Listeners by the decoder of their channel; usually one, more for channels of the same name with other schemas. */
  readonly groups: Map<Tolerant<unknown>, ChannelListeners.AnyListeners>
  life: Life.Life
  /** Whether a warning was logged. */
  isWarned: boolean
  /** Whether the channel was restarted for a mismatched payload, and no payload has matched since. */
  isSuspect: boolean
  /** When the last restarts were, the latest one last. */
  restartedAt: ReadonlyArray<number>
}

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

/** What is to be reported of a payload: a warning when it was left out, or the parts that it was delivered without. */
export type Findings = string | Extract<ChannelListeners.Difference, { readonly _tag: "Drift" }>

/** Whether a room's message was delivered without the patch of an object, whose state is now unknown. */
const lacksPatch = ({ drift, kind }: Extract<Findings, object>) =>
  kind === "Room" && drift.some(({ path }) => path.startsWith("objects{}"))

export type Subscriptions = ReturnType<typeof make>

export const make = ({ bounds, clock, counters, now, onDecodeFailure, strictness }: Dependencies) => {
  /** The channels with listeners, and rooms that are left as soon as they have sent something. */
  const entries = new Map<string, Entry>()
  const isLate = Life.makeIsLate(clock)
  let send: Send | undefined
  let failure: SocketError | undefined

  /** The channels as they are now: a listener's fiber, which may run at once, may add or remove some. */
  const present = () => [...entries.values()]

  /** The groups of a channel as they are now, for the same reason. */
  const groupsOf = (entry: Entry) => [...entry.groups.values()]

  const isPatched = (entry: Entry) => groupsOf(entry).some((group) => group.isPatched)

  const open = (entry: Entry) => {
    if (Life.isOpen(entry.life)) for (const group of groupsOf(entry)) group.open()
  }

  const close = (entry: Entry, reason: GapReason) => {
    for (const group of groupsOf(entry)) group.close(reason)
  }

  /** Opens a channel whose subscription was written, unless a newer subscription has replaced it. */
  const onWritten = (entry: Entry, queued: Life.Queued) => {
    if (entry.life !== queued) return
    entry.life = queued.next
    open(entry)
  }

  const subscribe = (entry: Entry) => {
    if (send === undefined) return
    const loading = Life.loadingOf(entry.life)
    if (loading !== undefined) {
      loading.goal = "stay"
      return open(entry)
    }
    const next: Life.Queued["next"] = isPatched(entry)
      ? { _tag: "Loading", goal: "stay", since: clock() }
      : Life.open
    const queued: Life.Queued = { _tag: "Queued", isBeingWritten: false, next }
    entry.life = queued
    send(`subscribe ${entry.name}`, {
      onBegin: () => {
        queued.isBeingWritten = true
      },
      onEnd: () => onWritten(entry, queued)
    })
  }

  const unsubscribe = (entry: Entry) => {
    if (entry.life !== Life.idle) send?.(`unsubscribe ${entry.name}`)
    entry.life = Life.idle
  }

  /** Leaves a channel without listeners, a room that is loading as soon as it has sent something. */
  const leave = (entry: Entry) => {
    const loading = Life.loadingOf(entry.life)
    if (loading !== undefined) {
      loading.goal = "leave"
      return
    }
    unsubscribe(entry)
    entries.delete(entry.name)
  }

  const resubscribe = (entry: Entry) => {
    unsubscribe(entry)
    subscribe(entry)
  }

  /** Subscribes to a channel again, so that the server sends the whole room. */
  const restart = (entry: Entry, reason: GapReason) => {
    close(entry, reason)
    // The gap may have ended the last listener, or started one that has restarted the channel.
    if (entries.get(entry.name) === entry && Life.loadingOf(entry.life) === undefined) resubscribe(entry)
  }

  /** Whether the limit of restarts allows another one, which it then counts; otherwise one is due later. */
  const mayRestart = (entry: Entry, reason: GapReason): boolean => {
    const at = clock()
    const recent = entry.restartedAt.filter((before) => at - before < restarts.window)
    const isAllowed = recent.length < restarts.limit
    entry.restartedAt = isAllowed ? [...recent, at] : recent
    if (!isAllowed) entry.life = { _tag: "Doubtful", reason }
    return isAllowed
  }

  /** Restarts a channel after a message that could not be read; returns `false` when that has to wait. */
  const recover = (entry: Entry, reason: GapReason): boolean => {
    // A listener that was added meanwhile may have restarted it.
    if (Life.loadingOf(entry.life) !== undefined) return true
    const isAllowed = mayRestart(entry, reason)
    if (isAllowed) restart(entry, reason)
    return isAllowed
  }

  /** Emits a gap until the channel can be restarted. */
  const onLost = (entry: Entry, reason: GapReason) => {
    if (!recover(entry, reason)) close(entry, reason)
  }

  /** Whether a frame belongs to the present subscription: not to a previous one, nor to one that is left or restarted. */
  const accepts = (entry: Entry, payload: unknown): boolean => {
    const { life } = entry
    switch (life._tag) {
      case "Idle":
        return false
      case "Queued":
        // A frame that arrives before the writing is of the previous subscription, one during the writing a response.
        if (!life.isBeingWritten) return false
        onWritten(entry, life)
        return accepts(entry, payload)
      case "Loading": {
        if (entry.name.startsWith("room:") && isLate(life, payload)) return false
        entry.life = Life.open
        if (life.goal === "leave") leave(entry)
        if (life.goal === "restart") {
          if (mayRestart(entry, "damaged")) resubscribe(entry)
          else close(entry, "damaged")
        }
        return life.goal === "stay"
      }
      default:
        return true
    }
  }

  /** Opens a channel for listeners that were added or caught up later; patches need the whole room first. */
  const admit = (entry: Entry, group: ChannelListeners.AnyListeners) => {
    const { life } = entry
    if (!Life.isOpen(life)) return
    const isLoaded = life === Life.delivering || life._tag === "Doubtful"
    if (group.isPatched && isLoaded) restart(entry, "resubscribed")
    else group.open()
  }

  const onRemoved = (entry: Entry, decode: Tolerant<unknown>) => {
    if (entry.groups.get(decode)?.count() === 0) entry.groups.delete(decode)
    if (entry.groups.size === 0 && entries.get(entry.name) === entry) leave(entry)
  }

  const entryOf = (name: string): Entry => {
    const known = entries.get(name)
    if (known !== undefined) return known
    const entry: Entry = {
      name,
      groups: new Map(),
      life: Life.idle,
      isWarned: false,
      isSuspect: false,
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

  /** Delivers an accepted payload to all groups; returns what is to be reported of it. */
  const deliver = (entry: Entry, payload: unknown, bytes: number): Findings | undefined => {
    const isFirst = entry.life === Life.open
    if (isFirst) entry.life = Life.delivering
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
  }

  return {
    /** Adds a listener to a channel by its name on the wire: the given listener, or one with a queue. */
    add: <A>(channel: Channel<A>, name: string, listener?: Listener<Signal<A>>): Subscription<Signal<A>> => {
      const entry = entryOf(name)
      const isFirst = entry.groups.size === 0
      const group = groupOf(entry, channel)
      const { queue, remove } = group.add(listener)
      if (failure !== undefined) group.fail(failure)
      else if (isFirst) subscribe(entry)
      else admit(entry, group)
      return {
        queue,
        remove: () => {
          remove()
          onRemoved(entry, channel.decode)
        }
      }
    },
    /** Subscribes to all channels with listeners: the connection is ready. */
    open: (sender: Send) => {
      send = sender
      for (const entry of present()) subscribe(entry)
    },
    /** Emits gaps: the connection is lost. */
    close: () => {
      send = undefined
      const lost = present()
      for (const entry of lost) {
        entry.life = Life.idle
        if (entry.groups.size === 0) entries.delete(entry.name)
      }
      for (const entry of lost) close(entry, "disconnected")
    },
    /** Restarts rooms, since a frame of an unknown channel was lost. */
    onDamaged: () => {
      // Channels to which a listener subscribes meanwhile have lost nothing.
      for (const entry of present()) {
        const loading = Life.loadingOf(entry.life)
        if (loading !== undefined) {
          if (loading.goal === "stay") loading.goal = "restart"
        } else if (Life.isOpen(entry.life)) {
          if (isPatched(entry)) {
            onLost(entry, "damaged")
          } else {
            close(entry, "damaged")
            open(entry)
          }
        }
      }
    },
    /** Delivers a payload; returns what is to be reported of it. */
    onPayload: (name: string, payload: unknown, bytes: number): Findings | undefined => {
      const entry = entries.get(name)
      if (entry === undefined || !accepts(entry, payload)) {
        if (ChannelName.parse(name)._tag === "Unknown") counters.unknownChannels++
        else counters.unclaimed++
        return undefined
      }
      if (entry.life._tag === "Doubtful" && recover(entry, entry.life.reason)) return undefined
      return deliver(entry, payload, bytes)
    },
    /** Delivers the channel's error. */
    onRefused: (name: string, payload: unknown) => {
      const entry = entries.get(name)
      if (entry === undefined || !accepts(entry, undefined)) {
        counters.unclaimed++
        return
      }
      const text = typeof payload === "string" ? shown(payload) : "the server sent no error text"
      for (const group of groupsOf(entry)) group.emit({ _tag: "Refused", text })
    },
    /** Fails all listeners, and those that are added later. */
    fail: (error: SocketError) => {
      failure ??= error
      for (const entry of present()) for (const group of groupsOf(entry)) group.fail(failure)
    },
    /** The number of channels that are subscribed to. */
    subscribed: () => present().filter((entry) => entry.life !== Life.idle && entry.groups.size > 0).length,
    listeners: () => {
      let count = 0
      for (const entry of entries.values()) for (const group of groupsOf(entry)) count += group.count()
      return count
    }
  }
}
