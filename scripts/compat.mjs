// Checks the compatibility of the packed packages: with the lowest and the latest `effect` that they allow, on every Node,
// and their declarations with every TypeScript, `skipLibCheck: false`.
import * as Option from "effect/Option"
import * as SemVer from "effect/SemVer"
import * as SemVerRange from "effect/SemVerRange"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { need, step, table } from "./support/report.mjs"
import { commands, compilers, install, nodes } from "./support/tools.mjs"
import {
  catalog,
  copyWorkspace,
  publicModules,
  publicPackages,
  readJson,
  temporary
} from "./support/workspace.mjs"

/** Returns the lowest and the newest published version that a range admits. */
const admitted = async (range) => {
  const published = JSON.parse(await need("npm", ["view", "effect", "versions", "--json"]))
  const [lowest, newest] = [SemVerRange.minSatisfying, SemVerRange.maxSatisfying].map((select) =>
    SemVer.format(Option.getOrThrow(select(SemVerRange.parseUnsafe(range), published)))
  )
  return [...new Set([lowest, newest])]
}

const results = table("effect")
const versions = await admitted(catalog("effect", "peer"))
step(`effect ${catalog("effect", "peer")}: lowest ${versions[0]}, newest ${versions.at(-1)}`)

step("copy the working tree, build, pack")
const copy = await copyWorkspace()
const packages = publicPackages(copy)
const tarballs = {}
for (const { dir, manifest } of packages) {
  const tarball = `${dir}.tgz`
  await need("pnpm", ["pack", "--out", tarball], { cwd: dir })
  tarballs[manifest.name] = `file:${tarball}`
}
/** What users install themselves for some modules. */
const peers = Object.fromEntries(
  packages.flatMap(({ manifest }) =>
    Object.keys(manifest.peerDependenciesMeta ?? {}).map((name) => [name, catalog(name, "peer")])
  )
)
const modules = packages.flatMap(({ manifest }) => publicModules(manifest))

step("install every Node and TypeScript")
const found = await install()

/** Reads a room over HTTP and over a socket, without a server; then runs the command for its version. */
const program = `
import { Credentials, Game, ScreepsClient } from "@screeps-effect/api"
import { RoomFeed, ScreepsSocket } from "@screeps-effect/socket"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

const world = ScreepsWorld.make({ seed: "any", accounts: [{ username: "bob", password: "secret" }] })
const layer = RoomFeed.layer().pipe(
  Layer.provideMerge(ScreepsSocket.layer()),
  Layer.provideMerge(ScreepsClient.layerNoDeps()),
  Layer.provide(Credentials.layerPassword({ username: "bob", password: Redacted.make("secret") })),
  Layer.provideMerge(TestServer.layer(world, { tickEvery: "10 millis" }))
)
const read = Effect.gen(function* () {
  yield* Game.placeSpawn({ room: "W7N7", x: 25, y: 25, name: "Spawn1" })
  const terrain = yield* Game.terrain({ room: "W7N7" })
  const [state] = yield* RoomFeed.states("W7N7").pipe(Stream.take(1), Stream.runCollect)
  return [terrain.at(0, 0) !== undefined, state !== undefined].join(" ")
})
Effect.runPromise(Effect.provide(read, layer)).then(console.log)
`
const everything = `
const names = ${JSON.stringify(modules)}
for (const name of names) await import(name)
console.log(names.length)
`
const compilerOptions = {
  target: "ES2022",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true
}
/** Compiler settings of users: with a browser's types, with those of Node instead, and for a bundler. */
const settings = {
  dom: { module: "NodeNext" },
  node: { module: "NodeNext", lib: ["ES2023"], types: ["node"] },
  bundler: { module: "ESNext", moduleResolution: "Bundler" }
}
/** Modules whose types are those of pages; the index of their package does not export them. */
const ofPages = new Set(["@screeps-effect/pictures/RoomCanvas"])
/** Without a browser's types Effect's own declarations of `crypto` lack `CryptoKey`, which cannot be fixed here. */
const excused = {
  node: /^node_modules\/[^(]*\/effect\/dist\/crypto\/\w+\.d\.ts\([^']*'(CryptoKey|JsonWebKey)'/
}

for (const version of versions) {
  step(`with effect ${version}`)
  const dir = temporary("compat")
  const write = (file, content) =>
    writeFileSync(join(dir, file), typeof content === "string" ? content : JSON.stringify(content))
  const effect = { effect: version }
  write("package.json", {
    private: true,
    type: "module",
    dependencies: { ...effect, ...tarballs, ...peers, "@types/node": catalog("@types/node") }
  })
  write("pnpm-workspace.yaml", {
    packages: ["."],
    pmOnFail: "ignore",
    trustLockfile: true,
    overrides: { ...effect, ...tarballs }
  })
  await need("pnpm", ["install", "--prefer-offline", "--ignore-scripts"], { cwd: dir })
  const installed = readJson(join(dir, "node_modules/effect/package.json")).version
  if (installed !== version) throw new Error(`expected effect ${version}, but ${installed} was installed`)
  write("program.mjs", program)
  write("everything.mjs", everything)
  for (const [name, options] of Object.entries(settings)) {
    const imported = name === "node" ? modules.filter((module) => !ofPages.has(module)) : modules
    write(
      `${name}.ts`,
      imported.map((module, i) => `import * as m${i} from ${JSON.stringify(module)}\nvoid m${i}`).join("\n")
    )
    write(`${name}.json`, { compilerOptions: { ...compilerOptions, ...options }, include: [`${name}.ts`] })
  }

  const check = (what, column, args, options) => {
    const row = `${version}, ${what}`
    if (!found.has(column)) return results.skip(row, column, "not installable")
    const [command, ...given] = commands[column]
    return results.check(row, column, command, [...given, ...args], { cwd: dir, ...options })
  }
  for (const node of Object.keys(nodes)) {
    await check(
      `imports ${modules.length} modules`,
      node,
      ["--disable-warning=ExperimentalWarning", "everything.mjs"],
      {
        expected: String(modules.length)
      }
    )
    await check("reads and watches a room", node, ["program.mjs"], { expected: "true true" })
    await check("runs the command", node, ["node_modules/@screeps-effect/cli/dist/bin.js", "--help"])
  }
  for (const compiler of Object.keys(compilers)) {
    for (const name of Object.keys(settings)) {
      await check(`declares (${name})`, compiler, ["-p", `${name}.json`], {
        expected: "",
        excused: excused[name]
      })
    }
  }
}
results.close()
