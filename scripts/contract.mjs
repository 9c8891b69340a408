// Writes docs/contract.md: what the contract's suites demand of a server, and what our own tests skip.
//   node scripts/contract.mjs           writes the file if it is out of date
//   node scripts/contract.mjs --check   fails when it is not what the suites say
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Contract from "@screeps-effect/testing/Contract"

const servers = {
  inMemory: "The in-memory server, where `Contract.evaluate` stands for scripts",
  privateServer: "The game's own server 4.3.0"
}

const differences = JSON.parse(
  readFileSync(
    join(import.meta.dirname, "../packages/private-server/test-real/differential/differences.json"),
    "utf8"
  )
)
const reasons = Map.groupBy(differences, ({ why }) => why)
const quoted = (pattern) => `\`${pattern}\``

const skipped = ([server, list]) =>
  list.length === 0
    ? `${servers[server]}: none.`
    : [
        `${servers[server]}:`,
        "",
        ...list.map(
          ({ reason, source, test }) => `- ${test}: ${reason}${source === undefined ? "" : ` (${source})`}`
        )
      ].join("\n")

const text = `# The contract

What a private server promises, as ${Contract.names.length} tests in ${Contract.suites.length} suites: \`Contract.suite\` runs them against any server.
Ours run in \`npm test\` against the in-memory server, and in \`npm run test:real\` against the game's own.

Made by \`scripts/contract.mjs\` from the suites.

## What is skipped

${Object.entries(Contract.skips).map(skipped).join("\n\n")}

## Where answers differ

One scenario of more than 300 steps is played on the game's own server and on a copy of its world in memory
(\`packages/private-server/test-real/differential.test.ts\`). All that is answered and told is the same but for identities,
times, traces, the storage's bookkeeping, what private servers leak of users, and this (patterns of steps and of places in
what was said):

${[...reasons].map(([why, list]) => `- ${why} ${list.map(({ path, step }) => `(${quoted(step)} at ${quoted(path)})`).join(", ")}`).join("\n")}

## A private server …

${Contract.suites.map(({ name, tests }) => [`### ${name} (${tests.length})`, "", ...tests.map((test) => `- ${test}`)].join("\n")).join("\n\n")}
`

const squeezed = (source) => source.replaceAll(/[\s\\]+/g, "")
const target = join(import.meta.dirname, "../docs/contract.md")
if (squeezed(readFileSync(target, "utf8")) !== squeezed(text)) {
  if (process.argv.includes("--check")) {
    console.error("docs/contract.md is out of date: run pnpm generate")
    process.exit(1)
  }
  writeFileSync(target, text)
}
