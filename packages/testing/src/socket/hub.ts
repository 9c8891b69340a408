/** A server's socket: its connections, and the frames for the world's events. */
import type { ConsoleEvent } from "@screeps-effect/schema/ConsoleEvent"
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { type Kind, type SocketQuirks, tokenOwner } from "../server/dialect.ts"
import type { User } from "../world/state/accounts.ts"
import { battles } from "../world/rules/battles.ts"
import type { WorldEvent } from "../world/state/events.ts"
import { serverStats } from "../server/routes/server.ts"
import type { Shard } from "../world/state/shard.ts"
import { Connection, type ServerState, type SignedIn } from "./connection.ts"
import type { RoomFrames } from "./roomFrames.ts"
import { firstCpu } from "./snapshots.ts"
import * as SockJs from "./sockJs.ts"
import type { ClientSide, ServerSide } from "./inMemorySocket.ts"

interface HubOptions {
  readonly kind: Kind
  readonly quirks: SocketQuirks
  /** Mods of a private server. */
  readonly mods: ReadonlySet<string>
  readonly now: () => number
  /** Called for input that would end or block a real server. */
  readonly onMistake: (mistake: Error) => void
}

/** Input that would end or block a real server. */
class Mistake extends Error {
  override readonly name = "Mistake"
}

const binary = "The client sent a binary frame: a real server would send nothing more on this connection."

/**
 * Escapes a log line: HTML special characters, tabs and everything beyond ASCII become hexadecimal references.
 */
const escapeLine = (line: string): string =>
  line === ""
    ? "&#x22;&#x22;"
    : Array.from(line, (sign) => {
        const code = sign.codePointAt(0) ?? 0
        return code > 126 || "<>&\"'`\t".includes(sign) ? `&#x${code.toString(16).toUpperCase()};` : sign
      }).join("")

/** How many Memory paths of a user can be watched per run of a server, unsubscribed ones included. */
const maxWatchedPaths = 50

/** @internal */
export class Hub implements ServerState {
  readonly first: Shard
  readonly quirks: SocketQuirks
  readonly isPrivate: boolean
  readonly hasAdminMod: boolean
  readonly #options: HubOptions
  readonly #connections = new Set<Connection>()
  /** Users with a rejected room in the last tick, by shard. */
  readonly #over = new Map<Shard, ReadonlySet<UserId>>()
  /** Paths that were watched since the server started, including those no longer watched. */
  readonly #watched = new Map<UserId, Set<string>>()
  /** When a throttled channel was last sent, by channel. */
  readonly #lastSentAt = new Map<string, number>()
  isDown = false

  constructor(shard: Shard, options: HubOptions) {
    this.first = shard
    this.quirks = options.quirks
    this.isPrivate = options.kind === "private"
    this.hasAdminMod = this.isPrivate && options.mods.has("screepsmod-admin-utils")
    this.#options = options
  }

