// Fails if a regular expression of the sources takes more than linear time: text from servers and other players would
// block the program. Exceptions, for patterns over this repository's own text, are listed in patterns.json.
//   node scripts/patterns.mjs           checks all sources
//   node scripts/patterns.mjs file.ts   checks these files
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative, resolve } from "node:path"
import ts from "typescript"

// Read by recheck when it is loaded: its other builds are native programs.
process.env.RECHECK_BACKEND = "pure"
const { checkSync } = await import("recheck")

const root = join(import.meta.dirname, "..")
const sources = [
  "packages/*/src/**/*.ts",
  "{bench,contract,examples,fixtures,fuzz}/src/**/*.{ts,tsx}",
  "examples/browser/**/*.{ts,tsx}",
  "scripts/**/*.{mjs,ts}",
  "docs/*.mjs",
  "docs/{site,.vitepress}/**/*.{mjs,ts}"
]
const exclude = ["**/node_modules/**", "**/dist/**", "**/generated/**", "docs/.vitepress/cache/**"]
const given = process.argv.slice(2)
const files =
  given.length > 0
    ? given.map((file) => relative(root, resolve(file)))
    : sources.flatMap((glob) => globSync(glob, { cwd: root, exclude }))

/** The text of a literal, if this is one. */
const literal = (node) => (node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined)

/** The regular expressions of a file; one that is put together at run time has no `pattern`. */
const patternsIn = (file) => {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), "utf8"),
    ts.ScriptTarget.Latest,
    true
  )
  const found = []
  const add = (node, pattern, flags) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    found.push({ file: file.replaceAll("\\", "/"), line, text: node.getText(), pattern, flags })
  }
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/")
      add(node, node.text.slice(1, end), node.text.slice(end + 1))
    }
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node)
    if (isCall && ts.isIdentifier(node.expression) && node.expression.text === "RegExp") {
      const [pattern, flags] = node.arguments ?? []
      add(node, literal(pattern), flags === undefined ? "" : (literal(flags) ?? ""))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

// A check takes up to seconds: linear ones are remembered.
const recheck = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("recheck/package.json"), "utf8")
)
const cache = join(root, "node_modules/.cache/screeps-effect/patterns.json")
const linear = new Set(existsSync(cache) ? JSON.parse(readFileSync(cache, "utf8")) : [])

/** Whether the shortest of five searches is too short for more than linear time: a busy machine makes any of them longer. */
const isQuick = (pattern, flags, text) =>
  [1, 2, 3, 4, 5].some(() => {
    const start = performance.now()
    text.replaceAll(new RegExp(pattern, flags.includes("g") ? flags : `${flags}g`), "")
    return performance.now() - start < 100
  })

/** What is wrong with a pattern, if anything; empty if that is only a guess. */
const problem = ({ flags, pattern }) => {
  if (pattern === undefined) return "is put together at run time"
  const key = createHash("sha256").update(`${recheck.version}\n${flags}\n${pattern}`).digest("base64")
  if (linear.has(key)) return undefined
  const { attack, checker, complexity, error, status } = checkSync(pattern, flags, { timeout: null })
  // Where recheck cannot prove anything it counts steps of its own engine, which has other shortcuts than ours.
  if (status === "vulnerable" && checker === "fuzz" && isQuick(pattern, flags, attack.string)) return ""
  if (status === "vulnerable") return `${complexity.summary}, for example for ${attack.pattern}`
  if (status === "unknown") return `could not be checked (${error.kind})`
  linear.add(key)
  return undefined
}

const exceptions = JSON.parse(readFileSync(join(root, "scripts/patterns.json"), "utf8"))
const used = new Set()
const patterns = files.toSorted().flatMap(patternsIn)
const slow = patterns.flatMap((one) => {
  const why = problem(one)
  if (why === undefined) return []
  const exception = exceptions.find(({ file, pattern }) => file === one.file && pattern === one.text)
  if (exception !== undefined) used.add(exception)
  return exception === undefined && why !== "" ? [`${one.file}:${one.line}: ${one.text} ${why}`] : []
})
mkdirSync(dirname(cache), { recursive: true })
writeFileSync(cache, JSON.stringify([...linear]))

const unused = given.length > 0 ? [] : exceptions.filter((exception) => !used.has(exception))
for (const line of slow) console.error(line)
for (const { file, pattern } of unused)
  console.error(`scripts/patterns.json: ${file} has no super-linear ${pattern}`)
if (slow.length > 0)
  console.error(
    "A pattern must take linear time (bound or anchor its repetitions), or be listed in scripts/patterns.json with the reason why nobody else chooses its text."
  )
console.log(`${patterns.length} regular expressions, ${slow.length} super-linear, ${used.size} exceptions`)
process.exitCode = slow.length + unused.length > 0 ? 1 : 0
