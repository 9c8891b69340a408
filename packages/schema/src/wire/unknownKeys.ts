/** Search for keys that the data has and the schema does not. */
import { isReadonlyObject as isObject } from "effect/Predicate"
import * as SchemaAST from "effect/SchemaAST"

/** Returns the parts of a schema that describe objects or lists; follows unions and references. */
const parts = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.Objects | SchemaAST.Arrays> => {
  if (ast.encoding !== undefined) return []
  if (SchemaAST.isSuspend(ast)) return parts(ast.thunk())
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(parts)
  return SchemaAST.isObjects(ast) || SchemaAST.isArrays(ast) ? [ast] : []
}

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
