// Mistakes that must not be published, each made for real in a checkout: packing the release, or the registry, refuses it.
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { need } from "../support/report.mjs"
import { temporary } from "../support/workspace.mjs"

const victim = "rollup-plugin"

/** What is changed in a manifest that has a version to release, and what is said about it. */
const mistakes = {
  "a file is missing from `files`": {
    change: (manifest) => ({ ...manifest, files: manifest.files.filter((file) => !file.endsWith(".js")) }),
    refused: /the manifest names \.\/dist\/\S+\.js, which is missing/
  },
  "the sources are missing": {
    change: (manifest) => ({ ...manifest, files: manifest.files.filter((file) => !file.startsWith("src")) }),
    refused: /\.d\.ts\.map leads to \S+\.ts, which is missing/
  },
  "a dependency is private": {
    change: ({ dependencies, ...manifest }) => ({
      ...manifest,
      dependencies: { ...dependencies, "@screeps-effect/fixtures": "workspace:^" }
    }),
    // Already by changesets, before anything is packed.
    refused:
      /depends on the skipped package "@screeps-effect\/fixtures"|@screeps-effect\/fixtures, which is private/
  },
  "an export has no file": {
    change: ({ exports, ...manifest }) => ({
      ...manifest,
      exports: { ...exports, "./Absent": "./src/Absent.ts" }
    }),
    refused: /the manifest names \.\/dist\/Absent\.js, which is missing/
  },
  "a test is packed": {
    change: ({ files, ...manifest }) => ({ ...manifest, files: [...files, "test/**/*.ts"] }),
    refused: / does not belong in the package/
  },
  "it was never versioned": {
    change: (manifest) => ({ ...manifest, version: "0.0.0" }),
    refused: /has no version/
  }
}

/** Runs with another manifest, and restores it. */
const withManifest = async (file, change, run) => {
  const before = readFileSync(file, "utf8")
  writeFileSync(file, JSON.stringify(change(JSON.parse(before)), null, 2))
  await run()
  writeFileSync(file, before)
}

/** Tries every mistake; `stranger` has no token. */
export const tryMistakes = async (results, { checkout, env, stranger }) => {
  const dir = join(checkout, "packages", victim)
  const file = join(dir, "package.json")
  const packed = join(temporary("mistakes"), "packed")
  const check = (row, column, command, args, options) =>
    results.check(row, column, command, args, { cwd: checkout, env, ...options })
  const pack = (row, refused) =>
    check(row, "release:pack", "pnpm", ["run", "release:pack", packed], { refused })

  for (const [row, { change, refused }] of Object.entries(mistakes)) {
    await withManifest(
      file,
      (manifest) => change({ ...manifest, version: "0.1.9" }),
      () => pack(row, refused)
    )
  }
  const readme = join(dir, "README.md")
  const text = readFileSync(readme, "utf8")
  writeFileSync(readme, `${text}\n[one]: ../../docs/none.md\n`)
  await withManifest(
    file,
    (manifest) => ({ ...manifest, version: "0.1.9" }),
    () => pack("a link that leads out of the package", /README\.md links \.\.\/\.\.\/docs\/none\.md/)
  )
  writeFileSync(readme, text)

  await withManifest(
    file,
    (manifest) => ({ ...manifest, version: "0.1.9" }),
    async () => {
      await need("pnpm", ["run", "release:pack", packed], { cwd: checkout, env })
      // npm leaves `workspace:` as it is.
      await need("npm", ["pack", "--ignore-scripts", "--pack-destination", join(packed, "packages")], {
        cwd: dir,
        env
      })
      const refused = /dependencies has @screeps-effect\/\w+ as workspace:/
      await check(
        "a range is left in as workspace:",
        "release:pack",
        "pnpm",
        ["run", "release:pack", "--check", packed],
        { refused }
      )
    }
  )

  const again = { cwd: dir, refused: /already|cannot publish over|EPUBLISHCONFLICT|409|403/i }
  await check(
    "a version that exists",
    "publish",
    "pnpm",
    ["publish", "--no-git-checks", "--ignore-scripts"],
    again
  )
  const nobody = { cwd: dir, env: stranger, refused: /401|403|auth|ENEEDAUTH/i }
  await withManifest(
    file,
    (manifest) => ({ ...manifest, version: "0.1.9" }),
    () =>
      check(
        "a publisher without a token",
        "publish",
        "pnpm",
        ["publish", "--no-git-checks", "--ignore-scripts"],
        nobody
      )
  )
  rmSync(packed, { recursive: true, force: true })
}
