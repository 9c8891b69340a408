/** One connection to xxscreeps: the client's commands and its subscriptions. */
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import * as Frame from "@screeps-effect/schema/Frame"
import * as RoomName from "@screeps-effect/schema/RoomName"
import { memoryAt } from "../memory.ts"
import type { User } from "../../../../packages/testing/src/world/state/accounts.ts"
import type { Shard } from "../../../../packages/testing/src/world/state/shard.ts"
import type { Snapshot } from "../../../../packages/testing/src/socket/connection.ts"
import type { ClientSide } from "../../../../packages/testing/src/socket/inMemorySocket.ts"
import { RoomFrames } from "./roomFrames.ts"
import { roomMap } from "./roomMap.ts"
import { viewedRooms } from "../users.ts"

/**
 * What a subscription receives: events, snapshots, or nothing, when it was rejected; then only the end of the
 * subscription makes the channel free again.
 */
type Subscription = "events" | "nothing" | Snapshot

/** Returns the value only when its text has changed. */
const onlyChanges = (read: () => unknown): (() => unknown) => {
  let sent: string | undefined
  return () => {
    const value = read()
    const text = JSON.stringify(value)
    if (text === sent) return undefined
    sent = text
    return value
  }
}

/** What a connection needs of its server. */
interface Home {
  readonly shard: Shard
  /** Returns the user of a token, and the token that the client gets next. */
  readonly signIn: (token: string) => { readonly user: User; readonly token: string } | undefined
  /** Closes a connection from the server's side. */
  readonly end: (connection: Connection) => void
}

/** One connection. */
export class Connection {
  readonly #home: Home
  readonly #out: ClientSide
  #user: User | undefined
  #isFrozen = false
  readonly #subscriptions = new Map<string, Subscription>()

  constructor(home: Home, out: ClientSide) {
    this.#home = home
    this.#out = out
  }

  get username(): string | undefined {
    return this.#user?.username
  }

  get snapshots(): ReadonlyArray<Snapshot> {
    return [...this.#subscriptions.values()].filter((one) => typeof one === "object")
  }

  get subscriptions(): ReadonlyArray<string> {
    return [...this.#subscriptions.keys()]
  }

  listens(channel: string): boolean {
    return this.#subscriptions.get(channel) === "events"
  }

  receive(text: string) {
    if (this.#isFrozen) return
    const [, command, argument = ""] = /^(auth|subscribe|unsubscribe) (.+)$/.exec(text) ?? []
    if (command === "auth") this.#signIn(argument)
    else if (command === "subscribe" && !this.#subscriptions.has(argument)) this.#subscribe(argument)
    else if (command === "unsubscribe") this.#subscriptions.delete(argument)
  }

  send(text: string) {
    if (!this.#isFrozen) this.#out.send(text)
  }

  /** Sends an event; it is never compressed. */
  sendEvent(channel: string, payload: unknown) {
    this.send(Frame.format({ _tag: "Event", channel, payload }))
  }

  close(code: number, reason: string) {
    this.#out.close(code, reason)
  }

  get isFrozen(): boolean {
    return this.#isFrozen
  }

  freeze() {
    this.#isFrozen = true
  }

  /** A guest's token changes nothing, and that of another user ends the connection. */
  #signIn(token: string) {
    if (token === "guest") return this.send("auth ok guest")
    const signedIn = this.#home.signIn(token)
    if (signedIn === undefined) return this.send("auth failed")
    if (this.#user !== undefined && this.#user._id !== signedIn.user._id) return this.#home.end(this)
    this.#user = signedIn.user
    this.send(`auth ok ${signedIn.token}`)
  }

  #subscribe(name: string) {
    const channel = ChannelName.parse(name)
    const { shard } = this.#home
    switch (channel._tag) {
      case "Room":
        return this.#watchRoom(name, channel.room, shard)
      case "RoomMap": {
        const { room } = channel
        if (!isRoom(shard, room)) return this.#subscriptions.set(name, "nothing")
        const read = onlyChanges(() => roomMap(shard, room))
        this.#subscriptions.set(name, { channel: name, shard, read })
        return this.sendEvent(name, read())
      }
      case "MapVisual": {
        // Without a shard no channel has this name.
        if (channel.shard === undefined) return
        const user = this.#own(channel.user)
        const read = () => (user === undefined ? undefined : (shard.memoryOf(user).mapVisual ?? ""))
        return this.#subscriptions.set(name, { channel: name, shard, read })
      }
      case "Memory": {
        const user = this.#own(channel.user)
        // Any shard may precede the path.
        const path = channel.path.replace(/^[^/]+\//, "")
        const text = onlyChanges(() => (user === undefined ? undefined : textAt(shard, user, path)))
        return this.#subscriptions.set(name, { channel: name, shard, read: text })
      }
      case "Console":
      case "Cpu":
      case "Code":
      case "ActiveBranch":
      case "NewMessage":
      case "Conversation":
        return this.#subscriptions.set(name, this.#own(channel.user) === undefined ? "nothing" : "events")
      default:
        return
    }
  }

  /** Guests watch rooms, too; who signs in later stays a guest there. */
  #watchRoom(name: string, room: string, shard: Shard) {
    if (!isRoom(shard, room)) return this.#subscriptions.set(name, "nothing")
    const frames = new RoomFrames(shard, room, this.#user)
    if (this.#user !== undefined) viewedRooms.set(this.#user, room)
    this.#subscriptions.set(name, { channel: name, shard, read: () => frames.next() })
    return this.sendEvent(name, frames.next())
  }

  #own(id: string): User | undefined {
    return this.#user?._id === id ? this.#user : undefined
  }
}

const isRoom = (shard: Shard, name: string): name is RoomName.RoomName =>
  RoomName.is(name) && shard.rooms.names.has(name)

/** Returns the text of a value of Memory. */
const textAt = (shard: Shard, user: User, path: string): string => {
  try {
    return String(memoryAt(shard, user, path))
  } catch {
    return "Incorrect memory path"
  }
}
