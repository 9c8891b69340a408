/** The connections of an in-memory xxscreeps, and the frames for the world's events. */
import type { ClientSide, ServerSide } from "../../../../packages/testing/src/socket/inMemorySocket.ts"
import type { Sockets } from "../../../../packages/testing/src/server/serving.ts"
import type { WorldEvent } from "../../../../packages/testing/src/world/state/events.ts"
import type { Shard } from "../../../../packages/testing/src/world/state/shard.ts"
import { issueToken } from "../tokens.ts"
import { Connection } from "./connection.ts"
import { framesOf } from "./events.ts"

export class Hub implements Sockets {
  readonly shard: Shard
  readonly #now: () => number
  readonly #connections = new Set<Connection>()
  isDown = false

  constructor(shard: Shard, now: () => number) {
    this.shard = shard
    this.#now = now
  }

  get connections(): ReadonlyArray<Connection> {
    return [...this.#connections]
  }

  listen(): () => void {
    return this.shard.events.listen((event) => this.#onEvent(event))
  }

  connect(path: string, out: ClientSide): ServerSide | "refused" {
    if (this.isDown || !/^\/socket\/websocket\/?$/.test(path)) return "refused"
    const connection = new Connection(this, out)
    this.#connections.add(connection)
    connection.send(`time ${this.#now()}`)
    connection.send("protocol 14")
    return {
      receive: (text) => connection.receive(text),
      receiveBinary: (bytes) => {
        connection.receive(new TextDecoder().decode(bytes))
        return undefined
      },
      leave: () => {
        this.#connections.delete(connection)
        return !connection.isFrozen
      }
    }
  }

  drop(code: number, reason: string, username?: string) {
    for (const connection of this.connections)
      if (username === undefined || connection.username === username) this.#close(connection, code, reason)
  }

  end(connection: Connection) {
    this.#close(connection, 1000, "Normal closure")
  }

  #close(connection: Connection, code: number, reason: string) {
    this.#connections.delete(connection)
    connection.close(code, reason)
  }

  /** It keeps nothing beside its connections. */
  forget() {}

  signIn(token: string) {
    const now = this.#now()
    const held = this.shard.tokens.holder(token, now)
    if (held === undefined || held.api !== undefined) return undefined
    return { user: held.user, token: issueToken(this.shard, held.user, now) }
  }

  #onEvent(event: WorldEvent) {
    if (this.isDown || ("shard" in event && event.shard !== this.shard.name)) return
    for (const [channel, payload] of framesOf(event, this.shard))
      for (const connection of this.connections)
        if (connection.listens(channel)) connection.sendEvent(channel, payload)
    if (event.type !== "tick") return
    for (const connection of this.connections)
      for (const { channel, read } of connection.snapshots) {
        const payload = read()
        if (payload !== undefined) connection.sendEvent(channel, payload)
      }
  }
}
