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
import { isExpected } from "../values/Record.ts"
import { type Compiled, compileStruct, giveUp, invalid, isJsonObject } from "./compileStruct.ts"

/**
 * How data is read: `decode` drops keys that are not in the schema, `complete` also rejects data without the `expected`
 * keys, `encode` (of an inverted schema) rejects unknown keys and always copies. @internal
 */
export type Mode = "decode" | "complete" | "encode"

const optionsOf = (mode: Mode): SchemaAST.ParseOptions =>
  mode === "encode" ? { onExcessProperty: "error" } : {}

const interpret = (ast: SchemaAST.AST, mode: Mode): Compiled => {
  // Without an error for each value, whose stack trace costs most of the time.
  const schema = Schema.make<Schema.ConstraintCodec<unknown, unknown>>(ast)
  const decode = Schema.decodeUnknownOption(schema, optionsOf(mode))
  return (value) => Option.getOrElse(decode(value), () => invalid)
}

const same: Compiled = (value) => value
const string: Compiled = (value) => (typeof value === "string" ? value : invalid)
const number: Compiled = (value) => (typeof value === "number" ? value : invalid)
const boolean: Compiled = (value) => (typeof value === "boolean" ? value : invalid)
const notNullish: Compiled = (value) => (value === undefined || value === null ? invalid : value)

const constant =
  (expected: unknown): Compiled =>
  (value) =>
    value === expected ? value : invalid

const record = (type: SchemaAST.AST, mode: Mode): Compiled => {
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

const isPlain = ({ checks, encoding }: SchemaAST.AST) => checks === undefined && encoding === undefined

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
  const fields = propertySignatures.map(({ name, type }) => ({
    name: String(name),
    isRequired: !SchemaAST.isOptional(type) || (mode === "complete" && isExpected(type)),
    decode: compilePart(type, mode)
  }))
  return compileStruct(fields, mode === "encode" ? "reject" : "drop")
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
    case "String":
      return string
    case "Number":
      return number
    case "Boolean":
      return boolean
    case "Unknown":
      return same
    case "Null":
      return constant(null)
    case "Undefined":
      return constant(undefined)
    case "Literal":
      return constant(ast.literal)
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

const filters = (checks: SchemaAST.Checks | undefined): ReadonlyArray<SchemaAST.Filter<unknown>> =>
  (checks ?? []).flatMap((check) => (check._tag === "FilterGroup" ? filters(check.checks) : [check]))

const numbers: ReadonlyMap<unknown, Compiled> = new Map([
  ["effect/schema/isFinite", (value) => (Number.isFinite(value) ? value : invalid)],
  ["effect/schema/isInt", (value) => (Number.isSafeInteger(value) ? value : invalid)]
])

/** Returns the function of most numbers, which calls nothing: running a check costs three times as much. */
const checkedNumber = (ast: SchemaAST.AST): Compiled | undefined => {
  const [check, ...others] = SchemaAST.isNumber(ast) ? filters(ast.checks) : []
  const representation = check?.annotations?.["representation"]
  return others.length === 0 && hasProperty(representation, "id") ? numbers.get(representation.id) : undefined
}

/** Compiles a part without its encoding. */
const local = (ast: SchemaAST.AST, mode: Mode): Compiled | undefined => {
  const decode = base(ast, mode)
  if (decode === undefined) return undefined
  const before = filters("encodingChecks" in ast ? ast.encodingChecks : undefined)
  const after = filters(ast.checks)
  if (before.length + after.length === 0) return decode
  const options = optionsOf(mode)
  return (
    checkedNumber(ast) ??
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
  // No key of transformed data is expected.
  if (mode === "complete" && ast.encoding !== undefined) return compilePart(ast, "decode")
  const compiled = encoded(ast, mode)
  if (compiled !== undefined) return compiled
  // The interpreter does not require `expected` keys.
  const hasKeys = SchemaAST.isObjects(ast) || SchemaAST.isArrays(ast) || SchemaAST.isUnion(ast)
  return mode === "complete" && hasKeys ? giveUp : interpret(ast, mode)
}

const memoized = {
  decode: memoize((ast: SchemaAST.AST) => build(ast, "decode")),
  complete: memoize((ast: SchemaAST.AST) => build(ast, "complete")),
  encode: memoize((ast: SchemaAST.AST) => build(ast, "encode"))
}

const compilePart = (ast: SchemaAST.AST, mode: Mode): Compiled => memoized[mode](ast)

/**
 * Compiles a schema. Data that only the interpreter can decode is interpreted, or rejected in the mode `complete`.
 *
 * @internal
 */
export const compile = (ast: SchemaAST.AST, mode: Mode): Compiled => {
  const decode = compilePart(ast, mode)
  let interpreted: Compiled | undefined
  return (value) => {
    try {
      return decode(value)
    } catch {
      // Errors of the schema's own functions and stack overflows happen again in the interpreter, which wraps them.
      return mode === "complete" ? invalid : (interpreted ??= interpret(ast, mode))(value)
    }
  }
}
