/** The words in which the contract is written. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import type { RateLimits } from "@screeps-effect/api/RateLimits"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type { Reason, ScreepsError } from "@screeps-effect/api/ScreepsError"
import type { Server } from "@screeps-effect/api/Server"
import type { Session } from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import * as RoomName from "@screeps-effect/schema/RoomName"
import type { Terrain } from "@screeps-effect/schema/Terrain"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"

/** One promise of a server. @internal */
export interface Clause {
  /** Finishes the sentence that begins with "a private server". */
  readonly name: string
  readonly holds: Effect.Effect<void, unknown, HttpClient | Server | Scope.Scope>
}

/** Writes a clause down. @internal */
export const clause = <A, E>(
  name: string,
  holds: Effect.Effect<A, E, HttpClient | Server | Scope.Scope>
): Clause => ({
  name,
  holds: Effect.asVoid(holds)
})

const broken = (what: string) => Effect.die(new Error(what))

/** Two values are the same. @internal */
export const same = (actual: unknown, expected: unknown, what: string): Effect.Effect<void> =>
  Equal.equals(actual, expected)
    ? Effect.void
    : broken(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`)

/** Something is so. @internal */
export const holds = (condition: boolean, what: string): Effect.Effect<void> =>
  condition ? Effect.void : broken(what)

/** The call fails for this reason, which is given back. @internal */
export const fails = <A, R, Tag extends Reason["_tag"]>(
  call: Effect.Effect<A, ScreepsError, R>,
  tag: Tag
): Effect.Effect<Extract<Reason, { readonly _tag: Tag }>, never, R> =>
  Effect.matchEffect(call, {
    onSuccess: (value) => broken(`expected ${tag}, got the answer ${JSON.stringify(value)}`),
    onFailure: ({ message, reason }) =>
      isReason(reason, tag) ? Effect.succeed(reason) : broken(`expected ${tag}, got ${message}`)
  })

const isReason = <Tag extends Reason["_tag"]>(
  reason: Reason,
  tag: Tag
): reason is Extract<Reason, { readonly _tag: Tag }> => reason._tag === tag

/** The game says no with this text. @internal */
export const refuses = <A, R>(
  call: Effect.Effect<A, ScreepsError, R>,
  text: string
): Effect.Effect<void, never, R> =>
  Effect.flatMap(fails(call, "Rejected"), (reason) => same(reason.text, text, "the text of the refusal"))

type Client = ScreepsClient.ScreepsClient | Session | RateLimits

/** Asks with these credentials. @internal */
export const as =
  (credentials: Layer.Layer<Credentials.Credentials>) =>
  <A, E, R>(
    program: Effect.Effect<A, E, R | Client>
  ): Effect.Effect<A, E, Exclude<R, Client> | HttpClient | Server> =>
    Effect.provide(program, Layer.fresh(ScreepsClient.layer.pipe(Layer.provide(credentials))))

/** Asks as nobody. @internal */
export const asGuest = as(Credentials.layerGuest)

/** Asks without an operation. @internal */
export const raw = (
  call: ScreepsClient.Call
): Effect.Effect<unknown, ScreepsError, ScreepsClient.ScreepsClient> =>
  Effect.flatMap(ScreepsClient.ScreepsClient, ({ request }) => request(call))

/** A new account and its credentials. @internal */
export const account = Effect.gen(function* () {
  const username = `contract${yield* Random.nextIntBetween(0, 1e12)}`
  const password = Redacted.make(`secret of ${username}`)
  const email = `${username}@example.com`
  yield* asGuest(Register.submit({ username, password, email }))
  return { username, password, email, as: as(Credentials.layerPassword({ user: username, password })) }
})

/** Asks as a user who has just registered. @internal */
export const asNewcomer = <A, E, R>(
  program: Effect.Effect<A, E, R | Client>
): Effect.Effect<A, E | ScreepsError, Exclude<R, Client> | HttpClient | Server> =>
  Effect.flatMap(account, ({ as }) => as(program))

/** Asks again until it is so, a hundred times at most. @internal */
export const eventually = <A, E, R>(
  ask: Effect.Effect<A, E, R>,
  until: (value: A) => boolean,
  what: string
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    for (let turn = 0; turn < 100; turn++) {
      const value = yield* ask
      if (until(value)) return value
      yield* Effect.sleep("100 millis")
    }
    return yield* broken(`never came true: ${what}`)
  })

/** Rooms around a room that may have a controller, nearest first. */
const around = (room: RoomName.RoomName): ReadonlyArray<RoomName.RoomName> => {
  const { x, y } = RoomName.toWorld(room)
  const near: Array<RoomName.RoomName> = []
  for (let dx = -5; dx <= 5; dx++)
    for (let dy = -5; dy <= 5; dy++) near.push(RoomName.fromWorld({ x: x + dx, y: y + dy }))
  return near
    .filter(
      (name) => !RoomName.isHighway(name) && !RoomName.isKeeperRoom(name) && !RoomName.isSectorCentre(name)
    )
    .toSorted((a, b) => RoomName.distance(room, a) - RoomName.distance(room, b))
}

/** Squares with room around them, nearest to the middle first, a dozen of them. */
const spacious = (land: Terrain): ReadonlyArray<{ readonly x: number; readonly y: number }> => {
  const spots: Array<{ x: number; y: number }> = []
  for (let x = 5; x < 45; x++) for (let y = 5; y < 45; y++) if (free(land, x, y)) spots.push({ x, y })
  const fromMiddle = (spot: { x: number; y: number }) => Math.hypot(spot.x - 25, spot.y - 25)
  return spots.toSorted((a, b) => fromMiddle(a) - fromMiddle(b)).slice(0, 12)
}

const free = (land: Terrain, x: number, y: number): boolean => {
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++) if (!land.isWalkable(x + dx, y + dy)) return false
  return true
}

/** Places a first spawn where there is room for it, and tells where. @internal */
export const settle = Effect.gen(function* () {
  const [start] = (yield* User.worldStartRoom()).room
  const centre = start !== undefined && RoomName.is(start) ? start : "W5N5"
  for (const room of around(centre)) {
    const land = yield* Effect.result(Game.terrain({ room }))
    if (land._tag === "Failure") continue
    for (const { x, y } of spacious(land.success)) {
      const placed = yield* Effect.result(Game.placeSpawn({ room, x, y, name: "Spawn1" }))
      if (placed._tag === "Success") return { room, x, y }
      if (placed.failure.reason._tag !== "Rejected") return yield* placed.failure
      // Somebody else's room, or none to live in: on to the next. A bad spot: on to the next spot.
      if (placed.failure.reason.text !== "invalid location") break
    }
  }
  return yield* broken("no room is free")
})
