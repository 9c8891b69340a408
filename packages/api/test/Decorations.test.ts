import * as Decorations from "@screeps-effect/api/Decorations"
import * as ActiveState from "@screeps-effect/schema/ActiveState"
import * as Decoration from "@screeps-effect/schema/Decoration"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ask } from "./support/fake.ts"
import {
  alwaysReported,
  type Call,
  checkNothingSent,
  checkRefusal,
  checkRequest,
  official,
  untyped
} from "./support/asking.ts"

const first = ObjectId.make("5d0000000000000000000001")
const folder = "/api/user/decorations"

const told: ReadonlyArray<readonly [call: Call, answer: string, request: string]> = [
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

const limits: ReadonlyArray<readonly [what: string, call: Call, field: string]> = [
  ["no decoration made of pixels", Decorations.pixelize({ count: 0 }), "count"],
  ["half a decoration", Decorations.pixelize({ count: 1.5 }), "count"],
  ["decorations without a number", untyped(Decorations.pixelize, {}), "count"],
  ["decorations of a theme that is no text", untyped(Decorations.pixelize, { count: 1, theme: 5 }), "theme"],
  ["nothing turned back", Decorations.convert({ decorations: [] }), "decorations"],
  ["undefined turned back", untyped(Decorations.convert, {}), "decorations"],
  ["one turned back that is no list", untyped(Decorations.convert, { decorations: first }), "decorations"],
  ["nothing taken away", Decorations.deactivate({ decorations: [] }), "decorations"],
  ["nameless things taken away", untyped(Decorations.deactivate, { decorations: [""] }), "decorations"],
  ["nothing placed", untyped(Decorations.activate, { active: {} }), "_id"],
  ["something placed nowhere", untyped(Decorations.activate, { _id: first }), "active"],
  ["something placed in a way", untyped(Decorations.activate, { _id: first, active: { x: {} } }), "active"]
]

describe("what official servers are told", () => {
  for (const [call, answer, request] of told) {
    it.effect(`${request} (${answer})`, () => checkRequest(call, answer, request, official))
  }
})

describe("nothing is sent", () => {
  for (const [what, call, field] of limits) {
    it.effect(`for ${what}`, () => checkNothingSent(call, field, official))
  }
})

describe("private servers", () => {
  it.effect("have no decorations (absent.GET.decorations-themes)", () =>
    Effect.gen(function* () {
      const absent = (path: string) =>
        `EndpointNotFound: ${folder}/${path} does not exist on this server; available on official servers`
      yield* checkRefusal(Decorations.themes(), "user/absent.GET.decorations-themes", absent("themes"))
      yield* checkRefusal(
        Decorations.pixelize({ count: 1 }),
        "user/absent.POST.decorations-pixelize",
        absent("pixelize")
      )
    })
  )
})

describe("the inventory", () => {
  it.effect("tells what is placed and where", () =>
    Effect.gen(function* () {
      const { list } = yield* ask(Decorations.inventory(), alwaysReported("decorations.inventory"), official)
      assert.deepStrictEqual(list.map(Decoration.isPlaced), [true, false, false])
      assert.strictEqual(ActiveState.room(list[0]?.active ?? {}), "E41N1")
      assert.strictEqual(ActiveState.number(list[0]?.active ?? {}, "strokeWidth"), 12)
    })
  )

  it.effect("tells badges from pictures, and what can be chosen", () =>
    Effect.gen(function* () {
      const { list } = yield* ask(Decorations.inventory(), alwaysReported("decorations.inventory"), official)
      assert.deepStrictEqual(
        list.map(({ decoration }) => [decoration.type, Decoration.isBadge(decoration)]),
        [
          ["wallLandscape", false],
          ["creep", false],
          ["badge", true]
        ]
      )
      const [wall] = list
      assert.isDefined(wall)
      assert.sameMembers(Object.keys(Decoration.properties(wall.decoration)), [
        "backgroundColor",
        "strokeWidth",
        "world"
      ])
    })
  )
})

describe("pixels", () => {
  it.effect("become decorations, which are told", () =>
    Effect.gen(function* () {
      const server = alwaysReported("decorations.pixelize")
      const { decorations } = yield* ask(Decorations.pixelize({ count: 1 }), server, official)
      assert.deepStrictEqual(
        decorations?.map(({ decoration }) => decoration.name),
        ["C-00001"]
      )
    })
  )

  it("are never spent twice, nor decorations turned back twice, by themselves", () => {
    assert.isFalse(Decorations.pixelize.idempotent)
    assert.isFalse(Decorations.convert.idempotent)
  })
})
