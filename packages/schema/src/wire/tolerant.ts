/** Decoding of data that differs from its schema: leaves out parts that can be missing, and reports them. */
import { memoize } from "effect/Function"
import { isReadonlyObject as isObject } from "effect/Predicate"
import * as SchemaAST from "effect/SchemaAST"
import { isEssential, isExpected } from "../values/Record.ts"
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

/** Checks a value against a part of a schema. */
const fits = memoize((ast: SchemaAST.AST) => {
  const decode = compile(ast, "decode")
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

/** Checks that all expected keys are present. */
type Complete = (value: unknown) => boolean

const completeObject = (ast: SchemaAST.Objects): Complete | null => {
  const needed = ast.propertySignatures.filter(({ type }) => isExpected(type)).map(({ name }) => String(name))
  const inside = ast.propertySignatures.flatMap(({ name, type }) => {
    const complete = completeOf(type)
    return complete === null ? [] : [[String(name), complete] as const]
  })
  const [index] = ast.indexSignatures
  const entries = index === undefined ? null : completeOf(index.type)
  if (needed.length === 0 && inside.length === 0 && entries === null) return null
  return (value) => {
    if (!isObject(value)) return true
    for (const name of needed) if (value[name] === undefined) return false
    for (const [name, complete] of inside) if (!complete(value[name])) return false
    if (entries !== null) for (const key in value) if (!entries(value[key])) return false
    return true
  }
}

/** Returns the check of a part of a schema; `null` if it has no expected keys. */
const completeOf = memoize((ast: SchemaAST.AST): Complete | null => {
  if (ast.encoding !== undefined) return null
  if (SchemaAST.isObjects(ast)) return completeObject(ast)
  if (SchemaAST.isArrays(ast)) {
    const [rest] = ast.rest
    const entry = rest === undefined ? null : completeOf(rest)
    return entry && ((value) => !Array.isArray(value) || value.every((one) => entry(one)))
  }
  if (SchemaAST.isSuspend(ast)) return (value) => complete(ast.thunk())(value)
  if (!SchemaAST.isUnion(ast)) return null
  const members = ast.types.flatMap((type) => {
    const complete = completeOf(type)
    return complete === null ? [] : [{ type, complete }]
  })
  const [only] = members
  if (only === undefined) return null
  if (members.length === 1 && ast.types.every((type) => type === only.type || isScalar(type)))
    return only.complete
  // A value with all keys of one member may lack a key of another.
  return (value) =>
    members.some(({ complete, type }) => complete(value) && fits(type)(value)) || !isObject(value)
})

const isScalar = (ast: SchemaAST.AST) => !SchemaAST.isObjects(ast) && !SchemaAST.isSuspend(ast)

/** Returns a check that decoded data has all expected keys. @internal */
export const complete = (ast: SchemaAST.AST): Complete => completeOf(ast) ?? (() => true)

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
    if (found === undefined && SchemaAST.isOptional(type) && !isExpected(type)) continue
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
  if (fits(ast)(value) && complete(ast)(value)) return { value, faults: [] }
  if (ast.encoding !== undefined) return mismatch(ast, value, path)
  if (SchemaAST.isSuspend(ast)) return repair(ast.thunk(), value, path, report)
  if (SchemaAST.isUnion(ast)) return repairUnion(ast, value, path, report)
  if (SchemaAST.isObjects(ast) && isObject(value)) return repairObject(ast, value, path, report)
  if (SchemaAST.isArrays(ast) && Array.isArray(value)) return repairArray(ast, value, path, report)
  return mismatch(ast, value, path)
}
