/** Commands of the lab: what they observe on the server has arrived when a tick is over. */
import { define, defineVoid } from "@screeps-effect/private-server/Administration"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { OwnOrder } from "@screeps-effect/schema/Order"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { UserId } from "@screeps-effect/schema/UserId"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/**
 * Begins to collect what the scripts of users write.
 *
 * **Details**
 *
 * The process of the scripts publishes the console, errors and CPU of a script before it reports that the script is done, over
 * one connection. So everything of a tick has arrived when the server publishes that the tick is over.
 */
export const watch: (input: {
  readonly users: ReadonlyArray<UserId>
}) => ReturnType<ReturnType<typeof defineVoid>> = defineVoid({
  name: "Lab.watch",
  input: Schema.Struct({ users: Schema.Array(UserId) }),
  code: `({ users }) => {
    const { pubsub } = storage
    const collected = pubsub[Symbol.for("screeps-effect/lab")] = new Map()
    for (const user of users) {
      const events = []
      collected.set(user, events)
      for (const channel of ["console", "cpu"])
        pubsub.subscribe("user:" + user + "/" + channel, (text) => events.push(text))
    }
  }`
})

const Collected = Schema.Struct({
  /** CPU of the run; `null` if the script did not run or was stopped. */
  cpu: Schema.NullOr(Schema.Finite),
  bucket: Schema.Finite,
  /** Memory as text. */
  memory: Schema.NullOr(Schema.String),
  /** Orders with their prices in credits. */
  orders: Schema.Array(OwnOrder),
  /** Lines with their kind: as the server sends them, encoded for a web page. */
  lines: Schema.Array(Schema.Tuple([Schema.Literals(["log", "result", "error"]), Schema.String])),
  /** Lines that are left out. */
  dropped: Schema.Int
})

/** Reads rooms, and what users' scripts did since the last time. */
export const observe = define({
  name: "Lab.observe",
  changes: false,
  input: Schema.Struct({
    rooms: Schema.Array(RoomName.RoomName),
    users: Schema.Array(UserId),
    /** Whether to read Memory. */
    memory: Schema.Boolean,
    /** Whether to read market orders. */
    orders: Schema.Boolean,
    /** Whether to read which creeps were killed. */
    kills: Schema.Boolean,
    /** The most lines of a script. */
    maxLines: Schema.Int,
    /** The most characters of a line. */
    maxLength: Schema.Int
  }),
  output: Schema.Struct({
    objects: Schema.Record(Schema.String, RoomObject.List),
    users: Schema.Record(Schema.String, Collected),
    /** Creeps that died in the last tick of their room, and what attacked them in it. */
    killed: Schema.Array(Schema.Struct({ id: ObjectId, by: Schema.Array(ObjectId) }))
  }),
  code: `async ({ rooms, users, memory, orders, kills, maxLines, maxLength }) => {
    const { db, env, pubsub } = storage
    const objects = {}, found = {}
    for (const room of rooms) objects[room] = []
    for (const { $loki, meta, ...object } of await db["rooms.objects"].find({ room: { $in: rooms } }))
      objects[object.room].push(object)
    const traded = orders ? await db["market.orders"].find({ user: { $in: users } }) : []
    const accounts = await db.users.find({ _id: { $in: users } })
    for (const user of users) {
      const events = pubsub[Symbol.for("screeps-effect/lab")].get(user).splice(0)
      const account = accounts.find(({ _id }) => _id === user) || {}
      const one = found[user] = {
        cpu: null, bucket: account.cpuAvailable || 0, lines: [], dropped: 0,
        memory: memory ? await env.get(env.keys.MEMORY + user) || null : null,
        orders: traded.filter((order) => order.user === user)
          .map(({ $loki, meta, ...order }) => ({ ...order, price: order.price / 1000 }))
      }
      const add = (kind, text) => {
        if (one.lines.length < maxLines || kind === "error" && one.lines.length < 2 * maxLines)
          one.lines.push([kind, String(text).slice(0, maxLength)])
        else one.dropped++
      }
      for (const text of events) {
        const { cpu, error, messages } = JSON.parse(text)
        if (typeof cpu === "number") one.cpu = cpu
        if (error !== undefined) add("error", error)
        if (messages) {
          for (const line of messages.log) add("log", line)
          for (const line of messages.results) add("result", line)
        }
      }
    }
    const killed = []
    if (kills) {
      const [attacked, destroyed] = [1, 2]
      for (const log of await env.hmget(env.keys.ROOM_EVENT_LOG, rooms)) {
        const events = JSON.parse(log || "[]")
        const by = (id) => events.filter((one) => one.event === attacked && one.data.targetId === id).map((one) => one.objectId)
        for (const { data, event, objectId } of events)
          if (event === destroyed && data.type === "creep") killed.push({ id: objectId, by: by(objectId) })
      }
    }
    return { objects, users: found, killed }
  }`
})

/** What was observed in a tick. */
export type Observed = Effect.Success<ReturnType<typeof observe>>
