// Builds and packs every public package, installs the tarballs in an empty project outside the workspace, and checks what a
// user gets: metadata (publint), resolution (attw), contents, that every module imports and type-checks, and sizes.
//   pnpm check:packages --sizes "why they changed"    accepts other sizes
import { spawnSync } from "node:child_process"
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { isDeepStrictEqual, parseArgs } from "node:util"
import { coldStart } from "./cold.mjs"
import { sizes } from "./sizes.mjs"
import { documentationIn } from "./support/hover.mjs"
import { problemsOf, unpack } from "./support/tarball.mjs"
import {
  applications,
  catalog,
  libraries,
  nodeOnly,
  nodeOnlyModules,
  optionalPeers,
  publicModules,
  publicPackages,
  temporary,
  withDependencies,
  withEffect
} from "./support/workspace.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const {
  values: { sizes: reason }
} = parseArgs({ options: { sizes: { type: "string" } } })

/** Compilers that users may have: the latest, and the last one written in TypeScript. */
const compilers = { "typescript-7": "7.0.2", "typescript-5": "5.9.3" }

const problems = []
const start = performance.now()
const step = (text) =>
  console.log(`${((performance.now() - start) / 1000).toFixed(1).padStart(5)} s  ${text}`)
const run = (command, args, cwd = root) => {
  const shell = process.platform === "win32"
  const { error, status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: "utf8", shell })
  if (status === 0) return stdout
  problems.push(`${command} ${args.join(" ")}\n${error?.message ?? ""}${stdout}${stderr}`)
  return ""
}
const stopOnProblems = () => {
  if (problems.length === 0) return
  for (const problem of problems) console.error(`\n✗ ${problem.trim()}`)
  console.error(`\n${problems.length} problems with the packages`)
  process.exit(1)
}

const packages = publicPackages(root).map(({ dir }) => ({ dir, folder: basename(dir) }))

step("build from scratch")
for (const { dir } of packages) {
  // tsc never deletes the output of a removed source, and pack would publish it.
  for (const stale of ["dist", ".tsbuildinfo"]) rmSync(join(dir, stale), { recursive: true, force: true })
}
run("pnpm", ["exec", "tsc", "-b", ...packages.map(({ dir }) => join(dir, "tsconfig.build.json"))])
stopOnProblems()

const work = mkdtempSync(join(tmpdir(), "packed-"))
process.on("exit", () => rmSync(work, { recursive: true, force: true }))

const bounds = join(root, "scripts/tarballs.json")
const limits = reason === undefined ? JSON.parse(readFileSync(bounds, "utf8")) : undefined
const published = publicPackages(root).map(({ manifest }) => manifest.name)

