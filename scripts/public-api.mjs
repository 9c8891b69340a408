// The public API as text: for each package the declarations of its public names, and of what they name, as the compiler
// writes them, without comments. The texts are in git (docs/public-api), so that a change of the API is a visible diff.
//   node scripts/public-api.mjs                 fails if a text is out of date, and says what was added, changed, removed
//   node scripts/public-api.mjs --write         writes the texts
//   node scripts/public-api.mjs --against REF   lists what was added, changed, removed since a commit; needs no build
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"
import ts from "typescript"
import { modulesOf, packagesIn, read, reader } from "./support/modules.mjs"

const root = process.env.PUBLIC_API_ROOT ?? join(import.meta.dirname, "..")
const folder = "docs/public-api"
const {
  values: { against, write: isWriting }
} = parseArgs({ options: { against: { type: "string" }, write: { type: "boolean", default: false } } })

// ---- declarations as text

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed })
const isPrivate = (member) =>
  (member.name !== undefined && ts.isPrivateIdentifier(member.name)) ||
  (ts.canHaveModifiers(member) &&
    ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword))

/** Without private members. */
const publicPart = (node) =>
  ts.isClassDeclaration(node)
    ? ts.factory.updateClassDeclaration(
        node,
        node.modifiers,
        node.name,
        node.typeParameters,
        node.heritageClauses,
        node.members.filter((member) => !isPrivate(member))
      )
    : node

const isDeprecated = (node) => ts.getJSDocDeprecatedTag(node) !== undefined

