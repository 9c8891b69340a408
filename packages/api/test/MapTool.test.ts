import * as MapTool from "@screeps-effect/api/MapTool"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { untyped } from "./support/calls.ts"
import { assertFails, assertInvalidInput, fixture } from "./support/exchange.ts"
import { always, run, asToken, lines } from "./support/fake.ts"

const password = Redacted.make("maptool-pass")
const admin = { user: "admin", password }
const plain = { room: "W1N1", terrain: "0".repeat(2500), status: "normal", objects: [] } as const
const spawn = { type: "spawn", x: 25, y: 25, _id: "a" }

/** Calls `set` as a caller without types. */
const set = (rooms: unknown) => untyped(MapTool.set, { ...admin, rooms })

describe("MapTool", () => {
  it.effect("rooms returns the stored documents, with HTTP Basic authorization instead of a token", () =>
    Effect.gen(function* () {
      const server = always("game/maptool-rooms.room-without-terrain")
      const { rooms, tick } = yield* run(MapTool.rooms(admin), server, { credentials: asToken })
      assert.isAbove(tick ?? 0, 0)
      assert.include(rooms, null)
      const [room] = rooms.filter((one) => one !== null)
      assert.lengthOf(room?.terrain ?? "", 2500)
      const kinds = room?.objects.map((object) => RoomObject.classify(object).type) ?? []
      assert.includeMembers(kinds, ["source"])
      const headers = server.requests[0]?.headers
      assert.strictEqual(headers?.["authorization"], `Basic ${btoa("admin:maptool-pass")}`)
      assert.isUndefined(headers?.["x-token"])
    })
  )

  it.effect(
    "rooms fails with Unauthorized for a wrong password, and with EndpointNotFound without the mod",
    () =>
      Effect.gen(function* () {
        yield* assertFails(
          MapTool.rooms(admin),
          "game/maptool-rooms.wrong-password",
          "Unauthorized",
          "Unauthorized"
        )
        yield* assertFails(MapTool.rooms(admin), "game/maptool-rooms.unmodded-404", "EndpointNotFound")
      })
  )

  it.effect("set sends a bare list of rooms", () =>
    Effect.gen(function* () {
      const server = always("game/maptool-set.ok")
      const room = { ...plain, objects: [spawn] }
      assert.deepStrictEqual(yield* run(MapTool.set({ ...admin, rooms: [room] }), server), [true, true])
      assert.deepStrictEqual(lines(server), ["POST /api/maptool/set"])
      assert.deepStrictEqual(server.requests[0]?.body, [room])
    })
  )

  it.effect("toInput removes the storage's own keys, so that rooms can be written back", () =>
    Effect.gen(function* () {
      const read = yield* run(MapTool.rooms(admin), always("game/maptool-rooms.server-password"))
      const [room] = read.rooms.filter((one) => one !== null)
      assert(room !== undefined)
      yield* assertInvalidInput(set([room]), "rooms")
      const input = Result.getOrThrow(MapTool.toInput(room))
      const server = always("game/maptool-set.ok")
      yield* run(MapTool.set({ ...admin, rooms: [input] }), server)
      const text = JSON.stringify(server.requests[0]?.body)
      assert.notInclude(text, "$loki")
      assert.notInclude(text, '"meta"')
      assert.strictEqual(input.objects.length, room.objects.length)
      assert.strictEqual(input.objects[0]?.["_id"], room.objects[0]?.["_id"])
    })
  )

  it("toInput fails for a status that the game does not know", () => {
    const { body } = fixture("game/maptool-rooms.server-password").response
    const [room] = (body as { readonly rooms: ReadonlyArray<MapTool.StoredRoom> }).rooms
    assert(room !== undefined)
    const withStatus = (status: string) => MapTool.toInput(Object.assign(structuredClone(room), { status }))
    assert.isTrue(Result.isFailure(withStatus("out of bounds")))
    assert.isTrue(Result.isSuccess(withStatus("out of borders")))
  })
})
