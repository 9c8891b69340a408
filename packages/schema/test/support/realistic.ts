import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

type Values = Arbitrary.Arbitrary<unknown>

const integer = (minimum: number, maximum: number): Values =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))
const matching = (pattern: RegExp): Values => Arbitrary.schema(Schema.String.check(Schema.isPattern(pattern)))
const thousandths = (minimum: number, maximum: number): Values =>
  Arbitrary.map(integer(minimum * 1000, maximum * 1000), (value) => Number(value) / 1000)
const oneOf = (choices: ReadonlyArray<Values>): Values =>
  Arbitrary.flatMap(integer(0, choices.length - 1), (i) => choices[Number(i)] ?? Arbitrary.Constant(null))

const moment = integer(1_400_000_000_000, 2_000_000_000_000)
const identity = matching(/^([0-9a-f]{15}|[0-9a-f]{24})$/)

/** Scalars, by the identifier of their schema. */
const scalars: ReadonlyMap<string, Values> = new Map([
  ["Tick", integer(0, 60_000_000)],
  ["Millis", moment],
  ["UserId", oneOf([identity, Arbitrary.Constant("2"), Arbitrary.Constant("3")])],
  ["ObjectId", identity],
  ["Resource", Arbitrary.schema(Schema.Literals(["energy", "H", "XUH2O", "pixel", "score"]))],
  ["BadgeColor", oneOf([matching(/^#[0-9a-f]{6}$/), integer(0, 79)])]
])

/** Numbers, by the name of their field; other fields get numbers up to a billion. */
const numbers: ReadonlyArray<readonly [field: RegExp, values: Values]> = [
  [/^[xy]$/, integer(0, 49)],
  [/^(level|classification|stronghold)$/, integer(0, 8)],
  [/^(density|rarity)$/, integer(1, 5)],
  [/^param$/, integer(-100, 100)],
  [/price/i, thousandths(0, 10_000)],
  [/^(balance|change)$/, thousandths(-1_000_000, 1_000_000)],
  [/^(lastTicks|tick)$/, thousandths(50, 5000)]
]

/** Texts, by the name of their field; other fields get short words. */
const texts: ReadonlyArray<readonly [field: RegExp, values: Values]> = [
  [
    /^(date|.*Date|.*At|firstseen|lastseen|timestamp)$/,
    Arbitrary.map(moment, (ms) => new Date(Number(ms)).toISOString())
  ],
  [/room/i, oneOf([matching(/^[WE](0|[1-9]\d)[NS](0|[1-9]\d)$/), Arbitrary.Constant("undefined")])],
  [/shard/, matching(/^shard[0-3]$/)],
  [/^(path[12])$/, matching(/^M \d\d? \d\d? L \d\d? \d\d? Z$/)]
]

const named = (table: ReadonlyArray<readonly [RegExp, Values]>, field: string) =>
  table.find(([pattern]) => pattern.test(field))?.[1]

const word = matching(/^[A-Za-z][A-Za-z0-9 _-]{0,11}$/)
const anything = oneOf([word, integer(-1000, 1000), Arbitrary.Constant(true), Arbitrary.Constant(null)])

const entries = (values: Values): Values =>
  Arbitrary.map(Arbitrary.array(Arbitrary.all([word, values]), { maxLength: 4 }), (pairs) =>
    Object.fromEntries(pairs.map(([key, value]) => [String(key), value]))
  )

const struct = (
  fields: ReadonlyArray<readonly [name: string, isOptional: boolean, values: Values]>
): Values =>
  Arbitrary.map(
    Arbitrary.all(
      fields.map(([, isOptional, values]) =>
        Arbitrary.all([isOptional ? integer(0, 2) : Arbitrary.Constant(1), values])
      )
    ),
    (chosen) =>
      Object.fromEntries(
        chosen.flatMap(([presence, value], i) => (presence === 0 ? [] : [[fields[i]?.[0] ?? "", value]]))
      )
  )

const ofAst = (ast: SchemaAST.AST, field: string): Values => {
  const scalar = scalars.get(SchemaAST.resolveIdentifier(ast) ?? "")
  if (scalar !== undefined) return scalar
  if (ast === Schema.Finite.ast) return named(numbers, field) ?? integer(0, 1_000_000_000)
  if (SchemaAST.isString(ast) && ast.checks === undefined) return named(texts, field) ?? word
  if (SchemaAST.isUnknown(ast)) return anything
  if (SchemaAST.isUnion(ast))
    return oneOf(ast.types.filter((type) => !SchemaAST.isUndefined(type)).map((type) => ofAst(type, field)))
  if (SchemaAST.isArrays(ast) && ast.elements.length === 0 && ast.rest.length === 1 && ast.rest[0]) {
    return Arbitrary.array(ofAst(ast.rest[0], field), { maxLength: 4 })
  }
  if (SchemaAST.isObjects(ast)) {
    const [index] = ast.indexSignatures
    if (index !== undefined) return entries(ofAst(index.type, field))
    return struct(
      ast.propertySignatures.map(({ name, type }) => [
        String(name),
        SchemaAST.isOptional(type),
        ofAst(type, String(name))
      ])
    )
  }
  // JSON has no negative zero.
  return Arbitrary.map(Arbitrary.schema(Schema.make<Schema.Codec<unknown>>(ast)), (value) =>
    value === 0 ? 0 : value
  )
}

/** Generates values of a record as servers might send them: identifiers, times, names and numbers of realistic size. */
export const realistic = (schema: { readonly ast: SchemaAST.AST }): Values => ofAst(schema.ast, "")
