import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

const whole = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

/** One change somewhere inside a document: a key gone, or another value of any JSON type in its place. */
const Mutation = Schema.Struct({
  /** Which document. */
  which: whole,
  /** How far to go down, and which key to take each time. */
  steps: Schema.Array(whole).check(Schema.isBetweenLength(1, 4)),
  change: Schema.Union([
    Schema.Struct({ kind: Schema.Literal("delete") }),
    Schema.Struct({ kind: Schema.Literal("replace"), value: Schema.Json }),
    Schema.Struct({
      kind: Schema.Literal("retype"),
      value: Schema.NullOr(Schema.Literals(["", "5", 0, -1, 0.5, true, false]))
    }),
    Schema.Struct({ kind: Schema.Literal("empty"), asList: Schema.Boolean })
  ])
})
type Mutation = typeof Mutation.Type

const valueOf = (change: Exclude<Mutation["change"], { readonly kind: "delete" }>): unknown =>
  change.kind === "empty" ? (change.asList ? [] : {}) : change.value

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

const pick = <A>(list: ReadonlyArray<A>, number: number): A | undefined => list[number % list.length]

/** A copy of the document with one change. */
const mutate = (document: object, { change, steps }: Mutation): unknown => {
  const copy: unknown = structuredClone(document)
  let at = copy
  for (const [i, step] of steps.entries()) {
    if (!isRecord(at)) break
    const key = pick(Object.keys(at), step)
    if (key === undefined) break
    const below = at[key]
    if (i < steps.length - 1 && isRecord(below) && Object.keys(below).length > 0) {
      at = below
      continue
    }
    if (change.kind === "delete") delete at[key]
    else at[key] = valueOf(change)
    break
  }
  return copy
}

/** Documents that are one change away from the given ones. */
export const mutated = (documents: ReadonlyArray<object>): Arbitrary.Arbitrary<unknown> =>
  Arbitrary.map(Arbitrary.schema(Mutation), (mutation) =>
    mutate(pick(documents, mutation.which) ?? {}, mutation)
  )
