/** Reads and changes the server's database, by its command line. */
import { assert } from "@effect/vitest"
import * as Game from "@screeps-effect/api/Game"
import { PrivateServer } from "@screeps-effect/private-server"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { UserId } from "@screeps-effect/schema/UserId"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

/** Returns a value as JavaScript. */
export const js = (value: unknown): string => JSON.stringify(value)

/** Evaluates an expression on the server's command line, which does not survive an interrupted connection. */
export const evaluate = <A>(schema: Schema.Codec<A, unknown>, expression: string) =>
  Effect.gen(function* () {
    const { cli } = yield* PrivateServer.PrivateServer
    const json = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`
    const text = yield* Effect.uninterruptible(cli(json))
    return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text)
  })

/** Runs an expression for its effect. */
const done = (expression: string) => Effect.asVoid(evaluate(Schema.Unknown, expression))

/** Changes users, objects or other records that match `query`. */
export const change = (records: string, query: unknown, changes: unknown) =>
  done(`storage.db[${js(records)}].update(${js(query)}, ${js(changes)})`)

/** Adds records. */
export const add = (records: string, list: ReadonlyArray<unknown>) =>
  done(`storage.db[${js(records)}].insert(${js(list)})`)

/** Removes the records that match `query`. */
export const drop = (records: string, query: unknown) =>
  done(`storage.db[${js(records)}].removeWhere(${js(query)})`)

const Thing = Schema.Struct({
  _id: ObjectId,
  type: Schema.String,
  name: Schema.optionalKey(Schema.String),
  x: Schema.Finite,
  y: Schema.Finite,
  user: Schema.optionalKey(Schema.NullOr(UserId)),
  level: Schema.optionalKey(Schema.Finite),
  safeMode: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  notifyWhenAttacked: Schema.optionalKey(Schema.Boolean)
})
type Thing = (typeof Thing)["Type"]

/**
 * Returns the objects in a room. This also activates the room: the server loses rooms that were marked as active
 * between two steps of its main loop, and does not process such a room for about a hundred ticks.
 */
export const things = (room: string) =>
  evaluate(
    Schema.Array(Thing),
    `storage.env.sadd('activeRooms', ${js(room)}).then(() => storage.db['rooms.objects'].find({ room: ${js(room)} }))`
  )

/** Returns the only object of a type in a room. */
export const theOnly = (room: string, type: string) =>
  Effect.map(things(room), (list) => {
    const [found, ...more] = list.filter((thing) => thing.type === type)
    assert.isEmpty(more, `more than one ${type} in ${room}`)
    return found ?? assert.fail(`no ${type} in ${room}`)
  })

/** Repeats an effect until its result matches, by default half a minute at most: some hundred ticks. */
export const eventually = <A, E, R>(
  send: Effect.Effect<A, E, R>,
  until: (value: A) => boolean,
  what: string,
  within: Duration.Input = "30 seconds"
) =>
  send.pipe(
    Effect.repeat({ until, schedule: Schedule.spaced("50 millis") }),
    Effect.timeoutOrElse({
      duration: within,
      orElse: () => Effect.sync(() => assert.fail(`never came true: ${what}`))
    })
  )

/** Whether intents in a room are waiting for the next tick. */
export const pendingIn = (room: string) =>
  evaluate(Schema.Boolean, `storage.db['rooms.intents'].findOne({ room: ${js(room)} }).then(Boolean)`)

/** Whether intents of an account are waiting for the next tick. */
export const pendingOf = (user: string) =>
  evaluate(Schema.Boolean, `storage.db['users.intents'].findOne({ user: ${js(user)} }).then(Boolean)`)

/**
 * Sends an intent and waits for its effect. The server silently drops intents that arrive between reading and clearing
 * its list: an intent that is not waiting any more and had no effect is sent again.
 */
export const shows = <A, E, R, B, E2, R2, E3, R3>(
  send: Effect.Effect<A, E, R>,
  isPending: Effect.Effect<boolean, E3, R3>,
  look: Effect.Effect<B, E2, R2>,
  until: (value: B) => boolean,
  what: string
) =>
  Effect.gen(function* () {
    const first = yield* send
    const shown = Effect.map(look, until)
    const soon = shown.pipe(
      Effect.repeat({ until: (is) => is, schedule: Schedule.spaced("50 millis") }),
      Effect.timeoutOption("500 millis"),
      Effect.map(Option.isSome)
    )
    const again = Effect.gen(function* () {
      if (yield* shown) return true
      if ((yield* isPending) || (yield* soon)) return yield* shown
      yield* Effect.ignore(send)
      return false
    })
    yield* eventually(again, (is) => is, what)
    return first
  })

/** Returns the document of a creep on a square. */
export const creepOf = (
  user: string,
  place: { readonly room: string; readonly x: number; readonly y: number },
  body: ReadonlyArray<string>
) => ({
  ...place,
  type: "creep",
  name: "Scout",
  user,
  body: body.map((type) => ({ type, hits: 100 })),
  hits: 100 * body.length,
  hitsMax: 100 * body.length,
  fatigue: 0,
  store: {},
  storeCapacity: 0,
  spawning: false,
  ageTime: 1_000_000
})

/** Returns rooms with a controller without an owner. */
export const wilderness = evaluate(
  Schema.Array(RoomName),
  `storage.db['rooms.objects'].find({ type: 'controller' })
    .then((list) => list.filter((it) => !it.user && !it.reservation && !it.level).map(({ room }) => room))`
)

/** Returns a room without an owner. */
export const wildRoom = Effect.map(wilderness, ([room]) => room ?? assert.fail("no room is free"))

/** Returns squares surrounded by plain terrain without objects, nearest to the room's centre first, none adjacent. */
export const clearings = (room: RoomName) =>
  Effect.gen(function* () {
    const land = yield* Game.terrain({ room })
    const occupied = yield* things(room)
    const near = (a: { x: number; y: number }, b: { x: number; y: number }) =>
      Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
    const squares: Array<{ x: number; y: number }> = []
    for (let x = 4; x < 46; x++) for (let y = 4; y < 46; y++) squares.push({ x, y })
    const middle = { x: 25, y: 25 }
    const clear: Array<{ x: number; y: number }> = []
    for (const square of squares.toSorted((a, b) => near(a, middle) - near(b, middle))) {
      const { x, y } = square
      const isPlain = [-1, 0, 1].every((dx) => [-1, 0, 1].every((dy) => land.at(x + dx, y + dy) === "plain"))
      if (isPlain && [...occupied, ...clear].every((other) => near(other, square) > 2)) clear.push(square)
    }
    return clear
  })

/** Places a first spawn in a room without an owner. */
export const settle = Effect.gen(function* () {
  for (const room of yield* wilderness) {
    const [spot, ...others] = yield* clearings(room)
    if (spot === undefined || others.length < 8) continue
    yield* Game.placeSpawn({ room, ...spot, name: "Spawn1" })
    const spawn = yield* theOnly(room, "spawn")
    const controller = yield* theOnly(room, "controller")
    assert(typeof spawn.user === "string")
    return { room, spawn, controller, clearings: others, user: spawn.user }
  }
  return assert.fail("no room is free")
})
