import * as SchemaAST from "effect/SchemaAST"

/** The JSON types that a census distinguishes. */
export type JsonType = "array" | "boolean" | "float" | "int" | "null" | "object" | "string"

export interface Field {
  readonly isRequired: boolean
  readonly types: ReadonlySet<string>
}

const isWhole = (ast: SchemaAST.AST) =>
  (ast.checks ?? []).some((check) => {
    const representation: unknown = check.annotations?.["representation"]
    return JSON.stringify(representation ?? null).includes("isInt")
  })

const jsonTypes = (ast: SchemaAST.AST): ReadonlyArray<JsonType> => {
  switch (ast._tag) {
    case "Null":
      return ["null"]
    case "Boolean":
      return ["boolean"]
    case "String":
      return ["string"]
    case "Literal":
      return typeof ast.literal === "string" ? ["string"] : ["int"]
    case "Number":
      return isWhole(ast) ? ["int"] : ["int", "float"]
    case "Arrays":
      return ["array"]
    case "Objects":
      return ["object"]
    case "Unknown":
      return ["array", "boolean", "float", "int", "null", "object", "string"]
    case "Union":
      return ast.types.flatMap(jsonTypes)
    default:
      throw new Error(`${ast._tag} has no JSON type`)
  }
}

/** Lists all fields of a record, named as in a census: `sign.text`, `body[].hits`, `store.<key>`. */
export const fieldsOf = (ast: SchemaAST.AST, prefix = ""): ReadonlyArray<readonly [path: string, Field]> => {
  const below = (path: string, type: SchemaAST.AST): ReadonlyArray<readonly [string, Field]> => [
    [path, { isRequired: !SchemaAST.isOptional(type), types: new Set(jsonTypes(type)) }],
    ...fieldsOf(type, path)
  ]
  switch (ast._tag) {
    case "Union":
      return ast.types.flatMap((type) => fieldsOf(type, prefix))
    case "Arrays":
      return ast.rest.flatMap((type) => below(`${prefix}[]`, type))
    case "Objects":
      return [
        ...ast.propertySignatures.flatMap(({ name, type }) =>
          below(prefix === "" ? String(name) : `${prefix}.${String(name)}`, type)
        ),
        ...ast.indexSignatures.flatMap(({ type }) => below(`${prefix}.<key>`, type))
      ]
    default:
      return []
  }
}
