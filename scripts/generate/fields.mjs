// The doc comments of records and their fields for JSON Schema, OpenAPI, the docs and the command line. TypeScript's own
// checker reads the comments, so that the text is the same as in a hover.
import { join } from "node:path"
import ts from "typescript"

/** Fields that need no text: their meaning and unit are the same in every record. */
const obvious = new Set(["ok"])

const options = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"]
}

/** A comment without its titled parts, in one line. */
const plain = (parts) => {
  const [lead] = ts.displayPartsToString(parts).split(/^\*\*\w+\*\*/m)
  return lead.replaceAll(/\s+/g, " ").trim()
}
const firstSentence = (text) => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text

const isOwn = (symbol) =>
  symbol.declarations?.some((node) => {
    const { fileName } = node.getSourceFile()
    return fileName.includes("/packages/") && !fileName.includes("node_modules")
  }) ?? false

/** The objects without a name inside a type: those of lists, maps and alternatives, too. */
const anonymous = (checker, type, within = []) => {
  if (within.includes(type)) return []
  const inside = (inner) => anonymous(checker, inner, [...within, type])
  if (type.isUnion()) return type.types.flatMap(inside)
  if (!(type.flags & ts.TypeFlags.Object) || type.symbol?.flags & ts.SymbolFlags.Class) return []
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
  if (checker.isArrayLikeType(type)) return element === undefined ? [] : inside(element)
  const entries = checker.getIndexTypeOfType(type, ts.IndexKind.String)
  const inEntries = entries === undefined ? [] : inside(entries)
  return checker.getPropertiesOfType(type).some(isOwn) ? [type, ...inEntries] : inEntries
}

/** `{ field: text }`, fields of inner objects by their path; without a text where there is no comment. */
const fieldsOf = (checker, type, prefix = "", found = {}) => {
  for (const property of checker.getPropertiesOfType(type)) {
    const path = prefix + property.name
    found[path] ||= plain(property.getDocumentationComment(checker))
    if (prefix.split(".").length > 4) continue
    const inner = anonymous(checker, checker.getTypeOfSymbol(property))
    for (const one of inner) fieldsOf(checker, one, `${path}.`, found)
  }
  return found
}

const identifierOf = (node) =>
  /(?:identifier:\s*|\brecord<\w+>\(|\banswer<\w+>\()"(\w+)"/.exec(node.getText())?.[1]
const isRecord = (node) =>
  ts.isClassDeclaration(node) &&
  /^(?:record|answer|Schema\.Opaque)</.test(node.heritageClauses?.[0]?.types[0]?.expression.getText() ?? "")

/** The text or number that a type names, when a schema with an identifier has the same name: `Tick`. */
const valueOf = (checker, node) => {
  if (!ts.isTypeAliasDeclaration(node)) return undefined
  const symbol = checker.getSymbolAtLocation(node.name)
  const schema = symbol.declarations.find(ts.isVariableDeclaration)
  if (schema === undefined || identifierOf(schema) !== node.name.text) return undefined
  const [comment] = ts.getJSDocCommentsAndTags(node)
  return firstSentence(plain([{ kind: "text", text: ts.getTextOfJSDocComment(comment?.comment) ?? "" }]))
}

const operationsOf = (checker, node) => {
  if (!ts.isVariableStatement(node)) return []
  return node.declarationList.declarations.flatMap(({ initializer, name }) => {
    const match = /^Operation\.(get|post)\(\s*"([^"]+)"/.exec(initializer?.getText() ?? "")
    if (match === null) return []
    const [input] = checker.getTypeAtLocation(name).getCallSignatures()[0]?.parameters ?? []
    const type = input && checker.getNonNullableType(checker.getTypeOfSymbol(input))
    return [[`${match[1].toUpperCase()} ${match[2]}`, type === undefined ? {} : fieldsOf(checker, type)]]
  })
}

/** Texts by owner: the records of schema and of api, and the inputs of the operations; "" where there is no comment. */
const textsOf = (files) => {
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const texts = { schema: {}, api: {}, inputs: {} }
  for (const file of files) {
    const records = texts[/packages\/(\w+)\/src/.exec(file)[1]]
    ts.forEachChild(program.getSourceFile(file), (node) => {
      for (const [key, fields] of operationsOf(checker, node)) texts.inputs[key] = fields
      const value = valueOf(checker, node)
      if (value) records[node.name.text] = { description: value, fields: {} }
      if (!isRecord(node)) return
      const symbol = checker.getSymbolAtLocation(node.name)
      const fields = fieldsOf(checker, checker.getDeclaredTypeOfSymbol(symbol))
      const description = firstSentence(plain(symbol.getDocumentationComment(checker)))
      records[identifierOf(node) ?? node.name.text] = { description, fields }
    })
  }
  return texts
}

const sorted = (record) => Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const withText = (fields) =>
  sorted(Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== "")))
const literal = (texts) => {
  const entries = Object.entries(texts).map(([key, { fields, ...rest }]) => [
    key,
    { ...rest, fields: withText(fields) }
  ])
  return JSON.stringify(sorted(Object.fromEntries(entries)), null, 2)
}
const fieldsAlone = (texts) => {
  const entries = Object.entries(texts).map(([key, fields]) => [key, withText(fields)])
  const present = entries.filter(([, fields]) => Object.keys(fields).length > 0)
  return JSON.stringify(sorted(Object.fromEntries(present)), null, 2)
}

export const make = ({ files, problem, root }) => {
  const { api, inputs, schema } = textsOf(files.map((file) => join(root, file)))
  const owners = [
    ...Object.entries({ ...schema, ...api }).map(([name, { fields }]) => [name, fields]),
    ...Object.entries(inputs)
  ]
  for (const [owner, fields] of owners) {
    for (const [field, text] of Object.entries(fields)) {
      if (text === "" && !obvious.has(field.split(".").at(-1)))
        problem(`${owner}: ${field} has no doc comment: add one line`)
    }
  }
  return [
    `type Description = { readonly description: string; readonly fields: Readonly<Record<string, string>> }

/** By the record's identifier. @internal */
export const descriptions: Readonly<Record<string, Description>> = ${literal(schema)}
`,
    `import type { Descriptions } from "@screeps-effect/schema/JsonSchema"

/** Records of this package, by their identifier. @internal */
export const records: Descriptions = ${literal(api)}

/** Fields of inputs, by method and path. @internal */
export const inputs: Readonly<Record<string, Readonly<Record<string, string>>>> = ${fieldsAlone(inputs)}
`
  ]
}
