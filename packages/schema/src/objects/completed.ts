/** Room objects whose documents differ from the schema of their kind (docs/decisions/0023). */
import { memoize } from "effect/Function"
import * as SchemaAST from "effect/SchemaAST"
import type { Document } from "../rooms/RoomPatch.ts"
import { type Drift, reportDrift } from "../wire/drift.ts"
import { repair } from "../wire/tolerant.ts"
import { defaultsOf } from "./defaults.ts"
import { kindOf, type Kinds, schemas, type Type } from "./kinds.ts"
import { withStore } from "./oldStore.ts"

/** A room object that is not the server's document itself. */
export abstract class Derived {
  readonly #document: unknown
  constructor(document: unknown) {
    this.#document = document
  }
  /** Returns the document of an object. */
  static documentOf(object: unknown): unknown {
    return object instanceof Derived ? object.#document : object
  }
}

/** An object of a known kind, with values for what its document lacks. @internal */
export class Completed extends Derived {
  readonly #drift: ReadonlyArray<Drift>
  readonly #missing: ReadonlyArray<string>
  constructor(
    document: unknown,
    fields: Document,
    drift: ReadonlyArray<Drift>,
    missing: ReadonlyArray<string>
  ) {
    super(document)
    this.#drift = drift
    this.#missing = missing
    Object.assign(this, fields)
  }
  static driftOf(object: object): ReadonlyArray<Drift> {
    return object instanceof Completed ? object.#drift : []
  }
  static missingOf(object: object): ReadonlyArray<string> {
    return object instanceof Completed ? object.#missing : []
  }
}

/**
 * Returns a value of a field that is not known: `NaN`, an empty text, list or record, and the first member of a union. `NaN`
 * compares as unequal to everything, so that no coordinate or tick is mistaken for one of the server.
 */
const unknownValue = (ast: SchemaAST.AST): unknown => {
  if (SchemaAST.isNumber(ast)) return Number.NaN
  if (SchemaAST.isString(ast)) return ""
  if (SchemaAST.isBoolean(ast)) return false
  if (SchemaAST.isLiteral(ast)) return ast.literal
  if (SchemaAST.isArrays(ast)) return []
  if (SchemaAST.isUnion(ast)) return unknownValue(ast.types.find((type) => !SchemaAST.isNull(type)) ?? ast)
  if (!SchemaAST.isObjects(ast)) return undefined
  const required = ast.propertySignatures.filter(({ type }) => !SchemaAST.isOptional(type))
  return Object.fromEntries(required.map(({ name, type }) => [name, unknownValue(type)]))
}

const isOf = <T extends Type>(type: T, object: object): object is Kinds[T] =>
  "type" in object && object.type === type

interface Field {
  readonly name: string
  readonly ast: SchemaAST.AST
  readonly isRequired: boolean
  readonly guard: (value: unknown) => boolean
}

const fieldsOf = memoize((schema: (typeof schemas)[Type]): ReadonlyArray<Field> => {
  const known = kindOf(schema.fields.type.literal).fields
  return schema.ast.propertySignatures.flatMap(({ name, type }) => {
    const guard = known.get(String(name))?.accepts
    return guard === undefined
      ? []
      : [{ name: String(name), ast: type, isRequired: !SchemaAST.isOptional(type), guard }]
  })
})

/** The parts of a document that match the schema of its kind, and the required fields that do not. */
const readableParts = (fields: ReadonlyArray<Field>, document: Document, report: (drift: Drift) => void) => {
  const parts: Record<string, unknown> = { ...document }
  // Assigning this name would set a prototype.
  delete parts["__proto__"]
  const faulty: Array<Field> = []
  for (const field of fields) {
    const { ast, guard, isRequired, name } = field
    const value = Object.hasOwn(document, name) ? document[name] : undefined
    if (value === undefined ? !isRequired : guard(value)) continue
    const { faults, value: repaired } = repair(ast, value, name, report)
    if (faults.length === 0) {
      parts[name] = repaired
      continue
    }
    for (const fault of faults) report(fault)
    delete parts[name]
    if (isRequired) faulty.push(field)
  }
  return { parts, faulty }
}

/**
 * Returns a malformed document of a known kind as an object of this kind: parts that may be missing are left out, and fields
 * that may not get the game's default, or a value that is marked as missing. @internal
 */
export const complete = <T extends Type>(type: T, document: Document): Kinds[T] | undefined => {
  const schema = schemas[type]
  const drift: Array<Drift> = []
  const current = withStore(document, schema.fields)
  if (current !== document) drift.push({ path: "store", expected: "Store", found: "absent" })
  const { faulty, parts } = readableParts(fieldsOf(schema), current, (one) => drift.push(one))
  const defaults = defaultsOf(type, parts)
  const missing: Array<string> = []
  for (const { ast, name } of faulty) {
    const known = defaults[name]
    // A value that cannot be read is not the default.
    if (known === undefined || (current[name] ?? null) !== null) missing.push(name)
    parts[name] = known ?? unknownValue(ast)
  }
  const object = new Completed(document, parts, drift, missing)
  reportDrift(() => drift.map((one) => ({ ...one, path: `${type}.${one.path}` })))
  return isOf(type, object) ? object : undefined
}
