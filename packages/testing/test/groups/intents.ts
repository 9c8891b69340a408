import * as Intents from "@screeps-effect/api/Intents"
import * as Effect from "effect/Effect"
import { type Group, nothing } from "../support/group.ts"
import { bob, makeServer, type Server } from "../support/server.ts"

const callAll = (
  server: Server,
  headers: Readonly<Record<string, string>>,
  where: { readonly shard?: string }
) =>
  Effect.gen(function* () {
    const post = (path: string, body: object) => server.post(path, { ...where, ...body }, headers)
    const object = { _id: "5c3f000000002bd", room: "W5N8", name: "suicide", intent: {} }
    const global = { name: "cancelOrder", intent: { orderId: "5c3f000000002bd" } }
    return {
      "POST /api/game/add-object-intent": yield* post("/api/game/add-object-intent", object),
      "POST /api/game/add-global-intent": yield* post("/api/game/add-global-intent", global)
    }
  })

export const intents: Group = {
  operations: [Intents.addObjectIntent, Intents.addGlobalIntent],
  successes: Effect.gen(function* () {
    const server = makeServer()
    return yield* callAll(server, yield* server.signIn(bob), {})
  }),
  situations: {
    "a request without a token": { before: nothing, cases: ["game/game-add-object-intent.no-token"] },
    "a user whose first room has an active safe mode": {
      before: (server) =>
        Effect.map(server.settle(bob, { room: "W1N1", x: 25, y: 25 }), (headers) => headers["x-token"]),
      cases: ["game/game-add-object-intent.safe-mode-active"]
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
