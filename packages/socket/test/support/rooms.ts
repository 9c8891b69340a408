/** Rooms of a game server: subscriptions, whole rooms, patches, and the limit of rooms. */
import type { Connection } from "./fakeServer.ts"

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

export interface Document {
  readonly [field: string]: Json
}

export type Objects = { readonly [id: string]: Document }

const isObject = (value: Json | undefined): value is Document => typeof value === "object" && value !== null

const isSame = (a: Json | undefined, b: Json | undefined) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the patch of a field: for nested objects and lists the keys that differ, each complete. */
const change = (before: Json | undefined, after: Json | undefined): Json => {
  if (after === undefined) return null
  if (!isObject(before) || !isObject(after)) return after
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => !isSame(before[key], value)))
}

const diff = (before: Document, after: Document): Document =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((key) => !isSame(before[key], after[key]))
      .map((key) => [key, change(before[key], after[key])] as const)
  )

/** Returns the patches of a room: new objects complete, `null` for gone ones, changed fields for others. */
const diffObjects = (before: Objects, after: Objects): { readonly [id: string]: Document | null } => {
  const patches: Record<string, Document | null> = {}
  for (const id of Object.keys(before)) if (after[id] === undefined) patches[id] = null
  for (const [id, next] of Object.entries(after)) {
    const old = before[id]
    if (old === undefined) patches[id] = next
    else if (!isSame(old, next)) patches[id] = diff(old, next)
  }
  return patches
}

const info = { mode: "world" }
const refusal = "subscribe limit reached"

export class GameRooms {
  readonly rooms: Record<string, Objects>
  readonly limit: number
  /** Rooms that are subscribed to, with the objects that were sent last. */
  readonly sent = new Map<string, Objects>()
  /** The most that were subscribed to at once. */
  most = 0
  refusals = 0
  tick = 100
  private wasOver = false
  private connection: Connection | undefined

  constructor(rooms: Record<string, Objects>, limit = 2) {
    this.rooms = rooms
    this.limit = limit
  }

  get subscribed(): ReadonlyArray<string> {
    return [...this.sent.keys()].toSorted()
  }

  /** Handles a frame of the client. */
  readonly onCommand = (text: string, connection: Connection) => {
    if (this.connection !== connection) {
      this.connection = connection
      this.sent.clear()
    }
    const [command, room] = text.split(" room:")
    if (room === undefined) return
    if (command === "unsubscribe") this.sent.delete(room)
    if (command !== "subscribe") return
    if (this.sent.has(room)) throw new Error(`${room} is subscribed to twice`)
    this.sent.set(room, {})
    this.most = Math.max(this.most, this.sent.size)
    const objects = this.rooms[room]
    if (objects === undefined) return
    if (this.wasOver) return this.refuse(room)
    this.sent.set(room, objects)
    connection.sendEvent(`room:${room}`, { objects, users: {}, flags: null, info })
  }

  private refuse(room: string) {
    this.refusals++
    this.connection?.sendEvent(`err@room:${room}`, refusal)
  }

  /** Runs the next tick: sends patches of as many rooms as the limit allows, starting with another room each time. */
  advance(changes: Record<string, Objects> = {}) {
    Object.assign(this.rooms, changes)
    this.tick++
    const known = [...this.sent.keys()].filter((room) => this.rooms[room] !== undefined)
    const from = known.length === 0 ? 0 : this.tick % known.length
    const order = [...known.slice(from), ...known.slice(0, from)]
    for (const [place, room] of order.entries()) {
      const objects = this.rooms[room] ?? {}
      if (place >= this.limit) {
        this.refuse(room)
        continue
      }
      const patches = diffObjects(this.sent.get(room) ?? {}, objects)
      this.sent.set(room, objects)
      this.connection?.sendEvent(`room:${room}`, { objects: patches, gameTime: this.tick, info, visual: "" })
    }
    this.wasOver = order.length > this.limit
  }
}

/** Creates a room with one source, whose energy identifies the room. */
export const sourceRoom = (energy: number): Objects => ({
  s: { _id: "s", type: "source", x: 5, y: 6, energy, energyCapacity: 3000, room: "W1N1" }
})