/** A declaration with the class that it extends, if the compiler wrote that one for it. */
const textOf = ({ declared }, name) =>
  [...(declared.get(`${name}_base`) ?? []), ...(declared.get(name) ?? [])]
    .map(
      (node) =>
        (isDeprecated(node) ? "@deprecated\n" : "") +
        printer
          .printNode(ts.EmitHint.Unspecified, publicPart(node), node.getSourceFile())
          .replaceAll(/\bimport\("[^"]+"\)\./g, "")
          .replaceAll(/^export declare |^declare |^export (?=interface|type)/gm, "")
          .replaceAll(/^(?: {4})+/gm, (margin) => " ".repeat(margin.length / 2))
    )
    .join("\n")

// ---- the texts

const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
const keyOf = ({ file, name }) => `${file} ${name}`
const heading = "What these name, without being exported"

const textsOf = () => {
  const packages = packagesIn(root)
  const modules = modulesOf(packages, true)
  for (const file of modules.values())
    if (!existsSync(file)) throw new Error(`${file} is missing: run pnpm public-api, which builds it`)
  const { exportsOf, origin, references, scopeOf } = reader(modules, true)
  const specifiers = new Map([...modules].map(([specifier, file]) => [file, specifier]))

  /** Where public names are shown: the module that declares them, else the first one that exports them. */
  const homes = new Map()
  for (const isOwn of [true, false]) {
    for (const [specifier, file] of modules) {
      for (const [name, reference] of exportsOf(file)) {
        const found = origin(reference)
        if (found?.name === undefined || (found.file === file) !== isOwn) continue
        if (!homes.has(keyOf(found))) homes.set(keyOf(found), { specifier, name })
      }
    }
  }

  const entryOf = (specifier, name, reference) => {
    const found = origin(reference)
    if (found === undefined) throw new Error(`${specifier} exports ${name}, whose declaration was not found`)
    if (found.name === undefined) return `module ${specifiers.get(found.file) ?? basename(found.file)}`
    const home = homes.get(keyOf(found))
    return home.specifier === specifier && home.name === name
      ? textOf(scopeOf(found.file), found.name)
      : `the same as ${home.specifier} ${home.name}`
  }

  /** Declarations of a package that its public ones name, but that no module exports. */
  const namedIn = (dir, specifiersOfPackage) => {
    const found = new Map()
    const follow = (reference) => {
      const of = origin(reference)
      if (of?.name === undefined || found.has(keyOf(of)) || !of.file.startsWith(join(dir, "dist"))) return
      found.set(keyOf(of), of)
      const scope = scopeOf(of.file)
      for (const name of [`${of.name}_base`, of.name])
        for (const node of scope.declared.get(name) ?? [])
          references(scope, of.file, publicPart(node), follow)
    }
    for (const specifier of specifiersOfPackage)
      for (const reference of exportsOf(modules.get(specifier)).values()) follow(reference)
    const hidden = [...found.values()].filter((of) => {
      const base = of.name.endsWith("_base") && scopeOf(of.file).declared.has(of.name.slice(0, -5))
      return !homes.has(keyOf(of)) && !base
    })
    return Map.groupBy(hidden, ({ name }) => name)
  }

  return new Map(
    packages.map(({ dir, manifest }) => {
      const own = [...modules.keys()].filter(
        (specifier) => specifier === manifest.name || specifier.startsWith(`${manifest.name}/`)
      )
      const sections = own.toSorted(byText).map((specifier) => {
        const names = [...exportsOf(modules.get(specifier))].toSorted(([a], [b]) => byText(a, b))
        const entries = names.map(
          ([name, reference]) => `## ${name}\n${entryOf(specifier, name, reference)}\n`
        )
        return `# ${specifier}\n\n${entries.join("\n")}`
      })
      const named = [...namedIn(dir, own)]
        .toSorted(([a], [b]) => byText(a, b))
        .map(([name, all]) => {
          const texts = all.map((of) => textOf(scopeOf(of.file), name)).toSorted(byText)
          return `## ${name}\n${texts.join("\n")}\n`
        })
      if (named.length > 0) sections.push(`# ${heading}\n\n${named.join("\n")}`)
      return [`${manifest.name.split("/")[1]}.txt`, sections.join("\n")]
    })
  )
}

// ---- differences

/** The entries of a text: `module name` and the declaration. */
const entriesIn = (text) =>
  new Map(
    text
      .split(/^# /m)
      .slice(1)
      .flatMap((section) => {
        const [module] = section.split("\n", 1)
        const names = section.split(/^## /m).slice(1)
        return names.map((entry) => {
          const end = entry.indexOf("\n")
          return [`${module} ${entry.slice(0, end)}`, entry.slice(end).trim()]
        })
      })
  )

/** Lines such as `api.txt: changed @screeps-effect/api/Game time`. */
const changesBetween = (before, after) =>
  [...new Set([...before.keys(), ...after.keys()])].toSorted(byText).flatMap((file) => {
    const [a, b] = [before, after].map((texts) => entriesIn(texts.get(file) ?? ""))
    return [...new Set([...a.keys(), ...b.keys()])].toSorted(byText).flatMap((key) => {
      if (a.get(key) === b.get(key)) return []
      const kind = a.has(key) ? (b.has(key) ? "changed" : "removed") : "added"
      return [`${file}: ${kind} ${key}`]
    })
  })

const committed = () =>
  new Map(
    (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []).map((file) => [
      file,
      read(join(root, folder, file))
    ])
  )

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 })
const textsAt = (ref) =>
  new Map(
    git("ls-tree", "--name-only", ref, `${folder}/`)
      .split("\n")
      .filter(Boolean)
      .map((file) => [basename(file), git("show", `${ref}:${file}`)])
  )

if (against === undefined) {
  const [before, after] = [committed(), textsOf()]
  const changes = changesBetween(before, after)
  const isStale = [...before.keys(), ...after.keys()].some((file) => before.get(file) !== after.get(file))
  if (isWriting) {
    rmSync(join(root, folder), { recursive: true, force: true })
    mkdirSync(join(root, folder), { recursive: true })
    for (const [file, text] of after) writeFileSync(join(root, folder, file), text)
  } else if (isStale) {
    for (const change of changes) console.error(change)
    console.error(`${folder} is out of date: run pnpm public-api, and review its diff`)
    process.exitCode = 1
  }
  const bytes = [...after.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const count = [...after.values()].reduce((sum, text) => sum + entriesIn(text).size, 0)
  console.log(`${after.size} packages, ${count} declarations, ${Math.round(bytes / 1000)} kB`)
} else {
  const changes = changesBetween(textsAt(against), committed())
  console.log(changes.length === 0 ? `No change of the public API since ${against}.` : changes.join("\n"))
}
