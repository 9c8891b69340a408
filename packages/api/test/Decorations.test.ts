import * as Decorations from "@screeps-effect/api/Decorations"
import * as ActiveState from "@screeps-effect/schema/ActiveState"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { run } from "./support/fake.ts"
import {
  alwaysReported,
  type Call,
  checkInvalidInput,
  checkFailure,
  checkRequest,
  official,
  untyped
} from "./support/calls.ts"

const first = ObjectId.make("5d0000000000000000000001")
const folder = "/api/user/decorations"

const calls: ReadonlyArray<readonly [call: Call, response: string, request: string]> = [
  [Decorations.inventory(), "decorations.inventory", `GET ${folder}/inventory`],
  [Decorations.themes(), "decorations.themes", `GET ${folder}/themes`],
  [
    Decorations.pixelize({ count: 1 }),
    "decorations.pixelize",
    `POST ${folder}/pixelize {"count":1,"theme":""}`
  ],
  [
    Decorations.pixelize({ count: 24, theme: "5cd5a6e7c1b2a30001a0b0c1" }),
    "decorations.pixelize",
    `POST ${folder}/pixelize {"count":24,"theme":"5cd5a6e7c1b2a30001a0b0c1"}`
  ],
  [
    Decorations.convert({ decorations: [first] }),
    "decorations.convert",
    `POST ${folder}/convert {"decorations":["${first}"]}`
  ],
  [
    Decorations.activate({
      _id: first,
      active: { shard: "shard3", room: "E41N1", world: true, strokeWidth: 12 }
    }),
    "decorations.activate",
    `POST ${folder}/activate {"_id":"${first}",` +
      '"active":{"shard":"shard3","room":"E41N1","world":true,"strokeWidth":12}}'
  ],
  [
    Decorations.deactivate({ decorations: [first] }),
    "decorations.deactivate",
    `POST ${folder}/deactivate {"decorations":["${first}"]}`
  ]
]

const invalid: ReadonlyArray<readonly [what: string, call: Call, field: string]> = [
  ["pixelize with count 0", Decorations.pixelize({ count: 0 }), "count"],
  ["pixelize with a fractional count", Decorations.pixelize({ count: 1.5 }), "count"],
  ["pixelize without a count", untyped(Decorations.pixelize, {}), "count"],
  ["pixelize with a theme that is not text", untyped(Decorations.pixelize, { count: 1, theme: 5 }), "theme"],
  ["convert with an empty list", Decorations.convert({ decorations: [] }), "decorations"],
  ["convert without a list", untyped(Decorations.convert, {}), "decorations"],
  [
    "convert with an _id that is not in a list",
    untyped(Decorations.convert, { decorations: first }),
    "decorations"
  ],
  ["deactivate with an empty list", Decorations.deactivate({ decorations: [] }), "decorations"],
  ["deactivate with an empty _id", untyped(Decorations.deactivate, { decorations: [""] }), "decorations"],
  ["activate without an _id", untyped(Decorations.activate, { active: {} }), "_id"],
  ["activate without a place", untyped(Decorations.activate, { _id: first }), "active"],
  [
    "activate with an object as a coordinate",
    untyped(Decorations.activate, { _id: first, active: { x: {} } }),
    "active"
  ]
]

describe("decoration operations", () => {
  for (const [call, response, request] of calls) {
    it.effect(`sends ${request} (${response})`, () => checkRequest(call, response, request, official))
  }
})

describe("invalid input of decoration operations", () => {
  for (const [what, call, field] of invalid) {
    it.effect(`is rejected without a request: ${what}`, () => checkInvalidInput(call, field, official))
  }
})

describe("private servers", () => {
  it.effect("have no decoration endpoints: EndpointNotFound (absent.GET.decorations-themes)", () =>
    Effect.gen(function* () {
      const absent = (path: string) =>
        `EndpointNotFound: ${folder}/${path} was not found on this server; available on official servers`
      yield* checkFailure(Decorations.themes(), "user/absent.GET.decorations-themes", absent("themes"))
      yield* checkFailure(
        Decorations.pixelize({ count: 1 }),
        "user/absent.POST.decorations-pixelize",
        absent("pixelize")
      )
    })
  )
})

describe("Decorations.inventory", () => {
  it.effect("returns which decorations are placed, and their rooms", () =>
    Effect.gen(function* () {
      const { list } = yield* run(Decorations.inventory(), alwaysReported("decorations.inventory"), official)
      assert.deepStrictEqual(
        list.map(({ active }) => active !== undefined && active !== null),
        [true, false, false]
      )
      assert.strictEqual(ActiveState.room(list[0]?.active ?? {}), "E41N1")
      assert.strictEqual(list[0]?.active?.["strokeWidth"], "12")
    })
  )

  it.effect("returns each decoration's type and properties", () =>
    Effect.gen(function* () {
      const { list } = yield* run(Decorations.inventory(), alwaysReported("decorations.inventory"), official)
      assert.deepStrictEqual(
        list.map(({ decoration }) => [decoration.type, "badge" in decoration]),
        [
          ["wallLandscape", false],
          ["creep", false],
          ["badge", true]
        ]
      )
      const [wall] = list
      assert.isDefined(wall)
      assert("props" in wall.decoration)
      assert.containsAllKeys(wall.decoration.props, ["backgroundColor", "strokeWidth", "world"])
    })
  )
})

describe("Decorations.pixelize", () => {
  it.effect("returns the new decorations", () =>
    Effect.gen(function* () {
      const server = alwaysReported("decorations.pixelize")
      const { decorations } = yield* run(Decorations.pixelize({ count: 1 }), server, official)
      assert.deepStrictEqual(
        decorations?.map(({ decoration }) => decoration.name),
        ["C-00001"]
      )
    })
  )

  it("is not idempotent, and neither is Decorations.convert", () => {
    assert.isFalse(Decorations.pixelize.idempotent)
    assert.isFalse(Decorations.convert.idempotent)
  })
})
