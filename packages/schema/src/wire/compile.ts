/**
 * Compiles schemas to functions that check and decode data in one walk.
 *
 * **Details**
 *
 * The results are those of Effect's interpreter, which explains why data is rejected, and decodes what is not known here.
 * Decoded data is copied only where it is changed.
 */
import { memoize } from "effect/Function"
import * as Option from "effect/Option"
import { hasProperty } from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import {
  type Compiled,
  compileStruct,
  type Field,
  generateEntries,
  giveUp,
  invalid,
  isJsonObject
} from "./compileStruct.ts"

/**
 * How data is read: `decode` drops keys that are not in the schema, `guard` (of a schema without transformations) keeps them and
 * returns the data itself, `encode` (of an inverted schema) rejects them and always copies. @internal
 */
export type Mode = "decode" | "guard" | "encode"

const optionsOf = (mode: Mode): SchemaAST.ParseOptions =>
  mode === "encode" ? { onExcessProperty: "error" } : {}

const interpret = (ast: SchemaAST.AST, mode: Mode): Compiled => {
  // Without an error for each value, whose stack trace costs most of the time.
  const schema = Schema.make<Schema.ConstraintCodec<unknown, unknown>>(ast)
  const decode = Schema.decodeUnknownOption(schema, optionsOf(mode))
  return (value) => Option.getOrElse(decode(value), () => invalid)
}

const same: Compiled = (value) => value
const notNullish: Compiled = (value) => (value === undefined || value === null ? invalid : value)

/** A text, a number or another value without parts: as a function, and as an expression of `p`. */
interface Scalar {
  readonly decode: Compiled
  readonly code: string
}

const scalar = (code: string, decode: Compiled): Scalar => ({ code, decode })

const string = scalar('typeof p==="string"', (value) => (typeof value === "string" ? value : invalid))
const number = scalar('typeof p==="number"', (value) => (typeof value === "number" ? value : invalid))
const boolean = scalar('typeof p==="boolean"', (value) => (typeof value === "boolean" ? value : invalid))

const constant = (expected: string | number | boolean | null) =>
  scalar(`p===${JSON.stringify(expected)}`, (value) => (value === expected ? value : invalid))

/** Running a check costs three times as much. */
const checkedNumbers: ReadonlyMap<unknown, Scalar> = new Map([
  [
    "effect/schema/isFinite",
    scalar("Number.isFinite(p)", (value) => (Number.isFinite(value) ? value : invalid))
  ],
  [
    "effect/schema/isInt",
    scalar("Number.isSafeInteger(p)", (value) => (Number.isSafeInteger(value) ? value : invalid))
  ]
])

const longText = (least: number) =>
  scalar(`typeof p==="string"&&p.length>=${least}`, (value) =>
    typeof value === "string" && value.length >= least ? value : invalid
  )

const filters = (checks: SchemaAST.Checks | undefined): ReadonlyArray<SchemaAST.Filter<unknown>> =>
  (checks ?? []).flatMap((check) => (check._tag === "FilterGroup" ? filters(check.checks) : [check]))

/** Returns a text or a number with one of the usual checks. */
const checkedScalar = (ast: SchemaAST.AST): Scalar | undefined => {
  const [check, ...others] = filters(ast.checks)
  const representation = check?.annotations?.["representation"]
  if (others.length > 0 || !hasProperty(representation, "id") || !hasProperty(representation, "payload"))
    return undefined
  const { id, payload } = representation
  if (SchemaAST.isNumber(ast)) return checkedNumbers.get(id)
  return SchemaAST.isString(ast) && id === "effect/schema/isMinLength" && hasProperty(payload, "minLength")
    ? longText(Number(payload.minLength))
    : undefined
}

const uncheckedScalar = (ast: SchemaAST.AST): Scalar | undefined => {
  if (SchemaAST.isString(ast)) return string
  if (SchemaAST.isNumber(ast)) return number
  if (SchemaAST.isBoolean(ast)) return boolean
  if (SchemaAST.isNull(ast)) return constant(null)
  return SchemaAST.isLiteral(ast) && typeof ast.literal !== "bigint" ? constant(ast.literal) : undefined
}

/** Returns the scalar that a schema describes; `undefined` for all other schemas. */
const scalarOf = (ast: SchemaAST.AST): Scalar | undefined => {
  if (ast.encoding !== undefined) return undefined
  return ast.checks === undefined ? uncheckedScalar(ast) : checkedScalar(ast)
}

const encodingChecksOf = (ast: SchemaAST.AST) => ("encodingChecks" in ast ? ast.encodingChecks : undefined)

