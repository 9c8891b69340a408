/**
 * Who listens to what, and what is subscribed to.
 *
 * Every change happens in one step, without a fiber in between: a channel is subscribed to when the first listener comes
 * and unsubscribed from when the last one goes, and no two fibers can both do it, nor in the wrong order. `RcMap` acquires
 * in a fiber of its own and releases after it has forgotten the key: an `unsubscribe` could come after the `subscribe` of
 * the next listener and leave the channel deaf.
 */
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import type { Decoder } from "@screeps-effect/schema/Decoder"
import type { Millis } from "@screeps-effect/schema/Millis"
import type { Channel } from "../Channel.ts"
import type { GapReason, Signal } from "../Signal.ts"
import { SocketError, UnexpectedPayload } from "../SocketError.ts"
import * as Group from "./group.ts"
import type { Seat } from "./mailbox.ts"
import type { Tally } from "./tally.ts"

interface Entry {
  readonly name: string
  /** Listeners by the decoder of their channel: there is one, unless somebody made a channel of the same name. */
  readonly groups: Map<Decoder<unknown>, Group.AnyGroup>
  /** Whether a warning was given. */
  warned: boolean
  /** Whether the channel was begun anew for a payload that was not of the promised shape, and none was since. */
  suspect: boolean
}

/** Is told right before a frame is written, and right after. */
export interface Writing {
  readonly begins: () => void
  readonly ends: () => void
}

/** Hands a frame to the connection. */
export type Send = (text: string, writing?: Writing) => void

/** A subscription that is not written yet. */
interface Unsent {
  isBeingWritten: boolean
}

export interface Subscriptions {
  /** Takes a place at a channel by its name on the wire. */
  readonly join: <A>(channel: Channel<A>, name: string) => Seat<Signal<A>>
  /** The connection is ready: what is listened to is subscribed to. */
  readonly open: (send: Send) => void
  /** The connection is lost. */
  readonly close: (now: Millis) => void
  /** A frame may have got lost, nobody knows of which channel: rooms are begun anew. */
  readonly damaged: (now: Millis) => void
  /** Takes a payload; gives what is wrong with it when that is worth a warning. */
  readonly deliver: (name: string, payload: unknown, now: Millis) => string | undefined
  /** The server answered on the channel's error. */
  readonly refuse: (name: string, payload: unknown, now: Millis) => void
  /** Nobody hears anything any more. */
  readonly fail: (error: SocketError) => void
  /** Channels that are subscribed to. */
  readonly subscribed: () => number
  readonly listeners: () => number
}

