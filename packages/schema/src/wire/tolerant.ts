/** Decoding of data that differs from its schema: leaves out parts that can be missing, and reports them. */
import { memoize } from "effect/Function"
import { isReadonlyObject as isObject } from "effect/Predicate"
import * as SchemaAST from "effect/SchemaAST"
import { expectedOf, isEssential } from "../values/Record.ts"
import { compile } from "./compile.ts"
import type { Drift, Kind } from "./drift.ts"
import { invalid } from "./compileStruct.ts"

/** Returns the kind of a JSON value. @internal */
export const kindOf = (value: unknown): Kind => {
  if (value === undefined) return "absent"
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  const kind = typeof value
  return kind === "boolean" || kind === "number" || kind === "string" ? kind : "object"
}

/** Describes differences in one line. @internal */
export const format = (drift: ReadonlyArray<Drift>): string => {
  const lines = [
    ...new Set(
      drift.map(({ expected, found, path }) => {
        const place = path === "" ? "" : `${path}: `
        return `${place}expected ${expected}, found ${found}`
      })
    )
  ]
  return lines.length > 8 ? `${lines.slice(0, 8).join("; ")}; and ${lines.length - 8} more` : lines.join("; ")
}

type Json = Readonly<Record<string, unknown>>

/** Returns a schema whose `expected` keys are required. @internal */
export const required: (ast: SchemaAST.AST) => SchemaAST.AST = memoize((ast: SchemaAST.AST) => {
  // No key of transformed data is expected.
  if (ast.encoding !== undefined) return ast
  const { annotations, checks, context } = ast
  if (SchemaAST.isSuspend(ast))
    return new SchemaAST.Suspend(() => required(ast.thunk()), annotations, checks, undefined, context)
  if (!SchemaAST.isUnion(ast) && !SchemaAST.isArrays(ast) && !SchemaAST.isObjects(ast)) return ast
  const shared = [annotations, checks, undefined, context, ast.encodingChecks] as const
  if (SchemaAST.isUnion(ast)) return new SchemaAST.Union(ast.types.map(required), ast.options, ...shared)
  if (SchemaAST.isArrays(ast))
    return new SchemaAST.Arrays(ast.isMutable, ast.elements.map(required), ast.rest.map(required), ...shared)
  const fields = ast.propertySignatures.map(
    ({ name, type }) => new SchemaAST.PropertySignature(name, required(expectedOf(type) ?? type))
  )
  const entries = ast.indexSignatures.map(
    ({ parameter, type }) => new SchemaAST.IndexSignature(parameter, required(type))
  )
  return new SchemaAST.Objects(fields, entries, ...shared)
})

/** Checks a value against a part of a schema, its `expected` keys included. */
const fits = memoize((ast: SchemaAST.AST) => {
  const decode = compile(required(ast), "decode")
  return (value: unknown) => decode(value) !== invalid
})

/** Returns the type of a part of a schema in a few words. */
const describe = (ast: SchemaAST.AST): string => {
  const identifier = ast.annotations?.["identifier"]
  if (typeof identifier === "string") return identifier
  if (SchemaAST.isSuspend(ast)) return describe(ast.thunk())
  if (SchemaAST.isUnion(ast)) return [...new Set(ast.types.map(describe))].slice(0, 4).join(" | ")
  if (SchemaAST.isLiteral(ast)) return JSON.stringify(ast.literal)
  if (SchemaAST.isObjects(ast)) return "object"
  return SchemaAST.isArrays(ast) ? "array" : ast._tag.toLowerCase()
}

/** A value without the parts that could be left out. */
interface Repaired {
  readonly value: unknown
  /** Essential parts that differ from the schema; none when the value can be decoded. */
  readonly faults: ReadonlyArray<Drift>
}

type Report = (drift: Drift) => void

const join = (path: string, key: string) => (path === "" ? key : `${path}.${key}`)

/** Collects changes of an object in a copy, which the first change creates. */
class Copy {
  private changed: Record<string, unknown> | undefined
  private readonly original: Json
  constructor(original: Json) {
    this.original = original
  }
  private writable() {
    return (this.changed ??= { ...this.original })
  }
  set(key: string, value: unknown) {
    if (this.original[key] !== value) this.writable()[key] = value
  }
  remove(key: string) {
    delete this.writable()[key]
  }
  get value(): Json {
    return this.changed ?? this.original
  }
}

