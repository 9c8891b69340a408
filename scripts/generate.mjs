// Writes the files that are generated from the sources, if they are out of date: `npm test` and `pnpm check` run this.
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
  if (status !== 0) process.exit(status ?? 1)
}

// In this order: the table of endpoints is generated from the catalogue.
for (const script of ["exports", "fields", "catalogue", "endpoints", "contract", "agents", "player"]) {
  run(process.execPath, ["--disable-warning=ExperimentalWarning", join("scripts", `${script}.mjs`)])
}
// The guide of the command is made from the help of its commands.
run(process.execPath, [
  "--disable-warning=ExperimentalWarning",
  join(root, "packages/cli/test/support/writeGuide.ts")
])
const made = [
  "packages/*/package.json",
  "packages/api/src/operations/{documentation,descriptions}.ts",
  "packages/schema/src/wire/descriptions.ts",
  "packages/pictures/src/RoomReplay/player.ts",
  "docs/endpoints.md",
  "docs/contract.md",
  "docs/guide/command.md"
]
run(process.execPath, [join(root, "node_modules/oxfmt/bin/oxfmt"), ...made])