/** Checks one tarball before it is installed. */
const inspect = async ({ dir, folder }) => {
  const tarball = join(work, `${folder}.tgz`)
  run("pnpm", ["pack", "--out", tarball], dir)
  stopOnProblems()
  const unpacked = await unpack(tarball, join(work, "unpacked"))
  const { files, manifest, size } = unpacked
  const wrong = (what) => problems.push(`${manifest.name}: ${what}`)
  // READMEs get their addresses when a release is packed.
  problems.push(...problemsOf(unpacked, { limits, published, relative: true }))
  const isProgram = applications.has(manifest.name)
  const own = withEffect.get(manifest.name)
  const allowed = [...(own ?? []), ...(libraries.get(manifest.name) ?? [])]
  if (
    !isDeepStrictEqual(
      manifest.peerDependencies,
      isProgram || own !== undefined
        ? optionalPeers.get(manifest.name)
        : { effect: catalog("effect", "peer"), ...optionalPeers.get(manifest.name) }
    )
  ) {
    wrong(`has the peer dependencies ${JSON.stringify(manifest.peerDependencies)}`)
  }
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    if (isProgram || !(name.startsWith("@screeps-effect/") || allowed.includes(name))) {
      wrong(`depends on ${name} ${range}`)
    }
  }
  if (!nodeOnly.has(manifest.name)) {
    for (const file of globSync("dist/**/*.js", { cwd: dir })) {
      if (nodeOnlyModules.get(manifest.name)?.includes(file.replaceAll("\\", "/"))) continue
      // Samples in comments may be programs for Node.
      const code = readFileSync(join(dir, file), "utf8").replaceAll(/\/\*[^]*?\*\//g, "")
      // `process.getBuiltinModule` asks for a module where there is one, and needs no Node.
      if (/(?:\bfrom|\bimport|\brequire)[\s(]*["']node:/.test(code)) wrong(`${file} needs Node`)
    }
  }
  run("pnpm", ["exec", "publint", "--strict", tarball])
  if (!isProgram) {
    run("pnpm", ["exec", "attw", "--profile", "esm-only", "--no-emoji", "--no-color", tarball])
  }

  const exported = publicModules(manifest)
  const hidden = globSync("**/*.ts", { cwd: join(dir, "src") })
    .map((file) => `${manifest.name}/${file.replaceAll("\\", "/").replace(/\.ts$/, "")}`)
    .filter((module) => !exported.includes(module))
    .toSorted()
  return { name: manifest.name, tarball, exported, hidden, bound: { files: files.length, kB: size.kB } }
}

step("pack, publint, attw")
const packed = []
for (const one of packages) packed.push(await inspect(one))
stopOnProblems()
if (reason !== undefined) {
  const accepted = Object.fromEntries(packed.map(({ bound, name }) => [name, bound]))
  writeFileSync(bounds, `${JSON.stringify(accepted, null, 2)}\n`)
}

const exported = packed.flatMap((entry) => entry.exported)
const hidden = packed.flatMap((entry) => entry.hidden)

const tarballs = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]))
const aliases = Object.entries(compilers).map(([alias, version]) => [alias, `npm:typescript@${version}`])
const write = (file, content) =>
  writeFileSync(join(work, file), typeof content === "string" ? content : JSON.stringify(content))
write("package.json", {
  private: true,
  type: "module",
  dependencies: {
    effect: catalog("effect"),
    // The server for trying the command.
    "@effect/platform-node": catalog("@effect/platform-node"),
    // Peers of one module each of `api` and `lab`; and what an example with tests imports.
    undici: catalog("undici"),
    vitest: catalog("vitest"),
    "@effect/vitest": catalog("@effect/vitest"),
    ...tarballs,
    ...Object.fromEntries(aliases)
  }
})
// Overrides, because the packages' own versions of each other are in no registry yet.
write("pnpm-workspace.yaml", {
  packages: ["."],
  pmOnFail: "ignore",
  trustLockfile: true,
  overrides: tarballs
})
const uses = exported.map((name, i) => `import * as m${i} from ${JSON.stringify(name)}\nvoid m${i}`)
write("main.ts", uses.join("\n"))
write(
  "import.mjs",
  `const exported = ${JSON.stringify(exported)}
const hidden = ${JSON.stringify(hidden)}
const code = (name) => import(name).then(() => undefined, (error) => error.code ?? String(error))
for (const name of exported) {
  const failed = await code(name)
  if (failed) { console.error(name + " does not import: " + failed); process.exitCode = 1 }
}
for (const name of hidden) {
  if ((await code(name)) !== "ERR_PACKAGE_PATH_NOT_EXPORTED") { console.error(name + " can be imported but is not exported"); process.exitCode = 1 }
}
`
)
write(
  "conditions.mjs",
  `import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
const shown = (module) => JSON.stringify(Object.entries(module).map(([key, value]) => [key, value?.name]))
for (const name of ${JSON.stringify(packed.map(({ name }) => name))}) {
  const dir = join(import.meta.dirname, "node_modules", name)
  const { exports } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"))
  for (const [key, { default: single, node }] of Object.entries(exports)) {
    if (node === undefined) continue
    const [a, b] = await Promise.all([node, single].map((file) => import(pathToFileURL(join(dir, file)).href)))
    if (shown(a) === shown(b)) continue
    console.error(name + key.slice(1) + " exports other values or names in its bundle")
    process.exitCode = 1
  }
}
`
)
write(
  "command.mjs",
  `import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Server from "@screeps-effect/api/Server"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { execFile } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"

const shell = process.platform === "win32"
const bin = join(import.meta.dirname, "node_modules/.bin", shell ? "screeps.cmd" : "screeps")
const cwd = mkdtempSync(join(tmpdir(), "empty-"))
const screeps = (...args) =>
  Effect.callback((resume) => {
    execFile(bin, args, { cwd, shell }, (error, stdout, stderr) =>
      resume(Effect.sync(() => {
        if (error !== null || stderr !== "") throw new Error("screeps " + args.join(" ") + ": " + stderr + error)
        return stdout
      }))
    )
  })
const expect = (text, pattern) => Effect.sync(() => {
  if (!pattern.test(text)) throw new Error(text + " is not " + pattern)
})
const port = TestServer.layerHttp().pipe(Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })))
NodeRuntime.runMain(
  Effect.gen(function* () {
    const { url } = yield* Server.Server
    yield* expect(yield* screeps("--version"), /^screeps \\d+\\.\\d+\\.\\d+\\n$/)
    yield* expect(yield* screeps("call", "game.version", "--url", url, "--json"), /^\\{"ok":1,.*\\}\\n$/)
  }).pipe(Effect.provide(port))
)
`
)
write("tsconfig.json", {
  compilerOptions: {
    module: "NodeNext",
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true
  },
  include: ["main.ts"]
})

