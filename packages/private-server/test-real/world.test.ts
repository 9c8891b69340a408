/**
 * The account's rooms and waits, on the game's own server. `SCREEPS_SOCKET_RESETS` sets how often the connection of a test
 * is reset, 5 times by default.
 */
import { isDeepStrictEqual } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Channels from "@screeps-effect/socket/Channels"
import { RoomFeed } from "@screeps-effect/socket/RoomFeed"
import * as MyRooms from "@screeps-effect/world/MyRooms"
import * as Until from "@screeps-effect/world/Until"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { inject } from "vitest"
import { killBackend, pause, resume } from "./socket/support/backend.ts"
import { code } from "./socket/support/code.ts"
import { proxied } from "./socket/support/proxy.ts"
import { first, listen, newcomer, type Player, settler } from "./socket/support/player.ts"
import { server } from "./socket/support/server.ts"
import { add, change, clearings, drop, eventually, theOnly, wildRoom } from "./support/world.ts"

/** Retries quickly, so that connections also meet a server that is starting; normal clients back off. */
const socket = { backoff: Schedule.spaced("250 millis") }

const timeout = "20 seconds"
const resets = Number(process.env["SCREEPS_SOCKET_RESETS"] ?? 5)

const documents = ({ objects }: RoomState.RoomState) =>
  Object.fromEntries([...objects].map(([id, object]) => [id, RoomObject.toDocument(object)]))

/** The room as the server sends it to a new subscriber. */
const fresh = ({ socket }: Player, { room }: MyRooms.MyRoom) =>
  first(socket.subscribe(Channels.room(room)), RoomFrame.isFull, `${room} whole`).pipe(
    Effect.map((frame) => documents(RoomState.fold(RoomState.empty, frame)))
  )

/**
 * Breaks a player's connection several times, and compares its room with a new subscription each time; returns how many
 * objects the room has.
 */
const staysEqual = <E, R>(
  player: Player & { readonly room: RoomName },
  kill: Effect.Effect<void, E, R>,
  kills: number
) =>
  Effect.gen(function* () {
    const dora = yield* newcomer({ socket })
    const snapshots = yield* player.as(listen(MyRooms.snapshots({ resync: "2 seconds" })))
    const changes = yield* player.as(listen(MyRooms.changes({ resync: "2 seconds" })))
    const mine = () => snapshots.at(-1)?.rooms.get(player.room)
    const isWatched = () => {
      const room = mine()
      return room?.view !== undefined && room.staleSince === undefined
    }
    yield* eventually(Effect.sync(isWatched), (is) => is, "the room is watched")
    const { connections: before } = yield* player.socket.counters
    for (let done = 1; done <= kills; done++) {
      // Also in the middle of a tick, and of a subscription's first message.
      yield* Effect.sleep(yield* Random.nextIntBetween(0, 500))
      yield* kill
      const isBack = Effect.map(
        player.socket.counters,
        ({ connections }) => connections === before + done && isWatched()
      )
      yield* eventually(isBack, (is) => is, "the room is watched again")
      yield* pause
      const isSame = Effect.gen(function* () {
        const room = mine()
        if (room?.view === undefined) return false
        return isDeepStrictEqual(documents(room.view), yield* fresh(dora, room))
      })
      yield* eventually(isSame, (is) => is, "both states of the room are the same")
      yield* resume
    }
    const last = mine()?.view ?? assert.fail("no state")
    assert.isFalse(changes.some(({ _tag }) => _tag === "RoomLost"))
    const gone = changes.flatMap((one) => (one._tag === "RoomChanged" ? [...one.gone.keys()] : []))
    assert.isEmpty(gone.filter((id) => last.objects.has(id)))
    assert.isTrue(changes.some((one) => one._tag === "RoomChanged" && one.appeared.size > 0))
    return last.objects.size
  })

