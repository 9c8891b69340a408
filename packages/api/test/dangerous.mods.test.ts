/**
 * Requests of mods' endpoints that would do damage: refused at run time for callers without types. Nothing is sent.
 */
import * as MapTool from "@screeps-effect/api/MapTool"
import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { untyped } from "./support/asking.ts"
import { assertRefused } from "./support/exchange.ts"

const admin = { user: "admin", password: Redacted.make("maptool-pass") }
const plain = { room: "W1N1", terrain: "0".repeat(2500), status: "normal", objects: [] } as const
const spawn = { type: "spawn", x: 25, y: 25, _id: "a" }

/** A call of `set` by somebody without types. */
const set = (rooms: unknown) => untyped(MapTool.set, { ...admin, rooms })

describe("nothing is sent", () => {
  const without = (field: keyof typeof plain) =>
    Object.fromEntries(Object.entries(plain).filter(([name]) => name !== field))
  const dangers: Readonly<Record<string, ReadonlyArray<unknown>>> = {
    "for a room without name: a server would overwrite all rooms": [without("room"), { ...plain, room: "" }],
    "for a name that is no room's: a server would fail for ever, or write outside of its folder": [
      "foo",
      "../../pwn",
      "W1N1/..",
      5,
      null
    ].map((room) => ({ ...plain, room })),
    "for a room without objects: a server would empty it": [
      without("objects"),
      ...[null, {}, [null], "x"].map((objects) => ({ ...plain, objects }))
    ],
    "for a room without status: a server would close it": [
      without("status"),
      ...[null, "out of bounds", "closed"].map((status) => ({ ...plain, status }))
    ],
    "for terrain that is none: a server would store it": [
      without("terrain"),
      ...["0123", "0".repeat(2501), "4".repeat(2500), 5, null].map((terrain) => ({ ...plain, terrain }))
    ],
    "for objects as they were read: a server would lose them": [
      { $loki: 1 },
      { meta: { revision: 1 } },
      { $loki: null },
      { meta: null }
    ].map((stored) => ({ ...plain, objects: [{ ...spawn, ...stored }] })),
    "for objects that stand nowhere, or are nothing": [
      { x: 99 },
      { y: "a" },
      { x: 1.5 },
      { type: "" },
      { type: undefined }
    ].map((wrong) => ({ ...plain, objects: [{ ...spawn, ...wrong }] })),
    "for fields that the tool would drop": [{ ...plain, name: "W1N1" }]
  }
  for (const [what, rooms] of Object.entries(dangers)) {
    it.effect(what, () =>
      Effect.forEach(rooms, (room) => assertRefused(set([room]), "rooms"), { discard: true })
    )
  }

  it.effect("for a room or an object twice, or for no room at all", () =>
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
        yield* assertRefused(set(rooms), "rooms")
    })
  )

  it.effect("without name and password, or with a name that has no end", () =>
    Effect.gen(function* () {
      for (const user of [undefined, "", "ad:min", 5])
        yield* assertRefused(untyped(MapTool.rooms, { ...admin, user }), "user")
      for (const password of [undefined, "", "bare", Redacted.make("")])
        yield* assertRefused(untyped(MapTool.rooms, { ...admin, password }), "password")
    })
  )
})
