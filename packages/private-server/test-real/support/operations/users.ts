import { assert } from "@effect/vitest"
import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as History from "@screeps-effect/api/History"
import * as User from "@screeps-effect/api/User"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import {
  account,
  asGuest,
  asNewcomer,
  type Case,
  fails,
  has,
  isNotSent,
  raw,
  refuses,
  same,
  serverCase
} from "../case.ts"
import { change, eventually, settle, things } from "../world.ts"

const unknownId = UserId.make("0123456789abcde")

export const users: ReadonlyArray<Case> = [
  serverCase(
    "finds users by name in any case and by id, NPCs included",
    { accepts: [User.find], refuses: [User.find] },
    Effect.gen(function* () {
      const { as, username } = yield* account
      const { _id } = yield* as(User.whoAmI())
      yield* change("users", { _id }, { $set: { gcl: 1_000_000, power: 2000 } })
      const { user } = yield* asGuest(User.find({ username: username.toUpperCase() }))
      has(user, { _id, username, gcl: 1_000_000, power: 2000 })
      assert.strictEqual((yield* as(User.find({ id: _id }))).user.username, username)
      assert.strictEqual((yield* asGuest(User.find({ id: UserId.invader }))).user.username, "Invader")
      yield* refuses(asGuest(User.find({ username: "Nobody" })), "user not found")
      yield* refuses(asGuest(User.find({ id: unknownId })), "user not found")
    })
  ),
  serverCase(
    "lists the rooms of a user, without statistics",
    { accepts: [User.rooms, User.stats, User.overview], refuses: [User.stats] },
    asNewcomer(
      Effect.gen(function* () {
        const { room, user } = yield* settle
        const rooms = User.roomsByShard(yield* User.rooms({ id: user }))
        same(rooms, [{ shard: undefined, rooms: [room], reservations: [] }])
        same((yield* User.rooms({ id: unknownId })).rooms, [])
        for (const interval of [8, 180, 1440] as const) {
          same((yield* User.stats({ id: user, interval })).stats, {})
        }
        const [overview, ...more] = User.overviewByShard(yield* User.overview({ interval: 180 }))
        assert.isEmpty(more)
        has(overview, { shard: undefined, rooms: [room], gameTimes: [] })
        const query = { id: user, interval: 9 }
        yield* refuses(raw({ method: "GET", path: User.stats.path, query }), "invalid params")
      })
    )
  ),
  serverCase(
    "has a leaderboard without entries",
    { accepts: [Leaderboard.list, Leaderboard.find, Leaderboard.seasons], refuses: [Leaderboard.find] },
    asGuest(
      Effect.gen(function* () {
        has(yield* Leaderboard.list(), { list: [], count: 0 })
        has(yield* Leaderboard.list({ mode: "power", season: "2026-11", limit: 5 }), { count: 0 })
        same(Leaderboard.ranks(yield* Leaderboard.find({ username: "Invader" })), [])
        const inMonth = Leaderboard.find({ username: "Invader", season: "2026-11" })
        yield* refuses(inMonth, "result not found")
        const { seasons } = yield* Leaderboard.seasons()
        assert.lengthOf(seasons, 2)
        assert.isTrue(seasons.every(({ date }) => date === undefined))
        assert.isEmpty(yield* Stream.runCollect(Leaderboard.entries({ mode: "power" })))
      })
    )
  ),
  serverCase(
    "stores a room's history in chunks of twenty ticks, with a creep",
    { accepts: [History.privateChunk, Code.set], refuses: [History.privateChunk] },
    asNewcomer(
      Effect.gen(function* () {
        const { room, spawn } = yield* settle
        const time = Effect.map(Game.time(), (now) => now.time)
        const chunk = (tick: number) => History.chunk({ room, tick })
        assert.strictEqual((yield* fails(chunk(2_000_000_015), "HistoryNotFound")).base, 2_000_000_000)
        const order = "for (const name in Game.spawns) Game.spawns[name].spawnCreep([MOVE], 'Scout')"
        yield* Code.set({ modules: { main: `module.exports.loop = () => { ${order} }` } })
        const born = yield* eventually(
          Effect.map(things(room), (list) => list.find(({ type }) => type === "creep")),
          (creep) => creep !== undefined,
          "a creep is born"
        )
        assert(born !== undefined)
        const from = yield* time
        const last = Effect.andThen(
          things(room),
          Effect.result(Effect.flatMap(time, (now) => chunk(now - 20)))
        )
        const found = yield* eventually(
          last,
          (result) =>
            Result.isSuccess(result) &&
            result.success.base > from &&
            RoomHistory.ticks(result.success).length === 20,
          "a whole chunk is recorded"
        )
        const history = Result.getOrThrow(found)
        same(
          RoomHistory.ticks(history),
          Array.from({ length: 20 }, (_, i) => history.base + i)
        )
        const before = Result.getOrThrow(RoomHistory.stateAt(history, history.base))
        has(before.objects.get(spawn._id), { type: "spawn", x: spawn.x, y: spawn.y })
        has(before.objects.get(born._id), { type: "creep", name: "Scout" })
        same(yield* History.chunkAt({ room, base: history.base }), history)
        yield* fails(History.privateChunk({ room, time: history.base + 1 }), "HistoryNotFound")
        yield* isNotSent(chunk(-1), "tick")
      })
    )
  )
]