  get connections(): ReadonlyArray<Connection> {
    return [...this.#connections]
  }

  /** Starts sending events; returns a function that stops it. */
  listen(): () => void {
    return this.first.events.listen((event) => this.#onEvent(event))
  }

  /** Opens a connection at a path; the game's servers never respond to a handshake at another path. */
  connect(path: string, out: ClientSide): ServerSide | "refused" | "silent" {
    if (this.isDown) return "refused"
    const plain = SockJs.plainPath(path)
    if (plain !== undefined) return SockJs.connect(out, (unframed) => this.connect(plain, unframed))
    const served = this.isPrivate ? /^\/socket\/websocket\/?$/ : /\/socket\/websocket\/?$/
    if (!served.test(path)) return "silent"
    const connection = new Connection(this, out)
    this.#connections.add(connection)
    connection.send(`time ${this.#options.now()}`)
    connection.send("protocol 14")
    if (!this.isPrivate) connection.send("package 1")
    return {
      receive: (text) => connection.receive(text),
      receiveBinary: (bytes) => connection.receiveBinary(bytes),
      leave: () => {
        this.#connections.delete(connection)
        return !connection.isFrozen
      }
    }
  }

  /** Closes all connections, or those of a user. */
  drop(code: number, reason: string, username?: string) {
    for (const connection of this.connections) {
      if (username !== undefined && connection.username !== username) continue
      this.#connections.delete(connection)
      connection.close(code, reason)
    }
  }

  reportBinary(): Error {
    return this.#mistake(binary)
  }

  /** Clears the state that a server loses when it ends. */
  forget() {
    this.#over.clear()
    this.#watched.clear()
    this.#lastSentAt.clear()
  }

  crash(path: string) {
    this.#mistake(`The client watches the Memory path "${path}", which crashes a real server.`)
    this.drop(1006, "")
    this.forget()
  }

  #mistake(text: string): Mistake {
    const mistake = new Mistake(text)
    this.#options.onMistake(mistake)
    return mistake
  }

  signIn(token: string): SignedIn | undefined {
    const now = this.#options.now()
    const held = tokenOwner(this.first, this.#options.kind, token, now)
    if (held === undefined) return undefined
    const next = this.isPrivate ? this.first.tokens.issue(held.user, now) : token
    return { user: held.user, scope: held.api?.scope, token: next }
  }

  shard(name: string | undefined): Shard | undefined {
    if (this.isPrivate) return name === undefined ? this.first : undefined
    return this.first.shards.find((shard) => shard.name === name)
  }

  isOver({ account, shard }: RoomFrames): boolean {
    return this.#over.get(shard)?.has(account._id) ?? false
  }

  isWatched({ _id }: User, path: string): boolean {
    const paths = this.#watched.get(_id) ?? new Set<string>()
    this.#watched.set(_id, paths)
    if (!paths.has(path) && paths.size < maxWatchedPaths) paths.add(path)
    return paths.has(path)
  }

  sendFirstCpu(channel: string, id: UserId) {
    const user = this.first.accounts.byId(id)
    const event = user === undefined ? undefined : firstCpu(this.#shards, user)
    if (event !== undefined) this.#broadcast(channel, event)
  }

  get #shards(): ReadonlyArray<Shard> {
    return this.isPrivate ? [this.first] : this.first.shards
  }

  #broadcast(channel: string, payload: unknown) {
    // A client in memory runs at once, and may connect or leave.
    for (const connection of this.connections)
      if (connection.listens(channel)) connection.sendEvent(channel, payload)
  }

  #onEvent(event: WorldEvent) {
    if (this.isDown || ("shard" in event && this.isPrivate && event.shard !== this.first.name)) return
    switch (event.type) {
      case "console":
        return this.#emitToUser("Console", event.user, {
          messages: { log: [...event.log.map(escapeLine), ...event.logUnsafe], results: event.results },
          ...this.#origin(event.shard)
        } satisfies ConsoleEvent)
      case "error":
        return this.#emitToUser("Console", event.user, {
          error: event.error.replaceAll("<", "&lt;"),
          ...this.#origin(event.shard)
        } satisfies ConsoleEvent)
      case "cpu":
        if (!this.#isDue("cpu")) return
        return this.#emitToUser("Cpu", event.user, { cpu: event.cpu, memory: event.memory })
      case "code": {
        const { branch, hash, modules, timestamp } = event
        return this.#emitToUser("Code", event.user, { branch, modules, timestamp, hash })
      }
      case "activeBranch":
        return this.#emitToUser("ActiveBranch", event.user, {
          activeName: event.activeName,
          branch: event.branch
        })
      case "conversation": {
        const { message, respondent, user } = event
        return this.#broadcast(ChannelName.format({ _tag: "Conversation", user, respondent }), { message })
      }
      case "newMessage":
        return this.#emitToUser("NewMessage", event.user, { message: event.message })
      case "money":
        // Private servers accept the subscription but never send an event.
        return this.isPrivate ? undefined : this.#emitToUser("Money", event.user, event.credits)
      case "serverMessage":
        return this.#broadcast(ChannelName.format({ _tag: "ServerMessage" }), event.text)
      case "tick": {
        const shard = this.#shards.find(({ name }) => name === event.shard)
        return shard === undefined ? undefined : this.#tick(shard, event.time)
      }
    }
  }

  #emitToUser(_tag: ChannelName.UserChannel["_tag"], user: UserId, payload: unknown) {
    this.#broadcast(ChannelName.format({ _tag, user }), payload)
  }

  /** Official servers add the shard to an event. */
  #origin(shard: string) {
    return this.isPrivate ? {} : { shard }
  }

  /** Whether an item may be sent now under the throttle; records the time. */
  #isDue(what: string): boolean {
    const now = this.#options.now()
    const last = this.#lastSentAt.get(what)
    if (last !== undefined && now - last < this.quirks.throttle) return false
    this.#lastSentAt.set(what, now)
    return true
  }

  /** Emits the channels of the admin mod: after every tick, without throttling, in the recorded order. */
  #emitAdminMod(shard: Shard) {
    if (!this.hasAdminMod) return
    const isSubscribed = (_tag: ChannelName.AdminModChannel["_tag"]) =>
      this.connections.some((connection) => connection.listens(ChannelName.format({ _tag })))
    const emit = (_tag: ChannelName.AdminModChannel["_tag"], payload: unknown) =>
      this.#broadcast(ChannelName.format({ _tag }), payload)
    if (isSubscribed("ServerStats") || isSubscribed("UserStats")) {
      const stats = serverStats(shard)
      emit("ServerStats", stats)
      emit("UserStats", stats.users)
    }
    const fought = isSubscribed("Battle") || isSubscribed("Battles") ? battles(shard, shard.time - 1) : []
    for (const battle of fought) emit("Battle", battle)
    if (fought.length > 0) emit("Battles", fought)
  }

  #tick(shard: Shard, time: number) {
    this.#emitAdminMod(shard)
    if (!this.#isDue(`tick ${shard.name}`)) return
    for (const connection of this.connections)
      for (const snapshot of Array.from(connection.snapshots)) {
        const payload = snapshot.shard === shard ? snapshot.read() : undefined
        if (payload !== undefined) connection.sendEvent(snapshot.channel, payload)
      }
    this.#serveRooms(shard, time)
  }

  /** Sends rooms in a different order every tick, up to the limit per account; the others are rejected. */
  #serveRooms(shard: Shard, time: number) {
    const watched = this.connections.flatMap((connection) =>
      connection.rooms.flatMap((frames) => (frames.shard === shard ? [{ connection, frames }] : []))
    )
    const rooms = new Set(watched.map(({ frames }) => frames.room))
    const order = Random.withSeed(Random.shuffle(rooms), `${shard.options.seed} ${time}`)
    const all = Effect.runSync(order).flatMap((room) => watched.filter(({ frames }) => frames.room === room))
    const served = new Map<UserId, number>()
    const over = new Set<UserId>()
    for (const { connection, frames } of all) {
      const { _id } = frames.account
      const count = served.get(_id) ?? 0
      served.set(_id, count + 1)
      if (count < this.quirks.roomsPerAccount) {
        connection.sendEvent(frames.channel, frames.patch(time))
      } else {
        over.add(_id)
        connection.refuse(frames)
      }
    }
    this.#over.set(shard, over)
  }
}
