import * as Invaders from "@screeps-effect/api/Invaders"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import { type Group, signIn } from "../support/group.ts"
import { bob, makeServer, type Server } from "../support/server.ts"

/** Gives bob a room. */
const claim = ({ world: { rooms, users } }: Server, room: RoomName, shard?: string) =>
  Effect.gen(function* () {
    const { _id: user } = yield* users.get("bob")
    yield* rooms.addObject(room, { type: "controller", x: 10, y: 10, user, level: 1 }, shard)
  })

const callAll = (
  server: Server,
  headers: Readonly<Record<string, string>>,
  where: { readonly shard?: string } = {}
) =>
  Effect.gen(function* () {
    const room = "W5N8"
    yield* server.world.rooms.clear(room, where.shard)
    yield* claim(server, room, where.shard)
    const post = (path: string, body: object) => server.post(path, { ...where, ...body }, headers)
    const place = { room, x: 0, y: 21, size: "small", type: "Melee", boosted: false }
    const created = yield* post("/api/game/create-invader", place)
    const summoned = (yield* server.world.rooms.objects(room, where.shard)).find(
      ({ type }) => type === "creep"
    )
    return {
      "POST /api/game/create-invader": created,
      "POST /api/game/remove-invader": yield* post("/api/game/remove-invader", { _id: summoned?._id })
    }
  })

/** Signs in bob, who owns an otherwise empty room with these creeps. */
const facing =
  (room: RoomName, count: number, owner: (server: Server) => Effect.Effect<string>) =>
  (server: Server): Effect.Effect<string | undefined> =>
    Effect.gen(function* () {
      const { rooms } = server.world
      yield* rooms.clear(room)
      yield* claim(server, room)
      const user = yield* owner(server)
      for (let x = 0; x < count; x++)
        yield* rooms.addObject(room, { type: "creep", x, y: 20, user, body: [] })
      return yield* signIn(server)
    })

const invader = () => Effect.succeed("2")

export const invaders: Group = {
  operations: [Invaders.create, Invaders.remove],
  successes: Effect.gen(function* () {
    const server = makeServer()
    return yield* callAll(server, yield* server.signIn(bob))
  }),
  situations: {
    "a user who has just signed in": {
      before: signIn,
      cases: [
        "game/game-create-invader.not-owned",
        "game/game-remove-invader.invalid",
        "game/game-remove-invader.unknown"
      ]
    },
    "a user with a room": {
      before: facing("W5N8", 0, invader),
      cases: ["game/game-create-invader.bad-size"]
    },
    "a user with a room full of invaders": {
      before: facing("W5N8", 5, invader),
      cases: ["game/game-create-invader.too-many"]
    },
    "a user with a room with creeps of another user": {
      before: facing("W1N1", 1, ({ world }) => Effect.map(world.users.get("alice"), ({ _id }) => _id)),
      cases: ["game/game-create-invader.hostiles-present"]
    }
  },
  official: {
    successes: Effect.gen(function* () {
      const shard = "shard3"
      const server = makeServer({ shards: ["shard0", shard] }, { dialect: "official" })
      return yield* callAll(server, yield* server.withToken("bob"), { shard })
    })
  }
}
