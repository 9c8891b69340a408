// The page about versions of Effect: which of its modules that may change in a minor version each package imports, and where.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { catalog } from "../support/workspace.mjs"

/** What the packages use unstable modules for, and what a release would do if these changed or went away. */
const areas = [
  {
    modules: ["FileSystem", "Path", "PlatformError"],
    use: "files; services that the user's platform provides, named in the requirements of layers that read files",
    plan: "adapt `api/LocalFile`, through which files are read and written, and the modules that list folders or pass the services on"
  },
  {
    modules: ["http/"],
    use: "`HttpClient` is the user's choice of a transport, and appears in the types of layers",
    plan: "adapt `client/middleware/transport.ts`, the only caller in the SDK, `UndiciHttpClient`, and the servers of `testing`, `stats`, `mcp` and the command. All other steps of a request work on `Request` and `Response`, which are our own"
  },
  {
    modules: ["socket/"],
    use: "the constructor of WebSockets, which the user's platform provides, appears in the types of layers",
    plan: "adapt `connection/webSocket`, the only module of the SDK that opens one, and the in-memory one of `testing`; without it, a service of our own with the same function"
  },
  {
    modules: ["sql/", "reactivity/"],
    use: "the stores of `collector` and `world`; the user provides the client",
    plan: "adapt them; queries are SQL texts, stored data does not change"
  },
  {
    modules: ["persistence/PersistedQueue"],
    use: "the jobs of `collector`",
    plan: "adapt, with a migration if its tables change; without it, a table of our own: the ledger decides what is done, the queue only hands out jobs"
  },
  {
    modules: ["persistence/Persistence"],
    use: "what `world` keeps",
    plan: "adapt; what is kept can be requested again"
  },
  {
    modules: ["persistence/Redis"],
    use: "rate limits that processes share",
    plan: "adapt one file; without it, a service with one function, since one script is all that runs there"
  },
  {
    modules: ["persistence/UserDirectories"],
    use: "the folders for settings and source maps",
    plan: "adapt; without it, the rules of XDG, Windows and macOS in one function"
  },
  {
    modules: ["process/"],
    use: "starting the game's own server",
    plan: "adapt `process/process.ts`; without it, `node:child_process`"
  },
  {
    modules: ["ai/"],
    use: "`mcp`: tools as values, and the protocol",
    plan: "adapt `ScreepsMcp` and `tools/define.ts`; tools are made from operations and do not know the protocol. Without it, the SDK of the protocol's authors"
  },
  {
    modules: ["observability/"],
    use: "outputs of `stats`",
    plan: "adapt one file for each output; the formats are standards, an exporter of them is short"
  },
  {
    modules: ["encoding/Yaml"],
    use: "reading `.screeps.yaml`",
    plan: "adapt one file; without it the library `yaml`, which `lab` has"
  },
  {
    modules: ["Version"],
    use: "the warning about an untested version",
    plan: "adapt one file; without it no warning: the package manager reports the same"
  },
  {
    modules: ["Stdio"],
    use: "standard input and output of the command and of `ScreepsMcp`",
    plan: "adapt; without it, a service of our own with two streams"
  },
  {
    modules: ["cli/", "Terminal", "TextDiff"],
    use: "the command, which has its own Effect",
    plan: "adapt in a later release; users notice nothing"
  }
]

const areaOf = (module) =>
  areas.find(({ modules }) =>
    modules.some((one) => (one.endsWith("/") ? module.startsWith(one) : module === one))
  )

const row = (cells) => `| ${cells.join(" | ")} |`

/** The stability that the documentation of a module of Effect states. */
const stabilityOf = (module, read) => {
  const folder = "node_modules/effect/src"
  const file = [`${folder}/${module}.ts`, `${folder}/${module}/index.ts`].find((path) =>
    existsSync(join(import.meta.dirname, "../..", path))
  )
  return /@stability (\w+)/.exec(read(file))?.[1]
}

