// Writes the reference from the built declarations: a page for each public module (reference/), and one for each function
// beside the operations (functions/), with their lists for the sidebar.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Catalogue } from "@screeps-effect/api"
import ts from "typescript"
import { modulesOf, packagesIn, read, reader } from "../../scripts/support/modules.mjs"
import { commentText, parts } from "./source.mjs"

const docs = join(import.meta.dirname, "..")
const order = ["schema", "api", "socket", "testing", "pictures"]
const rank = ({ manifest }) => {
  const at = order.indexOf(manifest.name.split("/")[1])
  return at < 0 ? order.length : at
}
const packages = packagesIn(join(docs, "..")).toSorted((a, b) => rank(a) - rank(b))
const sources = modulesOf(packages)
const declarations = modulesOf(packages, true)
const { exportsOf, origin, references, scopeOf } = reader(declarations, true)
for (const file of declarations.values())
  if (!existsSync(file)) throw new Error(`${file} is missing: run \`npm run docs\`, which builds it`)

/** Indexes only list other modules. */
const isIndex = (module) => ["operations", "workflows"].includes(module)
/** Packages whose index is itself a module. */
const ownIndex = new Set(["promise", "rollup-plugin"])

const modules = packages.flatMap(({ manifest }) => {
  const short = manifest.name.split("/")[1]
  return [...declarations]
    .filter(([specifier]) => specifier === manifest.name || specifier.startsWith(`${manifest.name}/`))
    .map(([specifier, file]) => {
      const path = specifier.slice(manifest.name.length + 1)
      const name = path === "" ? short : path.split("/").at(-1)
      return { short, specifier, file, path, name, link: `/reference/${short}/${path || "index"}` }
    })
    .filter(({ path, short }) => !isIndex(path) && (path !== "" || ownIndex.has(short)))
})

const operations = new Set(Catalogue.entries().map(({ group, name }) => `${group}.${name}`))
const groupsOfOperations = new Set(Catalogue.entries().map(({ group }) => group))
const isOperation = ({ path, short }, name) => short === "api" && operations.has(`${path}.${name}`)

// ---- exports: each is declared on the page of the first module that exports it

const keyOf = ({ file, name }) => `${file} ${name}`
const homes = new Map()
for (const module of modules) {
  const found = [...exportsOf(module.file)]
    .map(([name, reference]) => ({ name, of: origin(reference) }))
    .filter(({ of }) => of?.name !== undefined)
  // What the module itself declares comes before what it re-exports.
  module.exports = [
    ...found.filter(({ of }) => of.file === module.file),
    ...found.filter(({ of }) => of.file !== module.file)
  ]
  for (const { name, of } of module.exports) {
    const key = keyOf(of)
    if (!homes.has(key)) homes.set(key, { module, name, link: `${module.link}.md#${name}` })
  }
}

/** Functions beside the operations: those of their groups, the workflows, and rooms. */
const hasFunctions = ({ path, short }) =>
  (short === "api" && groupsOfOperations.has(path)) ||
  (short === "socket" && (path.startsWith("workflows/") || path === "RoomFeed"))
const isFunction = (module, name) =>
  /^[a-z]/.test(name) && hasFunctions(module) && !isOperation(module, name) && !name.startsWith("layer")

// ---- text

