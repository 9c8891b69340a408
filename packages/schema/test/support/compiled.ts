/**
 * Compares compiled schemas with Effect's interpreter and prints what differs, for runs of Node with and without code
 * generation: schemas of every kind, with values that they accept and others.
 */
import * as Decoder from "@screeps-effect/schema/Decoder"
import { expected, nullish } from "../../src/values/Record.ts"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { isDeepStrictEqual } from "node:util"

const Point = Schema.Struct({ x: Schema.Int, y: nullish(Schema.Finite) })
interface Tree {
  readonly name: string
  readonly inside?: ReadonlyArray<Tree>
}
const Tree: Schema.Codec<Tree> = Schema.Struct({
  name: Schema.String,
  inside: Schema.optionalKey(Schema.Array(Schema.suspend((): Schema.Codec<Tree> => Tree)))
})
const Later = Schema.String.pipe(
  Schema.decodeTo(Schema.String, {
    decode: SchemaGetter.transformEffect((text: string) => Effect.as(Effect.yieldNow, `${text}!`)),
    encode: SchemaGetter.transform((text: string) => text.slice(0, -1))
  })
)

const schemas: ReadonlyArray<Schema.Codec<unknown, unknown>> = [
  Schema.String,
  Schema.NonEmptyString,
  Schema.String.check(Schema.isPattern(/^a/), Schema.isMaxLength(3)),
  Schema.Number,
  Schema.Finite,
  Schema.Int,
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 })),
  Schema.Boolean,
  Schema.Null,
  Schema.Undefined,
  Schema.Unknown,
  Schema.Json,
  Schema.Date,
  Schema.BigInt,
  Schema.Enum({ A: "a", B: 1 }),
  Schema.TemplateLiteral(["a", Schema.Number]),
  Schema.Literal("a"),
  Schema.Literals(["a", "b", 1]),
  Schema.FiniteFromString,
  Schema.DateFromMillis,
  Schema.DateTimeUtcFromString,
  Later,
  Schema.Union([Schema.String, Schema.Null]),
  Schema.Union([Schema.Unknown, Schema.Null]),
  Schema.Union([Point, Schema.Struct({ x: Schema.Finite }), Schema.Struct({ z: Schema.String })]),
  Schema.Union([Schema.Struct({ x: Schema.Int }), Point], { mode: "oneOf" }),
  Schema.Union([
    Schema.Struct({ type: Schema.Literal("a"), a: Schema.String }),
    Schema.Struct({ type: Schema.Literal("b") })
  ]),
  Schema.Union([Schema.FiniteFromString, Schema.String]),
  Schema.Union([Schema.Array(Point), Point]),
  Point,
  Point.check(Schema.makeFilter((point) => Object.keys(point).length < 2)),
  Schema.Struct({ x: expected(Schema.Int), inside: expected(Point) }),
  Schema.Struct({ x: Schema.optional(Schema.Int), a: Schema.optionalKey(Schema.FiniteFromString) }),
  Schema.Struct({ x: Schema.Int.pipe(Schema.withDecodingDefault(Effect.succeed(1))) }),
  Schema.Struct({ x: Schema.Unknown, y: Schema.UndefinedOr(Schema.Int) }),
  Schema.Struct({ constructor: Schema.optionalKey(Schema.String), a: Schema.optionalKey(Schema.String) }),
  Schema.Struct({ at: Schema.DateFromMillis, list: Schema.Array(Schema.DateFromMillis) }),
  Tree,
  Schema.Record(Schema.String, Schema.Int),
  Schema.Record(Schema.String, Point),
  Schema.Record(Schema.String, Schema.DateFromMillis),
  Schema.Record(Schema.String.check(Schema.isPattern(/^x/)), Schema.Int),
  Schema.Record(Schema.Literals(["x", "y"]), Schema.Int),
  Schema.StructWithRest(Point, [Schema.Record(Schema.String, Schema.Unknown)]),
  Schema.Array(Schema.Int),
  Schema.Array(Point),
  Schema.Array(Schema.FiniteFromString),
  Schema.Array(Schema.Int).check(Schema.isMinLength(1)),
  Schema.Tuple([Schema.Int, Schema.String]),
  Schema.Tuple([Schema.Int, Schema.optionalKey(Schema.String)]),
  Schema.TupleWithRest(Schema.Tuple([Schema.Int]), [Schema.String]),
  Schema.Array(Schema.Tuple([Schema.Int, Schema.FiniteFromString])),
  Schema.RedactedFromValue(Schema.NonEmptyString),
  Schema.Struct({
    x: Schema.String.pipe(
      Schema.decodeTo(Schema.String, {
        decode: SchemaGetter.transform(() => "decoded"),
        encode: SchemaGetter.forbidden(() => "not encoded")
      })
    )
  })
]

