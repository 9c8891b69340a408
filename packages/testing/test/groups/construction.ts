import * as Construction from "@screeps-effect/api/Construction"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { fromSquares } from "@screeps-effect/schema/Terrain"
import * as Effect from "effect/Effect"
import { type Group, signIn } from "../support/group.ts"
import { makeServer, type Server } from "../support/server.ts"

/** Gives a user a plain room with a controller only. */
const grant = ({ world: { rooms, users } }: Server, username: string, room: RoomName, shard?: string) =>
  Effect.gen(function* () {
    const { _id: user } = yield* users.get(username)
    yield* rooms.change(room, { terrain: fromSquares([]) }, shard)
    yield* rooms.addObject(room, { type: "controller", x: 10, y: 10, user, level: 1 }, shard)
    return user
  })

const before =
  (prepare: (server: Server) => Effect.Effect<unknown>) =>
  (server: Server): Effect.Effect<string | undefined> =>
    Effect.andThen(prepare(server), signIn(server))

const callAll = (
  server: Server,
  headers: Readonly<Record<string, string>>,
  where: { readonly shard?: string } = {}
) =>
  Effect.gen(function* () {
    const user = yield* grant(server, "bob", "W5N8", where.shard)
    const { rooms } = server.world
    const _id = yield* rooms.addObject("W5N8", { type: "tower", x: 20, y: 20, user }, where.shard)
    const post = (path: string, body: object) => server.post(path, { ...where, ...body }, headers)
    const site = { room: "W5N8", x: 24, y: 18, structureType: "road" }
    return {
      "POST /api/game/create-construction": yield* post("/api/game/create-construction", site),
      "POST /api/game/set-notify-when-attacked": yield* post("/api/game/set-notify-when-attacked", {
        _id,
        enabled: false
      })
    }
  })

export const construction: Group = {
  operations: [Construction.create, Construction.setNotifyWhenAttacked],
  successes: Effect.gen(function* () {
    const server = makeServer()
    const token = (yield* signIn(server)) ?? ""
    return yield* callAll(server, { "x-token": token, "x-username": token })
  }),
  situations: {
    "a user who builds in an own room": {
      before: before((server) => grant(server, "bob", "W5N8")),
      cases: [
        "game/game-create-construction.bad-type",
        "game/game-create-construction.missing-type",
        "game/game-create-construction.rcl",
        "game/game-create-construction.spawn-no-name",
        "game/game-create-construction.unknown-room"
      ]
    },
    "a user who builds where a site is": {
      before: before((server) =>
        Effect.gen(function* () {
          const user = yield* grant(server, "bob", "W5N8")
          const site = { type: "constructionSite", structureType: "road", x: 24, y: 18, user }
          yield* server.world.rooms.addObject("W5N8", site)
        })
      ),
      cases: ["game/game-create-construction.occupied"]
    },
    "a user who builds in a room of another user": {
      before: before((server) => grant(server, "alice", "W1N1")),
      cases: ["game/game-create-construction.not-owner"]
    },
    "a user who builds in a room that another user has reserved": {
      before: before(({ world: { rooms, users } }) =>
        Effect.gen(function* () {
          const { _id: user } = yield* users.get("alice")
          yield* rooms.change("W4N8", { terrain: fromSquares([]) })
          const reservation = { user, endTime: 5000 }
          yield* rooms.addObject("W4N8", { type: "controller", x: 10, y: 10, level: 0, reservation })
        })
      ),
      cases: ["game/game-create-construction.reserved-by-other"]
    },
    "a user with a hundred sites": {
      before: before((server) =>
        Effect.gen(function* () {
          const user = yield* grant(server, "bob", "W2N8")
          for (let x = 0; x < 100; x++) {
            const place = { x: x % 50, y: 30 + Math.floor(x / 50), user }
            yield* server.world.rooms.addObject("W2N8", { type: "constructionSite", ...place })
          }
        })
      ),
      cases: ["game/game-create-construction.too-many"]
    },
    "a user who sets reports of attacks for objects of others": {
      before: before((server) =>
        Effect.gen(function* () {
          const user = yield* grant(server, "alice", "W1N1")
          const { rooms } = server.world
          yield* rooms.addObject("W1N1", { _id: "333232744fc1cee", type: "tower", x: 20, y: 20, user })
          yield* rooms.addObject("W1N1", { _id: "1d190775111f525", type: "road", x: 21, y: 20 })
        })
      ),
      cases: [
        "game/game-set-notify-when-attacked.not-controller-owner",
        "game/game-set-notify-when-attacked.not-owner"
      ]
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