/** A declaration as the compiler writes it, without its comment, and what it extends if only that says its fields. */
const codeOf = ({ file, name }) => {
  const scope = scopeOf(file)
  return (scope.declared.get(name) ?? []).map((node) => {
    const base = scope.declared.get(`${name}_base`)?.[0]
    const fields = ts.isClassDeclaration(node) && node.heritageClauses?.[0]?.types[0]?.typeArguments
    return [...(base === undefined || fields ? [] : [base]), node]
      .map((one) => one.getText())
      .join("\n")
      .replaceAll(/\bimport\("[^"]+"\)\./g, "")
      .replaceAll(/^export declare |^declare |^export (?=interface|type)/gm, "")
      .replaceAll(/^(?: {4})+/gm, (margin) => " ".repeat(margin.length / 2))
  })
}

const commentOf = ({ file, name }) =>
  (scopeOf(file).declared.get(name) ?? [])
    .flatMap((node) => node.jsDoc?.at(-1) ?? [])
    .map((comment) => commentText(comment.getText()))

/** Links to the public names in a declaration. */
const typesOf = (own) => {
  const found = new Map()
  const scope = scopeOf(own.file)
  for (const name of [own.name, `${own.name}_base`]) {
    for (const node of scope.declared.get(name) ?? []) {
      references(scope, own.file, node, (reference) => {
        const of = origin(reference)
        const home = of?.name === undefined ? undefined : homes.get(keyOf(of))
        if (home !== undefined && keyOf(of) !== keyOf(own)) found.set(home.link, home)
      })
    }
  }
  return [...found.values()].map(({ link, module, name }) => {
    const shown = module.name === name ? name : `${module.name}.${name}`
    return `[${shown}](${link})`
  })
}

const fence = (code) => `\`\`\`ts\n${code}\n\`\`\``
const page = (...parts) => `${parts.filter(Boolean).join("\n\n")}\n`
const section = (title, text) => text && `## ${title}\n\n${text}`
const write = (file, text) => {
  mkdirSync(dirname(join(docs, file)), { recursive: true })
  writeFileSync(join(docs, file), text)
}

const importOf = ({ file, name, path, short, specifier }) => {
  if (path === "" || path === "node") return `import { … } from "${specifier}"`
  const index = path.startsWith("workflows/") ? `${short}/workflows` : short
  const [listing] = [declarations.get(`@screeps-effect/${index}`)]
  return [...exportsOf(listing).values()].some((one) => one.file === file && one.name === undefined)
    ? `import { ${name} } from "@screeps-effect/${index}"`
    : `import * as ${name} from "${specifier}"`
}

const signature = (of) => {
  const types = typesOf(of)
  return page(fence(codeOf(of).join("\n")), types.length > 0 && `Types: ${types.join(", ")}.`).trim()
}
const detail = (of) => page(...commentOf(of), signature(of)).trim()

/** The comment at the beginning of a module: declarations may lack it. */
const introOf = ({ specifier }) =>
  commentText(/^\s*\/\*\*[\s\S]*?\*\//.exec(read(sources.get(specifier)))?.[0] ?? "")

const firstSentence = (of) => (commentOf(of)[0] ?? "").split("\n\n")[0]

for (const folder of ["reference", "functions"]) rmSync(join(docs, folder), { recursive: true, force: true })

const functions = []
for (const module of modules) {
  const sections = module.exports.map(({ name, of }) => {
    const heading = `## ${name} {#${name}}`
    const home = homes.get(keyOf(of))
    if (home.module !== module)
      return page(heading, `The same as [${home.module.name}.${home.name}](${home.link}).`).trim()
    const own = isOperation(module, name)
      ? `/operations/${module.path}/${name}`
      : isFunction(module, name)
        ? `/functions/${module.name}/${name}`
        : module.specifier.endsWith("/Channels") && /^[a-z]/.test(name)
          ? `/channels/${name}`
          : undefined
    if (own === undefined) return page(heading, detail(of)).trim()
    return page(
      heading,
      firstSentence(of),
      `[${module.name}.${name}](${own}.md) has a page of its own.`
    ).trim()
  })
  write(
    `${module.link.slice(1)}.md`,
    page(
      `---\ntitle: ${module.name}\noutline: 2\n---`,
      `# ${module.name} {#top}`,
      fence(importOf(module)),
      introOf(module),
      ...sections
    )
  )
  for (const { name, of } of module.exports) {
    if (!isFunction(module, name) || homes.get(keyOf(of)).module !== module) continue
    const said = parts(commentOf(of).join("\n\n"))
    const link = `/functions/${module.name}/${name}`
    functions.push({ text: `${module.name}.${name}`, link, group: module.name, sentence: firstSentence(of) })
    write(
      `${link.slice(1)}.md`,
      page(
        `---\ntitle: ${module.name}.${name}\n---`,
        `# ${module.name}.${name}`,
        said.sentence,
        said.Details,
        said.Gotchas && `::: warning Caution\n${said.Gotchas}\n:::`,
        "## Signature",
        fence(importOf(module)),
        signature(of),
        section("Errors", said.Errors),
        section("Source", said.Source),
        `All of the module: [${module.name}](${module.link}.md).`
      )
    )
  }
}

const groups = [...Map.groupBy(functions, ({ group }) => group)]
const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ")
const tableOf = (rows) => ["| name | description |", "| --- | --- |", ...rows].join("\n")
write(
  "functions/index.md",
  page(
    "# Functions",
    "What programs call beside the operations: values that the wire format hides, changes in several steps, streams of pages, and workflows that combine HTTP and the socket.",
    ...groups.map(([group, items]) =>
      page(
        `## ${group}`,
        tableOf(items.map(({ link, sentence, text }) => `| [${text}](${link}.md) | ${cell(sentence)} |`))
      ).trim()
    )
  )
)
write(
  "reference/index.md",
  page(
    "# Reference",
    "Every public module, made from the declarations that editors show.",
    ...packages.map(({ manifest }) => {
      const short = manifest.name.split("/")[1]
      const rows = modules
        .filter((module) => module.short === short)
        .map(
          (module) => `| [${module.name}](${module.link}.md) | ${cell(introOf(module).split("\n\n")[0])} |`
        )
      return page(
        `## ${short}`,
        `[${manifest.name}](/packages/${short}.md): ${manifest.description}.`,
        tableOf(rows)
      ).trim()
    })
  )
)
write(
  "reference/sidebar.json",
  JSON.stringify({
    functions: groups.map(([text, items]) => ({
      text,
      collapsed: true,
      items: items.map(({ link, text: name }) => ({ text: name.split(".")[1], link }))
    })),
    reference: packages.map(({ manifest }) => {
      const short = manifest.name.split("/")[1]
      return {
        text: short,
        collapsed: true,
        items: modules
          .filter((module) => module.short === short)
          .map(({ link, name }) => ({ text: name, link }))
      }
    })
  })
)
console.log(`${modules.length} modules, ${functions.length} functions`)
