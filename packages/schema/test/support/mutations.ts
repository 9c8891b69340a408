import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

const whole = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

/** One change somewhere inside a document: a removed key, or another value of any JSON type. */
const Mutation = Schema.Struct({
  /** Index of the document. */
  which: whole,
  /** Index of the key at each level; the length is the depth. */
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

/** Returns a copy of the document with one change. */
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

/** Generates documents that differ from the given ones by one change. */
export const mutated = (documents: ReadonlyArray<object>): Arbitrary.Arbitrary<unknown> =>
  Arbitrary.map(Arbitrary.schema(Mutation), (mutation) =>
    mutate(pick(documents, mutation.which) ?? {}, mutation)
  )
