/** One connection: what its client says, and what it is subscribed to. */
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import * as Frame from "@screeps-effect/schema/Frame"
import * as RoomName from "@screeps-effect/schema/RoomName"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import type { User } from "../world/state/accounts.ts"
import type { Scope } from "../world/state/tokens.ts"
import type { World } from "../world/state/world.ts"
import { RoomFeed } from "./roomFeed.ts"
import * as Snapshots from "./snapshots.ts"
import type { ClientSide } from "./inMemorySocket.ts"

/** What is sent whole, at the ticks of one shard. @internal */
export interface Snapshot {
  readonly channel: string
  readonly world: World
  /** The payload; `undefined` for nothing. */
  readonly read: () => unknown
}

/** The names of everything that hangs on an object: watched, they end a private server. */
const fatal: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/** How the socket departs from what is sensible. @internal */
export interface SocketQuirks {
  readonly allowAnonymousUserChannels: boolean
  readonly countDuplicates: boolean
  readonly roomsPerAccount: number
  readonly maxWatchedPaths: number
  readonly reorderCompressed: boolean
  /** Milliseconds. */
  readonly throttle: number
}

/** A sign-in that was accepted. @internal */
export interface SignedIn {
  readonly user: User
  /** What an API token may be used for. */
  readonly scope: Scope | undefined
  /** The token that is handed out. */
  readonly token: string
}

/** What a connection asks its server. @internal */
export interface ServerState {
  /** The first shard of the world; private servers have no other. */
  readonly first: World
  readonly quirks: SocketQuirks
  readonly isPrivate: boolean
  /** Whether there are channels of the admin mod. */
  readonly hasAdminMod: boolean
  readonly signIn: (token: string) => SignedIn | undefined
  /** The shard that a channel names; private servers know no names. */
  readonly shard: (name: string | undefined) => World | undefined
  /** Whether the account was refused a room in the last tick. */
  readonly isOver: (feed: RoomFeed) => boolean
  /** Whether a path is among those that are watched. */
  readonly isWatched: (user: User, path: string) => boolean
  /** A first subscription to a user's cpu sends the stored value to all subscribers. */
  readonly sendFirstCpu: (channel: string, user: UserId) => void
  /** A path that ends a private server was watched. */
  readonly crash: (path: string) => void
}

/** @internal */
export class Connection {
  readonly #home: ServerState
  readonly #out: ClientSide
  #user: User | undefined
  /** What an API token may be used for; everything without one. */
  #scope: Scope | undefined
  #gzip = false
  /** Frames that are being packed, in their order. */
  #packing: Promise<void> | undefined
  /** Frames that others overtake, and their channels, in their order; empty while nothing is being packed. */
  #overtaken: ReadonlyArray<readonly [channel: string, text: string]> = []
  #isFrozen = false
  /** How often each channel of events is subscribed to. */
  readonly #events = new Map<string, number>()
  #snapshots: ReadonlyArray<Snapshot> = []
  #rooms: ReadonlyArray<RoomFeed> = []

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

  get rooms(): ReadonlyArray<RoomFeed> {
    return this.#rooms
  }

  /** Names of channels, as often as they are served. */
  get subscriptions(): ReadonlyArray<string> {
    return [...this.#events.keys(), ...[...this.#snapshots, ...this.#rooms].map(({ channel }) => channel)]
  }

  /** Whether an event of this channel comes here. */
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

  /** Says a word of control, or anything else as it is. */
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

  /** Freezes the connection: it receives nothing, sends nothing, and does not end. */
  freeze() {
    this.#isFrozen = true
  }

  #write(text: string) {
    if (!this.#isFrozen) this.#out.send(text)
  }

  /** One frame after another: each is packed when the one before is gone. */
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

  /** Whether a frame waits for all that are being packed: it is packed itself, or follows such a one of its channel. */
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

  /** Whether this token may be used for such channels. */
  #mayHear(kind: "console" | "rooms" | "rest"): boolean {
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
        // The mod's yes, and that of the server's own module, which says so to everything.
        return this.#home.hasAdminMod ? this.#count(name, 2) : undefined
      case "Room":
        return this.#watchRoom(name, channel)
      case "RoomMap": {
        const world = this.#home.shard(channel.shard)
        if (this.#user === undefined || world === undefined || !this.#mayHear("rooms")) return
        return this.#watch({ channel: name, world, read: () => Snapshots.roomMap(world, channel.room) }, true)
      }
      case "MapVisual": {
        const user = this.#own(channel.user)
        const world = this.#home.shard(channel.shard)
        if (user === undefined || world === undefined) return
        return this.#watch({ channel: name, world, read: () => Snapshots.mapVisual(world, user) }, true)
      }
      case "Memory":
        return this.#watchMemory(name, channel)
      case "Resources": {
        const user = this.#own(channel.user)
        if (user === undefined) return
        const world = this.#home.first
        return this.#watch({ channel: name, world, read: () => Snapshots.resources(user) }, false)
      }
      case "Error":
      case "Unknown":
        return
      default: {
        const isMine = this.#user?._id === channel.user
        const isLeaked = this.#user === undefined && this.#home.quirks.allowAnonymousUserChannels
        if (!(isMine || isLeaked) || !this.#mayHear(channel._tag === "Console" ? "console" : "rest")) return
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

  /** Whether a repeated subscription is to be left out. */
  #isRepeated(name: string): boolean {
    return !this.#home.quirks.countDuplicates && this.subscriptions.includes(name)
  }

  #count(name: string, by: number) {
    if (!this.#isRepeated(name)) this.#events.set(name, (this.#events.get(name) ?? 0) + by)
  }

  /** The user who is signed in, when it is this one and may receive everything. */
  #own(id: UserId): User | undefined {
    return this.#user?._id === id && this.#mayHear("rest") ? this.#user : undefined
  }

  #watch(snapshot: Snapshot, atOnce: boolean) {
    if (this.#isRepeated(snapshot.channel)) return
    this.#snapshots = [...this.#snapshots, snapshot]
    if (atOnce) this.sendEvent(snapshot.channel, snapshot.read())
  }

  #watchMemory(name: string, { path: wanted, user: id }: ChannelName.MemoryChannel) {
    const user = this.#own(id)
    const slash = wanted.indexOf("/")
    const [shard, path] = this.#home.isPrivate
      ? [undefined, wanted]
      : [wanted.slice(0, Math.max(0, slash)), wanted.slice(slash + 1)]
    const world = this.#home.shard(shard)
    if (user === undefined || world === undefined) return
    if (this.#home.isPrivate && fatal.has(path)) return this.#home.crash(path)
    const read = () =>
      this.#home.isWatched(user, path) ? Snapshots.memoryText(world, user, path) : undefined
    this.#watch({ channel: name, world, read }, false)
  }

  #watchRoom(name: string, { room: wanted, shard }: ChannelName.RoomChannel) {
    const world = this.#home.shard(shard)
    const account = this.#user
    if (account === undefined || world === undefined || !this.#mayHear("rooms")) return
    if (!RoomName.is(wanted) || !world.rooms.names.has(wanted) || this.#isRepeated(name)) return
    const feed = new RoomFeed(name, { world, account, room: wanted }, this.#home.isPrivate)
    this.#rooms = [...this.#rooms, feed]
    if (this.#home.isOver(feed)) this.refuse(feed)
    else this.sendEvent(name, feed.whole())
  }

  /** Says that an account watches too many rooms. */
  refuse({ channel }: RoomFeed) {
    this.sendEvent(`err@${channel}`, "subscribe limit reached")
  }
}
