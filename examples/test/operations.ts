/** Reads operations from their sources, and checks hovers over them. */
import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"

export interface Declared {
  /** The module, which is also the namespace: `Game`. */
  readonly group: string
  readonly name: string
  readonly file: string
  /** Position of the name in its file. */
  readonly line: number
  readonly character: number
  readonly sentence: string
  /** The record of its output; `undefined` for an anonymous schema. */
  readonly record: string | undefined
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim()

/** Returns the first sentence of a doc comment, as a reader sees it. */
const firstSentence = (comment: string) => {
  const text = oneLine(comment.replaceAll(/^\s*\* ?/gm, "").replaceAll(/\{@link ([^}|]+)(\|[^}]*)?\}/g, "$1"))
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}

const declaration =
  /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export const (\w+)[^=\n]*=\s*Operation\.(?:get|post)\(([\s\S]*?)(?=\n(?:\/\*\*|export |const |interface |type |class )|$)/g

/** Finds every `export const name = Operation.get(…)` of a module. */
export const parse = (file: string, text: string): ReadonlyArray<Declared> =>
  [...text.matchAll(declaration)].map((match) => {
    const [whole, comment = "", name = "", body = ""] = match
    const before = text.slice(0, match.index + whole.indexOf(`export const ${name}`) + "export const ".length)
    const lines = before.split("\n")
    return {
      group: basename(file, ".ts"),
      name,
      file,
      line: lines.length - 1,
      character: lines.at(-1)?.length ?? 0,
      sentence: firstSentence(comment),
      record: /\boutput: (?:\w+\.)?([A-Z]\w*)\s*[,}\n]/.exec(body)?.[1]
    }
  })

/** Lists all operations of the api package. */
export const all = (root: string): ReadonlyArray<Declared> => {
  const folder = join(root, "packages/api/src/operations")
  return globSync("*.ts", { cwd: folder })
    .toSorted()
    .map((name) => join(folder, name))
    .flatMap((file) => parse(file, readFileSync(file, "utf8")))
}

/** Lists the problems of a hover; empty if it shows everything that a reader needs. */
export const problems = (operation: Declared, hover: string): ReadonlyArray<string> => {
  const [, types = "", prose = ""] = /```\w*\n([\s\S]*?)```([\s\S]*)/.exec(hover) ?? []
  const found: Array<string> = []
  if (types === "") found.push("shows no type")
  if (operation.sentence === "") found.push("has no doc comment")
  const read = oneLine(prose.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"))
  if (!read.includes(operation.sentence)) found.push(`does not say "${operation.sentence}"`)
  if (operation.record !== undefined && !new RegExp(`\\b${operation.record}\\b`).test(types)) {
    found.push(`does not name ${operation.record}`)
  }
  // Names, not structure: a mapped or conditional type means nothing to a reader.
  for (const unreadable of [/\.\.\./, /\bin keyof\b/, / extends /, /\bPick<|\bOmit<|\bSchema\.Struct</]) {
    if (unreadable.test(types)) found.push(`shows ${unreadable.source}`)
  }
  return found
}
