// Writes the packages' READMEs and the architecture as pages of the site (packages/), and the changelog.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, posix } from "node:path"
import { relink } from "../../scripts/support/owner.mjs"
import { publicPackages } from "../../scripts/support/workspace.mjs"
import { repository } from "./repository.mjs"

const docs = join(import.meta.dirname, "..")
const root = join(docs, "..")
const read = (file) => readFileSync(join(root, file), "utf8")

/** Where the site has a file of the repository; `undefined` if it has not. */
const pageOf = (path) => {
  const [, page] = /^docs\/(.+\.md)$/.exec(path) ?? []
  const [, name] = /^packages\/([^/]+)(?:\/(?:README\.md)?)?$/.exec(path) ?? []
  const [, example] = /^examples\/src\/(.+)\.ts$/.exec(path) ?? []
  if (path === "README.md") return "/index.md"
  if (path === "ARCHITECTURE.md") return "/packages/architecture.md"
  if (/^docs\/decisions\/?$/.test(path)) return "/decisions/"
  if (page !== undefined) return `/${page}`
  if (name !== undefined) return `/packages/${name}.md`
  return example && `/examples/${example}.md`
}

/** Relative links of the repository lead to pages, to the repository's own address, or are text. */
const linked = (file) =>
  relink(read(file), file, (path, anchor, isImage) => {
    const page = isImage ? undefined : pageOf(path)
    if (page !== undefined) return `${page}${anchor}`
    return repository === undefined ? undefined : `${repository}/blob/main/${path}${anchor}`
  })

rmSync(join(docs, "packages"), { recursive: true, force: true })
mkdirSync(join(docs, "packages"))
const packages = publicPackages(root).map(({ dir, manifest }) => ({ manifest, short: posix.basename(dir) }))
for (const { short } of packages)
  writeFileSync(join(docs, "packages", `${short}.md`), linked(`packages/${short}/README.md`))
writeFileSync(join(docs, "packages/architecture.md"), linked("ARCHITECTURE.md"))
writeFileSync(
  join(docs, "packages/index.md"),
  [
    "# Packages",
    "| package | what it is |\n| --- | --- |",
    ...packages.map(
      ({ manifest, short }) => `| [${manifest.name}](./${short}.md) | ${manifest.description} |`
    )
  ]
    .join("\n")
    .replace("# Packages\n", "# Packages\n\n")
)

// ---- the changelog: what the next release has, then what each package's file says

const pending = globSync(".changeset/*.md", { cwd: root })
  .toSorted()
  .map((file) => {
    const [, name, text] = /^---\n"([^"]+)": \w+\n---\n([\s\S]*)$/.exec(read(file)) ?? []
    if (name === undefined) throw new Error(`${file}: expected the name of one package`)
    return `### ${name}\n\n${text.trim()}`
  })
const released = packages
  .map(({ short }) => `packages/${short}/CHANGELOG.md`)
  .filter((file) => existsSync(join(root, file)))
  .map((file) => read(file).replaceAll(/^#/gm, "##").trim())
writeFileSync(
  join(docs, "changelog.md"),
  `${["# Changelog", ...(pending.length > 0 ? ["## Next release", ...pending] : []), ...released].join("\n\n")}\n`
)
console.log(`${packages.length} READMEs, ${pending.length} changesets`)
