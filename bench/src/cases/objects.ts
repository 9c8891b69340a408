/** Measures classifying a room's objects on top of `JSON.parse`, and with other libraries. */
import type { Case } from "../harness.ts"
import { objects } from "@screeps-effect/fixtures"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { UserBrief } from "@screeps-effect/schema/UserBrief"
import { Type } from "@sinclair/typebox"
import { TypeCompiler } from "@sinclair/typebox/compiler"
import { Value } from "@sinclair/typebox/value"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { z } from "zod"
import { toTypeBox, toZod } from "../others.ts"

/** A player's room of level 8 with realistic numbers of objects. */
const room: ReadonlyArray<readonly [type: string, count: number]> = [
  ["road", 80],
  ["extension", 60],
  ["rampart", 45],
  ["creep", 30],
  ["constructedWall", 25],
  ["lab", 10],
  ["tower", 6],
  ["link", 6],
  ["energy", 6],
  ["container", 4],
  ["tombstone", 4],
  ["constructionSite", 4],
  ["spawn", 3],
  ["source", 2],
  ["ruin", 2],
  ["powerCreep", 2],
  ["controller", 1],
  ["extractor", 1],
  ["factory", 1],
  ["mineral", 1],
  ["nuker", 1],
  ["observer", 1],
  ["powerSpawn", 1],
  ["storage", 1],
  ["terminal", 1],
  ["keeperLair", 1],
  ["myobject", 1]
]

const recorded = objects().filter(({ document }) => !("strongholdId" in document))

/** Returns documents of a type: every recorded one if there is space, otherwise as often as they were observed. */
const some = (type: string, count: number) => {
  const all = recorded.filter((object) => object.type === type).toSorted((a, b) => b.observed - a.observed)
  const observed = all.reduce((sum, object) => sum + object.observed, 0)
  const several = all.flatMap((object) =>
    Array.from(
      { length: 1 + Math.ceil(((count - all.length) * object.observed) / observed) },
      () => object.document
    )
  )
  return several.slice(0, count)
}
const documents = room.flatMap(([type, count]) =>
  some(type, count).map((document, i) => ({ ...document, _id: `${type.length}${i}e35e9b5c7db` }))
)
const badge = { type: 3, color1: "#112233", color2: "#abcdef", color3: "#ff8800", param: 7, flip: false }
const users = Object.fromEntries(
  ["2", "3", "796ae35e9b5c7db", "075de35f7df8b61"].map((_id) => [
    _id,
    { _id, username: `player ${_id}`, badge, email: "nobody@example.com", password: "x", money: 1000 }
  ])
)
const text = JSON.stringify({ ok: 1, objects: documents, users })
const textOfMap = JSON.stringify({
  objects: Object.fromEntries(documents.map((document) => [document._id, document])),
  users
})
const unit = `${documents.length} objects, ${Math.round(text.length / 1024)} kB`

const Users = Schema.Record(Schema.String, UserBrief)
const decode = Decoder.make(Schema.Struct({ ok: Schema.Literal(1), objects: RoomObject.List, users: Users }))
const decodeMap = Decoder.make(Schema.Struct({ objects: RoomObject.Map, users: Users }))

const lazy = <A>(make: () => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

/** Decodes all objects with their unknown keys; an object of an unknown kind is accepted, as in our schemas. */
const zod = lazy(() => {
  const kinds = Object.values(RoomObject.schemas).map(({ ast }) => toZod(ast, "keep"))
  const known = new Map(Object.keys(RoomObject.schemas).map((type, i) => [type, kinds[i]]))
  const object = z.unknown().transform((document, context) => {
    const type = (document as { readonly type?: unknown }).type
    const kind = typeof type === "string" ? known.get(type) : undefined
    if (kind === undefined) return document
    const result = kind.safeParse(document)
    if (!result.success) context.addIssue("malformed")
    return result.data
  })
  return z.object({ ok: z.literal(1), objects: z.array(object), users: toZod(Users.ast, "drop") })
})

/** Validates without copying; TypeBox's own function cleans users. */
const typeBox = lazy(() => {
  const known = new Map(
    Object.entries(RoomObject.schemas).map(([type, { ast }]) => [type, TypeCompiler.Compile(toTypeBox(ast))])
  )
  const Users_ = toTypeBox(Users.ast)
  const answer = TypeCompiler.Compile(
    Type.Object({ ok: Type.Literal(1), objects: Type.Array(Type.Unknown()), users: Users_ })
  )
  return (input: unknown) => {
    if (!answer.Check(input)) throw new Error("malformed")
    for (const document of input.objects) {
      const type = (document as { readonly type?: unknown }).type
      const kind = typeof type === "string" ? known.get(type) : undefined
      if (kind !== undefined && !kind.Check(document)) throw new Error("malformed")
    }
    return { ...input, users: Value.Clean(Users_, input.users) }
  }
})

const ours = () => Result.getOrThrow(decode(JSON.parse(text)))

export const cases: ReadonlyArray<Case> = [
  {
    name: "room objects as a list",
    unit,
    ours,
    reference: () => JSON.parse(text),
    referenceName: "JSON.parse alone"
  },
  {
    name: "room objects by id",
    unit,
    ours: () => Result.getOrThrow(decodeMap(JSON.parse(textOfMap))),
    reference: () => JSON.parse(textOfMap),
    referenceName: "JSON.parse alone"
  },
  {
    name: "room objects with zod",
    unit,
    ours,
    reference: () => zod().parse(JSON.parse(text)),
    referenceName: "zod 4"
  },
  {
    name: "room objects with TypeBox",
    unit,
    ours,
    reference: () => typeBox()(JSON.parse(text)),
    referenceName: "TypeBox, compiled"
  }
]