step("install the tarballs in a bare project")
run("pnpm", ["install", "--prefer-offline", "--ignore-scripts"], work)
stopOnProblems()
step(`import ${exported.length} modules, and check that ${hidden.length} internal ones cannot be imported`)
run(process.execPath, ["import.mjs"], work)
step("compare the bundles with the single modules")
run(process.execPath, ["conditions.mjs"], work)
step("import and call once")
for (const line of await coldStart(work)) console.log(`         ${line}`)
write(
  "hover.ts",
  `import type { Me } from "@screeps-effect/api/Auth"
import type * as Market from "@screeps-effect/api/Market"
import type { Creep } from "@screeps-effect/schema/Creep"
import type { Order } from "@screeps-effect/schema/Order"
type Input = Parameters<typeof Market.orders>[0]
export const show = (creep: Creep, me: Me, order: Order, input: Input) =>
  [creep.x, creep.fatigue, me.gcl, order.price, input.resourceType, input.shard]
`
)
const fields = ["creep.x", "creep.fatigue", "me.gcl", "order.price", "input.resourceType", "input.shard"]
step("hover over fields")
documentationIn(join(work, "hover.ts"), fields).forEach((text, index) => {
  if (text === "") problems.push(`${fields[index]} has no documentation in the packed declarations`)
})
stopOnProblems()
step("run the command from an empty folder")
run(process.execPath, ["command.mjs"], work)
step("follow the README in an empty folder")
const readme = readFileSync(join(root, "README.md"), "utf8")
const [, first = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(readme) ?? []
const [, wanted = ""] = /^npm install (.*)$/m.exec(readme) ?? []
// Ours come from the tarballs, with those that they depend on.
const ours = withDependencies(publicPackages(root), wanted.split(" ")).map(({ manifest }) => manifest.name)
const others = wanted.split(" ").filter((name) => !ours.includes(name))
const empty = temporary("my-screeps-tool")
writeFileSync(join(empty, "first.ts"), first)
run("npm", ["init", "-y"], empty)
run("npm", ["pkg", "set", "type=module"], empty)
const given = [...others, ...ours.map((name) => tarballs[name])]
run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...given], empty)
run(process.execPath, ["--disable-warning=ExperimentalWarning", "first.ts"], empty)
stopOnProblems()
step("run the first examples")
const examples = globSync("0*.ts", { cwd: join(root, "examples/src") })
for (const file of examples.toSorted()) {
  cpSync(join(root, "examples/src", file), join(work, file))
  const program = file.endsWith(".test.ts") ? ["node_modules/vitest/vitest.mjs", "run", file] : [file]
  run(process.execPath, ["--disable-warning=ExperimentalWarning", ...program], work)
}
stopOnProblems()
for (const [alias, version] of Object.entries(compilers)) {
  step(`type-check with TypeScript ${version}`)
  run(process.execPath, [join(work, "node_modules", alias, "bin/tsc"), "-p", "."], work)
}
step("bundle programs that use a part")
const bundled = await sizes(work, reason)
for (const line of bundled.lines) console.log(`         ${line}`)
problems.push(...bundled.problems)
stopOnProblems()
step(`${packed.length} packages, ${exported.length} modules: packed, imported and type-checked`)
