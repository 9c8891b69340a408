// Writes what is made from the sources, where it is out of date: texts that packages contain (not in git), and pages of
// the docs (in git). Every root task, vitest's set-up, `turbo`, an install and `prepack` run this.
//   node scripts/generate.mjs             writes the files; in CI no pages, so that tests find those out of date
//   node scripts/generate.mjs --sources   writes no pages
//   node scripts/generate.mjs --check     writes nothing; fails if a page is out of date or a field lacks a line
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")
const checks = process.argv.includes("--check")
const withPages = checks || !(process.env.CI || process.argv.includes("--sources"))
const isPage = (file) => file.startsWith("docs/") || file === "SECURITY.md"

const read = (file) => readFileSync(join(root, file), "utf8")
const textOf = (file) => (existsSync(join(root, file)) ? read(file) : undefined)

const packages = readdirSync(join(root, "packages"))
  .map((name) => `packages/${name}/src`)
  .filter((folder) => existsSync(join(root, folder)))

const manifests = packages.map((folder) => folder.replace(/src$/, "package.json"))

/** What is made: by a module of `generate/` that exports `make`, from files or whole folders. In this order. */
const steps = [
  {
    name: "fields",
    // The records of api are in these.
    inputs: ["packages/schema/src", "packages/api/src/operations", "packages/api/src/ScreepsError.ts"],
    outputs: ["packages/schema/src/generated/descriptions.ts", "packages/api/src/generated/descriptions.ts"]
  },
  {
    name: "catalogue",
    inputs: ["packages/api/src/operations"],
    outputs: ["packages/api/src/generated/documentation.ts"]
  },
  {
    name: "page",
    inputs: ["packages/schema/src", "packages/pictures/src"],
    outputs: ["packages/pictures/src/generated/page.ts"]
  },
  {
    name: "statsPage",
    inputs: ["packages/pictures/src"],
    outputs: ["packages/pictures/src/generated/statsPage.ts"]
  },
  {
    name: "agents",
    inputs: ["docs/guide/agents.md"],
    outputs: ["schema", "pictures", "api", "socket", "testing"].map((name) => `packages/${name}/AGENTS.md`)
  },
  {
    name: "endpoints",
    inputs: [
      "packages/schema/src",
      "packages/api/src",
      "packages/api/package.json",
      "fixtures/src/specification.ts"
    ],
    outputs: ["docs/endpoints.md"]
  },
  {
    name: "contract",
    inputs: [...packages, "contract/src", "packages/private-server/test-real/differential/differences.json"],
    outputs: ["docs/contract.md"]
  },
  {
    name: "effect",
    inputs: [...packages, "pnpm-workspace.yaml"],
    outputs: ["docs/effect.md"]
  },
  {
    name: "security",
    inputs: [...packages, ...manifests, "scripts/dependencies.json", "scripts/support/dependencies.mjs"],
    outputs: ["SECURITY.md"]
  },
  {
    name: "support",
    inputs: [
      "packages/schema/src",
      "packages/api/src",
      "packages/api/package.json",
      "packages/private-server/server/package.json",
      "pnpm-workspace.yaml",
      "scripts/support/tools.mjs",
      "scripts/generate/endpoints.mjs"
    ],
    outputs: ["docs/guide/support.md"]
  },
  {
    name: "guide",
    inputs: [...packages, "packages/cli/test/support/guide.ts", "packages/cli/README.md"],
    outputs: ["docs/guide/command.md"]
  }
]

/** The files of a folder except generated ones, or the file itself. */
const filesIn = (input) => {
  if (/\.\w+$/.test(input)) return [input]
  return readdirSync(join(root, input), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => `${parentPath.slice(root.length + 1)}/${name}`.replaceAll("\\", "/"))
    .filter((file) => !file.includes("/generated/"))
    .toSorted()
}

const hash = (...texts) => {
  const digest = createHash("sha256")
  for (const text of texts) digest.update(`${text?.length}\n${text}`)
  return digest.digest("hex")
}

const known = new Map()
/** Returns the hashes of the files of a folder, read once. */
const hashOf = (input) => {
  if (!known.has(input)) known.set(input, hash(...filesIn(input).flatMap((file) => [file, read(file)])))
  return known.get(input)
}

const cache = join(root, "node_modules/.cache/screeps-effect")
const stampFile = join(cache, "generated.json")

/** Replaces a whole file: another process that does the same at this moment, or reads it, never finds a part. */
const replace = (file, text) => {
  mkdirSync(dirname(file), { recursive: true })
  mkdirSync(cache, { recursive: true })
  const next = join(cache, `${process.pid}.tmp`)
  writeFileSync(next, text)
  renameSync(next, file)
}

const problems = []
const run = async ({ inputs, name, outputs }) => {
  const { make } = await import(`./generate/${name}.mjs`)
  const files = inputs.flatMap(filesIn)
  const texts = await make({ root, files, outputs, read, problem: (text) => problems.push(text) })
  return Promise.all(
    texts.map(async (text, index) => {
      const file = outputs[index]
      if (file.endsWith(".ts")) return `/** Made by scripts/generate/${name}.mjs: do not edit. */\n\n${text}`
      if (!isPage(file)) return text
      const { format } = await import("oxfmt")
      return (await format(file, text)).code
    })
  )
}

const stampOf = ({ inputs, name }, texts) =>
  hash(
    read("scripts/generate.mjs"),
    read(`scripts/generate/${name}.mjs`),
    read("pnpm-lock.yaml"),
    ...inputs.map(hashOf),
    ...texts
  )

const before = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, "utf8")) : {}
const after = { ...before }
for (const step of steps) {
  const { name, outputs } = step
  if (!withPages && isPage(outputs[0])) continue
  const present = outputs.map(textOf)
  after[name] = stampOf(step, present)
  if (!checks && after[name] === before[name]) continue
  const texts = await run(step)
  for (const [index, text] of texts.entries()) {
    const file = outputs[index]
    if (text === present[index]) continue
    if (checks) problems.push(`${file} is out of date: run pnpm generate`)
    else replace(join(root, file), text)
  }
  after[name] = stampOf(step, texts)
}
if (checks) {
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
} else if (JSON.stringify(before) !== JSON.stringify(after)) replace(stampFile, JSON.stringify(after))
