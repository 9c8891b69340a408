// Runs programs of users on every runtime, and type-checks them with every compiler.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { need, step } from "../support/report.mjs"
import { commands, compilers, nodes } from "../support/tools.mjs"
import { programs } from "../support/programs.mjs"
import {
  applications,
  nodeOnly,
  publicModules,
  readJson,
  temporary,
  withEffect
} from "../support/workspace.mjs"
import { deployment, firstProgram, firstTest, installed } from "./readme.mjs"

const runtimes = [...Object.keys(nodes), "Bun", "Deno"]

/** An empty folder with packages that npm installed. */
const project = async (wanted, env) => {
  const dir = join(temporary("user"), "my-screeps-tool")
  mkdirSync(dir)
  writeFileSync(join(dir, "package.json"), JSON.stringify({ private: true, type: "module" }))
  await need("npm", ["install", "--no-audit", "--no-fund", ...wanted], { cwd: dir, env })
  return dir
}

/** Starts programs in a folder; a cell per runtime or tool. */
const startIn = (results, found, env, dir) => (row, column, args, options) => {
  if (!found.has(column)) return results.skip(row, column, "not installable")
  const [command, ...given] = commands[column]
  return results.check(row, column, command, [...given, ...args], { cwd: dir, env, ...options })
}

/** README's programs, which somebody copies into files and starts. */
export const tryReadme = async (results, { env, found }) => {
  step("install what README names, and run its programs")
  const dir = await project([...installed, "vitest", "@effect/vitest"], env)
  const use = startIn(results, found, env, dir)
  const files = { "first.ts": firstProgram, "deploy.ts": deployment }
  for (const [file, { code, output }] of Object.entries(files)) {
    writeFileSync(join(dir, file), code)
    for (const runtime of runtimes) {
      const quiet = runtime.startsWith("Node") ? ["--disable-warning=ExperimentalWarning"] : []
      await use(`README: ${file}`, runtime, [...quiet, file], output)
    }
  }
  writeFileSync(join(dir, "world.test.ts"), firstTest)
  for (const runtime of runtimes) {
    const row = "README: a test with vitest"
    if (runtime.startsWith("Node"))
      await use(row, runtime, ["node_modules/vitest/vitest.mjs", "run"], { expected: /1 passed/ })
    else results.skip(row, runtime, "vitest runs in Node")
  }
}

const userOptions = {
  target: "ES2022",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  types: [],
  strict: true,
  skipLibCheck: false
}

/** Compiler settings of users by name. */
const resolutions = {
  bundler: { module: "ESNext", moduleResolution: "Bundler" },
  node16: { module: "Node16", moduleResolution: "Node16" },
  nodenext: { module: "NodeNext", moduleResolution: "NodeNext" }
}

/** All public modules at once, with every compiler and every way of finding modules. */
export const tryTypes = async (results, { env, found, packages, versions }) => {
  const libraries = packages.filter(({ manifest }) => !applications.has(manifest.name))
  const modules = libraries.flatMap(({ manifest }) => publicModules(manifest))
  step(`type-check ${modules.length} modules`)
  const peers = libraries.flatMap(({ manifest }) => Object.keys(manifest.peerDependenciesMeta ?? {}))
  const names = libraries.map(({ manifest: { name } }) => `${name}@${versions[name]}`)
  const dir = await project(["effect", ...new Set(peers), ...names], env)
  const use = startIn(results, found, env, dir)
  writeFileSync(
    join(dir, "main.ts"),
    modules.map((name, i) => `import * as m${i} from ${JSON.stringify(name)}\nvoid m${i}`).join("\n")
  )
  for (const [name, options] of Object.entries(resolutions)) {
    const compilerOptions = { ...userOptions, exactOptionalPropertyTypes: true, noEmit: true, ...options }
    writeFileSync(join(dir, `${name}.json`), JSON.stringify({ compilerOptions, include: ["main.ts"] }))
    for (const compiler of Object.keys(compilers))
      await use(name, compiler, ["-p", `${name}.json`], { expected: "" })
  }
}

/** Bundles a compiled program for a browser, and runs the bundle. */
const tryVite = async (results, name, dir, use, output) => {
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
  if (await use(name, "Vite", ["build"], { expected: "" }))
    await results.check(name, "Vite, run", process.execPath, ["dist/page.js"], { cwd: dir, expected: output })
}

/** Uses a library alone, like a user: compile, run, and bundle for a browser. */
const tryLibrary = async (results, name, dir, use) => {
  const { code, output } = programs[name]
  writeFileSync(join(dir, "main.ts"), `${code}\n`)
  const compilerOptions = { ...userOptions, module: "NodeNext", outDir: "out" }
  writeFileSync(join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["main.ts"] }))
  if (!(await use(name, "TypeScript 7.0", ["-p", "."]))) return
  for (const runtime of runtimes) {
    if (nodeOnly.has(name) && !runtime.startsWith("Node")) results.skip(name, runtime, "Node only")
    else await use(name, runtime, ["out/main.js"], { expected: output })
  }
  if (nodeOnly.has(name)) results.skip(name, "Vite", "Node only")
  else await tryVite(results, name, dir, use, output)
}

/** Each package alone, installed as its README says: with `effect`, unless the package brings it. */
export const tryAlone = async (results, { env, found, packages, versions }) => {
  for (const { manifest } of packages) {
    const { name } = manifest
    step(`install ${name} alone`)
    const wanted = `${name}@${versions[name]}`
    const dir = await project(
      applications.has(name) || withEffect.has(name) ? [wanted] : ["effect", wanted],
      env
    )
    const use = startIn(results, found, env, dir)
    if (!applications.has(name)) {
      await tryLibrary(results, name, dir, use)
      continue
    }
    const { bin } = readJson(join(dir, "node_modules", name, "package.json"))
    for (const [program, file] of Object.entries(bin)) {
      const expected = `${program} ${versions[name]}`
      for (const node of Object.keys(nodes))
        await use(name, node, [join("node_modules", name, file), "--version"], { expected })
      for (const other of ["Bun", "Deno"]) results.skip(name, other, "Node only")
    }
  }
}
