/** One connection: the client's commands and its subscriptions. */
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import * as Frame from "@screeps-effect/schema/Frame"
import * as RoomName from "@screeps-effect/schema/RoomName"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import type { User } from "../world/state/accounts.ts"
import type { Scope } from "../world/state/tokens.ts"
import type { Shard } from "../world/state/shard.ts"
import { RoomFrames } from "./roomFrames.ts"
import * as Snapshots from "./snapshots.ts"
import type { ClientSide } from "./inMemorySocket.ts"
import type { SocketQuirks } from "../server/dialect.ts"

/** A payload that is sent in full at the ticks of one shard. @internal */
export interface Snapshot {
  readonly channel: string
  readonly shard: Shard
  /** Returns the payload; `undefined` to send nothing. */
  readonly read: () => unknown
}

/** Names that every object inherits: watching one ends a private server. */
const fatal: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/** An accepted sign-in. @internal */
export interface SignedIn {
  readonly user: User
  /** Scope of an API token; `undefined` for a session. */
  readonly scope: Scope | undefined
  /** The token that is returned to the client. */
  readonly token: string
}

/** What a connection needs of its server. @internal */
export interface ServerState {
  /** The first shard of the world; the only one of private servers. */
  readonly first: Shard
  readonly quirks: SocketQuirks
  readonly isPrivate: boolean
  /** Whether the admin mod's channels exist. */
  readonly hasAdminMod: boolean
  readonly signIn: (token: string) => SignedIn | undefined
  /** Finds the shard that a channel names; channels of private servers name none. */
  readonly shard: (name: string | undefined) => Shard | undefined
  /** Whether a room of the account was rejected in the last tick. */
  readonly isOver: (frames: RoomFrames) => boolean
  /** Whether a path is watched, within the limit of paths. */
  readonly isWatched: (user: User, path: string) => boolean
  /** Sends the stored cpu value to all subscribers of a user's cpu, at a connection's first subscription. */
  readonly sendFirstCpu: (channel: string, user: UserId) => void
  /** Reports that a client watches a path that ends a private server. */
  readonly crash: (path: string) => void
  /** Reports a binary frame, which blocks a connection of a real server. */
  readonly reportBinary: () => Error
}

/** @internal */
export class Connection {
  readonly #home: ServerState
  readonly #out: ClientSide
  #user: User | undefined
  /** Scope of an API token; `undefined` allows everything. */
  #scope: Scope | undefined
  #gzip = false
  /** Completes when the queued compressed frames are sent. */
  #packing: Promise<void> | undefined
  /** Frames that others overtake, with their channels, in order; empty while no frame is being compressed. */
  #overtaken: ReadonlyArray<readonly [channel: string, text: string]> = []
  #isFrozen = false
  /** Number of subscriptions by event channel. */
  readonly #events = new Map<string, number>()
  #snapshots: ReadonlyArray<Snapshot> = []
  #rooms: ReadonlyArray<RoomFrames> = []

  constructor(home: ServerState, out: ClientSide) {
    this.#home = home
    this.#out = out
  }

  get username(): string | undefined {
    return this.#user?.username
  }

  get snapshots(): ReadonlyArray<Snapshot> {
    return this.#snapshots
  }

  get rooms(): ReadonlyArray<RoomFrames> {
    return this.#rooms
  }

