import { assert } from "@effect/vitest"
import * as Auth from "@screeps-effect/api/Auth"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Experimental from "@screeps-effect/api/Experimental"
import * as Game from "@screeps-effect/api/Game"
import * as Mods from "@screeps-effect/api/Mods"
import * as Register from "@screeps-effect/api/Register"
import * as Shards from "@screeps-effect/api/Shards"
import * as User from "@screeps-effect/api/User"
import * as Warpath from "@screeps-effect/api/Warpath"
import * as Battle from "@screeps-effect/schema/Battle"
import * as Pvp from "@screeps-effect/schema/Pvp"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { account, as, asGuest, type Case, has, refuses, same, serverCase } from "../case.ts"
import { add, change, creepOf, eventually, settle, wildRoom } from "../world.ts"

/** A player with a spawn. */
const settler = Effect.gen(function* () {
  const { as, username } = yield* account
  return { ...(yield* as(settle)), as, username }
})

/** Cases that need the admin mod. */
export const admin: ReadonlyArray<Case> = [
  serverCase(
    "returns its mods, its shard and its ticks",
    { accepts: [Mods.list, Shards.info, Game.version] },
    asGuest(
      Effect.gen(function* () {
        same(yield* Mods.list(), ["screepsmod-auth", "screepsmod-admin-utils"])
        const { serverData } = yield* Game.version()
        same(serverData?.shards, ["shard0"])
        assert.include(serverData?.features?.map(({ name }) => name) ?? [], "screepsmod-admin-utils")
        const { shards } = yield* eventually(
          Shards.info(),
          ({ shards }) => (shards[0]?.lastTicks?.length ?? 0) > 2,
          "some ticks are returned"
        )
        assert.lengthOf(shards, 1)
        has(shards[0], { name: "shard0", rooms: 121 })
      })
    )
  ),
  serverCase(
    "returns statistics of the server and of every player",
    { accepts: [Mods.stats] },
    Effect.gen(function* () {
      const { user, username } = yield* settler
      const { gametime, ownedRooms, users } = yield* asGuest(Mods.stats())
      assert.isAbove(gametime, 0)
      assert.isAtLeast(ownedRooms, 1)
      const numbers = users.find(({ id }) => id === user)
      has(numbers, { username, rooms: 1, combinedRCL: 1, gclLevel: 1, cpu: 100 })
    })
  ),
  serverCase(
    "returns all objects in a room",
    { accepts: [Game.roomObjects] },
    asGuest(
      Effect.gen(function* () {
        const { room, spawn, user, username } = yield* settler
        const { objects, users } = yield* Game.roomObjects({ room })
        const { x, y } = spawn
        has(
          objects.find((object) => object.type === "spawn"),
          { type: "spawn", x, y, user, name: "Spawn1" }
        )
        assert.strictEqual(users?.[user]?.username, username)
        assert.strictEqual(users?.[UserId.invader]?.username, "Invader")
        assert.isEmpty((yield* Game.roomObjects({ room: "W120N120" })).objects)
      })
    )
  ),
  serverCase(
    "returns where players fight, and how heavily",
    { accepts: [Experimental.pvp, Warpath.battles] },
    asGuest(
      Effect.gen(function* () {
        const defender = yield* settler
        const attacker = yield* account
        const { _id: user } = yield* attacker.as(User.whoAmI())
        const { room } = defender
        const { time } = yield* Game.time()
        yield* change("rooms", { _id: room }, { $set: { lastPvpTime: time } })
        yield* add("rooms.objects", [creepOf(user, { room, x: 25, y: 25 }, ["attack", "move"])])
        const input = { interval: 5000 }
        const [fights, ...more] = Pvp.shards(yield* Experimental.pvp(input))
        assert.isEmpty(more)
        assert.strictEqual(fights?.shard, "shard0")
        same(
          fights?.rooms.map(({ _id, lastPvpTime }) => ({ _id, lastPvpTime })),
          [{ _id: room, lastPvpTime: time }]
        )
        const [fought, ...others] = Battle.all(yield* Warpath.battles(input))
        assert.isEmpty(others)
        assert(fought !== undefined)
        same([fought.shard, fought.battle.room], ["shard0", room])
        assert.strictEqual(Battle.defender(fought.battle), defender.username)
        same(fought.battle.attackers, [attacker.username])
        assert.strictEqual(Battle.classification(fought.battle), 1)
        assert.strictEqual(Battle.lastTick(fought.battle), time)
        const [later] = Pvp.shards(yield* Experimental.pvp({ start: time + 20_000, interval: 5 }))
        assert.isEmpty(later?.rooms)
      })
    )
  ),
  serverCase(
    "lists the nukes in flight",
    { accepts: [Experimental.nukes] },
    asGuest(
      Effect.gen(function* () {
        const { time } = yield* Game.time()
        const nuke = { room: "W3N3", x: 25, y: 26, landTime: time + 50_000, launchRoomName: "W5N5" }
        yield* add("rooms.objects", [{ ...nuke, type: "nuke" }])
        const { nukes } = yield* Experimental.nukes()
        same(Object.keys(nukes), ["shard0"])
        has(nukes["shard0"]?.[0], nuke)
      })
    )
  ),
  serverCase(
    "signs players in by a Steam ticket, with an account that has no name yet",
    { accepts: [Auth.steamTicket, Register.setUsername], refuses: [Auth.steamTicket] },
    asGuest(
      Effect.gen(function* () {
        const ticket = Redacted.make("14000000")
        const first = yield* Auth.steamTicket({ ticket })
        assert.strictEqual(first.steamid, "76561190000000002")
        const asPlayer = as(Credentials.layerToken(first.token))
        assert.isUndefined((yield* asPlayer(User.whoAmI())).username)
        yield* asPlayer(Register.setUsername({ username: "Tycho" }))
        const again = yield* Auth.steamTicket({ ticket })
        const { username } = yield* as(Credentials.layerToken(again.token))(User.whoAmI())
        assert.strictEqual(username, "Tycho")
        const unknown = Auth.steamTicket({ ticket: Redacted.make("00") })
        yield* refuses(unknown, "could not authenticate")
      })
    )
  ),
  serverCase(
    "requires a name for a first spawn",
    { refuses: [Game.placeSpawn] },
    Effect.gen(function* () {
      const { as } = yield* account
      const room = yield* wildRoom
      yield* refuses(as(Game.placeSpawn({ room, x: 25, y: 25 })), "invalid params")
    })
  )
]