const mismatch = (ast: SchemaAST.AST, value: unknown, path: string): Repaired => ({
  value,
  faults: [{ path, expected: describe(ast), found: kindOf(value) }]
})

/** Keeps a value without faults; reports the faults of any other. */
const keep = (
  { faults, value }: Repaired,
  report: Report,
  onKept: (value: unknown) => void,
  onLeftOut: () => void
) => {
  if (faults.length === 0) return onKept(value)
  for (const fault of faults) report(fault)
  onLeftOut()
}

const repairObject = (ast: SchemaAST.Objects, value: Json, path: string, report: Report): Repaired => {
  const copy = new Copy(value)
  const faults: Array<Drift> = []
  for (const { name, type } of ast.propertySignatures) {
    const key = String(name)
    const found = Object.hasOwn(value, key) ? value[key] : undefined
    if (found === undefined && SchemaAST.isOptional(type) && expectedOf(type) === undefined) continue
    const repaired = repair(type, found, join(path, key), report)
    if (isEssential(type)) faults.push(...repaired.faults)
    keep(
      isEssential(type) ? { ...repaired, faults: [] } : repaired,
      report,
      (kept) => copy.set(key, kept),
      () => copy.remove(key)
    )
  }
  const [index] = ast.indexSignatures
  if (index === undefined) return { faults, value: copy.value }
  const named = new Set(ast.propertySignatures.map(({ name }) => name))
  const isKey = fits(index.parameter)
  for (const [key, entry] of Object.entries(value)) {
    if (named.has(key) || !isKey(key)) continue
    keep(
      repair(index.type, entry, `${path}{}`, report),
      report,
      (kept) => copy.set(key, kept),
      () => copy.remove(key)
    )
  }
  return { faults, value: copy.value }
}

/** Leaves out malformed entries, except of tuples, where an entry's position is its meaning. */
const repairArray = (
  ast: SchemaAST.Arrays,
  value: ReadonlyArray<unknown>,
  path: string,
  report: Report
): Repaired => {
  const [rest] = ast.rest
  if (ast.elements.length > 0 || ast.rest.length !== 1 || rest === undefined)
    return mismatch(ast, value, path)
  const kept: Array<unknown> = []
  for (const entry of value) {
    keep(
      repair(rest, entry, `${path}[]`, report),
      report,
      (one) => kept.push(one),
      () => {}
    )
  }
  const isSame = kept.length === value.length && kept.every((entry, index) => entry === value[index])
  return { faults: [], value: isSame ? value : kept }
}

/** Chooses the member with the fewest faults, then with the fewest reports. */
const repairUnion = (ast: SchemaAST.Union, value: unknown, path: string, report: Report): Repaired => {
  let best: { readonly repaired: Repaired; readonly drift: ReadonlyArray<Drift> } | undefined
  for (const type of ast.types) {
    const drift: Array<Drift> = []
    const repaired = repair(type, value, path, (one) => drift.push(one))
    // A member of another kind does not describe what is wrong inside the value.
    if (repaired.faults.some((fault) => fault.path === path)) continue
    const more = best === undefined ? -1 : repaired.faults.length - best.repaired.faults.length
    if (best === undefined || more < 0 || (more === 0 && drift.length < best.drift.length))
      best = { repaired, drift }
  }
  if (best === undefined) return mismatch(ast, value, path)
  for (const drift of best.drift) report(drift)
  return best.repaired
}

/**
 * Returns a value without the parts that differ from the schema and can be left out, and reports each of them. The faults
 * are the essential parts that are missing or malformed.
 *
 * @internal
 */
export const repair = (ast: SchemaAST.AST, value: unknown, path: string, report: Report): Repaired => {
  if (fits(ast)(value)) return { value, faults: [] }
  if (ast.encoding !== undefined) return mismatch(ast, value, path)
  if (SchemaAST.isSuspend(ast)) return repair(ast.thunk(), value, path, report)
  if (SchemaAST.isUnion(ast)) return repairUnion(ast, value, path, report)
  if (SchemaAST.isObjects(ast) && isObject(value)) return repairObject(ast, value, path, report)
  if (SchemaAST.isArrays(ast) && Array.isArray(value)) return repairArray(ast, value, path, report)
  return mismatch(ast, value, path)
}

