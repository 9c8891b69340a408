// Runs a root task (`demo`, `test`, …) with a suitable Node and pnpm; what the machine lacks is fetched from npm.
// Imports nothing that has to be installed: this runs before anything is installed, also on a Node too old for the rest.
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { run as runIn } from "./support/run.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"))
const manifest = readJson(join(root, "package.json"))
const node = "24.21.0"
const [task, ...given] = process.argv.slice(2)
// npm removes the `--` of `npm run demo -- --help`, pnpm passes it on.
const args = given[0] === "--" ? given.slice(1) : given
/** Node 22 warns at every start that it runs TypeScript. */
const quiet = ["--disable-warning=ExperimentalWarning"]
process.env.DEV_CWD ??= process.env.INIT_CWD ?? process.cwd()
// Tests start vitest once per package, and hundreds of programs: each compiles only what none before it has compiled.
if (task === "test") process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/compile")
const inCi = Boolean(process.env.CI)

const run = (command, commandArgs, cwd = root) => runIn(command, commandArgs, cwd)

/** Whether this Node satisfies "engines.node" (22.19 and later 22s, any 24, 26 and later). */
const nodeFits = () => {
  const [major, minor] = process.versions.node.split(".").map(Number)
  return (major === 22 && minor >= 19) || major === 24 || major >= 26
}

/** Whether a pnpm that reads this workspace's settings started this process. */
const inPnpm = () => Number(/^pnpm\/(\d+)/.exec(process.env.npm_config_user_agent ?? "")?.[1]) >= 12

if (!nodeFits() || !(inPnpm() || process.env.DEV_BOOTSTRAPPED)) {
  if (process.env.DEV_BOOTSTRAPPED)
    throw new Error("Could not provide a suitable Node and pnpm: install the versions in package.json.")
  process.env.DEV_BOOTSTRAPPED = "1"
  const packages = [manifest.packageManager, ...(nodeFits() ? [] : [`node@${node}`])]
  const self = fileURLToPath(import.meta.url)
  // --prefer-offline: without it, npx waits a minute on a machine without network before it uses its cache.
  const npx = ["--yes", "--prefer-offline", ...packages.flatMap((name) => ["-p", name])]
  process.exit(await run("npx", [...npx, "--", "node", self, task, ...args]))
}

/** Runs a program of the workspace; pnpm first installs the workspace if needed, silently otherwise. */
const exec = (...command) => run("pnpm", ["exec", ...command])

/** Builds the declarations that the reference, the texts of the public API and the check of public names read. */
const build = () =>
  exec("turbo", "run", "build", "--filter=!@screeps-effect/cli", "--output-logs=errors-only")

/** The workspace's packages that have this script. */
const packagesWith = (script) => {
  const [, globs] = /^packages:\n((?: {2}- .*\n)+)/m.exec(
    readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")
  )
  return globs
    .split("\n")
    .map((line) => line.replace(/^ *- */, "").replaceAll('"', ""))
    .filter(Boolean)
    .flatMap((glob) =>
      glob.endsWith("/*")
        ? readdirSync(join(root, glob.slice(0, -2))).map((name) => `${glob.slice(0, -2)}/${name}`)
        : [glob]
    )
    .filter((dir) => existsSync(join(root, dir, "package.json")))
    .filter((dir) => readJson(join(root, dir, "package.json")).scripts?.[script])
}

const totals = { passed: 0, failed: 0, skipped: 0, missing: 0 }
const addReport = (dir, file) => {
  try {
    const report = readJson(join(root, dir, file))
    totals.passed += report.numPassedTests
    totals.failed += report.numFailedTests
    totals.skipped += report.numPendingTests + report.numTodoTests
    // A file that could not be loaded has no failed tests.
    if (!report.success && report.numFailedTests === 0) totals.failed += 1
  } catch {
    totals.missing += 1
    console.error(`${dir} wrote no test report`)
  }
}
const closingLine = () =>
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)

