/**
 * Translates our schemas to schemas of other libraries, so that all validate the same. Supports only what room objects
 * and users consist of; anything else throws an error.
 */
import { type TSchema, Type } from "@sinclair/typebox"
import type * as SchemaAST from "effect/SchemaAST"
import { z } from "zod"

const checksOf = (ast: SchemaAST.AST) =>
  (ast.checks ?? []).map((check) => {
    const representation = check.annotations?.["representation"] as { readonly id?: string } | undefined
    return representation?.id?.split("/").at(-1) ?? "unknown"
  })

const isOptional = (ast: SchemaAST.AST) => ast.context?.isOptional === true

const unsupported = (ast: SchemaAST.AST): never => {
  throw new Error(`no translation of ${ast._tag} with ${checksOf(ast).join()}`)
}

const nameOf = (key: PropertyKey) => String(key)

/** What zod does with unknown keys. */
export const toZod = (ast: SchemaAST.AST, others: "keep" | "drop"): z.ZodType => {
  const checks = checksOf(ast).join()
  switch (ast._tag) {
    case "Null":
      return z.null()
    case "Unknown":
      return z.unknown()
    case "Boolean":
      return z.boolean()
    case "Literal":
      return z.literal(ast.literal as string)
    case "String":
      return checks === "" ? z.string() : checks === "isMinLength" ? z.string().min(1) : unsupported(ast)
    case "Number":
      return checks === "isInt" ? z.int() : checks === "isFinite" ? z.number() : unsupported(ast)
    case "Arrays":
      return ast.rest[0] === undefined ? unsupported(ast) : z.array(toZod(ast.rest[0], others))
    case "Union": {
      const inner = ast.types.filter(({ _tag }) => _tag !== "Null").map((type) => toZod(type, others))
      const union = inner.length === 1 && inner[0] !== undefined ? inner[0] : z.union(inner)
      return inner.length < ast.types.length ? union.nullable() : union
    }
    case "Objects": {
      const [index] = ast.indexSignatures
      if (index !== undefined) return z.record(z.string(), toZod(index.type, others))
      const shape = Object.fromEntries(
        ast.propertySignatures.map(({ name, type }) => {
          const value = toZod(type, others)
          return [nameOf(name), isOptional(type) ? value.optional() : value]
        })
      )
      return others === "keep" ? z.looseObject(shape) : z.object(shape)
    }
    default:
      return unsupported(ast)
  }
}

export const toTypeBox = (ast: SchemaAST.AST): TSchema => {
  const checks = checksOf(ast).join()
  switch (ast._tag) {
    case "Null":
      return Type.Null()
    case "Unknown":
      return Type.Unknown()
    case "Boolean":
      return Type.Boolean()
    case "Literal":
      return Type.Literal(ast.literal as string)
    case "String":
      return checks === ""
        ? Type.String()
        : checks === "isMinLength"
          ? Type.String({ minLength: 1 })
          : unsupported(ast)
    case "Number":
      return checks === "isInt" ? Type.Integer() : checks === "isFinite" ? Type.Number() : unsupported(ast)
    case "Arrays":
      return ast.rest[0] === undefined ? unsupported(ast) : Type.Array(toTypeBox(ast.rest[0]))
    case "Union":
      return Type.Union(ast.types.map(toTypeBox))
    case "Objects": {
      const [index] = ast.indexSignatures
      if (index !== undefined) return Type.Record(Type.String(), toTypeBox(index.type))
      return Type.Object(
        Object.fromEntries(
          ast.propertySignatures.map(({ name, type }) => {
            const value = toTypeBox(type)
            return [nameOf(name), isOptional(type) ? Type.Optional(value) : value]
          })
        )
      )
    }
    default:
      return unsupported(ast)
  }
}
