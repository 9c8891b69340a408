import * as Flags from "@screeps-effect/api/Flags"
import * as Effect from "effect/Effect"
import { type Group, signIn } from "../support/group.ts"
import { bob, makeServer } from "../support/server.ts"

const flag = { room: "W5N8", x: 20, y: 20, name: "Flag1", color: 10, secondaryColor: 10 } as const
const named = { room: flag.room, name: flag.name }
const painted = { ...named, color: 5, secondaryColor: 6 }

export const flags: Group = {
  operations: [Flags.create, Flags.changeColor, Flags.move, Flags.remove],
  successes: Effect.gen(function* () {
    const server = makeServer()
    const headers = yield* server.signIn(bob)
    const post = (path: string, body: object) => server.post(path, body, headers)
    const made = yield* post("/api/game/create-flag", flag)
    const moved = yield* post("/api/game/create-flag", { ...flag, x: 21 })
    return {
      "POST /api/game/create-flag": made,
      "POST /api/game/create-flag as of one that was there": moved,
      "POST /api/game/change-flag-color": yield* post("/api/game/change-flag-color", painted),
      "POST /api/game/remove-flag": yield* post("/api/game/remove-flag", named)
    }
  }),
  form: ({ response: { body }, request: { path } }) =>
    path === "/api/game/create-flag" && typeof body === "object" && body !== null && "modified" in body
      ? "POST /api/game/create-flag as of one that was there"
      : undefined,
  aside: { "game/game-remove-flag.no-room": "without a room nothing changes, and no change is reported" },
  situations: {
    "a user who has just signed in": {
      before: signIn,
      cases: [
        "game/game-change-flag-color.bad-color",
        "game/game-change-flag.unmodded-404",
        "game/game-create-flag.bad-color",
        "game/game-create-flag.name-too-long",
        "game/game-create-flag.string-coords",
        "game/game-create-flag.unknown-room"
      ]
    },
    "a user with ten thousand flags": {
      before: (server) =>
        Effect.gen(function* () {
          for (let i = 0; i < 10_000; i++) {
            yield* server.world.rooms.addFlag("bob", "W5N8", { ...flag, name: `f${i}` })
          }
          return yield* signIn(server)
        }),
      cases: ["game/game-create-flag.limit"]
    }
  },
  official: {
    successes: Effect.gen(function* () {
      const shard = "shard3"
      const server = makeServer({ shards: ["shard0", shard] }, { dialect: "official" })
      const headers = yield* server.withToken("bob")
      const post = (path: string, body: object) => server.post(path, { shard, ...body }, headers)
      const made = yield* post("/api/game/create-flag", flag)
      const { result } = made.body as {
        readonly result: { readonly upserted: ReadonlyArray<{ readonly _id: string }> }
      }
      const _id = result.upserted[0]?._id
      return {
        "POST /api/game/create-flag": made,
        "POST /api/game/change-flag-color": yield* post("/api/game/change-flag-color", painted),
        "POST /api/game/change-flag": yield* post("/api/game/change-flag", { _id, room: "W5N8", x: 5, y: 6 }),
        "POST /api/game/remove-flag": yield* post("/api/game/remove-flag", named)
      }
    })
  }
}
