import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { chunk, moveIn, rooms, terrain, things, walkableAround } from "./support/nature.ts"
import { bob, makeServer } from "./support/server.ts"

const seeds = ["screeps", "another", "a third"]
const along = Array.from({ length: Terrain.size }, (_, i) => i)

/** The walkable border squares of a room, by side. */
const exits = (land: Terrain.Terrain) => {
  const last = Terrain.size - 1
  return {
    top: along.map((i) => land.isWalkable(i, 0)),
    right: along.map((i) => land.isWalkable(last, i)),
    bottom: along.map((i) => land.isWalkable(i, last)),
    left: along.map((i) => land.isWalkable(0, i))
  }
}

describe("the terrain of a world", () => {
  it.effect("is determined by its seed", () =>
    Effect.gen(function* () {
      for (const room of ["W0N0", "W7N3", "W10N10"]) {
        const digits = (seed: string) => Effect.map(terrain(makeServer({ seed }), room), Terrain.encode)
        const [first, again, other] = yield* Effect.all([digits("one"), digits("one"), digits("two")])
        assert.strictEqual(first, again)
        assert.notStrictEqual(first, other)
      }
    })
  )

  it.effect("differs between rooms", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const all = yield* Effect.forEach(rooms(-5, -1), (room) =>
        Effect.map(terrain(server, room), Terrain.encode)
      )
      assert.strictEqual(new Set(all).size, 25)
    })
  )

  it.effect("does not depend on the order in which rooms are generated", () =>
    Effect.gen(function* () {
      const [one, other] = [makeServer(), makeServer()]
      const digits = (server: typeof one, room: string) => Effect.map(terrain(server, room), Terrain.encode)
      const forth = [yield* digits(one, "W1N1"), yield* digits(one, "W2N2")]
      const back = [yield* digits(other, "W2N2"), yield* digits(other, "W1N1")]
      assert.deepStrictEqual(forth, back.toReversed())
    })
  )

  for (const seed of seeds) {
    it.effect(
      `of the seed "${seed}" has exits that match those of the neighbours, also around the world's middle`,
      () =>
        Effect.gen(function* () {
          const names = rooms(-4, 3)
          const server = makeServer({ seed, rooms: names })
          const sides = new Map<string, ReturnType<typeof exits>>()
          for (const room of names) sides.set(room, exits(yield* terrain(server, room)))
          for (const room of names) {
            const own = sides.get(room)
            const { bottom, right } = RoomName.neighbours(room)
            const [below, beside] = [sides.get(bottom), sides.get(right)]
            if (below !== undefined) assert.deepStrictEqual(own?.bottom, below.top, `${room} and ${bottom}`)
            if (beside !== undefined) assert.deepStrictEqual(own?.right, beside.left, `${room} and ${right}`)
            for (const side of Object.values(own ?? {})) {
              const open = side.filter((walkable) => walkable).length
              assert.isAtLeast(open, 5, room)
              assert.isAtMost(open, 10, room)
            }
          }
        })
    )
  }
})

describe("the natural objects of a world", () => {
  const guarded = (room: RoomName.RoomName) => RoomName.isKeeperRoom(room) || RoomName.isSectorCentre(room)

  /** Settles a player in each of these rooms and checks the objects that a player needs. */
  const checkHomes = (seed: string, names: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const server = makeServer({ seed, historyChunkSize: 1 })
      for (const room of names) assert.isUndefined((yield* moveIn(server, room)).refusal, room)
      yield* Effect.replicateEffect(server.world.tick, 3)
      for (const room of names) {
        const land = yield* terrain(server, room)
        const all = things(yield* chunk(server, room, 2))
        const kinds = all.map(({ type }) => type).toSorted()
        assert.deepStrictEqual(kinds, ["controller", "mineral", "source", "source", "spawn"], room)
        assert.strictEqual(new Set(all.map(({ x, y }) => `${x},${y}`)).size, 5, room)
        for (const { type, x, y } of all) {
          if (type === "spawn") continue
          assert.isFalse(land.isWalkable(x, y), `${type} in ${room}`)
          assert.isAtLeast(walkableAround(land, x, y), 3, `${type} in ${room}`)
        }
      }
    })

  it.effect("give each ordinary room of a sector what a player needs, reachable at walls", () => {
    const ordinary = rooms(-10, -2).filter((room) => !guarded(room))
    assert.lengthOf(ordinary, 72)
    return checkHomes("screeps", ordinary)
  })

  it.effect("give every room what a player needs in worlds of other seeds", () =>
    Effect.andThen(
      checkHomes(
        "another",
        rooms(-6, -2).filter((room) => !guarded(room))
      ),
      checkHomes("a third", ["W9N9"])
    )
  )

  it.effect("have boulders in a room without walls", () => checkHomes("s6", ["W9N1"]))

  it.effect("give highways and keeper rooms no controller: players cannot settle there", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const names = rooms(-7, -1).filter((room) => RoomName.isHighway(room) || guarded(room))
      assert.lengthOf(names, 22)
      for (const room of names) {
        const { refusal } = yield* moveIn(server, room)
        assert.strictEqual(refusal, "invalid room", room)
      }
    })
  )

  it.effect("allow no spawn on a walkable square beside an exit", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const land = yield* terrain(server, "W7N7")
      const headers = yield* server.signIn(bob)
      const beside = along.filter((y) => y > 1 && y < 48 && land.isWalkable(0, y) && land.isWalkable(1, y))
      assert.isAbove(beside.length, 0)
      for (const y of beside) {
        const { body } = yield* server.post("/api/game/place-spawn", { room: "W7N7", x: 1, y }, headers)
        assert.deepStrictEqual(body, { error: "invalid location" })
      }
      const further = { room: "W7N7", x: 2, y: beside[0] }
      assert.deepStrictEqual((yield* server.post("/api/game/place-spawn", further, headers)).body, {
        ok: 1,
        newbie: true
      })
    })
  )
})
