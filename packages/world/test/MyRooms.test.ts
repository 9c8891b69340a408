/** The account's rooms: listed, watched, and never lost because of a lost connection. */
import { assert, describe, it } from "@effect/vitest"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Faults from "@screeps-effect/testing/Faults"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as MyRooms from "@screeps-effect/world/MyRooms"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { pass, settle } from "@screeps-effect/fixtures/time"

const [home, other, far] = ["W1N1", "W2N1", "W3N1"] as const satisfies ReadonlyArray<RoomName>

const makeWorld = () =>
  ScreepsWorld.make({
    accounts: [
      { username: "bob", password: "secret" },
      { username: "eve", password: "secret" }
    ],
    rooms: [home, other, far]
  })

/** Makes a user the owner of a room; `undefined` releases it. */
const own = (world: ScreepsWorld.ScreepsWorld, room: RoomName, username?: string) =>
  Effect.gen(function* () {
    const user = username === undefined ? undefined : (yield* world.users.get(username))._id
    const objects = yield* world.rooms.objects(room)
    const controller = objects.find(({ type }) => type === "controller")
    assert(controller !== undefined)
    yield* world.rooms.changeObject(controller._id, { user, level: user === undefined ? 0 : 1 })
  })

const creep = (user: string, name: string) => ({
  type: "creep",
  user,
  name,
  x: 25,
  y: 25,
  body: [],
  hits: 100,
  hitsMax: 100,
  store: {},
  ageTime: 1_000_000,
  spawning: false,
  fatigue: 0,
  storeCapacity: 0
})

/** Collects what a stream emits while the test runs. */
const collect = <A, E, R>(stream: Stream.Stream<A, E, R>) =>
  Effect.gen(function* () {
    const items: Array<A> = []
    yield* Effect.forkScoped(Stream.runForEach(stream, (item) => Effect.sync(() => items.push(item))))
    yield* settle
    return items
  })

const short = (changes: ReadonlyArray<MyRooms.Change>) =>
  changes.map((change) =>
    change._tag === "RoomChanged"
      ? `${change.after.room} +${change.appeared.size} ~${change.changed.size} -${change.gone.size}`
      : `${change._tag} ${change.room.room}`
  )

/** How many objects are gone according to changes. */
const goneIn = (changes: ReadonlyArray<MyRooms.Change>) =>
  changes.reduce((sum, change) => sum + (change._tag === "RoomChanged" ? change.gone.size : 0), 0)

const documents = (room: MyRooms.MyRoom | undefined) =>
  Object.fromEntries(
    [...(room?.view?.objects ?? [])].map(([id, object]) => [id, RoomObject.toDocument(object)])
  )

/** The objects of a room, as a new subscriber gets them. */
const objectsOf = (world: ScreepsWorld.ScreepsWorld, room: RoomName) =>
  Effect.map(world.rooms.objects(room), (objects) => Object.fromEntries(objects.map((one) => [one._id, one])))

describe("MyRooms.changes", () => {
  it.effect("emits rooms that are added, change and are lost", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const { _id: bob } = yield* world.users.get("bob")
      yield* own(world, home, "bob")
      yield* own(world, other, "eve")
      const changes = yield* collect(MyRooms.changes())
      const next = () => short(changes.splice(0))
      yield* settle
      const count = (yield* world.rooms.objects(home)).length
      assert.deepStrictEqual(next(), [`RoomAdded ${home}`, `${home} +${count} ~0 -0`])
      const id = yield* world.rooms.addObject(home, creep(bob, "Ann"))
      yield* world.tick
      yield* settle
      assert.match(next().join(), /^W1N1 \+1 ~\d+ -0$/)
      yield* world.rooms.removeObject(id)
      yield* world.tick
      yield* settle
      assert.match(next().join(), /^W1N1 \+0 ~\d+ -1$/)
      yield* own(world, far, "bob")
      yield* pass("61 seconds")
      assert.deepStrictEqual(next().slice(0, 1), [`RoomAdded ${far}`])
      yield* own(world, home)
      yield* world.tick
      yield* pass("61 seconds")
      assert.deepStrictEqual(next().at(-1), `RoomLost ${home}`)
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })
})