const isPlain = (ast: SchemaAST.AST) => (ast.checks ?? ast.encoding ?? encodingChecksOf(ast)) === undefined

/** The members of a union, and of unions inside it. */
const membersOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) && isPlain(ast) && ast.options?.mode !== "oneOf"
    ? ast.types.flatMap(membersOf)
    : [ast]

/** Longer lists of literals are looked up in a set. */
const mostScalars = 8

/** Returns which scalars a schema accepts; nothing where another member may accept the same ones. */
const scalarsOf = (ast: SchemaAST.AST): Pick<Field, "isOnly" | "unchanged"> => {
  const members = membersOf(ast)
  const scalars = members.flatMap((member) => scalarOf(member) ?? [])
  const others = members.filter((member) => scalarOf(member) === undefined)
  if (scalars.length === 0 || scalars.length > mostScalars) return {}
  const isApart = others.every(
    (member) => member.encoding === undefined && (SchemaAST.isObjects(member) || SchemaAST.isArrays(member))
  )
  if (!isApart) return {}
  return { isOnly: others.length === 0, unchanged: scalars.map(({ code }) => code).join("||") }
}

const fieldOf = (name: string, type: SchemaAST.AST, mode: Mode): Field => ({
  name,
  isRequired: !SchemaAST.isOptional(type),
  ...scalarsOf(type),
  // Generated code never calls the functions of scalars.
  get decode() {
    return compilePart(type, mode)
  }
})

const guardEntries = (type: SchemaAST.AST, isList: boolean) =>
  generateEntries(fieldOf("", type, "guard"), isList)

const record = (type: SchemaAST.AST, mode: Mode): Compiled => {
  if (mode === "guard") return guardEntries(type, false) ?? record(type, "decode")
  const compiled = compilePart(type, mode)
  return (value) => {
    if (!isJsonObject(value)) return invalid
    const keys = Object.keys(value)
    if (mode === "encode" && Reflect.ownKeys(value).length > keys.length) return giveUp()
    let copy: Record<string, unknown> | undefined = mode === "encode" ? { ...value } : undefined
    for (const key of keys) {
      const before = value[key]
      const after = compiled(before)
      if (after === invalid) return invalid
      // A copy has all keys already, so that assigning `__proto__` does not set the prototype.
      if (after !== before) (copy ??= { ...value })[key] = after
    }
    return copy ?? value
  }
}

const list = (entry: SchemaAST.AST, mode: Mode): Compiled => {
  if (mode === "guard") return guardEntries(entry, true) ?? list(entry, "decode")
  const compiled = compilePart(entry, mode)
  return (value) => {
    if (!Array.isArray(value)) return invalid
    let copy: Array<unknown> | undefined = mode === "encode" ? [...value] : undefined
    for (let i = 0; i < value.length; i++) {
      const before: unknown = value[i]
      const after = compiled(before)
      if (after === invalid) return invalid
      if (after !== before) (copy ??= [...value])[i] = after
    }
    return copy ?? value
  }
}

const tuple = (elements: ReadonlyArray<SchemaAST.AST>, mode: Mode): Compiled => {
  const compiled = elements.map((element) => compilePart(element, mode))
  return (value) => {
    if (!Array.isArray(value) || value.length !== compiled.length) return invalid
    const decoded = compiled.map((decode, i) => decode(value[i]))
    return decoded.includes(invalid) ? invalid : decoded
  }
}

const arrays = (ast: SchemaAST.Arrays, mode: Mode): Compiled | undefined => {
  const { elements, rest } = ast
  const [entry, ...others] = rest
  if (entry === undefined && !elements.some(SchemaAST.isOptional)) return tuple(elements, mode)
  return entry === undefined || elements.length + others.length > 0 ? undefined : list(entry, mode)
}

/** Returns the function of a transformation; `undefined` if it has effects, or creates values of missing keys. */
const transform = ({ transformation }: SchemaAST.Link): Compiled | undefined => {
  if (transformation._tag !== "Transformation") return undefined
  const getter = transformation.decode
  if (getter._tag === "Passthrough") return same
  return getter._tag === "Transform" ? getter.transform : undefined
}

/** Whether a missing key may get a value: a default. */
const hasDefault = ({ encoding }: SchemaAST.AST): boolean =>
  encoding?.some((link) => transform(link) === undefined || hasDefault(link.to)) ?? false

const isCompiled = ({ name, type }: SchemaAST.PropertySignature) =>
  typeof name === "string" && !(name in Object.prototype) && !hasDefault(type)

const unknownKeys = { decode: "drop", guard: "keep", encode: "reject" } as const