/** Returns the imports of Effect's modules in a source file. */
const importsOf = (text) =>
  [...text.matchAll(/^(?:import|export)\b[^"]*? from "effect\/([^"]+)"$/gm)].map(([, module]) => module)

/** Up to three files by name; of more, the first two and their number. */
const listed = (files) => {
  const names = files.map((file) => `\`${file}\``)
  return files.length <= 3 ? names.join(", ") : `${names.slice(0, 2).join(", ")} and ${files.length - 2} more`
}

/** Returns the unstable modules that a package imports, each with its files. */
const unstableIn = (name, files, read) => {
  const users = new Map()
  for (const file of files) {
    const short = file.slice(`packages/${name}/src/`.length)
    for (const module of importsOf(read(file))) {
      if (stabilityOf(module, read) === "stable") continue
      users.set(module, [...new Set([...(users.get(module) ?? []), short])])
    }
  }
  return [...users].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

export const make = ({ files, problem, read }) => {
  const packages = Map.groupBy(
    files.filter((file) => file.startsWith("packages/")),
    (file) => file.split("/")[1]
  )
  const found = new Set()
  const sections = [...packages].map(([name, own]) => {
    const unstable = unstableIn(name, own, read)
    for (const [module] of unstable) found.add(module)
    const lines = unstable.map(([module, where]) => row([`\`effect/${module}\``, listed(where)]))
    return `### ${name}\n\n${lines.length === 0 ? "None." : [row(["module", "files"]), row(["---", "---"]), ...lines].join("\n")}`
  })
  for (const module of found)
    if (areaOf(module) === undefined)
      problem(`effect/${module} is unstable: say in scripts/generate/effect.mjs what to do if it changes`)
  const plans = areas.map((area) => {
    const used = [...found].filter((module) => areaOf(module) === area)
    if (used.length === 0)
      problem(`no package imports ${area.modules.join(", ")}: remove it from scripts/generate/effect.mjs`)
    return row([
      area.modules.map((one) => `\`effect/${one}${one.endsWith("/") ? "…" : ""}\``).join(", "),
      area.use,
      area.plan
    ])
  })
  return [
    `# Versions of Effect

The packages have the peer dependency \`effect@${catalog("effect", "peer")}\`. It admits the minor versions that they were tested with, and no
other: most of what Effect has beside its core (HTTP, sockets, SQL, the command line, …) is marked \`@stability unstable\`, and
such a module may change in a minor version.

- \`pnpm compat\` installs the packed packages with the lowest and with the latest \`effect\` that the range admits, on every
  supported Node, and checks their declarations with every supported TypeScript.
- **Another minor version is installed, or wanted?** The package manager reports it (npm refuses, with \`ERESOLVE\`), and a client
  logs a warning when it starts. Install \`effect@${catalog("effect", "peer")}\`, or a newer version of the \`@screeps-effect/*\` packages: each admits a new minor
  version of Effect in a release of its own, as soon as it has been tested.
- A program that must go ahead at its own risk overrides the range in its \`package.json\` (\`overrides\` of npm and pnpm,
  \`resolutions\` of yarn).
- \`promise\`, \`rollup-plugin\` and \`cli\` bring their own \`effect\`: they do not depend on yours.

## If an unstable module changes

A release adapts what is named here, admits the new minor version, and is a minor version itself where the type of a public name
changes. \`pnpm compat\` and the texts of the public API (\`docs/public-api\`) show it.

${[row(["module", "used for", "what we would do"]), row(["---", "---", "---"]), ...plans].join("\n")}

## Unstable modules, by package

Modules that are not marked stable as a whole, with the files that import them. Everything else that a package imports is in
modules marked stable (of which single exports may be unstable, too, such as some of \`effect/Schema\`).

${sections.join("\n\n")}

Generated by \`scripts/generate/effect.mjs\` from the imports.
`
  ]
}