/** Runs tests that need more than this repository: the game's own server, a browser. */
const testOutside = async (script, file) => {
  const packages = packagesWith(script)
  const rest = [...args]
  const at = rest.indexOf("--repeat")
  const times = at < 0 ? 1 : Number(rest.splice(at, 2)[1])
  if (!(times >= 1)) throw new Error("--repeat takes a number")
  let status = 0
  for (let i = 0; i < times; i++) {
    for (const dir of packages) {
      rmSync(join(root, dir, file), { force: true })
      const code = await run("pnpm", ["--dir", join(root, dir), "run", script, ...rest])
      if (code !== 0) status = 1
      addReport(dir, file)
    }
  }
  closingLine()
  if (status !== 0 || totals.failed + totals.missing > 0) return 1
  // On a machine that lacks the requirements all tests are skipped.
  return totals.passed + totals.skipped > 0 ? 0 : 1
}

const tasks = {
  demo: () => {
    const program = join(root, "examples/src/demo.ts")
    // Started in the user's folder, so that relative paths resolve there.
    return run(process.execPath, [...quiet, program, ...args], process.env.DEV_CWD)
  },
  // All tests of the examples except the demo and the editor's texts, which `npm test` runs, too.
  examples: () =>
    exec("vitest", "run", "--root", "examples", "--exclude", "test/{demo,hover}.test.ts", ...args),
  bench: () => exec("node", ...quiet, "bench/src/main.ts", ...args),
  fuzz: () => exec("node", ...quiet, "fuzz/src/main.ts", ...args),
  docs: async () => (await build()) || exec("pnpm", "--dir", "docs", "run", "site", ...args),
  "check:packages": () => exec("node", "scripts/check-packages.mjs", ...args),
  tarballs: () => exec("node", "scripts/tarballs.mjs", ...args),
  compat: () => exec("node", "scripts/compat.mjs", ...args),
  "public-api": async () => (await build()) || exec("node", "scripts/public-api.mjs", "--write", ...args),
  "release:rehearse": () => exec("node", "scripts/release-rehearse.mjs", ...args),
  // Lint and format rules, super-linear regular expressions, unused code, public names without a user, stale texts of the
  // public API, and spelling.
  tidy: async () => {
    const broken = await exec("oxlint", "--type-aware")
    const ragged = await exec("oxfmt", "--check")
    const slow = await exec("node", "scripts/patterns.mjs")
    const unused = await exec("knip", "--no-config-hints")
    const built = await build()
    const unread = built || (await exec("node", "scripts/surface.mjs"))
    const stale = built || (await exec("node", "scripts/public-api.mjs"))
    return (
      (await exec("cspell", "lint", "--no-progress", "--show-suggestions")) ||
      stale ||
      unread ||
      unused ||
      slow ||
      ragged ||
      broken
    )
  },
  test: async () => {
    const packages = packagesWith("test")
    const file = ".vitest/report.json"
    // A cache hit restores a report; a crashed runner must not leave the previous one behind.
    for (const dir of packages) rmSync(join(root, dir, file), { force: true })
    const force = inCi ? ["--force"] : []
    const turbo = ["turbo", "run", "check", "test", "--continue", "--output-logs=new-only"]
    const status = await exec(...turbo, "--concurrency=100%", ...force, ...args)
    for (const dir of packages) addReport(dir, file)
    closingLine()
    return status !== 0 || totals.failed + totals.missing > 0 || totals.passed === 0 ? 1 : 0
  },
  "test:real": () => testOutside("test:real", ".vitest/real.json"),
  "test:browser": () => testOutside("test:browser", ".vitest/browser.json")
}

if (!Object.hasOwn(tasks, task)) {
  console.error(`usage: node scripts/dev.mjs ${Object.keys(tasks).join(" | ")} [arguments]`)
  process.exit(2)
}
/** Tests read the generated pages, too. */
const generated = task === "test" ? [] : ["--sources"]
const made = await exec("node", ...quiet, "scripts/generate.mjs", ...generated)
process.exit(made || (await tasks[task]()))