const objects = (ast: SchemaAST.Objects, mode: Mode): Compiled | undefined => {
  const { indexSignatures, propertySignatures } = ast
  const [index, ...others] = indexSignatures
  if (index !== undefined) {
    const isRecord = others.length + propertySignatures.length === 0
    return isRecord && SchemaAST.isString(index.parameter) && isPlain(index.parameter)
      ? record(index.type, mode)
      : undefined
  }
  if (propertySignatures.length === 0) return notNullish
  if (!propertySignatures.every(isCompiled)) return undefined
  const fields = propertySignatures.map(({ name, type }) => fieldOf(String(name), type, mode))
  return compileStruct(fields, unknownKeys[mode])
}

const union = (ast: SchemaAST.Union, mode: Mode): Compiled | undefined => {
  if (ast.options?.mode === "oneOf") return undefined
  const literals = ast.types.filter(SchemaAST.isLiteral).filter(isPlain)
  if (literals.length === ast.types.length) {
    const known = new Set<unknown>(literals.map(({ literal }) => literal))
    return (value) => (known.has(value) ? value : invalid)
  }
  const members = ast.types.map((type) => compilePart(type, mode))
  // A chain of calls, since most unions have two members.
  return members.reduceRight((others, member) => (value) => {
    const result = member(value)
    return result === invalid ? others(value) : result
  })
}

/** Compiles a part without its checks and its encoding; returns `undefined` for parts that are interpreted. */
const base = (ast: SchemaAST.AST, mode: Mode): Compiled | undefined => {
  switch (ast._tag) {
    case "Unknown":
      return same
    case "Undefined":
      return (value) => (value === undefined ? value : invalid)
    case "Union":
      return union(ast, mode)
    case "Arrays":
      return arrays(ast, mode)
    case "Objects":
      return objects(ast, mode)
    case "Declaration":
      return ast.typeParameters.length === 0 ? interpret(SchemaAST.toType(ast), mode) : undefined
    case "Suspend": {
      let compiled: Compiled | undefined
      return (value) => (compiled ??= compilePart(ast.thunk(), mode))(value)
    }
    default:
      return undefined
  }
}

/** Compiles a part without its encoding. */
const local = (ast: SchemaAST.AST, mode: Mode): Compiled | undefined => {
  const decode = uncheckedScalar(ast)?.decode ?? base(ast, mode)
  if (decode === undefined) return undefined
  const before = filters(encodingChecksOf(ast))
  const after = filters(ast.checks)
  if (before.length + after.length === 0) return decode
  const options = optionsOf(mode)
  return (
    checkedScalar(ast)?.decode ??
    ((value) => {
      const decoded = decode(value)
      if (decoded === invalid) return invalid
      for (const check of before) if (check.run(value, ast, options) !== undefined) return invalid
      for (const check of after) if (check.run(decoded, ast, options) !== undefined) return invalid
      return decoded
    })
  )
}

/** Compiles a part with its encoding. */
const encoded = (ast: SchemaAST.AST, mode: Mode): Compiled | undefined => {
  const last = local(ast, mode)
  if (last === undefined) return undefined
  const steps: Array<Compiled> = []
  for (const link of ast.encoding?.toReversed() ?? []) {
    const decode = transform(link)
    if (decode === undefined) return undefined
    steps.push(compilePart(link.to, mode), decode)
  }
  return [...steps, last].reduce((first, second) => (value) => {
    const result = first(value)
    return result === invalid ? invalid : second(result)
  })
}

const build = (ast: SchemaAST.AST, mode: Mode): Compiled => {
  // Checks of records run without the keys that are not in the schema.
  const isChecked = ast.checks !== undefined && checkedScalar(ast) === undefined
  if (mode === "guard" && isChecked) return compilePart(ast, "decode")
  return encoded(ast, mode) ?? interpret(ast, mode)
}

const memoized = {
  decode: memoize((ast: SchemaAST.AST) => build(ast, "decode")),
  guard: memoize((ast: SchemaAST.AST) => build(ast, "guard")),
  encode: memoize((ast: SchemaAST.AST) => build(ast, "encode"))
}

const compilePart = (ast: SchemaAST.AST, mode: Mode): Compiled => memoized[mode](ast)

/** Compiles a schema. Data that only the interpreter can decode is interpreted. @internal */
export const compile = (ast: SchemaAST.AST, mode: Mode): Compiled => {
  const decode = compilePart(ast, mode)
  let interpreted: Compiled | undefined
  return (value) => {
    try {
      return decode(value)
    } catch {
      // Errors of the schema's own functions and stack overflows happen again in the interpreter, which wraps them.
      return (interpreted ??= interpret(ast, mode))(value)
    }
  }
}