describe.skipIf(inject("whyNot") !== "")("on a real server", () => {
  it.layer(server, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    it.effect(
      "waits end when a room is claimed, a spawn is placed, a controller has its level and a tick begins",
      () =>
        Effect.gen(function* () {
          const ann = yield* newcomer({ socket })
          const room = yield* wildRoom
          const [spot = assert.fail("no square is free")] = yield* ann.as(clearings(room))
          const claimed = yield* Effect.forkScoped(ann.as(Until.roomClaimed(room, { timeout })))
          const placed = yield* Effect.forkScoped(ann.as(Until.spawnPlaced(room, { timeout })))
          const level = yield* Effect.forkScoped(ann.as(Until.controllerLevel(room, 2, { timeout })))
          yield* Effect.sleep("2 seconds")
          for (const fiber of [claimed, placed, level]) assert.isUndefined(fiber.pollUnsafe())

          yield* killBackend
          yield* eventually(ann.socket.counters, ({ connections }) => connections > 1, "ann is back")
          for (const fiber of [claimed, placed, level]) assert.isUndefined(fiber.pollUnsafe())

          yield* ann.as(Game.placeSpawn({ room, ...spot, name: "Home" }))
          assert.deepStrictEqual(yield* Fiber.join(claimed), { user: ann.id, level: 1 })
          assert.deepInclude(yield* Fiber.join(placed), { ...spot, name: "Home", user: ann.id })
          assert.isUndefined(level.pollUnsafe())
          const { _id } = yield* theOnly(room, "controller")
          yield* change("rooms.objects", { _id }, { $set: { level: 2, progress: 0 } })
          assert.deepStrictEqual(yield* Fiber.join(level), { user: ann.id, level: 2 })

          const withoutStates = Effect.provideService(
            RoomFeed,
            RoomFeed.of({ signals: () => Stream.never, runForEachWhile: () => Effect.never })
          )
          const onMap = Until.controllerLevel(room, 2, { timeout, every: "1 second" })
          assert.deepStrictEqual(yield* ann.as(withoutStates(onMap)), { user: ann.id, level: 2 })

          const { time } = yield* ann.as(Game.time())
          const reached = yield* ann.as(Until.tick(time + 20, { timeout }))
          assert.isAtLeast(reached, time + 20)
        }).pipe(Effect.scoped),
      60_000
    )

    it.effect(
      "a wait for code ends with a run of the new code, and says why code does not run",
      () =>
        Effect.gen(function* () {
          const bob = yield* settler(code, { socket })
          const upload = (main: string) => bob.as(Code.set({ branch: "default", modules: { main } }))
          yield* upload(`module.exports.loop = () => { console.log("old"); throw new Error("broken") }`)
          const error = yield* Effect.flip(bob.as(Until.codeRuns({ timeout: "3 seconds" })))
          assert(error._tag === "WaitTimedOut")
          assert.include(error.seen, "broken")
          yield* upload(`module.exports.loop = () => console.log("new <code>")`)
          const lines = yield* bob.as(Until.codeRuns({ timeout }))
          assert.deepStrictEqual(lines, [{ kind: "log", text: "new <code>" }])
          yield* upload("module.exports.loop = () => {}")
          assert.deepStrictEqual(yield* bob.as(Until.codeRuns({ timeout })), [])
        }).pipe(Effect.scoped),
      60_000
    )

    it.effect(
      "a wait for an order ends when it is filled, and fails when it is cancelled",
      () =>
        Effect.gen(function* () {
          const eve = yield* newcomer()
          const order = (_id: string) => ({
            _id,
            user: eve.id,
            type: "sell",
            resourceType: "energy",
            roomName: "W1N1",
            price: 1000,
            amount: 0,
            active: false,
            totalAmount: 100,
            remainingAmount: 40,
            created: 1,
            createdTimestamp: Date.now()
          })
          const idOf = Schema.decodeUnknownSync(ObjectId)
          const ids = [idOf("5f0f0f0f0f0f0f0f0f0f0f01"), idOf("5f0f0f0f0f0f0f0f0f0f0f02")] as const
          yield* add("market.orders", ids.map(order))
          const wait = (id: ObjectId) =>
            Effect.forkScoped(eve.as(Effect.result(Until.orderFilled(id, { timeout, every: "500 millis" }))))
          const [filled, cancelled] = yield* Effect.all([wait(ids[0]), wait(ids[1])])
          yield* Effect.sleep("1500 millis")
          for (const fiber of [filled, cancelled]) assert.isUndefined(fiber.pollUnsafe())
          yield* change("market.orders", { _id: ids[0] }, { $set: { remainingAmount: 0 } })
          yield* drop("market.orders", { _id: ids[1] })
          assert.strictEqual((yield* Fiber.join(filled))._tag, "Success")
          const result = yield* Fiber.join(cancelled)
          assert(result._tag === "Failure" && result.failure._tag === "OrderNotFound")
          assert.strictEqual(result.failure.remaining, 40)
        }).pipe(Effect.scoped),
      60_000
    )

    it.effect(
      "the account's rooms equal a new subscription after each kill of the backend, and nothing is gone that is there",
      () =>
        Effect.gen(function* () {
          const cleo = yield* settler(code, { socket })
          yield* staysEqual(cleo, killBackend, 5)
        }).pipe(Effect.scoped),
      120_000
    )

    it.effect(
      "the account's rooms equal a new subscription after each lost connection, and nothing is gone that is there",
      () =>
        Effect.gen(function* () {
          const { reset, webSocket } = yield* proxied()
          const cleo = yield* settler(code, { socket, webSocket })
          const begin = Date.now()
          const objects = yield* staysEqual(cleo, reset, resets)
          console.log(
            `${resets} resets in ${Date.now() - begin} ms, ${objects} objects in the room at the end`
          )
        }).pipe(Effect.scoped),
      60_000 + 10_000 * resets
    )
  })
})
