/** Administration of the world of the game's own server; the HTTP API returns what it changed. */
import { assert, describe, it } from "@effect/vitest"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as UserMessages from "@screeps-effect/api/Messages"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import {
  Administration,
  Invaders,
  Messages,
  Objects,
  Rooms,
  Storage,
  Strongholds,
  System,
  Users
} from "@screeps-effect/private-server"
import * as Millis from "@screeps-effect/schema/Millis"
import type * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Tick from "@screeps-effect/schema/Tick"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import { inject } from "vitest"
import { eventually } from "./support/world.ts"

import {
  time,
  objectsIn,
  terrainOf,
  roomStatus,
  statusOf,
  isFound,
  newcomer,
  rejection,
  plains,
  walled,
  layer
} from "./support/administration.ts"

describe.skipIf(inject("whyNot") !== "")("administration of the world of the game's own server", () => {
  it.layer(layer, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    describe("rooms", () => {
      it.effect("are generated with the given options", () =>
        Effect.gen(function* () {
          const room = "E1S1"
          yield* Rooms.generate({ room, sources: 2, mineral: "X", controller: true, swampType: 0 })
          assert.strictEqual(yield* statusOf(room), "normal")
          const types = (yield* objectsIn(room)).map(({ type }) => type)
          assert.deepStrictEqual(types.toSorted(), ["controller", "mineral", "source", "source"])
          const terrain = yield* terrainOf(room)
          assert.isNotEmpty(Terrain.toSquares(terrain, room))
          assert.deepStrictEqual(yield* Rooms.terrain(room), terrain)
          assert.include(yield* rejection(Rooms.generate({ room })), "exists")
          assert.include(
            (yield* Rooms.list).map(({ _id }) => _id),
            room
          )
        })
      )

      it.effect("are created with given terrain, several at once", () =>
        Effect.gen(function* () {
          yield* Rooms.create([
            { room: "E3S3", terrain: walled },
            { room: "E4S3", terrain: plains }
          ])
          assert.deepStrictEqual(yield* terrainOf("E3S3"), walled)
          assert.deepStrictEqual(yield* terrainOf("E4S3"), plains)
          assert.strictEqual(yield* statusOf("E4S3"), "normal")
          assert.isEmpty(yield* objectsIn("E3S3"))
          const again = Rooms.create([
            { room: "E5S3", terrain: plains },
            { room: "E3S3", terrain: plains }
          ])
          assert.include(yield* rejection(again), "E3S3 exist")
          assert.strictEqual(yield* statusOf("E5S3"), undefined)
        })
      )

      it.effect("have the terrain that was set", () =>
        Effect.gen(function* () {
          yield* Rooms.create([{ room: "E7S7", terrain: plains }])
          yield* Rooms.setTerrain([{ room: "E7S7", terrain: walled }])
          assert.deepStrictEqual(yield* terrainOf("E7S7"), walled)
          assert.include(
            yield* rejection(Rooms.setTerrain([{ room: "E99S99", terrain: plains }])),
            "there is no room E99S99"
          )
        })
      )

      it.effect("are closed and opened, now or later", () =>
        Effect.gen(function* () {
          const room = "E1S2"
          yield* Rooms.create([{ room, terrain: plains }])
          const accessible = Effect.map(Storage.get("accessibleRooms"), (text) =>
            JSON.stringify(text).includes(room)
          )
          assert.isTrue(yield* accessible)
          yield* Rooms.close(room)
          assert.strictEqual(yield* statusOf(room), "out of borders")
          assert.isFalse(yield* accessible)
          const later = Millis.make(Date.now() + 3_600_000)
          yield* Rooms.open({ room, at: later })
          assert.deepInclude(yield* roomStatus(room), { status: "normal", openTime: later })
          assert.isFalse(yield* accessible)
          yield* Rooms.open({ room })
          assert.isUndefined((yield* roomStatus(room))?.openTime)
          assert.isTrue(yield* accessible)
          assert.include(yield* rejection(Rooms.close("E99S99")), "there is no room")
          assert.include(yield* rejection(Rooms.open({ room: "E99S99" })), "there is no room")
        })
      )

      it.effect("are gone with everything in them after they were removed", () =>
        Effect.gen(function* () {
          const room = "E2S1"
          yield* Rooms.generate({ room })
          assert.isNotEmpty(yield* objectsIn(room))
          yield* Rooms.remove(room)
          assert.strictEqual(yield* statusOf(room), undefined)
          assert.isEmpty(yield* objectsIn(room))
          assert.include(yield* rejection(Rooms.terrain(room)), "there is no room")
          assert.include(yield* rejection(Rooms.remove(room)), "there is no room")
        })
      )
    })

    describe("strongholds and invaders", () => {
      it.effect("spawns a stronghold from a template, which expands", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* Strongholds.templates, [
            "bunker1",
            "bunker2",
            "bunker3",
            "bunker4",
            "bunker5"
          ])
          // A core stays in its sector.
          const rooms = ["E11S11", "E12S11"] as const
          for (const room of rooms) yield* Rooms.create([{ room, terrain: plains }])
          yield* Rooms.create([{ room: "E13S11", terrain: plains }])
          const [controller] = yield* Objects.find({ types: ["controller"] })
          assert(controller?.type === "controller")
          const { _id: _, user: __, ...free } = controller
          yield* Objects.insert([{ ...free, room: "E12S11", x: 25, y: 25, level: 0 }])

          yield* Strongholds.spawn({ room: "E11S11", template: "bunker2", deployTime: 7 })
          const cores = (yield* objectsIn("E11S11")).filter((object) => object.type === "invaderCore")
          assert.lengthOf(cores, 1)
          const [core] = cores
          assert.deepInclude(core, { level: 2, templateName: "bunker2", user: UserId.invader })
          yield* Strongholds.expand("E11S11")
          const lesser = (yield* objectsIn("E12S11")).filter((object) => object.type === "invaderCore")
          assert.deepStrictEqual(
            lesser.map(({ level }) => level),
            [0]
          )
          assert.include(yield* rejection(Strongholds.expand("E13S11")), "There is no NPC Stronghold")
          assert.include(
            yield* rejection(Strongholds.spawn({ room: "E13S11", template: "castle" })),
            "there is no template castle"
          )
        })
      )

      it.effect("adds invaders with the bodies of summoned ones, and removes them", () =>
        Effect.gen(function* () {
          const room = "E14S11"
          yield* Rooms.create([{ room, terrain: plains }])
          const small = yield* Invaders.create({ room, x: 10, y: 11, type: "Melee", size: "small" })
          const big = yield* Invaders.create({
            room,
            x: 12,
            y: 11,
            type: "Healer",
            size: "big",
            boosted: true
          })
          const creeps = (yield* objectsIn(room)).filter((object) => object.type === "creep")
          const partsOf = (id: ObjectId.ObjectId) => creeps.find(({ _id }) => _id === id)?.body
          assert.deepStrictEqual(
            partsOf(small)?.map(({ type }) => type),
            ["tough", "tough", "move", "move", "move", "move", "ranged_attack", "work", "attack", "move"]
          )
          assert.lengthOf(partsOf(big) ?? [], 50)
          assert.deepStrictEqual(
            new Set(partsOf(big)?.flatMap(({ boost, type }) => (type === "heal" ? [boost] : []))),
            new Set(["LO"])
          )
          yield* System.step()
          assert.lengthOf(
            (yield* objectsIn(room)).filter((object) => object.type === "creep"),
            2
          )
          assert.strictEqual(yield* Invaders.remove(room), 2)
          assert.isEmpty(yield* objectsIn(room))
        })
      )
    })

    describe("messages", () => {
      it.effect("reach every connected client", () =>
        Effect.gen(function* () {
          const text = "Restart in '5' minutes \u2028 <b>é</b>"
          const received = yield* Deferred.make<string>()
          const socket = ScreepsSocket.layer().pipe(
            Layer.provideMerge(ScreepsClient.layerNoDeps()),
            Layer.provide(Credentials.layerGuest),
            Layer.provide(Socket.layerWebSocketConstructorGlobal)
          )
          const listening = Effect.gen(function* () {
            const { subscribe } = yield* ScreepsSocket.ScreepsSocket
            yield* subscribe(Channels.serverMessage()).pipe(
              Stream.take(1),
              Stream.runForEach((message) => Deferred.succeed(received, message)),
              Effect.forkScoped
            )
            // The subscription takes effect at an unknown moment.
            return yield* eventually(
              Effect.andThen(Messages.broadcast(text), Deferred.isDone(received)),
              (isDone) => isDone,
              "the message arrives"
            )
          })
          yield* listening.pipe(Effect.scoped, Effect.provide(Layer.fresh(socket)))
          assert.strictEqual(yield* Deferred.await(received), text)
        })
      )

      it.effect("are sent from one account to another", () =>
        Effect.gen(function* () {
          const ann = yield* newcomer
          const bob = yield* newcomer
          const text = "Hello <b>ä✓</b>"
          yield* Messages.send({ from: ann.username, to: bob.username, text })
          const incoming = yield* bob.as(UserMessages.list({ respondent: ann.id }))
          assert.deepStrictEqual(
            incoming.messages.map(({ text, type, unread }) => ({ text, type, unread })),
            [{ text, type: "in", unread: true }]
          )
          assert.strictEqual((yield* bob.as(UserMessages.unreadCount())).count, 1)
          const outgoing = yield* ann.as(UserMessages.list({ respondent: bob.id }))
          assert.deepStrictEqual(
            outgoing.messages.map(({ text, type }) => ({ text, type })),
            [{ text, type: "out" }]
          )
          assert.include(
            yield* rejection(Messages.send({ from: "nobody", to: bob.username, text })),
            "there is no user nobody"
          )
        })
      )
    })

    describe("objects", () => {
      it.effect("are added, found, changed and removed, and processed by the next tick", () =>
        Effect.gen(function* () {
          const room = "E15S11"
          yield* Rooms.create([{ room, terrain: plains }])
          const { id: user } = yield* newcomer
          const [id = assert.fail("no id"), road = assert.fail("no id")] = yield* Objects.insert([
            {
              type: "creep",
              room,
              x: 10,
              y: 10,
              user,
              name: "Worker",
              body: [{ type: "move", hits: 100 }],
              hits: 100,
              hitsMax: 100,
              fatigue: 5,
              store: {},
              storeCapacity: 0,
              ageTime: null
            },
            { type: "road", room, x: 11, y: 10, hits: 5000, hitsMax: 5000, nextDecayTime: Tick.make(1e6) }
          ])
          const read = Effect.map(objectsIn(room), (list) => list.find((object) => object.type === "creep"))
          assert.deepInclude(yield* read, { _id: id, name: "Worker", x: 10, fatigue: 5 })
          assert.deepStrictEqual(
            (yield* Objects.find({ room, types: ["creep"], user, ids: [id] })).map((object) => object.type),
            ["creep"]
          )
          assert.isEmpty(yield* Objects.find({ room, types: ["spawn"] }))
          assert.include(
            yield* rejection(Objects.insert([{ type: "road", room: "E99S99", x: 1, y: 1 }])),
            "there is no room E99S99"
          )
          assert.include(
            yield* rejection(
              Objects.insert([{ type: "spawn", room, x: 1, y: 1, user: UserId.make("bob"), name: "Spawn1" }])
            ),
            "there is no account with the id bob"
          )
          const [tick, list] = yield* Administration.batch([System.step(), Objects.find({ room })])
          assert.strictEqual(tick, yield* time)
          const stepped = list.find((object) => object.type === "creep")
          assert.isNumber(stepped?.ageTime, "the tick gave the creep its age")
          assert.strictEqual(stepped?.fatigue, 3)

          const change = (changes: Storage.Changes) =>
            Storage.update("rooms.objects", { where: { _id: id }, ...changes })
          yield* change({ set: { x: 20, name: "Renamed" }, increment: { hits: -10 } })
          assert.deepInclude(yield* read, { x: 20, name: "Renamed", hits: 90 })
          yield* change({ unset: ["ageTime"] })
          assert.isUndefined((yield* read)?.ageTime)

          assert.strictEqual(yield* Objects.remove({ ids: [road] }), 1)
          assert.strictEqual(yield* Objects.remove({ room }), 1)
          assert.isEmpty(yield* objectsIn(room))
        })
      )
    })

    describe("the storage", () => {
      const Note = Schema.Struct({
        _id: Schema.optional(Schema.String),
        user: Schema.String,
        tick: Schema.Finite,
        at: Schema.DateTimeUtcFromMillis
      })

      it.effect("keeps documents, encoded and decoded by the caller's schema", () =>
        Effect.gen(function* () {
          const at = yield* Schema.decodeEffect(Schema.DateTimeUtcFromMillis)(1_700_000_000_000)
          const notes = [3, 1, 2].map((tick) => ({ user: "test-storage", tick, at }))
          const ids = yield* Storage.insert("users.console", Note, notes)
          assert.lengthOf(new Set(ids), 3)
          const where = { user: "test-storage" }
          assert.strictEqual(yield* Storage.count("users.console", where), 3)
          const sorted = yield* Storage.find("users.console", Note, { where, sort: { tick: -1 }, limit: 2 })
          assert.deepStrictEqual(
            sorted.map(({ tick }) => tick),
            [3, 2]
          )
          assert.deepStrictEqual(sorted[0]?.at, at)
          const above = { ...where, tick: { $gt: 1 } }
          const changes = { set: { user: "test-changed" }, increment: { tick: 10 } }
          assert.strictEqual(yield* Storage.update("users.console", { where: above, ...changes }), 2)
          const [changed] = yield* Storage.find("users.console", Note, {
            where: { user: "test-changed" },
            sort: { tick: 1 }
          })
          assert.strictEqual(changed?.tick, 12)
          assert.strictEqual(yield* Storage.remove("users.console", { user: "test-changed" }), 2)
          assert.strictEqual(yield* Storage.remove("users.console", where), 1)
          assert.strictEqual(yield* Storage.count("users.console", where), 0)
        })
      )

      it.effect("counts and removes all documents of a collection", () =>
        Effect.gen(function* () {
          const accounts = yield* Storage.find("users", Schema.Struct({ _id: Schema.String }))
          assert.isAbove(accounts.length, 0)
          assert.strictEqual(yield* Storage.count("users"), accounts.length)
          const at = yield* Schema.decodeEffect(Schema.DateTimeUtcFromMillis)(1_700_000_000_000)
          const notes = [1, 2].map((tick) => ({ user: "test-storage", tick, at }))
          yield* Storage.insert("market.stats", Note, notes)
          const count = yield* Storage.count("market.stats")
          assert.isAtLeast(count, 2)
          assert.strictEqual(yield* Storage.remove("market.stats", {}), count)
          assert.strictEqual(yield* Storage.count("market.stats"), 0)
        })
      )

      it.effect("keeps values by key", () =>
        Effect.gen(function* () {
          assert.isNull(yield* Storage.get("test-key"))
          const value = { text: "é\u2028", list: [1, null] }
          yield* Storage.set("test-key", value)
          assert.deepStrictEqual(yield* Storage.get("test-key"), value)
        })
      )

      it.effect("changes nothing in a plan", () =>
        Effect.gen(function* () {
          const { username } = yield* newcomer
          const room = "E4S3"
          const { changes, complete } = yield* Administration.plan(
            Effect.gen(function* () {
              yield* Rooms.close(room)
              yield* Users.setPassword({ username, password: Redacted.make("new") })
              const accounts = yield* Users.list
              for (const one of accounts) if (one.username === username) yield* Users.remove(username)
            })
          )
          assert.deepStrictEqual([changes.length, complete], [3, true])
          assert.strictEqual(yield* statusOf(room), "normal")
          assert.isTrue(yield* isFound(username))
        })
      )
    })
  })
})