class Pair {
  readonly x = 1
  get y() {
    return 2
  }
}
const symbol = Symbol("a")
const values: ReadonlyArray<unknown> = [
  undefined,
  null,
  true,
  "",
  "a",
  "a1",
  "abcd",
  "5",
  "2026-11-23T00:00:00Z",
  0,
  -0,
  1,
  1.5,
  -1,
  1e300,
  Number.NaN,
  Infinity,
  5n,
  symbol,
  new Date(5),
  new Date(Number.NaN),
  [],
  [1],
  [1, "2"],
  [1, "a", "b"],
  [[1, "2"]],
  [[1, "2", 3]],
  ["1", "2"],
  [{ x: 1 }],
  [{ x: 1 }, { x: 2, z: 1 }],
  [{ x: 1 }, { x: "1" }],
  // oxlint-disable-next-line no-sparse-arrays -- a list as a caller may send it
  [1, , 2],
  {},
  { x: 1 },
  { x: 1.5 },
  { x: 1, y: 2 },
  { x: 1, y: null },
  { x: 1, y: undefined },
  { x: undefined },
  { x: "1" },
  { y: 1 },
  { z: "a", x: 1 },
  { x: 1, z: { deep: [1] } },
  { x: 1, inside: { x: 1, z: 1 } },
  { x: { x: 1 }, y: { x: 2, z: 1 } },
  { a: "5" },
  { a: 5 },
  { type: "a", a: "b" },
  { type: "b", a: "b" },
  { type: "c" },
  { at: 1, list: [1, 2] },
  { at: 1, list: [1, "2"] },
  { name: "a" },
  { name: "a", inside: [{ name: "b", inside: [] }] },
  { name: "a", inside: [{ name: "b", inside: [{ name: 1 }] }] },
  { name: "a", more: 1, inside: [{ name: "b", more: 1 }] },
  { constructor: "a" },
  Object.create(null),
  Object.assign(Object.create(null), { x: 1 }),
  Object.create({ x: 1 }),
  JSON.parse('{"__proto__":1,"x":1}'),
  JSON.parse('{"__proto__":{"x":1},"x":{"x":1,"z":2}}'),
  new Pair(),
  new Map([["x", 1]]),
  () => 1
]

/** Keys that JSON cannot have, but inputs can. */
const inputs: ReadonlyArray<unknown> = [
  ...values,
  { x: 1, [symbol]: 2 },
  Object.defineProperty({}, "x", { value: 1 }),
  Object.defineProperty({ x: 1 }, "y", { value: 1 })
]

/** Returns what a function returns or throws. */
const outcome = (run: () => Result.Result<unknown, Schema.SchemaError>): unknown => {
  try {
    return Result.match(run(), {
      onSuccess: (value) => ({ value }),
      onFailure: ({ message }) => ({ message })
    })
  } catch (error) {
    return { thrown: String(error) }
  }
}

const differences: Array<string> = []
const counts = { compared: 0, accepted: 0 }
type Run = (value: unknown) => Result.Result<unknown, Schema.SchemaError>
const compare = (name: string, given: ReadonlyArray<unknown>, ours: Run, theirs: Run) => {
  for (const [index, value] of given.entries()) {
    const interpreted = outcome(() => theirs(value))
    counts.compared++
    if (typeof interpreted === "object" && interpreted !== null && "value" in interpreted) counts.accepted++
    if (
      !isDeepStrictEqual(
        outcome(() => ours(value)),
        interpreted
      )
    )
      differences.push(`${name}, value ${index}`)
  }
}

for (const [index, schema] of schemas.entries()) {
  compare(`decode: schema ${index}`, values, Decoder.make(schema), Schema.decodeUnknownResult(schema))
  const options = { onExcessProperty: "error" } as const
  compare(
    `encode: schema ${index}`,
    inputs,
    Decoder.encoder(schema),
    Schema.encodeUnknownResult(schema, options)
  )
  const type = Schema.toType(schema)
  const [is, interpretedIs] = [Decoder.guard(type), Schema.is(type)]
  compare(
    `guard: schema ${index}`,
    values,
    (value) => Result.succeed(is(value)),
    (value) => Result.succeed(interpretedIs(value))
  )
}

process.stdout.write(JSON.stringify({ ...counts, differences }))
