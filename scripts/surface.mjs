// Lists the public names that have no user. A user is a page of the docs, a README, an example, the source of another
// package, or the type of a public name that has a user. Reads the built declarations, in which every type is written.
//   node scripts/surface.mjs                 fails if a name without a user is not excused in surface.json
//   node scripts/surface.mjs --list FOLDER   writes a list for each package
import { globSync, mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import ts from "typescript"
import { modulesOf, packagesIn, parse, read, reader } from "./support/modules.mjs"

const root = process.env.SURFACE_ROOT ?? join(import.meta.dirname, "..")
// ---- modules: a public name is one export of one public module

const packages = packagesIn(root)
const declarations = modulesOf(packages, true)
const { addExport, addImport, exportsOf, origin, references, scopeOf } = reader(declarations, true)
const keyOf = ({ file, name }) => `${file} ${name}`

/** Public names by their declaration: `file name` to the shortest `package/Module.name`. */
const names = new Map()
const add = (reference, shown, packageName, module) => {
  const found = origin(reference)
  if (found?.name === undefined) return
  const key = keyOf(found)
  if (!names.has(key)) names.set(key, { ...found, shown, packageName, module })
}
for (const { manifest } of packages) {
  for (const [specifier, file] of declarations) {
    if (specifier !== manifest.name && !specifier.startsWith(`${manifest.name}/`)) continue
    const module = specifier.slice(manifest.name.length + 1)
    if (["operations", "workflows"].includes(module)) continue
    for (const [name, reference] of exportsOf(file)) {
      if (reference.name !== undefined)
        add(reference, module === "" ? name : `${module}.${name}`, manifest.name, module)
    }
  }
}

// ---- what a declaration names is used with it

/** Members of a class, an interface or a type are of the type; what a reference says is followed to its declaration. */
const used = new Map()
const use = (reference, why) => {
  const found = origin(reference)
  if (found?.name === undefined) return
  const key = keyOf(found)
  if (used.has(key)) return
  used.set(key, why)
  const scope = scopeOf(found.file)
  for (const node of scope.declared.get(found.name) ?? []) {
    references(scope, found.file, node, (inner) => use(inner, `in the type of ${found.name}`))
  }
}

// ---- users

const owner = (file) => packages.find(({ dir }) => file.startsWith(`${dir}/`))?.manifest.name

/** Uses of public names in TypeScript; those of a package's own names do not count. */
const usesIn = (file, text, own) => {
  const scope = { declared: new Map(), imported: new Map(), exported: new Map() }
  const source = parse(file, text)
  const rest = []
  for (const node of source.statements) {
    if (ts.isImportDeclaration(node)) addImport(scope, file, node)
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      addExport({ ...scope, stars: [] }, file, node)
    } else rest.push(node)
  }
  const report = (reference) => {
    if (own === undefined || owner(reference.file) !== own) use(reference, file)
  }
  for (const node of rest) references(scope, file, node, report)
}

const sources = globSync(
  [
    "packages/*/src/**/*.ts",
    "{bench,contract,fuzz}/src/**/*.ts",
    "examples/**/*.{ts,tsx,mjs}",
    "docs/{site,.vitepress}/*.mjs"
  ],
  { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] }
).map((file) => join(root, file))
for (const file of sources) usesIn(file, read(file), owner(file))

const pages = globSync(
  [
    "*.md",
    "docs/*.md",
    "docs/{guide,decisions}/*.md",
    "packages/*/README.md",
    "examples/**/*.md",
    "docs/public/llms.txt"
  ],
  { cwd: root, exclude: ["**/node_modules/**", "docs/changelog.md"] }
).map((file) => join(root, file))
/** Public names by their last word. */
const byWord = Map.groupBy([...names.values()], ({ name }) => name)
for (const file of pages) {
  const text = read(file)
  for (const block of text.split("\n```ts").slice(1)) {
    const [code] = block.slice(block.indexOf("\n")).split("\n```")
    usesIn(file.replace(/\.md$/, ".tsx"), code)
  }
  // In sentences and tables, `Module.name`, or both words on one line: `Flags.create` `remove`.
  for (const line of text.split("\n")) {
    const words = new Set([...line.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code.match(/\w+/g) ?? []))
    for (const word of words) {
      for (const name of byWord.get(word) ?? [])
        if (words.has(name.shown.split(/[./]/).at(-2) ?? word)) use(name, file)
    }
  }
}

// ---- options: fields of `…Options` that no user sets

const texts = [...sources, ...pages].map((file) => ({
  own: file.endsWith(".md") ? undefined : owner(file),
  words: new Set(read(file).match(/\w+/g))
}))
const isSet = (field, own) =>
  texts.some((one) => (one.own === undefined || one.own !== own) && one.words.has(field))
const options = [...names.values()].flatMap(({ file, name, packageName, shown }) =>
  /(Options|Settings)$/.test(name)
    ? scopeOf(file)
        .declared.get(name)
        .flatMap((node) => node.members ?? node.type?.members ?? [])
        .filter((member) => member.name !== undefined && !isSet(member.name.getText(), packageName))
        .map((member) => `${packageName.split("/")[1]}/${shown}: ${member.name.getText()}`)
    : []
)

// ---- the result

const short = ({ packageName, shown }) => `${packageName.split("/")[1]}/${shown}`
const all = [...names].map(([key, name]) => ({ ...name, user: used.get(key) }))
const without = all.filter(({ user }) => user === undefined)
/** Names that stay without a user, or `Module.*`, and why. */
const exceptions = JSON.parse(read(join(root, "scripts/surface.json"))).flatMap((one) => one.names)
const excuses = (exception, name) =>
  exception.endsWith("*") ? name.startsWith(exception.slice(0, -1)) : name === exception

const at = process.argv.indexOf("--list")
if (at > 0) {
  const folder = resolve(process.argv[at + 1])
  mkdirSync(folder, { recursive: true })
  const write = (file, lines) =>
    writeFileSync(
      join(folder, `${file}.txt`),
      lines
        .toSorted()
        .map((line) => `${line}\n`)
        .join("")
    )
  write("options", options)
  for (const { manifest } of packages) {
    const own = without.filter(({ packageName }) => packageName === manifest.name)
    write(
      manifest.name.split("/")[1],
      own.map(({ shown }) => shown)
    )
  }
}

const line = (title, list) => {
  const [total, bare] = [list, list.filter(({ user }) => user === undefined)].map(({ length }) =>
    String(length).padStart(5)
  )
  console.log(`${title.padEnd(32)} ${total} names ${bare} without a user`)
}
for (const { manifest } of packages)
  line(
    manifest.name,
    all.filter(({ packageName }) => packageName === manifest.name)
  )
line("all", all)

const bare = without.map(short)
const problems = [
  ...bare
    .filter((name) => !exceptions.some((exception) => excuses(exception, name)))
    .map(
      (name) =>
        `${name} has no user: delete it, mark it @internal, show it in the docs, or say in surface.json why it stays`
    ),
  ...exceptions
    .filter((exception) => !bare.some((name) => excuses(exception, name)))
    .map((exception) => `${exception} is gone or has a user: remove it from surface.json`)
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
