// Extracts the doc comments of records and their fields for JSON Schema, OpenAPI, the docs and the command line:
// packages/schema/src/wire/descriptions.ts and packages/api/src/operations/descriptions.ts. TypeScript's own checker
// reads the comments, so that the text is the same as in a hover.
//   node scripts/fields.mjs           writes the files that are out of date
//   node scripts/fields.mjs --check   fails if one is out of date or a field lacks a line
//   node scripts/fields.mjs --count   prints the number of fields with a line, and those without
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import ts from "typescript"

const root = join(import.meta.dirname, "..")
const argument = process.argv[2]
const targets = {
  schema: "packages/schema/src/wire/descriptions.ts",
  api: "packages/api/src/operations/descriptions.ts"
}

/** Fields that need no text: their meaning and unit are the same in every record. */
const obvious = new Set(["ok"])

const files = globSync("packages/{schema,api}/src/**/*.ts", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !Object.values(targets).includes(file))
  .toSorted()

// The formatter chooses line breaks and quotes.
const squeezed = (source) => source.replaceAll(/[\s"'\\]+/g, "").replaceAll(",}", "}")

// Type-checking takes seconds; most runs find the sources and the generated files as the last run left them.
const stamp = join(root, "node_modules/.cache/screeps-effect/fields")
const state = () => {
  const digest = createHash("sha256")
  for (const file of [...files, "scripts/fields.mjs"])
    digest.update(file).update(readFileSync(join(root, file)))
  for (const file of Object.values(targets)) {
    digest.update(existsSync(join(root, file)) ? squeezed(readFileSync(join(root, file), "utf8")) : "")
  }
  return digest.digest("hex")
}
if (argument === undefined && existsSync(stamp) && readFileSync(stamp, "utf8") === state()) process.exit(0)

const program = ts.createProgram(
  files.map((file) => join(root, file)),
  {
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
)
const checker = program.getTypeChecker()

/** A comment without its titled parts, in one line. */
const plain = (parts) => {
  const [lead] = ts.displayPartsToString(parts).split(/^\*\*\w+\*\*/m)
  return lead.replaceAll(/\s+/g, " ").trim()
}
const firstSentence = (text) => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text

const isOwn = (symbol) =>
  symbol.declarations?.some((node) => {
    const { fileName } = node.getSourceFile()
    return fileName.startsWith(join(root, "packages")) && !fileName.includes("node_modules")
  }) ?? false

/** The objects without a name inside a type: those of lists, maps and alternatives, too. */
const anonymous = (type, within = []) => {
  if (within.includes(type)) return []
  const inside = (inner) => anonymous(inner, [...within, type])
  if (type.isUnion()) return type.types.flatMap(inside)
  if (!(type.flags & ts.TypeFlags.Object) || type.symbol?.flags & ts.SymbolFlags.Class) return []
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
  if (checker.isArrayLikeType(type)) return element === undefined ? [] : inside(element)
  const entries = checker.getIndexTypeOfType(type, ts.IndexKind.String)
  const inEntries = entries === undefined ? [] : inside(entries)
  return checker.getPropertiesOfType(type).some(isOwn) ? [type, ...inEntries] : inEntries
}

/** `{ field: text }`, fields of inner objects by their path; without a text where there is no comment. */
const fieldsOf = (type, prefix = "", found = {}) => {
  for (const property of checker.getPropertiesOfType(type)) {
    const path = prefix + property.name
    found[path] ||= plain(property.getDocumentationComment(checker))
    if (prefix.split(".").length > 4) continue
    for (const inner of anonymous(checker.getTypeOfSymbol(property))) fieldsOf(inner, `${path}.`, found)
  }
  return found
}

const identifierOf = (node) => /identifier:\s*"(\w+)"/.exec(node.getText())?.[1]
const isRecord = (node) =>
  ts.isClassDeclaration(node) &&
  (node.heritageClauses?.[0]?.types[0]?.expression.getText().startsWith("Schema.Opaque<") ?? false)

/** The text or number that a type names, when a schema with an identifier has the same name: `Tick`. */
const valueOf = (node) => {
  if (!ts.isTypeAliasDeclaration(node)) return undefined
  const symbol = checker.getSymbolAtLocation(node.name)
  const schema = symbol.declarations.find(ts.isVariableDeclaration)
  if (schema === undefined || identifierOf(schema) !== node.name.text) return undefined
  const [comment] = ts.getJSDocCommentsAndTags(node)
  return firstSentence(plain([{ kind: "text", text: ts.getTextOfJSDocComment(comment?.comment) ?? "" }]))
}

const operationsOf = (node) => {
  if (!ts.isVariableStatement(node)) return []
  return node.declarationList.declarations.flatMap(({ initializer, name }) => {
    const match = /^Operation\.(get|post)\(\s*"([^"]+)"/.exec(initializer?.getText() ?? "")
    if (match === null) return []
    const [input] = checker.getTypeAtLocation(name).getCallSignatures()[0]?.parameters ?? []
    const type = input && checker.getNonNullableType(checker.getTypeOfSymbol(input))
    return [[`${match[1].toUpperCase()} ${match[2]}`, type === undefined ? {} : fieldsOf(type)]]
  })
}

