/** Requests of mods' endpoints that would do damage: rejected at run time for callers without types, without a request. */
import * as MapTool from "@screeps-effect/api/MapTool"
import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { untyped } from "./support/calls.ts"
import { assertInvalidInput } from "./support/exchange.ts"

const admin = { user: "admin", password: Redacted.make("maptool-pass") }
const plain = { room: "W1N1", terrain: "0".repeat(2500), status: "normal", objects: [] } as const
const spawn = { type: "spawn", x: 25, y: 25, _id: "a" }

/** Calls `set` as a caller without types. */
const set = (rooms: unknown) => untyped(MapTool.set, { ...admin, rooms })

describe("a dangerous request of the map tool", () => {
  const without = (field: keyof typeof plain) =>
    Object.fromEntries(Object.entries(plain).filter(([name]) => name !== field))
  const dangers: Readonly<Record<string, ReadonlyArray<unknown>>> = {
    "a room without a name (a server would overwrite all rooms)": [without("room"), { ...plain, room: "" }],
    "an invalid room name (a server would fail permanently or write outside of its folder)": [
      "foo",
      "../../pwn",
      "W1N1/..",
      5,
      null
    ].map((room) => ({ ...plain, room })),
    "a room without objects (a server would empty it)": [
      without("objects"),
      ...[null, {}, [null], "x"].map((objects) => ({ ...plain, objects }))
    ],
    "a room without a status (a server would close it)": [
      without("status"),
      ...[null, "out of bounds", "closed"].map((status) => ({ ...plain, status }))
    ],
    "invalid terrain (a server would store it)": [
      without("terrain"),
      ...["0123", "0".repeat(2501), "4".repeat(2500), 5, null].map((terrain) => ({ ...plain, terrain }))
    ],
    "objects with the storage's own keys (a server would lose them)": [
      { $loki: 1 },
      { meta: { revision: 1 } },
      { $loki: null },
      { meta: null }
    ].map((stored) => ({ ...plain, objects: [{ ...spawn, ...stored }] })),
    "objects without a position or a type": [
      { x: 99 },
      { y: "a" },
      { x: 1.5 },
      { type: "" },
      { type: undefined }
    ].map((wrong) => ({ ...plain, objects: [{ ...spawn, ...wrong }] })),
    "fields that the tool would drop": [{ ...plain, name: "W1N1" }]
  }
  for (const [what, rooms] of Object.entries(dangers)) {
    it.effect(`is rejected without a request: ${what}`, () =>
      Effect.forEach(rooms, (room) => assertInvalidInput(set([room]), "rooms"), { discard: true })
    )
  }

  it.effect("is rejected without a request: a duplicate room or object, or no room at all", () =>
    Effect.gen(function* () {
      const other = { ...plain, room: "W2N1", objects: [spawn] }
      for (const rooms of [
        undefined,
        null,
        [],
        {},
        plain,
        [plain, plain],
        [{ ...plain, objects: [spawn] }, other]
      ])
        yield* assertInvalidInput(set(rooms), "rooms")
    })
  )

  it.effect("is rejected without a request: missing credentials or a user name with a colon", () =>
    Effect.gen(function* () {
      for (const user of [undefined, "", "ad:min", 5])
        yield* assertInvalidInput(untyped(MapTool.rooms, { ...admin, user }), "user")
      for (const password of [undefined, "", "bare", Redacted.make("")])
        yield* assertInvalidInput(untyped(MapTool.rooms, { ...admin, password }), "password")
    })
  )
})
