/**
 * Guards as one generated function each (docs/decisions/0010).
 *
 * Effect's compiler calls the check of every number and picks the members of every union at run time; here both are
 * written out. Measured on 300 room objects: 19 µs instead of 118 µs.
 */
import * as SchemaAST from "effect/SchemaAST"

class Unsupported extends Error {}

/** The one check that a scalar may have, by its name in Effect. */
const checkOf = (ast: SchemaAST.AST): { readonly name: string; readonly payload: unknown } | undefined => {
  if (ast.checks === undefined) return undefined
  const [check, ...others] = ast.checks
  const representation: unknown = check.annotations?.["representation"]
  if (
    others.length > 0 ||
    typeof representation !== "object" ||
    representation === null ||
    !("id" in representation && "payload" in representation)
  ) {
    throw new Unsupported()
  }
  return { name: String(representation.id), payload: representation.payload }
}

const minLength = (payload: unknown): number => {
  if (typeof payload === "object" && payload !== null && "minLength" in payload)
    return Number(payload.minLength)
  throw new Unsupported()
}

class Writer {
  readonly functions: Array<string> = []
  readonly #names = new Map<SchemaAST.AST, string>()

  /** A function of its own for lists and records, so that each is written once. */
  #function(ast: SchemaAST.AST, body: () => string): string {
    const known = this.#names.get(ast)
    if (known !== undefined) return known
    const name = `f${this.#names.size}`
    this.#names.set(ast, name)
    this.functions.push(`const ${name}=v=>{${body()};return true}`)
    return name
  }

  /** An expression that is true when `v` is of the schema. */
  test(ast: SchemaAST.AST, v: string): string {
    if (ast.encoding !== undefined) throw new Unsupported()
    const check = checkOf(ast)
    switch (ast._tag) {
      case "String":
        if (check === undefined) return `typeof ${v}==="string"`
        if (check.name === "effect/schema/isMinLength") {
          return `typeof ${v}==="string"&&${v}.length>=${minLength(check.payload)}`
        }
        throw new Unsupported()
      case "Number":
        if (check?.name === "effect/schema/isInt") return `Number.isSafeInteger(${v})`
        if (check?.name === "effect/schema/isFinite") return `Number.isFinite(${v})`
        throw new Unsupported()
    }
    if (check !== undefined) throw new Unsupported()
    switch (ast._tag) {
      case "Null":
        return `${v}===null`
      case "Boolean":
        return `typeof ${v}==="boolean"`
      case "Unknown":
        return "true"
      case "Literal":
        if (typeof ast.literal === "bigint") throw new Unsupported()
        return `${v}===${JSON.stringify(ast.literal)}`
      case "Union": {
        if (ast.options?.mode === "oneOf") throw new Unsupported()
        const nullFirst = ast.types.toSorted((a, b) => Number(b._tag === "Null") - Number(a._tag === "Null"))
        return `(${nullFirst.map((type) => this.test(type, v)).join("||")})`
      }
      case "Arrays": {
        const [rest, ...others] = ast.rest
        if (ast.elements.length > 0 || rest === undefined || others.length > 0) throw new Unsupported()
        return `${this.#function(
          ast,
          () =>
            `if(!Array.isArray(v))return false;for(let i=0;i<v.length;i++){const e=v[i];if(!(${this.test(rest, "e")}))return false}`
        )}(${v})`
      }
      case "Objects":
        return `${this.#function(ast, () => this.#record(ast))}(${v})`
      default:
        throw new Unsupported()
    }
  }

  #record({ indexSignatures, propertySignatures }: SchemaAST.Objects): string {
    const fields = propertySignatures.map(({ name, type }) => {
      if (typeof name !== "string" || name === "__proto__") throw new Unsupported()
      const key = JSON.stringify(name)
      const wrong = `{const p=v[${key}];if(!(${this.test(type, "p")}))return false}`
      if (SchemaAST.isOptional(type)) return `if(${key} in v)${wrong}`
      // Only where anything is taken must it be distinguished from what is not there.
      return SchemaAST.isUnknown(type) ? `if(!(${key} in v))return false;${wrong}` : wrong
    })
    const others = indexSignatures.map(({ parameter, type }) => {
      if (!SchemaAST.isString(parameter) || parameter.checks !== undefined) throw new Unsupported()
      return `for(const k of Object.keys(v)){const e=v[k];if(!(${this.test(type, "e")}))return false}`
    })
    return ['if(typeof v!=="object"||v===null||Array.isArray(v))return false', ...fields, ...others].join(";")
  }
}

/**
 * Writes the guard of a schema without transformations; `undefined` for schemas that hold more than room objects do,
 * and where code generation is forbidden.
 */
export const generateGuard = (ast: SchemaAST.AST): ((input: unknown) => boolean) | undefined => {
  try {
    const writer = new Writer()
    const expression = writer.test(ast, "v")
    const source = `"use strict";${writer.functions.join(";")};return v=>${expression}`
    // Made of a schema's own names and literals, never of data.
    // oxlint-disable-next-line typescript/no-implied-eval
    const guard: unknown = new Function(source)()
    return typeof guard === "function" ? (input) => guard(input) === true : undefined
  } catch {
    return undefined
  }
}
