// Installs all packages by name and version with every package manager, and upgrades them. Two of them take no version of the
// last day, unless a project allows it: both are tried.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { commands } from "../support/tools.mjs"
import { temporary } from "../support/workspace.mjs"
import { firstProgram } from "./readme.mjs"

const [bun] = commands.Bun
const yarn4 = {
  command: commands["Yarn 4"],
  add: ["add"],
  upgrade: ["up", "--recursive", "@screeps-effect/*"],
  node: [...commands["Yarn 4"], "node"],
  firstDay: /are quarantined/
}
const approved = 'npmPreapprovedPackages: ["@screeps-effect/*"]\n'
const node = [process.execPath]
const workspaceOf = (settings) => ({
  "pnpm-workspace.yaml": JSON.stringify({ packages: ["."], ...settings })
})

/**
 * How each one adds packages, upgrades those of the project, and starts Node; the files of a new project; what it says about
 * versions of the last day, and the files that make it take them.
 */
const managers = {
  npm: {
    command: ["npm"],
    add: ["install", "--no-audit", "--no-fund"],
    upgrade: ["update", "--no-audit", "--no-fund"],
    node
  },
  pnpm: {
    command: ["pnpm"],
    add: ["add"],
    upgrade: ["update", "--recursive", "@screeps-effect/*"],
    node,
    firstDay: /minimumReleaseAge|minimum release age/i,
    files: workspaceOf({}),
    approve: workspaceOf({ minimumReleaseAgeExclude: ["@screeps-effect/*"] })
  },
  "Yarn 1": {
    command: commands["Yarn 1"],
    add: ["add", "--non-interactive"],
    upgrade: ["upgrade", "--non-interactive", "--scope", "@screeps-effect"],
    node
  },
  "Yarn 4, PnP": {
    ...yarn4,
    files: { "yarn.lock": "", ".yarnrc.yml": "nodeLinker: pnp\n" },
    approve: { ".yarnrc.yml": `nodeLinker: pnp\n${approved}` }
  },
  "Yarn 4, node_modules": {
    ...yarn4,
    files: { "yarn.lock": "", ".yarnrc.yml": "nodeLinker: node-modules\n" },
    approve: { ".yarnrc.yml": `nodeLinker: node-modules\n${approved}` }
  },
  Bun: { command: [bun], add: ["add"], upgrade: ["update"], node }
}

/** Prints every copy of Effect and of the packages that can be reached, with its version, one a line. */
const copies = (names) => `
const { createRequire } = require("node:module")
const { join } = require("node:path")
const found = new Map()
const visit = (name, from) => {
  const manifest = createRequire(from).resolve(name + "/package.json")
  if (found.has(manifest)) return
  const { version, dependencies, peerDependencies } = require(manifest)
  found.set(manifest, name + "@" + version)
  for (const next of Object.keys({ ...dependencies, ...peerDependencies }))
    if (next === "effect" || next.startsWith("@screeps-effect/")) visit(next, manifest)
}
for (const name of ${JSON.stringify(names)}) visit(name, join(__dirname, "package.json"))
console.log([...found.values()].toSorted().join("\\n"))
`

/** One project per package manager, in empty folders. */
export const startProjects = (results, env, versions, effect) => {
  const names = Object.keys(versions)
  const projects = new Map()
  const use = (name, column, args, options) => {
    const { dir, manager } = projects.get(name)
    const [command, ...first] = options?.node ? manager.node : manager.command
    return results.check(name, column, command, [...first, ...args], { cwd: dir, env, ...options })
  }
  const listed = (of) => [
    `effect@${effect}`,
    ...Object.entries(of).map(([name, version]) => `${name}@${version}`)
  ]

  /** Everything is there once, and runs. */
  const tryProject = async (name, when, of) => {
    await use(name, `one copy${when}`, ["copies.cjs"], {
      node: true,
      expected: listed(of).toSorted().join("\n")
    })
    await use(name, `README's program${when}`, ["--disable-warning=ExperimentalWarning", "first.ts"], {
      node: true,
      ...firstProgram.output
    })
  }
  return {
    install: async () => {
      for (const [name, manager] of Object.entries(managers)) {
        const dir = join(temporary("project"), "my-screeps-tool")
        mkdirSync(dir)
        const write = (files) => {
          for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text)
        }
        write({
          "package.json": JSON.stringify({ name: "my-screeps-tool", private: true, type: "module" }),
          "first.ts": firstProgram.code,
          "copies.cjs": copies(names),
          ...manager.files
        })
        projects.set(name, { dir, manager })
        const wanted = [...listed(versions), `@effect/platform-node@${effect}`]
        const add = [...manager.add, ...wanted.map((one) => one.replace(/@(\d)/, "@^$1"))]
        if (manager.firstDay !== undefined) {
          await use(name, "on its first day", add, { refused: manager.firstDay })
          write(manager.approve)
        }
        if (!(await use(name, "install", add))) {
          projects.delete(name)
          continue
        }
        await tryProject(name, "", versions)
      }
    },
    upgrade: async (to) => {
      for (const [name, { manager }] of projects) {
        if (await use(name, "upgrade", manager.upgrade)) await tryProject(name, " after it", to)
      }
    }
  }
}
