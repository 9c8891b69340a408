// Packs what a release publishes and checks each tarball; `changeset publish --from-pack-dir` then publishes those, and
// nothing else.
//   pnpm release:pack [folder]           `packed` by default
//   pnpm release:pack --check [folder]   checks what was packed before
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { owner, publishedReadme } from "./support/owner.mjs"
import { need } from "./support/report.mjs"
import { problemsOf, unpack } from "./support/tarball.mjs"
import { publicPackages, readJson, temporary } from "./support/workspace.mjs"

const root = join(import.meta.dirname, "..")
const { positionals, values } = parseArgs({ allowPositionals: true, options: { check: { type: "boolean" } } })
const folder = resolve(positionals[0] ?? "packed")
const packages = publicPackages(root)

/** Runs with READMEs as they are published. */
const withPublishedReadmes = async (run) => {
  const before = packages.map(({ dir }) => [
    join(dir, "README.md"),
    readFileSync(join(dir, "README.md"), "utf8")
  ])
  const restore = () => before.forEach(([file, text]) => writeFileSync(file, text))
  process.once("exit", restore)
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1))
  packages.forEach(({ dir }, i) => {
    const [file, text] = before[i]
    writeFileSync(file, publishedReadme(text, `packages/${dir.split(/[\\/]/).at(-1)}/README.md`, owner))
  })
  await run()
  process.off("exit", restore)
  restore()
}

if (!values.check) {
  rmSync(folder, { recursive: true, force: true })
  const changeset = (...args) =>
    need("pnpm", ["exec", "changeset", ...args], { cwd: root, env: { pnpm_config_ignore_scripts: "true" } })
  const planned = join(temporary("plan"), "plan.json")
  await changeset("publish-plan", "--output", planned)
  const names = readJson(planned)
    .plan.flat()
    .map(({ name }) => name)
  // One after the other: changesets packs several at once, and what one builds, another would pack half written.
  for (const { dir, manifest } of packages)
    if (names.includes(manifest.name)) await need("pnpm", ["run", "prepack"], { cwd: dir })
  await withPublishedReadmes(() => changeset("pack", "--from-publish-plan", planned, "--out-dir", folder))
}

const problems = []
const checks = {
  limits: readJson(join(root, "scripts/tarballs.json")),
  published: packages.map(({ manifest }) => manifest.name)
}
const { plan } = readJson(join(folder, "publish-plan.json"))
const releases = plan.flat().filter(({ kind }) => kind === "publish")
for (const { name, tarball, version } of releases) {
  const one = await unpack(join(folder, tarball.path), temporary("unpacked"))
  console.log(`${name}@${version}: ${one.files.length} files, ${one.size.kB} kB`)
  if (one.manifest.version === "0.0.0") problems.push(`${name}: has no version: run pnpm release:version`)
  problems.push(...problemsOf(one, checks))
}
if (owner.repository === undefined)
  console.log("owner.json names no repository: the packages have none, and their READMEs no links to it.")
for (const problem of problems) console.error(`✗ ${problem}`)
console.log(`${releases.length} packages to publish, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
