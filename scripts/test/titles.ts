/** Extracts the titles of tests from their source with a parser, without running anything. */
import { parseAst } from "vitest/node"

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** Returns the parts of a callee's name: `it`, `effect`, `each` for `it.effect.each(cases)`. */
const wordsOf = (callee: unknown): ReadonlyArray<string> => {
  if (!isNode(callee)) return []
  switch (callee["type"]) {
    case "Identifier":
      return [String(callee["name"])]
    case "MemberExpression":
      return [...wordsOf(callee["object"]), ...wordsOf(callee["property"])]
    case "CallExpression":
      return wordsOf(callee["callee"])
    default:
      return []
  }
}

/** Returns a literal text in the source. */
const textOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node["type"] === "Literal" && typeof node["value"] === "string") return node["value"]
  const [quasi, ...more] = Array.isArray(node["quasis"]) ? (node["quasis"] as ReadonlyArray<unknown>) : []
  if (node["type"] !== "TemplateLiteral" || more.length > 0 || !isNode(quasi)) return undefined
  const { cooked } = quasi["value"] as { readonly cooked: string }
  return cooked
}

const groups = ["describe", "layer"]
const tests = ["it", "test"]
const notRun = ["skip", "skipIf", "runIf", "todo", "fails"]

/** Returns the titles of all tests that run, after those of their groups; computed titles are ignored. */
export const titlesIn = (source: string): ReadonlyArray<string> => {
  const titles: Array<string> = []
  const visit = (value: unknown, around: ReadonlyArray<string>): void => {
    if (Array.isArray(value)) return value.forEach((one) => visit(one, around))
    if (!isNode(value)) return
    const [first = "", ...words] = value["type"] === "CallExpression" ? wordsOf(value["callee"]) : []
    const [given] = Array.isArray(value["arguments"]) ? (value["arguments"] as ReadonlyArray<unknown>) : []
    const title = textOf(given)
    const isRun = !words.some((word) => notRun.includes(word))
    if (title !== undefined && tests.includes(first) && isRun) titles.push([...around, title].join(" > "))
    const isGroup = title !== undefined && groups.includes(first)
    if (isGroup && !isRun) return
    for (const part of Object.values(value)) visit(part, isGroup ? [...around, title] : around)
  }
  visit(parseAst(source, { lang: "ts" }).body, [])
  return titles
}
