// Rehearses a release: versions, packs and publishes every public package to a registry on a loopback port, in a copy of
// the working tree; then installs each of them alone from there, and runs a small program on every runtime.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { programs } from "./support/programs.mjs"
import { startRegistry } from "./support/registry.mjs"
import { need, step, table } from "./support/report.mjs"
import { commands, install, nodes } from "./support/tools.mjs"
import {
  applications,
  copyWorkspace,
  nodeOnly,
  publicPackages,
  readJson,
  temporary,
  withEffect
} from "./support/workspace.mjs"

const token = "rehearsal"
const registry = await startRegistry(token)
const npmrc = `@screeps-effect:registry=${registry.url}\n//${registry.url.slice("http://".length)}:_authToken=${token}\n`
const results = table("alone from the registry")

step("copy the working tree")
const copy = await copyWorkspace()
writeFileSync(join(copy, ".npmrc"), npmrc)
const changeset = (...args) =>
  // No provenance: on a CI runner it would be published for packages that are not.
  need("pnpm", ["exec", "changeset", ...args], {
    cwd: copy,
    env: { npm_config_provenance: "false", pnpm_config_provenance: "false" }
  })
step("pnpm release:version, pack, publish")
await need("pnpm", ["run", "release:version"], { cwd: copy })
if (readFileSync(join(copy, "README.md"), "utf8").includes("until published")) {
  throw new Error("README.md still says that the packages are not published")
}
await changeset("pack", "--out-dir", join(copy, "packed"))
await changeset("publish", "--from-pack-dir", join(copy, "packed"), "--no-git-tag")

const packages = publicPackages(copy)
const [{ manifest: first }] = packages
for (const { name, version, access, tags, size } of registry.published) {
  step(`  ${name}@${version} ${access} ${tags.join(" ")} ${(size / 1000).toFixed(0)} kB`)
}
const expected = packages.map(({ manifest }) => `${manifest.name}@${first.version} public latest`).toSorted()
const came = registry.published.map(
  ({ name, version, access, tags }) => `${name}@${version} ${access} ${tags.join(" ")}`
)
if (first.version === "0.0.0" || JSON.stringify(came.toSorted()) !== JSON.stringify(expected)) {
  throw new Error(`published:\n${came.join("\n")}\nexpected:\n${expected.join("\n")}`)
}

step("install runtimes, a compiler and a bundler")
const found = await install()

/** Creates a project with one package installed as its README says: with `effect`, unless the package depends on it. */
const project = async (name) => {
  const dir = join(temporary("user"), name.split("/")[1])
  mkdirSync(dir)
  writeFileSync(join(dir, ".npmrc"), npmrc)
  writeFileSync(join(dir, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const wanted = applications.has(name) || withEffect.has(name) ? [name] : ["effect", name]
  await need("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...wanted], { cwd: dir })
  const { version } = readJson(join(dir, "node_modules", name, "package.json"))
  if (version !== first.version)
    throw new Error(`expected ${name} ${first.version}, but ${version} was installed`)
  return dir
}

const compilerOptions = {
  module: "NodeNext",
  target: "ES2022",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  types: [],
  strict: true,
  skipLibCheck: false,
  outDir: "out"
}

/** Uses a library like a user: compile, run, and bundle for a browser. */
const tryLibrary = async (name, dir) => {
  const { code, output } = programs[name]
  writeFileSync(join(dir, "main.ts"), `${code}\n`)
  writeFileSync(join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["main.ts"] }))
  const use = (column, args, options) => {
    const [command, ...given] = commands[column]
    return results.check(name, column, command, [...given, ...args], { cwd: dir, ...options })
  }
  if (!(await use("TypeScript 7.0", ["-p", "."]))) return
  for (const runtime of [...Object.keys(nodes), "Bun", "Deno"]) {
    if (!found.has(runtime)) results.skip(name, runtime, "not installable")
    else if (nodeOnly.has(name) && !runtime.startsWith("Node")) results.skip(name, runtime, "Node only")
    else await use(runtime, ["out/main.js"], { expected: output })
  }
  if (nodeOnly.has(name)) return results.skip(name, "Vite", "Node only")
  const build = {
    modulePreload: false,
    // `scripts/sizes.json` has the limits of sizes.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: "out/main.js", output: { entryFileNames: "page.js" } }
  }
  // Vite replaces modules of Node by empty ones and only warns: a warning is a failure here.
  writeFileSync(
    join(dir, "vite.config.js"),
    `export default ${JSON.stringify({ logLevel: "warn", build })}\n`
  )
  if (!(await use("Vite", ["build"], { expected: "" }))) return
  return results.check(name, "Vite, run", process.execPath, ["dist/page.js"], { cwd: dir, expected: output })
}

for (const { manifest } of packages) {
  step(`install ${manifest.name} alone`)
  const dir = await project(manifest.name)
  if (!applications.has(manifest.name)) {
    await tryLibrary(manifest.name, dir)
    continue
  }
  const { bin } = readJson(join(dir, "node_modules", manifest.name, "package.json"))
  for (const [program, file] of Object.entries(bin)) {
    for (const node of Object.keys(nodes)) {
      const path = join("node_modules", manifest.name, file)
      const expected = `${program} ${first.version}`
      if (!found.has(node)) results.skip(manifest.name, node, "not installable")
      else
        await results.check(manifest.name, node, ...commands[node], [path, "--version"], {
          cwd: dir,
          expected
        })
    }
  }
}
registry.close()
results.close()
