/** Patches of rooms with objects of known kinds, such as a hostile server could send. */
import { objects } from "@screeps-effect/fixtures"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { mutated } from "./mutations.ts"

const documents = objects().map(({ document }) => document)

type Fields = Readonly<Record<string, unknown>>

const isFields = (data: unknown): data is Fields =>
  typeof data === "object" && data !== null && !Array.isArray(data)

/** What happens to an object in a tick; the fields are those of a recorded document with one change. */
const Step = Schema.Struct({
  id: Schema.Literals(["1", "2", "3", "__proto__", ""]),
  how: Schema.Literals(["whole", "typed", "fields", "fields", "fields", "some", "some", "gone", "empty"]),
  every: Schema.Literals([2, 3, 5])
})

const patchOf = (fields: Fields, { how, id, every }: typeof Step.Type): Fields | null => {
  const { _id, type, ...rest } = fields
  switch (how) {
    case "whole":
      return { ...fields, _id: id, type: type ?? "creep" }
    case "typed":
      return { ...rest, type: type ?? "creep" }
    case "fields":
      return rest
    case "some":
      return Object.fromEntries(Object.entries(rest).filter((_, i) => i % every === 0))
    case "gone":
      return null
    case "empty":
      return {}
  }
}

/** The patches of one tick or message, as text of JSON would be parsed. */
export const patchesOf: Arbitrary.Arbitrary<Readonly<Record<string, Fields | null>>> = Arbitrary.map(
  Arbitrary.array(Arbitrary.all([Arbitrary.schema(Step), mutated(documents)]), {
    minLength: 1,
    maxLength: 4
  }),
  (steps) =>
    Object.fromEntries(
      steps.flatMap(([step, data]) => (isFields(data) ? [[step.id, patchOf(data, step)] as const] : []))
    )
)
