// Rehearses a release: versions every public package in a copy of the working tree, publishes them with the commands of the
// release workflow to a registry (verdaccio) on a loopback port, and uses them from there like their users: with every package
// manager, runtime, compiler and way of finding modules, through an upgrade. Mistakes that must not be published are tried, too.
import { owner } from "./support/owner.mjs"
import { startRegistry } from "./support/registry.mjs"
import { need, sinceStart, step, table } from "./support/report.mjs"
import { install } from "./support/tools.mjs"
import { catalog, publicPackages } from "./support/workspace.mjs"
import { startProjects } from "./rehearse/managers.mjs"
import { tryMistakes } from "./rehearse/mistakes.mjs"
import { tryAlone, tryReadme, tryTypes } from "./rehearse/programs.mjs"
import {
  newestVersions,
  publisher,
  releaseChange,
  runWorkflow,
  userOf,
  versionedCheckout
} from "./rehearse/release.mjs"

step("install runtimes, package managers, compilers, a bundler and a registry")
const found = await install()
for (const [name, version] of found) step(`  ${name}: ${version}`)
step(`  npm ${(await need("npm", ["--version"])).trim()}, pnpm ${(await need("pnpm", ["--version"])).trim()}`)
const registry = await startRegistry()

step("pnpm release:version, in a copy of the working tree")
const { checkout, origin } = await versionedCheckout()
const env = await publisher(registry)
const packages = publicPackages(checkout)
const versions = Object.fromEntries(packages.map(({ manifest }) => [manifest.name, manifest.version]))
const [first] = Object.values(versions)

/** Compares what the registry has with what was meant to be released. */
const expectVersions = async (what, expected) => {
  const newest = await newestVersions(registry, checkout)
  const wrong = Object.entries(expected).filter(([name, version]) => newest[name] !== version)
  if (wrong.length > 0) throw new Error(`${what}: the registry has ${JSON.stringify(newest)}`)
  step(
    `  ${what}: ${[...new Set(Object.values(newest))].map((version) => `${Object.values(newest).filter((one) => one === version).length} packages of ${version}`).join(", ")}`
  )
}

const release = table("the release workflow's commands")
const released = { checkout, env }
step(`publish ${packages.length} packages of version ${first}`)
await runWorkflow(release, first, released)
if (first === "0.0.0") throw new Error("release:version left the version 0.0.0")
await expectVersions("published", versions)
const tags = await need("git", ["tag", "--list"], { cwd: origin })
if (tags.trim().split("\n").length < packages.length) throw new Error(`tags that were pushed:\n${tags}`)

const user = userOf(registry)
const byManager = table("all packages from the registry")
const projects = startProjects(byManager, user, versions, catalog("effect"))
step("install all packages with every package manager")
await projects.install()

const use = { env: user, found, packages, versions }
const byRuntime = table("programs")
await tryReadme(byRuntime, use)
await tryAlone(byRuntime, use)
const types = table("types of all modules")
await tryTypes(types, use)

const [major, minor, last] = first.split(".")
const next = `${major}.${minor}.${Number(last) + 1}`
/** Releases a patch of one package; `with` are those that have the same version number. */
const patch = async (name, same) => {
  step(`release a patch of ${name}`)
  await releaseChange(checkout, name, env)
  await runWorkflow(release, `${next}: ${name}`, released, / install /)
  for (const one of same) versions[one] = next
  await expectVersions(`a patch of ${name}`, versions)
}
await patch("@screeps-effect/rollup-plugin", ["@screeps-effect/rollup-plugin"])
await patch(
  "@screeps-effect/api",
  ["schema", "api", "socket", "testing"].map((one) => `@screeps-effect/${one}`)
)
step("upgrade with every package manager")
await projects.upgrade(versions)

step("try what must not be published")
const mistakes = table("mistakes")
await tryMistakes(mistakes, { ...released, stranger: await publisher({ ...registry, token: undefined }) })

registry.close()
for (const results of [release, byManager, byRuntime, types, mistakes]) results.close()
console.log(
  "Not rehearsed: provenance and trusted publishing, which only a runner has; macOS and Windows; real servers."
)
if (owner.repository === undefined)
  console.log(
    "owner.json names no repository: the registry refuses provenance without one, and READMEs have no links to it."
  )
console.log(`${sinceStart()} in all`)