  /** Names of subscribed channels; one that is served twice appears twice. */
  get subscriptions(): ReadonlyArray<string> {
    return [...this.#events.keys(), ...[...this.#snapshots, ...this.#rooms].map(({ channel }) => channel)]
  }

  /** Whether this connection receives events of the channel. */
  listens(channel: string): boolean {
    return this.#events.has(channel)
  }

  receive(text: string) {
    if (this.#isFrozen) return
    const [, command, argument = ""] = /^(auth|subscribe|unsubscribe) ([^]*)$/.exec(text) ?? []
    if (command === "auth") this.#signIn(argument)
    else if (command === "subscribe") this.#subscribe(argument)
    else if (command === "unsubscribe") this.#unsubscribe(argument)
    else if (text === "gzip on") this.#gzip = true
    else if (text === "gzip off") this.#gzip = false
  }

  /** A binary frame blocks the connection. */
  receiveBinary(_bytes: Uint8Array): Error | undefined {
    this.freeze()
    return this.#home.reportBinary()
  }

  /** Sends a text as it is, after frames that are being compressed. */
  send(text: string, channel?: string) {
    if (this.#packing === undefined) this.#write(text)
    else this.#pack(Effect.succeed(text), channel)
  }

  /** Sends an event of a channel. */
  sendEvent(channel: string, payload: unknown) {
    const text = Frame.format({ _tag: "Event", channel, payload })
    if (this.#gzip) this.#pack(Frame.deflate(text), channel)
    else this.send(text, channel)
  }

  close(code: number, reason: string) {
    this.#out.close(code, reason)
  }

  get isFrozen(): boolean {
    return this.#isFrozen
  }

  /** Freezes the connection: it receives nothing, sends nothing, and does not close. */
  freeze() {
    this.#isFrozen = true
  }

  #write(text: string) {
    if (!this.#isFrozen) this.#out.send(text)
  }

  /** Compresses frames one after another, in order. */
  #pack(text: Effect.Effect<string>, channel: string | undefined) {
    const packing = (this.#packing ?? Promise.resolve()).then(async () => {
      const packed = await Effect.runPromise(text)
      if (channel !== undefined && this.#isOvertaken(packed, channel))
        this.#overtaken = [...this.#overtaken, [channel, packed]]
      else this.#write(packed)
      if (this.#packing !== packing) return
      this.#packing = undefined
      for (const [, late] of this.#overtaken) this.#write(late)
      this.#overtaken = []
    })
    this.#packing = packing
  }

  /**
   * Whether a frame waits for all frames being compressed: it is compressed, or follows such a frame of its channel.
   */
  #isOvertaken(text: string, channel: string): boolean {
    if (!this.#home.quirks.reorderCompressed) return false
    return Frame.parse(text)._tag === "Compressed" || this.#overtaken.some(([name]) => name === channel)
  }

  #signIn(token: string) {
    const signedIn = this.#home.signIn(token)
    if (signedIn === undefined) return this.send("auth failed")
    this.#user = signedIn.user
    this.#scope = signedIn.scope
    this.send(`auth ok ${signedIn.token}`)
  }

  /** Whether the token's scope allows channels of this kind. */
  #isAllowed(kind: "console" | "rooms" | "rest"): boolean {
    const scope = this.#scope
    return scope === undefined || scope.full || (scope.websockets ?? []).includes(kind)
  }

  #subscribe(name: string) {
    const channel = ChannelName.parse(name)
    switch (channel._tag) {
      case "ServerMessage":
        return this.#count(name, this.#home.isPrivate ? 2 : 1)
      case "ServerStats":
      case "UserStats":
      case "Battles":
      case "Battle":
        // The mod confirms the subscription, and so does the server's own module, which confirms every one.
        return this.#home.hasAdminMod ? this.#count(name, 2) : undefined
      case "Room":
        return this.#watchRoom(name, channel)
      case "RoomMap": {
        const shard = this.#home.shard(channel.shard)
        if (this.#user === undefined || shard === undefined || !this.#isAllowed("rooms")) return
        return this.#watch({ channel: name, shard, read: () => Snapshots.roomMap(shard, channel.room) }, true)
      }
      case "MapVisual": {
        const user = this.#own(channel.user)
        const shard = this.#home.shard(channel.shard)
        if (user === undefined || shard === undefined) return
        return this.#watch({ channel: name, shard, read: () => Snapshots.mapVisual(shard, user) }, true)
      }
      case "Memory":
        return this.#watchMemory(name, channel)
      case "Resources": {
        const user = this.#own(channel.user)
        if (user === undefined) return
        const shard = this.#home.first
        return this.#watch({ channel: name, shard, read: () => Snapshots.resources(user) }, false)
      }
      case "Error":
      case "Unknown":
        return
      default: {
        const isMine = this.#user?._id === channel.user
        const isLeaked = this.#user === undefined && this.#home.quirks.allowAnonymousUserChannels
        if (!(isMine || isLeaked) || !this.#isAllowed(channel._tag === "Console" ? "console" : "rest")) return
        this.#count(name, 1)
        if (channel._tag === "Cpu") this.#home.sendFirstCpu(name, channel.user)
      }
    }
  }

  #unsubscribe(name: string) {
    const count = (this.#events.get(name) ?? 0) - 1
    if (count > 0) this.#events.set(name, count)
    else this.#events.delete(name)
    this.#snapshots = this.#snapshots.filter(({ channel }) => channel !== name)
    this.#rooms = this.#rooms.filter(({ channel }) => channel !== name)
  }

  #count(name: string, by: number) {
    this.#events.set(name, (this.#events.get(name) ?? 0) + by)
  }

  /** Returns the signed-in user if the id matches and the token's scope allows the channel. */
  #own(id: UserId): User | undefined {
    return this.#user?._id === id && this.#isAllowed("rest") ? this.#user : undefined
  }

  #watch(snapshot: Snapshot, atOnce: boolean) {
    this.#snapshots = [...this.#snapshots, snapshot]
    if (atOnce) this.sendEvent(snapshot.channel, snapshot.read())
  }

  #watchMemory(name: string, { path: wanted, user: id }: ChannelName.MemoryChannel) {
    const user = this.#own(id)
    const slash = wanted.indexOf("/")
    const [named, path] = this.#home.isPrivate
      ? [undefined, wanted]
      : [wanted.slice(0, Math.max(0, slash)), wanted.slice(slash + 1)]
    const shard = this.#home.shard(named)
    if (user === undefined || shard === undefined) return
    if (this.#home.isPrivate && fatal.has(path)) return this.#home.crash(path)
    const read = () =>
      this.#home.isWatched(user, path) ? Snapshots.memoryText(shard, user, path) : undefined
    this.#watch({ channel: name, shard, read }, false)
  }

  #watchRoom(name: string, { room: wanted, shard: named }: ChannelName.RoomChannel) {
    const shard = this.#home.shard(named)
    const account = this.#user
    if (account === undefined || shard === undefined || !this.#isAllowed("rooms")) return
    if (!RoomName.is(wanted) || !shard.rooms.names.has(wanted)) return
    const frames = new RoomFrames(name, { shard, account, room: wanted }, this.#home.isPrivate)
    this.#rooms = [...this.#rooms, frames]
    if (this.#home.isOver(frames)) this.refuse(frames)
    else this.sendEvent(name, frames.whole())
  }

  /** Sends the error for too many watched rooms. */
  refuse({ channel }: RoomFrames) {
    this.sendEvent(`err@${channel}`, "subscribe limit reached")
  }
}
