/** Players' programs that use the SDK on the in-memory server. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as ScreepsServer from "@screeps-effect/api/Server"
import type * as Session from "@screeps-effect/api/Session"
import type { ObjectDocument } from "@screeps-effect/testing/ScreepsWorld"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { fromSquares } from "@screeps-effect/schema/Terrain"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { alice, bob } from "./server.ts"

type Client = ScreepsClient.ScreepsClient | Session.Session

/** Runs a program as a user. */
export type Player = <A, E>(program: Effect.Effect<A, E, Client>) => Effect.Effect<A, E>

/** A world in which alice and bob have accounts. */
export const makeWorld = (options: ScreepsWorld.Options = {}): ScreepsWorld.ScreepsWorld =>
  ScreepsWorld.make({ accounts: [alice, bob], ...options })

/** Plays on a private server. */
export const play =
  (world: ScreepsWorld.ScreepsWorld, { password, username }: typeof bob): Player =>
  (program) =>
    Effect.provide(
      program,
      ScreepsClient.layerNoDeps().pipe(
        Layer.provide(Credentials.layerPassword({ username: username, password: Redacted.make(password) })),
        Layer.provide(TestServer.layer(world))
      )
    )

/** Plays on an official server, in a shard. */
export const playOfficial =
  (world: ScreepsWorld.ScreepsWorld, { username }: typeof bob, shard: string): Player =>
  (program) =>
    Effect.flatMap(world.users.grantToken(username), (token) =>
      Effect.provide(
        program,
        ScreepsClient.layerNoDeps().pipe(
          Layer.provide(
            Layer.mergeAll(
              TestServer.layer(world, { dialect: "official" }),
              Credentials.layerToken(token),
              ScreepsServer.layer(ScreepsServer.official({ shard }))
            )
          )
        )
      )
    )

/** Gives a user a plain room of level 4 with a controller only. */
export const grantRoom = (
  { rooms, users }: ScreepsWorld.ScreepsWorld,
  username: string,
  room: RoomName,
  shard?: string
) =>
  Effect.gen(function* () {
    const { _id: user } = yield* users.get(username)
    yield* rooms.change(room, { terrain: fromSquares([]) }, shard)
    const fields = { user, level: 4, progress: 0, downgradeTime: 100_000, safeModeAvailable: 1 }
    const controller = yield* rooms.addObject(room, { type: "controller", x: 10, y: 10, ...fields }, shard)
    return { user, controller }
  })

/** Returns the objects in a room, without its controller. */
export const standing = (
  { rooms }: ScreepsWorld.ScreepsWorld,
  room: RoomName,
  shard?: string
): Effect.Effect<ReadonlyArray<ObjectDocument>> =>
  Effect.map(rooms.objects(room, shard), (all) => all.filter(({ type }) => type !== "controller"))

/** Returns the only object of a type in a room. */
export const only = (
  world: ScreepsWorld.ScreepsWorld,
  room: RoomName,
  type: string
): Effect.Effect<ObjectDocument> =>
  Effect.map(world.rooms.objects(room), (all) => {
    const [found, ...more] = all.filter((object) => object.type === type)
    assert.isDefined(found, `a ${type} in ${room}`)
    assert.deepStrictEqual(more, [], `one ${type} in ${room}`)
    return found
  })

/** Returns the text of a rejection, or the tag of another failure. */
export const text = (error: {
  readonly reason: { readonly _tag: string; readonly detail?: string }
}): string => error.reason.detail ?? error.reason._tag
