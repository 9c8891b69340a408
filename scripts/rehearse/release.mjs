// Releases a copy of the working tree with the commands of the release workflow, in an empty home, to a registry on a loopback
// port; tags are pushed to a repository beside it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { need } from "../support/report.mjs"
import { copyWorkspace, publicPackages, temporary } from "../support/workspace.mjs"

/** The shell commands of the job that publishes, as `.github/workflows/release.yml` has them. */
export const publishCommands = (workflow) =>
  [...workflow.slice(workflow.indexOf("\n  publish:\n")).matchAll(/^ {6}- run: (.+)$/gm)].map(
    ([, line]) => line
  )

/** An environment with an empty home, but for these settings of npm, and without those of the process that runs this. */
const emptyHome = (settings) => {
  const home = temporary("home")
  writeFileSync(join(home, ".npmrc"), `${settings.join("\n")}\n`)
  // A runner has no name to derive an author from, which this machine may have.
  writeFileSync(join(home, ".gitconfig"), "[user]\nuseConfigOnly = true\n")
  const inherited = Object.keys(process.env).filter((name) => /^(npm|pnpm|yarn|bun_config|git)_/i.test(name))
  return {
    ...Object.fromEntries(inherited.map((name) => [name, undefined])),
    HOME: home,
    USERPROFILE: home,
    npm_config_update_notifier: "false"
  }
}

/** Somebody who has nothing but the address of a registry, which every package manager gets in its way. */
export const userOf = ({ url }) => ({
  ...emptyHome([`registry=${url}`]),
  npm_config_registry: url,
  BUN_CONFIG_REGISTRY: url,
  YARN_REGISTRY: url,
  YARN_NPM_REGISTRY_SERVER: url,
  YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
  YARN_ENABLE_TELEMETRY: "0"
})

/**
 * The workflow's publisher: a token in place of trusted publishing, and no provenance, which only a runner can attest. What the
 * workspace needs comes from where it always does, and is not downloaded or checked again.
 */
export const publisher = async ({ token, upstream, url }) => ({
  ...emptyHome([
    `registry=${upstream}`,
    `@screeps-effect:registry=${url}`,
    ...(token === undefined ? [] : [`//${new URL(url).host}/:_authToken=${token}`])
  ]),
  pnpm_config_store_dir: dirname((await need("pnpm", ["store", "path"])).trim()),
  pnpm_config_cache_dir: join(homedir(), ".cache/pnpm"),
  npm_config_provenance: "false",
  pnpm_config_provenance: "false"
})

const git = (cwd, ...args) =>
  need("git", ["-c", "user.name=Reviewer", "-c", "user.email=reviewer@example.org", ...args], { cwd })

/** Versions all packages in a copy, as the reviewed commit does; returns a checkout of that commit. */
export const versionedCheckout = async () => {
  const copy = await copyWorkspace()
  await need("pnpm", ["run", "release:version"], { cwd: copy })
  await git(copy, "add", "--all")
  await git(copy, "commit", "--quiet", "--message", "Version")
  const origin = join(temporary("origin"), "origin.git")
  await git(copy, "clone", "--quiet", "--bare", copy, origin)
  const checkout = join(temporary("checkout"), "repository")
  await git(copy, "clone", "--quiet", origin, checkout)
  return { checkout, origin }
}

/** Runs the workflow's commands; those that `skip` matches were run before. */
export const runWorkflow = async (results, row, { checkout, env }, skip) => {
  const workflow = readFileSync(join(checkout, ".github/workflows/release.yml"), "utf8")
  for (const command of publishCommands(workflow)) {
    if (skip?.test(command)) continue
    const options = { cwd: checkout, env }
    if (
      !(await results.check(
        row,
        command.replace(/^npx --yes pnpm\S* (run |exec )?/, ""),
        "bash",
        ["-c", command],
        options
      ))
    )
      throw new Error("the release cannot go on")
  }
}

/** Describes a change of one package, and versions it. */
export const releaseChange = async (checkout, name, env) => {
  mkdirSync(join(checkout, ".changeset"), { recursive: true })
  writeFileSync(join(checkout, ".changeset/rehearsed.md"), `---\n"${name}": patch\n---\n\nA change.\n`)
  await need("pnpm", ["run", "release:version"], { cwd: checkout, env })
  await git(checkout, "add", "--all")
  await git(checkout, "commit", "--quiet", "--message", `Version ${name}`)
}

/** Returns the versions of the public packages as the registry has them: name and newest version. */
export const newestVersions = async (registry, checkout) => {
  const found = {}
  for (const { manifest } of publicPackages(checkout)) {
    const document = await registry.document(manifest.name)
    found[manifest.name] = document?.["dist-tags"].latest
  }
  return found
}
