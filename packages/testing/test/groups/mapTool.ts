import * as MapTool from "@screeps-effect/api/MapTool"
import type { Recording } from "@screeps-effect/fixtures"
import * as Effect from "effect/Effect"
import { type Group, nothing, signIn } from "../support/group.ts"
import { makeServer } from "../support/server.ts"

const how = { mods: ["screepsmod-map-tool"], mapTool: { password: "maptool-pass" } }
const basic = (password: string) => ({ authorization: `Basic ${btoa(`admin:${password}`)}` })

/** Recordings do not contain the name and the password. */
const as =
  (password: string) =>
  (sent: Recording["request"]): Recording["request"] => ({ ...sent, headers: basic(password) })

const documents = "rooms have the documents of another world, and the bookkeeping of its storage"
const damage = "a real server accepts it and is damaged: the in-memory server responds with status 500"

export const mapTool: Group = {
  operations: [MapTool.rooms, MapTool.set],
  successes: Effect.gen(function* () {
    const server = makeServer({ rooms: ["W1N1"] }, how)
    const room = { room: "W2N1", terrain: "1".repeat(2500), status: "normal", objects: [] }
    return {
      "GET /api/maptool/rooms": yield* server.get("/api/maptool/rooms", {}, basic("maptool-pass")),
      "POST /api/maptool/set": yield* server.post("/api/maptool/set", [room], basic("maptool-pass"))
    }
  }),
  aside: {
    "game/maptool-rooms.room-without-terrain": documents,
    "game/maptool-rooms.server-password": documents,
    "game/maptool-set.duplicate-object-ids": damage,
    "game/maptool-set.empty-list": "the response to an empty list is an empty list",
    "game/maptool-set.minimal": damage,
    "game/maptool-set.null-fields": damage,
    "game/maptool-set.read-and-sent-back": damage,
    "game/maptool-set.read-and-sent-back-clean": damage,
    "game/maptool-set.same-room-twice": damage,
    "game/maptool-set.short-terrain": damage
  },
  situations: {
    "a user who is not the map tool's user": {
      server: how,
      before: nothing,
      cases: ["game/maptool-rooms.no-auth", "game/maptool-set.no-auth"]
    },
    "a user with a wrong password for the map tool": {
      server: how,
      before: nothing,
      change: as("wrong"),
      cases: ["game/maptool-rooms.wrong-password"]
    },
    "the map tool's user": {
      server: how,
      before: nothing,
      change: as("maptool-pass"),
      cases: ["game/maptool-set.not-a-list", "game/maptool-set.no-objects"]
    },
    "a user whose server has no map tool": {
      server: { mods: ["screepsmod-auth"] },
      before: signIn,
      cases: ["game/maptool-rooms.unmodded-404", "game/maptool-set.unmodded-404"]
    }
  },
  official: { successes: Effect.succeed({}) }
}
