/** A look behind the server's doors, and a hand in its database: everything here goes through its command line. */
import { assert } from "@effect/vitest"
import * as Game from "@screeps-effect/api/Game"
import { PrivateServer } from "@screeps-effect/private-server"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { UserId } from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

/** JavaScript for a value. */
export const js = (value: unknown): string => JSON.stringify(value)

/** The value of an expression on the server's command line, which does not survive one who hangs up on it. */
export const told = <A>(schema: Schema.Codec<A, unknown>, expression: string) =>
  Effect.gen(function* () {
    const { cli } = yield* PrivateServer.PrivateServer
    const json = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`
    const text = yield* Effect.uninterruptible(cli(json))
    return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text)
  })

/** Runs an expression for what it does. */
const done = (expression: string) => Effect.asVoid(told(Schema.Unknown, expression))

/** Changes users, objects or other records that are like `query`. */
export const change = (records: string, query: unknown, changes: unknown) =>
  done(`storage.db[${js(records)}].update(${js(query)}, ${js(changes)})`)

/** Adds records. */
export const add = (records: string, list: ReadonlyArray<unknown>) =>
  done(`storage.db[${js(records)}].insert(${js(list)})`)

/** Removes the records that are like `query`. */
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
 * What stands in a room. Asking wakes the room: the server forgets what was noted as active between two steps of its
 * main loop, and lets such a room sleep for about a hundred ticks.
 */
export const things = (room: string) =>
  told(
    Schema.Array(Thing),
    `storage.env.sadd('activeRooms', ${js(room)}).then(() => storage.db['rooms.objects'].find({ room: ${js(room)} }))`
  )

/** The one thing of a kind in a room. */
export const theOnly = (room: string, type: string) =>
  Effect.map(things(room), (list) => {
    const [found, ...more] = list.filter((thing) => thing.type === type)
    assert.isEmpty(more, `more than one ${type} in ${room}`)
    return found ?? assert.fail(`no ${type} in ${room}`)
  })

/** Asks again until it is so, half a minute at most: some hundred ticks. */
export const eventually = <A, E, R>(
  ask: Effect.Effect<A, E, R>,
  until: (value: A) => boolean,
  what: string
) =>
  ask.pipe(
    Effect.repeat({ until, schedule: Schedule.spaced("50 millis") }),
    Effect.timeoutOrElse({
      duration: "30 seconds",
      orElse: () => Effect.sync(() => assert.fail(`never came true: ${what}`))
    })
  )

/** Whether intents in a room wait for the next tick. */
export const pendingIn = (room: string) =>
  told(Schema.Boolean, `storage.db['rooms.intents'].findOne({ room: ${js(room)} }).then(Boolean)`)

/** Whether intents of an account wait for the next tick. */
export const pendingOf = (user: string) =>
  told(Schema.Boolean, `storage.db['users.intents'].findOne({ user: ${js(user)} }).then(Boolean)`)

/**
 * Asks for something and waits until it shows. The server drops what arrives between the reading and the clearing of
 * its list of intents, without a word: what neither waits any more nor has shown is asked for again.
 */
export const shows = <A, E, R, B, E2, R2, E3, R3>(
  ask: Effect.Effect<A, E, R>,
  isPending: Effect.Effect<boolean, E3, R3>,
  look: Effect.Effect<B, E2, R2>,
  until: (value: B) => boolean,
  what: string
) =>
  Effect.gen(function* () {
    const first = yield* ask
    const shown = Effect.map(look, until)
    const soon = shown.pipe(
      Effect.repeat({ until: (is) => is, schedule: Schedule.spaced("50 millis") }),
      Effect.timeoutOption("500 millis"),
      Effect.map(Option.isSome)
    )
    const again = Effect.gen(function* () {
      if (yield* shown) return true
      if ((yield* isPending) || (yield* soon)) return yield* shown
      yield* Effect.ignore(ask)
      return false
    })
    yield* eventually(again, (is) => is, what)
    return first
  })

/** A creep that stands on a square, as the server keeps it. */
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

/** Rooms with a controller that is nobody's. */
export const wilderness = told(
  Schema.Array(RoomName),
  `storage.db['rooms.objects'].find({ type: 'controller' })
    .then((list) => list.filter((it) => !it.user && !it.reservation && !it.level).map(({ room }) => room))`
)

/** A room that is nobody's. */
export const wildRoom = Effect.map(wilderness, ([room]) => room ?? assert.fail("no room is free"))

/** Squares of a room with plain ground and nothing else around them, nearest to the middle first, none touching. */
export const clearings = (room: RoomName) =>
  Effect.gen(function* () {
    const land = yield* Game.terrain({ room })
    const taken = yield* things(room)
    const near = (a: { x: number; y: number }, b: { x: number; y: number }) =>
      Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
    const squares: Array<{ x: number; y: number }> = []
    for (let x = 4; x < 46; x++) for (let y = 4; y < 46; y++) squares.push({ x, y })
    const middle = { x: 25, y: 25 }
    const clear: Array<{ x: number; y: number }> = []
    for (const square of squares.toSorted((a, b) => near(a, middle) - near(b, middle))) {
      const { x, y } = square
      const isPlain = [-1, 0, 1].every((dx) => [-1, 0, 1].every((dy) => land.at(x + dx, y + dy) === "plain"))
      if (isPlain && [...taken, ...clear].every((other) => near(other, square) > 2)) clear.push(square)
    }
    return clear
  })

/** Places a first spawn in a room that is nobody's. */
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
