// Fails if a text names something that does not exist: `Module.name` in backticks must be an export of a public module or of
// one of Effect's, a member of an exported name, or of one of JavaScript's globals. Reads sources: nothing has to be built.
//   node scripts/names.mjs           the READMEs, guides, changesets, and the doc comments of published sources
//   node scripts/names.mjs FILE …    these files
import { globSync } from "node:fs"
import { basename, join, relative, resolve } from "node:path"
import ts from "typescript"
import { modulesOf, packagesIn, read, reader } from "./support/modules.mjs"

const root = join(import.meta.dirname, "..")
const modules = modulesOf(packagesIn(root))
const { exportsOf, origin, scopeOf } = reader(modules)

/** Files of modules by their name in code, of this repository and of Effect. */
const filesOf = Map.groupBy(
  [
    ...[...modules].map(([specifier, file]) => [basename(specifier), file]),
    ...globSync("docs/node_modules/{effect,@effect/platform-node,@effect/sql-pg}/src/**/[A-Z]*.ts", {
      cwd: root
    }).map((file) => [basename(file, ".ts"), join(root, file)])
  ],
  ([name]) => name
)
/** Where exported names of this repository are declared. */
const declarations = Map.groupBy(
  [...modules.values()]
    .flatMap((file) => [...exportsOf(file).values()])
    .map(origin)
    .filter((found) => found?.name !== undefined),
  ({ name }) => name
)

/** Names of the members of a declaration and of what it extends. */
const membersOf = ({ file, name }, seen = new Set()) => {
  const names = new Set()
  const key = `${file} ${name}`
  if (seen.has(key)) return names
  seen.add(key)
  const scope = scopeOf(file)
  const visit = (node) => {
    if (ts.isParameter(node) || ts.isBlock(node)) return
    if (ts.isTypeElement(node) || ts.isClassElement(node) || ts.isObjectLiteralElement(node)) {
      if (node.name !== undefined) names.add(node.name.text)
      return
    }
    const isReference = ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)
    const target = isReference ? (node.typeName ?? node.expression) : undefined
    if (target !== undefined && ts.isIdentifier(target)) {
      const found = origin(scope.imported.get(target.text) ?? { file, name: target.text })
      if (found?.name !== undefined) for (const one of membersOf(found, seen)) names.add(one)
    }
    ts.forEachChild(node, visit)
  }
  for (const node of scope.declared.get(name) ?? []) visit(node)
  return names
}

/** Names of others. */
const foreign = new Set([
  // of the game's scripts
  "Game.cpu",
  "Game.gcl",
  "Game.gpl",
  "Memory.stats",
  // the name of a span
  "RateLimits.wait",
  // of npm's screeps-api
  "ScreepsAPI.fromConfig",
  // of the repository's private packages
  "Contract.suite"
])

/** Checks for a service that a program gets by `yield*`: its members are none of its module. */
const isService = ({ file, name }) =>
  scopeOf(file)
    .declared.get(name)
    .some((node) => /^export class \w+ extends Context\.Service</.test(node.getText()))

/** Names that may follow one: at the `start` of a chain it is a module. */
const namesOf = (owner, start) => {
  const exported = (filesOf.get(owner) ?? []).flatMap(([, file]) => [...exportsOf(file).keys()])
  const types = (declarations.get(owner) ?? []).filter((found) => !(start && isService(found)))
  return new Set([...exported, ...types.flatMap((found) => [...membersOf(found)])])
}

const known = new Map()
const exists = (owner, member, start) => {
  const key = `${owner} ${start}`
  if (!known.has(key)) known.set(key, namesOf(owner, start))
  return (
    known.get(key).has(member) || member in (globalThis[owner] ?? {}) || foreign.has(`${owner}.${member}`)
  )
}

/** The doc comments of a source with its lines kept, any other text as it is. */
const textOf = (file) => {
  const text = read(file)
  if (!file.endsWith(".ts")) return text
  let end = 0
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)]
    .map(({ 0: comment, index }) => {
      const before = text.slice(end, index).replaceAll(/[^\n]/g, "")
      end = index + comment.length
      return before + comment
    })
    .join("")
}

const given = process.argv.slice(2)
const files =
  given.length > 0
    ? given.map((file) => resolve(file))
    : globSync(
        [
          "*.md",
          ".changeset/*.md",
          "docs/*.md",
          "docs/guide/*.md",
          "docs/public/llms.txt",
          "examples/README.md",
          "packages/*/README.md",
          "packages/*/src/**/*.ts"
        ],
        { cwd: root, exclude: ["**/node_modules/**", "docs/changelog.md"] }
      ).map((file) => join(root, file))

/** No names: files (`World.ts`), rooms (`W1.5N`). */
const names = /(?<![\w."'/@-])[A-Z]+[a-z]\w*(?:\.\w+)+(?![\w-]|\.\w|(?<=\.(?:js|md|ts|txt)))|\bJSON\.\w+/g

let count = 0
const problems = []
for (const file of files) {
  for (const [line, text] of textOf(file).split("\n").entries()) {
    for (const [, code] of text.matchAll(/`([^`]+)`/g)) {
      for (const [chain] of code.matchAll(names)) {
        const parts = chain.split(".")
        for (const [i, member] of parts.slice(1).entries()) {
          const owner = parts[i]
          if (!/^[A-Z]/.test(owner)) break
          count += 1
          if (!exists(owner, member, i === 0))
            problems.push(`${relative(root, file)}:${line + 1}: ${owner} has no ${member}`)
        }
      }
    }
  }
}
for (const problem of problems) console.error(problem)
console.log(`${count} names, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
