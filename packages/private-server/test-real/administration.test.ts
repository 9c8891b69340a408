/** Administration of the game's own server: the simulation, accounts, transports; the HTTP API returns what it changed. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Auth from "@screeps-effect/api/Auth"
import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import * as Memory from "@screeps-effect/api/Memory"
import * as Register from "@screeps-effect/api/Register"
import * as User from "@screeps-effect/api/User"
import {
  Administration,
  Bots,
  Objects,
  PrivateServer,
  Rooms,
  Storage,
  System,
  Users
} from "@screeps-effect/private-server"
import * as Gcl from "@screeps-effect/schema/Gcl"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { inject } from "vitest"
import { eventually } from "./support/world.ts"

import {
  script,
  BotFolder,
  asGuest,
  asUser,
  time,
  objectsIn,
  terrainOf,
  isFound,
  newcomer,
  wildRoom,
  clearing,
  rejection,
  plains,
  layer
} from "./support/administration.ts"
import * as RealServer from "./support/server.ts"

describe.skipIf(inject("whyNot") !== "")("administration of the game's own server", () => {
  it.layer(layer, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    describe("the simulation", () => {
      it.effect("stands still before its first tick on a server that was started paused", () =>
        Effect.gen(function* () {
          const { paused, tick, tickDuration } = yield* System.status
          assert.deepStrictEqual([tick, paused, Duration.toMillis(tickDuration)], [1, true, 100])
          assert.strictEqual(yield* time, 1)
        })
      )

      it.effect("runs exactly the ticks of a step", () =>
        Effect.gen(function* () {
          for (const ticks of [1, 3, 1, 10]) {
            const before = yield* time
            assert.strictEqual(yield* System.step(ticks), before + ticks)
            assert.strictEqual(yield* time, before + ticks)
          }
          yield* System.setTickDuration("1 millis")
          for (let i = 0; i < 30; i++) {
            const before = yield* time
            assert.strictEqual(yield* System.step(2), before + 2)
            assert.strictEqual(yield* time, before + 2)
          }
          yield* System.setTickDuration("50 millis")
        })
      )

      it.effect("runs after it was resumed, and stands still after it was paused", () =>
        Effect.gen(function* () {
          const before = yield* time
          yield* System.resume
          assert.isFalse((yield* System.status).paused)
          yield* eventually(time, (now) => now > before + 2, "ticks run")
          const tick = yield* System.pause
          assert.isTrue((yield* System.status).paused)
          for (let i = 0; i < 20; i++) {
            assert.strictEqual(yield* time, tick)
            yield* Effect.sleep("10 millis")
          }
        })
      )

      it.effect("runs the ticks of a step and pauses, from running too", () =>
        Effect.gen(function* () {
          yield* System.resume
          const before = yield* time
          const after = yield* System.step(3)
          assert.isAtLeast(after, before + 3)
          yield* Effect.sleep("200 millis")
          assert.strictEqual(yield* time, after)
        })
      )

      it.effect("runs on after it was resumed, although a step was interrupted", () =>
        Effect.gen(function* () {
          yield* System.setTickDuration("20 millis")
          const before = yield* time
          assert.isTrue(Option.isNone(yield* Effect.timeoutOption(System.step(20), "100 millis")))
          yield* System.pause
          yield* System.resume
          yield* eventually(time, (now) => now > before + 40, "more ticks run than were left of the step")
          yield* System.pause
          const tick = yield* System.step(2)
          yield* Effect.sleep("100 millis")
          assert.strictEqual(yield* time, tick)
        })
      )

      it.effect("takes the tick duration that was set", () =>
        Effect.gen(function* () {
          yield* System.setTickDuration("75 millis")
          assert.deepStrictEqual((yield* System.status).tickDuration, Duration.millis(75))
          assert.strictEqual(yield* Storage.get("tickRate"), 75)
          yield* System.setTickDuration("20 millis")
        })
      )

      it.effect("runs a periodic job at once, and rejects one that does not exist", () =>
        Effect.gen(function* () {
          const { id } = yield* newcomer
          const Deleted = Schema.Struct({ user: Schema.String })
          yield* Storage.insert("users.power_creeps", Schema.Json, [
            { user: id, name: "gone", deleteTime: 1 }
          ])
          yield* System.runCronJob("deletePowerCreeps")
          assert.isEmpty(yield* Storage.find("users.power_creeps", Deleted, { where: { user: id } }))
          assert.include(yield* rejection(System.runCronJob("castles")), "not found")
        })
      )
    })

    describe("users", () => {
      it.effect("can be created with a password, sign in, and be found", () =>
        Effect.gen(function* () {
          const password = Redacted.make("pässword '\"\u2028 of ann")
          const id = yield* Users.create({
            username: "Ann",
            password,
            cpu: 70,
            credits: 12.5,
            gcl: Gcl.pointsAt(3)
          })
          const me = yield* asUser("Ann", password)(Auth.me())
          assert.deepInclude(me, { _id: id, username: "Ann", cpu: 70, money: 12.5, gcl: Gcl.pointsAt(3) })
          const { user } = yield* asGuest(User.find({ username: "Ann" }))
          assert.strictEqual(user._id, id)
          assert.include(yield* rejection(Users.create({ username: "ann" })), "the name ann is taken")
        })
      )

      it.effect("are listed without their passwords", () =>
        Effect.gen(function* () {
          const { id, username } = yield* newcomer
          const list = yield* Users.list
          assert.deepStrictEqual(
            list.find(({ _id }) => _id === id),
            {
              _id: id,
              username,
              email: null,
              cpu: 100,
              gcl: 0,
              power: 0,
              credits: 0,
              active: false,
              blocked: false,
              bot: null
            }
          )
          assert.includeMembers(
            list.map(({ username }) => username),
            ["Invader", "Source Keeper"]
          )
        })
      )

      it.effect("sign in with the password that was set, and not with the one before", () =>
        Effect.gen(function* () {
          const { as, username } = yield* newcomer
          yield* as(User.whoAmI())
          const password = Redacted.make("another secret")
          yield* Users.setPassword({ username, password })
          yield* asUser(username, password)(User.whoAmI())
          assert.strictEqual((yield* Effect.flip(as(User.whoAmI()))).reason._tag, "Unauthorized")
          const unknown = rejection(Users.setPassword({ username: "nobody", password }))
          assert.include(yield* unknown, "there is no user nobody")
        })
      )

      it.effect("have the CPU limit, credits, control points and power that were set", () =>
        Effect.gen(function* () {
          const { as, username } = yield* newcomer
          yield* Users.update({ username, cpu: 55, credits: 1000.001, gcl: 5_000_000, power: 400 })
          const { cpu, gcl, money, power } = yield* as(Auth.me())
          assert.deepStrictEqual([cpu, money, gcl, power], [55, 1000.001, 5_000_000, 400])
          yield* Users.update({ username, credits: 2 })
          assert.deepInclude(yield* as(Auth.me()), { cpu: 55, money: 2 })
        })
      )

      it.effect("keep a CPU limit and a ban that were set right after the registration", () =>
        Effect.gen(function* () {
          const limits = Effect.map(Users.list, (all) =>
            all.flatMap(({ blocked, cpu, username }) =>
              username?.startsWith("New") === true ? [{ username, cpu, blocked }] : []
            )
          )
          yield* Users.create({ username: "NewLimit", cpu: 60 })
          yield* Users.create({ username: "NewBan" })
          yield* Users.ban("NewBan")
          const { room } = yield* wildRoom
          yield* Bots.spawn({ bot: "counter", room, username: "NewBot", cpu: 70 })
          // The job of the auth mod that gives new accounts its own CPU limit and lifts their ban.
          yield* System.runCronJob("authUpdates")
          assert.deepStrictEqual(yield* limits, [
            { username: "NewLimit", cpu: 60, blocked: false },
            { username: "NewBan", cpu: 0, blocked: true },
            { username: "NewBot", cpu: 70, blocked: false }
          ])
          yield* Bots.remove("NewBot")
        })
      )

      it.effect("get the server's own CPU limit if only others of their fields were set", () =>
        Effect.gen(function* () {
          const { username } = yield* newcomer
          const Registered = Schema.Struct({ registeredDate: Schema.String })
          const registered = Storage.find("users", Registered, { where: { username } })
          const before = yield* registered
          assert.lengthOf(before, 1)
          yield* Users.update({ username, credits: 5 })
          // An earlier date would keep the job of the auth mod from setting the limit.
          assert.deepStrictEqual(yield* registered, before)
        })
      )

      it.effect("cannot place a spawn after a ban, and can after it was lifted", () =>
        Effect.gen(function* () {
          const { as, username } = yield* newcomer
          const { room } = yield* wildRoom
          const place = as(
            Effect.gen(function* () {
              const spot = clearing(yield* Game.terrain({ room }))
              yield* Game.placeSpawn({ room, ...spot, name: "Spawn1" })
            })
          )
          yield* Users.update({ username, cpu: 40 })
          yield* Users.ban(username)
          // The job of the admin mod that sets by its list of users who may place a spawn.
          yield* System.runCronJob("fixAllowed")
          assert.match(yield* rejection(place), /blocked|no cpu/)
          const account = Effect.map(Users.list, (all) => all.find((one) => one.username === username))
          assert.deepInclude(yield* account, { blocked: true, active: false, cpu: 0 })
          yield* Users.update({ username, cpu: 50 })
          assert.deepInclude(yield* account, { blocked: true, cpu: 0 })
          yield* Users.unban(username)
          assert.deepInclude(yield* account, { blocked: false, active: true, cpu: 50 })
          yield* place
          const owners = (yield* objectsIn(room)).flatMap((object) =>
            object.type === "spawn" ? [object.user] : []
          )
          assert.lengthOf(owners, 1)
        })
      )

      it.effect("are gone after they were removed", () =>
        Effect.gen(function* () {
          const { username } = yield* newcomer
          assert.isTrue(yield* isFound(username))
          yield* Users.remove(username)
          assert.isFalse(yield* isFound(username))
          assert.include(yield* rejection(Users.remove(username)), "there is no user")
          assert.include(yield* rejection(Users.remove("Invader")), "belongs to the game")
        })
      )
    })

    describe("bots", () => {
      it.effect("are spawned from a folder of the server, run its scripts, and reload them", () =>
        Effect.gen(function* () {
          const { path } = yield* BotFolder
          assert.deepStrictEqual(yield* Bots.folders, [{ name: "counter", folder: path }])
          const { room } = yield* wildRoom
          const bot = yield* Bots.spawn({ bot: "counter", room, username: "Counter", cpu: 30 })
          assert.deepInclude(bot, { username: "Counter", bot: "counter" })
          assert.deepInclude(yield* Bots.list, bot)
          const { user } = yield* asGuest(User.find({ username: "Counter" }))
          assert.strictEqual(user._id, bot._id)
          const spawns = (yield* objectsIn(room)).filter((object) => object.type === "spawn")
          assert.deepStrictEqual(
            spawns.map(({ user }) => user),
            [bot._id]
          )

          const password = Redacted.make("secret of the bot")
          yield* Users.setPassword({ username: "Counter", password })
          const asBot = asUser("Counter", password)
          assert.strictEqual((yield* asBot(Auth.me())).cpu, 30)
          const counted = (path: string) =>
            Effect.map(
              asBot(Memory.read({ path }, Schema.Finite)),
              Option.getOrElse(() => 0)
            )
          yield* System.step(4)
          assert.isAbove(yield* counted("first"), 0)

          writeFileSync(join(path, "main.js"), script("second"))
          yield* Bots.reload("counter")
          const { modules } = yield* asBot(Code.get())
          assert.strictEqual(modules["main"], script("second"))
          yield* System.step(4)
          assert.isAbove(yield* counted("second"), 0)

          yield* Bots.remove("Counter")
          assert.isFalse(yield* isFound("Counter"))
          assert.isEmpty((yield* objectsIn(room)).filter((object) => object.type === "spawn"))
          assert.include(yield* rejection(Bots.remove("Counter")), "User not found")
        })
      )

      it.effect("are spawned with scripts of the caller", () =>
        Effect.gen(function* () {
          const { room } = yield* wildRoom
          const spot = clearing(yield* Rooms.terrain(room))
          const modules = {
            main: 'require("lib/count.v1")()',
            "lib/count.v1": script("x").replace(".loop", "")
          }
          const bot = yield* Bots.spawn({ bot: "mine", modules, room, ...spot, gcl: 4 })
          const spawn = (yield* objectsIn(room)).find((object) => object.type === "spawn")
          assert.deepInclude(spawn, { ...spot, user: bot._id })
          const password = Redacted.make("secret of mine")
          yield* Users.setPassword({ username: bot.username, password })
          const asBot = asUser(bot.username, password)
          assert.deepStrictEqual((yield* asBot(Code.get())).modules, modules)
          const { gcl } = yield* asBot(Auth.me())
          assert.strictEqual(Gcl.level(gcl ?? 0), 4)
          assert.include(yield* rejection(Bots.spawn({ bot: "mine", modules, room })), "has an owner")
          yield* Bots.remove(bot.username)
        })
      )

      it.effect("are rejected without scripts, and in a room with an owner", () =>
        Effect.gen(function* () {
          const { room } = yield* wildRoom
          assert.include(
            yield* rejection(Bots.spawn({ bot: "nobody", room })),
            "there is no bot nobody in the server's mods.json, which names counter; name it there with the folder of its scripts"
          )
          assert.include(yield* rejection(Bots.spawn({ bot: "counter", room: "W99N99" })), "not found")
        })
      )
    })

    describe("transports", () => {
      it.effect("execute the same commands over HTTP", () =>
        Effect.gen(function* () {
          const { world } = yield* PrivateServer.PrivateServer
          const port = readFileSync(join(world, "http-cli-port"), "utf8")
          const http = Administration.layerHttp({ url: `http://127.0.0.1:${port}` })
          yield* Effect.gen(function* () {
            const { tick } = yield* System.status
            assert.strictEqual(tick, yield* time)
            assert.strictEqual(yield* System.step(2), tick + 2)
            assert.strictEqual(yield* time, tick + 2)
            const { room } = yield* wildRoom
            yield* Rooms.setTerrain([{ room, terrain: plains }])
            assert.deepStrictEqual(yield* terrainOf(room), plains)
            assert.include(yield* rejection(Rooms.terrain("E99S99")), "there is no room E99S99")
            const rooms = Array.from({ length: 60 }, () => ({ room, terrain: plains }))
            assert.include(yield* rejection(Rooms.setTerrain(rooms)), "the request is too large")
          }).pipe(Effect.provide(http, { local: true }))
        })
      )
    })
  })

  const second = Layer.merge(RealServer.layer({ paused: true }), FetchHttpClient.layer)

  it.layer(second, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    it.effect("sets terrain for scripts, on a server that was started paused", () =>
      Effect.gen(function* () {
        const { room } = yield* wildRoom
        const squares = Terrain.toSquares(yield* Rooms.terrain(room), room)
        const { x, y } = clearing(Terrain.fromSquares(squares))
        const terrain = Terrain.fromSquares([...squares, { room, x, y, type: "swamp" }])
        yield* Rooms.setTerrain([{ room, terrain }])
        const main = `module.exports.loop = () => {
          Memory.code = Game.map.getRoomTerrain("${room}").get(${x}, ${y})
        }`
        const { _id } = yield* Bots.spawn({ bot: "surveyor", modules: { main }, room })
        yield* System.step(3)
        assert.strictEqual(yield* Storage.get(`memory:${_id}`), '{"code":2}')
      })
    )

    it.effect("erases users and objects, and restores the initial world", () =>
      Effect.gen(function* () {
        const password = Redacted.make("secret of zoe")
        yield* asGuest(Register.submit({ username: "Zoe", password, email: "zoe@example.com" }))
        const room = "W5N5"
        const before = yield* Storage.count("rooms.objects")
        yield* Objects.insert([
          { type: "road", room, x: 11, y: 10, hits: 5000, hitsMax: 5000, nextDecayTime: Tick.make(1e6) }
        ])
        yield* System.setTickDuration("10 millis")
        yield* System.step(60)
        yield* System.resetAllData({ eraseEverything: true })
        assert.isFalse(yield* isFound("Zoe"))
        assert.strictEqual(yield* Storage.count("rooms.objects", { type: "road", room }), 0)
        // What the tests before this one added is gone, too.
        const after = yield* Storage.count("rooms.objects")
        assert.isAbove(after, before / 2)
        assert.isAtMost(after, before + 50)
        assert.isFalse((yield* System.status).paused)
        assert.isBelow(yield* time, 60)
      })
    )
  })
})