describe("MyRooms.snapshots", () => {
  it.effect("say since when a room is stale, and keep its last state until the next complete one", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      yield* own(world, home, "bob")
      const controls = yield* TestServer.Controls
      const all = yield* collect(MyRooms.snapshots())
      const last = () => all.at(-1)?.rooms.get(home)
      yield* settle
      assert.deepStrictEqual(last()?.staleSince, undefined)
      const before = documents(last())
      yield* pass("5 seconds")
      yield* controls.stop
      yield* pass("10 seconds")
      assert.isDefined(last()?.staleSince)
      assert.deepStrictEqual(documents(last()), before)
      yield* controls.start
      yield* pass("2 minutes")
      assert.deepStrictEqual(last()?.staleSince, undefined)
      assert.isTrue(last()?.view?.afterGap)
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })

  it.effect("keep a room that a list lacks, if a later state shows that it is still owned", () => {
    const world = makeWorld()
    const empty = Faults.respond("empty list", () => Response.json({ ok: 1, rooms: [] }))
    return Effect.gen(function* () {
      yield* own(world, home, "bob")
      const changes = yield* collect(MyRooms.changes())
      yield* settle
      yield* Faults.next(
        "/api/user/rooms",
        Faults.fault("late", (answer, request) => Effect.delay(empty.inject(answer, request), "5 seconds"))
      )
      yield* pass("62 seconds")
      yield* world.tick
      yield* pass("20 seconds")
      assert.notInclude(short(changes), `RoomLost ${home}`)
      assert.isEmpty(yield* Faults.pending)
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })

  it.effect("keep the rooms while the list cannot be requested", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      yield* own(world, home, "bob")
      const changes = yield* collect(MyRooms.changes())
      yield* Faults.next("/api/user/rooms", Faults.reset, 100)
      yield* pass("10 minutes")
      assert.deepStrictEqual(
        short(changes).filter((change) => change.startsWith("Room")),
        [`RoomAdded ${home}`]
      )
      yield* Faults.clear
      yield* own(world, other, "bob")
      yield* pass("2 minutes")
      assert.include(short(changes), `RoomAdded ${other}`)
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })

  it.effect("equal the world after each of 100 lost connections, and nothing is reported as gone", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const { _id: bob } = yield* world.users.get("bob")
      const controls = yield* TestServer.Controls
      yield* own(world, home, "bob")
      yield* own(world, other, "bob")
      const all = yield* collect(MyRooms.snapshots())
      const changes = yield* collect(MyRooms.changes())
      for (let kill = 1; kill <= 100; kill++) {
        yield* controls.drop()
        if (kill % 10 === 0) yield* world.rooms.addObject(home, creep(bob, `Creep${kill}`))
        yield* world.tick
        yield* pass("20 seconds")
        yield* world.tick
        yield* settle
        const rooms = all.at(-1)?.rooms
        assert.deepStrictEqual([...(rooms?.keys() ?? [])], [home, other])
        for (const room of [home, other])
          assert.deepStrictEqual(
            documents(rooms?.get(room)),
            yield* objectsOf(world, room),
            `${room}, ${kill}`
          )
      }
      assert.strictEqual(goneIn(changes), 0)
      assert.isFalse(changes.some(({ _tag }) => _tag === "RoomLost"))
      const appeared = changes.flatMap((change) =>
        change._tag === "RoomChanged" ? [...change.appeared.values()] : []
      )
      assert.strictEqual(appeared.filter(({ type }) => type === "creep").length, 10)
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })

  const Step = Schema.Literals([
    "tick",
    "tick",
    "creep",
    "death",
    "drop",
    "restart",
    "claim",
    "release",
    "skip"
  ])

  it.effect.prop(
    "equal the world after any sequence of ticks, lost connections, claims and losses",
    [Schema.Array(Step).check(Schema.isMaxLength(12))],
    ([steps]) => {
      const world = makeWorld()
      return Effect.gen(function* () {
        const { _id: bob } = yield* world.users.get("bob")
        const controls = yield* TestServer.Controls
        yield* own(world, home, "bob")
        const all = yield* collect(MyRooms.snapshots({ resync: "5 seconds" }))
        const changes = yield* collect(MyRooms.changes({ resync: "5 seconds" }))
        const creeps: Array<string> = []
        let hasOther = false
        for (const [i, step] of steps.entries()) {
          if (step === "creep") creeps.push(yield* world.rooms.addObject(home, creep(bob, `Creep${i}`)))
          if (step === "death") {
            const id = creeps.pop()
            if (id !== undefined) yield* world.rooms.removeObject(id)
          }
          if (step === "drop") yield* controls.drop()
          if (step === "restart") yield* controls.restart()
          if (step === "claim" || step === "release") {
            hasOther = step === "claim"
            yield* own(world, other, hasOther ? "bob" : undefined)
          }
          if (step === "skip") continue
          yield* world.tick
          // Backoff between connections, and the next list of rooms.
          yield* pass("20 seconds")
          yield* world.tick
          yield* settle
          const rooms = all.at(-1)?.rooms ?? new Map<string, MyRooms.MyRoom>()
          assert.sameMembers([...rooms.keys()], hasOther ? [home, other] : [home])
          for (const [name, room] of rooms) {
            assert.strictEqual(room.staleSince, undefined, name)
            assert.deepStrictEqual(documents(room), yield* objectsOf(world, room.room))
          }
        }
        assert.isAtMost(goneIn(changes), steps.filter((step) => step === "death").length)
        const lost = short(changes).filter((change) => change.startsWith("RoomLost"))
        assert.isTrue(lost.every((change) => change === `RoomLost ${other}`))
        assert.isAtMost(lost.length, steps.filter((step) => step === "release").length)
      }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
    },
    { arbitrary: { runs: 25 } }
  )
})

describe("a server that lists any number of rooms", () => {
  it.effect("has 200 of them watched, and all of them in the snapshot", () =>
    Effect.gen(function* () {
      const rooms = Array.from({ length: 1000 }, (_, i): RoomName => `W${i % 50}N${Math.floor(i / 50)}`)
      const many = Faults.fault("many rooms", (response) =>
        Effect.andThen(response, Effect.succeed(Response.json({ ok: 1, rooms })))
      )
      yield* Faults.next("/api/user/rooms", many, Infinity)
      let watched = 0
      const feed = RoomFeed.RoomFeed.of({
        ...(yield* RoomFeed.RoomFeed),
        signals: () =>
          Stream.ensuring(
            Stream.fromEffect(
              Effect.andThen(
                Effect.sync(() => watched++),
                Effect.never
              )
            ),
            Effect.sync(() => watched--)
          )
      })
      const snapshots = yield* collect(Stream.provideService(MyRooms.snapshots(), RoomFeed.RoomFeed, feed))
      yield* pass("3 minutes")
      assert.deepStrictEqual([watched, snapshots.at(-1)?.rooms.size], [200, 1000])
    }).pipe(Effect.scoped, Effect.provide([Logger.layer([]), TestServer.layerScreeps(makeWorld())]))
  )
})
