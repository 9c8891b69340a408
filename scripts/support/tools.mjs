// Runtimes, compilers, package managers and a bundler that users may have, and a registry, as npm packages with exact versions,
// kept between runs.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { need, run } from "./report.mjs"

const home = fileURLToPath(new URL("../../node_modules/.cache/users-tools", import.meta.url))
const bin = (name, file) => join(home, "node_modules", name, file)

export const nodes = { "Node 22.19": "22.19.0", "Node 24": "24.21.0", "Node 26": "26.10.0" }
export const compilers = { "TypeScript 5.9": "5.9.3", "TypeScript 6.0": "6.0.3", "TypeScript 7.0": "7.0.2" }
const yarns = { "Yarn 1": "npm:yarn@1.22.22", "Yarn 4": "npm:@yarnpkg/cli-dist@4.18.1" }
const alias = (name) => name.toLowerCase().replaceAll(/[ .]/g, "-")

/** How each one is started; the compilers and Vite with this process's Node. */
export const commands = {
  ...Object.fromEntries(Object.keys(nodes).map((name) => [name, [bin(alias(name), "bin/node")]])),
  ...Object.fromEntries(
    Object.keys(compilers).map((name) => [name, [process.execPath, bin(alias(name), "bin/tsc")]])
  ),
  ...Object.fromEntries(
    Object.keys(yarns).map((name) => [name, [process.execPath, bin(alias(name), "bin/yarn.js")]])
  ),
  Bun: [bin(".bin", "bun"), "run"],
  // Deno finds packages in node_modules; it gets no other permission.
  Deno: [
    bin(".bin", "deno"),
    "run",
    "--no-prompt",
    "--node-modules-dir=manual",
    "--allow-env",
    "--allow-read"
  ],
  Vite: [process.execPath, bin("vite", "bin/vite.js")]
}

/** The module that starts the registry. */
export const verdaccio = bin("verdaccio", "build/index.mjs")

/** Installs all of them; returns those that start. One that cannot be installed on this machine is left out. */
export const install = async () => {
  mkdirSync(home, { recursive: true })
  const versions = (list, of) =>
    Object.fromEntries(Object.entries(list).map(([name, version]) => [alias(name), `npm:${of}@${version}`]))
  writeFileSync(
    join(home, "package.json"),
    JSON.stringify({
      private: true,
      dependencies: {
        ...versions(compilers, "typescript"),
        ...Object.fromEntries(Object.entries(yarns).map(([name, version]) => [alias(name), version])),
        vite: "8.3.8",
        verdaccio: "6.10.4"
      },
      // verdaccio names a tag of it, which not every registry has.
      overrides: { "node-fetch": "2.7.0" },
      // Their binaries come from install scripts, which some npm versions run only with a setting.
      optionalDependencies: { ...versions(nodes, "node"), bun: "1.4.5", deno: "2.9.6" },
      allowScripts: { bun: true, deno: true, node: true }
    })
  )
  await need("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: home })
  const found = new Map()
  for (const [name, [command, ...args]] of Object.entries(commands)) {
    const script = args.filter((arg) => /(?:\.js|tsc)$/.test(arg))
    const { code, text } = await run(command, [...script, "--version"], { cwd: home })
    if (code === 0) found.set(name, text.trim().split("\n")[0])
  }
  return found
}