export const make = (bound: number, onDecodeFailure: "skip" | "fail", tally: Tally): Subscriptions => {
  const entries = new Map<string, Entry>()
  const subscribed = new Set<string>()
  /**
   * Rooms that were subscribed to and not told yet, and what follows when they are. A server reads a room before it
   * notes who subscribed: an `unsubscribe` that comes meanwhile finds nobody, and the room is told on and on; after
   * another `subscribe` everything is told twice.
   */
  const awaited = new Map<string, "nothing" | "leave" | "anew">()
  /** What was subscribed to and is not written yet: who listens is told when it is, for what they send must come after. */
  const unsent = new Map<string, Unsent>()
  let send: Send | undefined
  let failure: SocketError | undefined

  const builds = (entry: Entry) => [...entry.groups.values()].some((group) => group.builds)

  const open = (name: string) => {
    if (!subscribed.has(name)) return
    for (const group of entries.get(name)?.groups.values() ?? []) group.open()
  }

  /** The frame of a subscription was written; one that was replaced meanwhile tells nobody. */
  const sent = (name: string, which: Unsent) => {
    if (unsent.get(name) !== which) return
    unsent.delete(name)
    open(name)
  }

  /**
   * A frame that comes before the subscription is written belongs to the one before: nobody hears it. One that comes
   * while it is written is the answer already.
   */
  const isOfBefore = (name: string): boolean => {
    const which = unsent.get(name)
    if (which === undefined) return false
    if (which.isBeingWritten) {
      sent(name, which)
      return false
    }
    tally.unclaimed++
    return true
  }

  const subscribe = (entry: Entry) => {
    const { name } = entry
    if (send === undefined) return
    subscribed.add(name)
    const isUnderWay = awaited.has(name)
    if (isUnderWay || builds(entry)) awaited.set(name, "nothing")
    if (!isUnderWay) {
      const which: Unsent = { isBeingWritten: false }
      unsent.set(name, which)
      send(`subscribe ${name}`, {
        begins: () => {
          which.isBeingWritten = true
        },
        ends: () => sent(name, which)
      })
    } else if (!unsent.has(name)) {
      open(name)
    }
  }

  const unsubscribe = (name: string) => {
    if (!subscribed.delete(name)) return
    if (awaited.has(name)) {
      awaited.set(name, "leave")
    } else {
      unsent.delete(name)
      send?.(`unsubscribe ${name}`)
    }
  }

  /** The channel was told; whether that is passed over, since it was left or begun anew meanwhile. */
  const arrived = (name: string): boolean => {
    const next = awaited.get(name)
    awaited.delete(name)
    if (next === undefined || next === "nothing") return false
    send?.(`unsubscribe ${name}`)
    if (next === "anew") {
      awaited.set(name, "nothing")
      send?.(`subscribe ${name}`)
    }
    return true
  }

  const gap = (entry: Entry, now: Millis, why: GapReason) => {
    for (const group of entry.groups.values()) group.close(now, why)
  }

  /** Begins a channel anew: its server sends the whole at once. */
  const renew = (entry: Entry, now: Millis, why: GapReason) => {
    const isUnderWay = awaited.has(entry.name)
    gap(entry, now, why)
    unsubscribe(entry.name)
    subscribe(entry)
    if (isUnderWay) awaited.set(entry.name, "anew")
  }

  const leave = (entry: Entry, decode: Decoder<unknown>, seat: { readonly leave: () => void }) => {
    seat.leave()
    if (entry.groups.get(decode)?.size() === 0) entry.groups.delete(decode)
    if (entry.groups.size > 0 || entries.get(entry.name) !== entry) return
    entries.delete(entry.name)
    unsubscribe(entry.name)
  }

  const entryOf = (name: string): Entry => {
    const known = entries.get(name)
    if (known !== undefined) return known
    const entry: Entry = { name, groups: new Map(), warned: false, suspect: false }
    entries.set(name, entry)
    return entry
  }

  const groupOf = <A>(entry: Entry, channel: Channel<A>): Group.Group<A> => {
    const known = entry.groups.get(channel.decode)
    // What one decoder gives is of one type.
    if (known !== undefined) return known as Group.Group<A>
    const group = Group.make(channel, entry.name, bound)
    entry.groups.set(channel.decode, group)
    if (subscribed.has(entry.name) && !unsent.has(entry.name)) group.open()
    return group
  }

  const mismatch = (entry: Entry, group: Group.AnyGroup, issue: string, now: Millis) => {
    tally.decodeFailures++
    const isHopeless = onDecodeFailure === "fail" || (group.builds && entry.suspect)
    if (isHopeless) {
      group.fail(new SocketError({ reason: new UnexpectedPayload({ channel: entry.name, detail: issue }) }))
    } else {
      group.tell({ _tag: "DecodeFailure", detail: issue }, now)
    }
    return isHopeless
  }

  return {
    join: (channel, name) => {
      const isNew = !entries.has(name)
      const entry = entryOf(name)
      const group = groupOf(entry, channel)
      const seat = group.join()
      if (failure !== undefined) seat.mailbox.fail(failure)
      else if (isNew) subscribe(entry)
      return { mailbox: seat.mailbox, leave: () => leave(entry, channel.decode, seat) }
    },
    open: (sender) => {
      send = sender
      for (const entry of entries.values()) subscribe(entry)
    },
    close: (now) => {
      send = undefined
      subscribed.clear()
      awaited.clear()
      unsent.clear()
      for (const entry of entries.values()) gap(entry, now, "disconnected")
    },
    damaged: (now) => {
      for (const entry of entries.values()) {
        if (builds(entry)) {
          renew(entry, now, "damaged")
        } else if (subscribed.has(entry.name) && !unsent.has(entry.name)) {
          gap(entry, now, "damaged")
          for (const group of entry.groups.values()) group.open()
        }
      }
    },
    deliver: (name, payload, now) => {
      if (isOfBefore(name)) return undefined
      const isPassedOver = arrived(name)
      const entry = entries.get(name)
      if (entry === undefined || !subscribed.has(name) || isPassedOver) {
        if (ChannelName.parse(name)._tag === "Unknown") tally.unknownChannels++
        else tally.unclaimed++
        return undefined
      }
      const issues = [...entry.groups.values()].flatMap((group) => {
        const issue = group.deliver(payload, now)
        return issue === undefined ? [] : [{ group, issue, isHopeless: mismatch(entry, group, issue, now) }]
      })
      const [first] = issues
      if (first === undefined) {
        entry.suspect = false
        return undefined
      }
      if (issues.some(({ group, isHopeless }) => group.builds && !isHopeless)) {
        entry.suspect = true
        renew(entry, now, "unexpected")
      }
      if (entry.warned) return undefined
      entry.warned = true
      return first.issue
    },
    refuse: (name, payload, now) => {
      if (isOfBefore(name)) return
      arrived(name)
      const entry = entries.get(name)
      if (entry === undefined || !subscribed.has(name)) {
        tally.unclaimed++
        return
      }
      const text = typeof payload === "string" ? payload : "no text was given"
      for (const group of entry.groups.values()) group.tell({ _tag: "Refused", text }, now)
    },
    fail: (error) => {
      failure ??= error
      for (const entry of entries.values()) for (const group of entry.groups.values()) group.fail(failure)
    },
    subscribed: () => subscribed.size,
    listeners: () => {
      let count = 0
      for (const entry of entries.values()) for (const group of entry.groups.values()) count += group.size()
      return count
    }
  }
}