/** Returns the parts of a schema that describe objects or lists; follows unions and references. */
const parts = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.Objects | SchemaAST.Arrays> => {
  if (ast.encoding !== undefined) return []
  if (SchemaAST.isSuspend(ast)) return parts(ast.thunk())
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(parts)
  return SchemaAST.isObjects(ast) || SchemaAST.isArrays(ast) ? [ast] : []
}

/** Whether a schema describes a list, or a map from any keys. */
const isCollection = (ast: SchemaAST.AST): boolean =>
  parts(ast).some((part) =>
    SchemaAST.isArrays(part) ? part.rest.length > 0 : part.indexSignatures.length > 0
  )

/** Returns the entries of a list or map, apart from named keys. */
const entriesOf = (value: unknown, named: ReadonlySet<PropertyKey>): ReadonlyArray<unknown> => {
  if (Array.isArray(value)) return value
  return isObject(value) ? Object.keys(value).filter((key) => !named.has(key)) : []
}

/**
 * Returns the essential lists and maps of a record by their keys, or by an empty text if the whole value is one. @internal
 */
export const essentialCollections: (ast: SchemaAST.AST) => ReadonlyArray<string> = memoize(
  (ast: SchemaAST.AST) => {
    const fields = parts(ast)
      .filter(SchemaAST.isObjects)
      .flatMap(({ propertySignatures }) => propertySignatures)
      .filter(({ type }) => isEssential(type) && isCollection(type))
      .map(({ name }) => String(name))
    return [...new Set(isCollection(ast) ? ["", ...fields] : fields)]
  }
)

/** Returns the essential lists and maps of which no entry is left, with the reasons. @internal */
export const emptied = (
  ast: SchemaAST.AST,
  before: unknown,
  after: unknown,
  drift: ReadonlyArray<Drift>
): ReadonlyArray<Drift> =>
  essentialCollections(ast).flatMap((key) => {
    const whole = key === ""
    const named = new Set(
      whole
        ? parts(ast).flatMap((part) =>
            SchemaAST.isObjects(part) ? part.propertySignatures.map(({ name }) => name) : []
          )
        : []
    )
    const [had, has] = [before, after].map((value) => (whole ? value : isObject(value) && value[key]))
    if (entriesOf(had, named).length === 0 || entriesOf(has, named).length > 0) return []
    const reasons = drift.filter(({ path }) =>
      ["[]", "{}"].some((entry) => path.startsWith(`${key}${entry}`))
    )
    return [{ path: key, expected: "an entry that can be read", found: kindOf(had) }, ...reasons]
  })

const search = (
  asts: ReadonlyArray<SchemaAST.AST>,
  value: unknown,
  path: string,
  found: Set<string>
): void => {
  const known = asts.flatMap(parts)
  if (Array.isArray(value)) {
    const entries = known.filter(SchemaAST.isArrays).flatMap(({ elements, rest }) => [...elements, ...rest])
    if (entries.length > 0) for (const entry of value) search(entries, entry, `${path}[]`, found)
    return
  }
  const objects = known.filter(SchemaAST.isObjects)
  if (!isObject(value) || objects.length === 0) return
  const entries = objects.flatMap(({ indexSignatures }) => indexSignatures.map(({ type }) => type))
  for (const [key, inner] of Object.entries(value)) {
    const types = objects.flatMap(({ propertySignatures }) =>
      propertySignatures.filter(({ name }) => name === key).map(({ type }) => type)
    )
    const place = path === "" ? key : `${path}.${key}`
    if (types.length > 0) search(types, inner, place, found)
    else if (entries.length > 0) search(entries, inner, `${path}{}`, found)
    else found.add(place)
  }
}

/** Lists the paths of keys that the data has and the schema does not, each once. @internal */
export const unknownKeys = (ast: SchemaAST.AST, value: unknown): ReadonlyArray<string> => {
  const found = new Set<string>()
  search([ast], value, "", found)
  return [...found]
}
