import * as MapTool from "@screeps-effect/api/MapTool"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { untyped } from "./support/asking.ts"
import { assertFails, assertRefused, fixture } from "./support/exchange.ts"
import { always, ask, asToken, lines } from "./support/fake.ts"

const password = Redacted.make("maptool-pass")
const admin = { user: "admin", password }
const plain = { room: "W1N1", terrain: "0".repeat(2500), status: "normal", objects: [] } as const
const spawn = { type: "spawn", x: 25, y: 25, _id: "a" }

/** A call of `set` by somebody without types. */
const set = (rooms: unknown) => untyped(MapTool.set, { ...admin, rooms })

describe("the rooms of the map tool", () => {
  it.effect("are read as the storage holds them, by the tool's own user", () =>
    Effect.gen(function* () {
      const server = always("game/maptool-rooms.room-without-terrain")
      const { rooms, tick } = yield* ask(MapTool.rooms(admin), server, { who: asToken })
      assert.isAbove(tick, 0)
      assert.include(rooms, null)
      const [room] = rooms.filter((one) => one !== null)
      assert.lengthOf(room?.terrain ?? "", 2500)
      const kinds = room?.objects.map((object) => RoomObject.classify(object).type) ?? []
      assert.includeMembers(kinds, ["source"])
      const headers = server.asked[0]?.headers
      assert.strictEqual(headers?.["authorization"], `Basic ${btoa("admin:maptool-pass")}`)
      assert.isUndefined(headers?.["x-token"])
    })
  )

  it.effect("are refused to everybody else", () =>
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

  it.effect("are replaced by a bare list", () =>
    Effect.gen(function* () {
      const server = always("game/maptool-set.ok")
      const room = { ...plain, objects: [spawn] }
      assert.deepStrictEqual(yield* ask(MapTool.set({ ...admin, rooms: [room] }), server), [true, true])
      assert.deepStrictEqual(lines(server), ["POST /api/maptool/set"])
      assert.deepStrictEqual(server.asked[0]?.body, [room])
    })
  )

  it.effect("can be written back once the storage's own keys are removed", () =>
    Effect.gen(function* () {
      const read = yield* ask(MapTool.rooms(admin), always("game/maptool-rooms.server-password"))
      const [room] = read.rooms.filter((one) => one !== null)
      assert(room !== undefined)
      yield* assertRefused(set([room]), "rooms")
      const input = Result.getOrThrow(MapTool.toInput(room))
      const server = always("game/maptool-set.ok")
      yield* ask(MapTool.set({ ...admin, rooms: [input] }), server)
      const text = JSON.stringify(server.asked[0]?.body)
      assert.notInclude(text, "$loki")
      assert.notInclude(text, '"meta"')
      assert.strictEqual(input.objects.length, room.objects.length)
      assert.strictEqual(input.objects[0]?.["_id"], room.objects[0]?.["_id"])
    })
  )

  it("cannot be written back with a status that the game does not know", () => {
    const { body } = fixture("game/maptool-rooms.server-password").response
    const [room] = (body as { readonly rooms: ReadonlyArray<MapTool.StoredRoom> }).rooms
    assert(room !== undefined)
    const withStatus = (status: string) => MapTool.toInput(Object.assign(structuredClone(room), { status }))
    assert.isTrue(Result.isFailure(withStatus("out of bounds")))
    assert.isTrue(Result.isSuccess(withStatus("out of borders")))
  })
})