const records = { schema: new Map(), api: new Map() }
const inputs = new Map()
for (const file of files) {
  const owner = file.split("/")[1]
  ts.forEachChild(program.getSourceFile(join(root, file)), (node) => {
    for (const [key, fields] of operationsOf(node)) inputs.set(key, fields)
    const value = valueOf(node)
    if (value) records[owner].set(node.name.text, { description: value, fields: {} })
    if (!isRecord(node)) return
    const symbol = checker.getSymbolAtLocation(node.name)
    const identifier = identifierOf(node) ?? node.name.text
    const description = firstSentence(plain(symbol.getDocumentationComment(checker)))
    records[owner].set(identifier, {
      description,
      fields: fieldsOf(checker.getDeclaredTypeOfSymbol(symbol))
    })
  })
}

const all = [
  ...[...records.schema, ...records.api].flatMap(([name, { fields }]) =>
    Object.entries(fields).map(([field, text]) => [name, field, text])
  ),
  ...[...inputs].flatMap(([key, fields]) => Object.entries(fields).map(([field, text]) => [key, field, text]))
]
const documented = all.filter(([, , text]) => text !== "")
const bare = all.filter(([, field, text]) => text === "" && !obvious.has(field.split(".").at(-1)))
const silent = all.length - documented.length - bare.length

if (argument === "--count") {
  for (const [owner, field] of bare) console.log(`${owner}: ${field}`)
  console.log(
    `${all.length} fields: ${documented.length} with a line, ${silent} obvious, ${bare.length} without`
  )
  process.exit(0)
}

const sorted = (map) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))
const withText = (fields) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, text]) => text !== "")
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
  )
const literal = (value) => JSON.stringify(value, null, 2)
const head = "/** Made by scripts/fields.mjs from the doc comments of records and inputs: do not edit. */\n"
const recordsText = (map) =>
  literal(
    Object.fromEntries(
      sorted(map).map(([name, { description, fields }]) => [name, { description, fields: withText(fields) }])
    )
  )
const inputsText = literal(
  Object.fromEntries(
    sorted(inputs)
      .map(([key, fields]) => [key, withText(fields)])
      .filter(([, fields]) => Object.keys(fields).length > 0)
  )
)

const texts = {
  schema: `${head}
type Description = { readonly description: string; readonly fields: Readonly<Record<string, string>> }

/** By the record's identifier. @internal */
export const descriptions: Readonly<Record<string, Description>> = ${recordsText(records.schema)}
`,
  api: `${head}import type { Descriptions } from "@screeps-effect/schema/JsonSchema"

/** Records of this package, by their identifier. @internal */
export const records: Descriptions = ${recordsText(records.api)}

/** Fields of inputs, by method and path. @internal */
export const inputs: Readonly<Record<string, Readonly<Record<string, string>>>> = ${inputsText}
`
}

const outdated = Object.entries(targets).filter(
  ([owner, file]) =>
    !existsSync(join(root, file)) ||
    squeezed(readFileSync(join(root, file), "utf8")) !== squeezed(texts[owner])
)
if (argument === "--check") {
  for (const [, file] of outdated) console.error(`${file} is out of date: run pnpm generate`)
  for (const [owner, field] of bare) console.error(`${owner}: ${field} has no doc comment: add one line`)
  process.exit(outdated.length + bare.length > 0 ? 1 : 0)
}
for (const [owner, file] of outdated) writeFileSync(join(root, file), texts[owner])
mkdirSync(dirname(stamp), { recursive: true })
writeFileSync(stamp, state())
