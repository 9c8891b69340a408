// Writes docs/endpoints.md: which server has which endpoint, and how we know, from the operations themselves.
//   node scripts/endpoints.mjs             writes the file if it is out of date
//   node scripts/endpoints.mjs --check     fails when it is not what the operations say
//   node scripts/endpoints.mjs --openapi   prints the OpenAPI document
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Endpoints, OpenApi } from "@screeps-effect/api"

const root = join(import.meta.dirname, "..")
const { version } = JSON.parse(readFileSync(join(root, "packages/api/package.json"), "utf8"))

const row = (cells) => `| ${cells.join(" | ")} |`
const auth = ({ official, private: own }) => (official === own ? own : `private ${own}, official ${official}`)
const quota = (published) => (published === undefined ? "" : `${published.limit} per ${published.per}`)

const table = () => {
  const { paths } = OpenApi.document({ version })
  const rows = Endpoints.all.map((operation) => {
    const described = paths[operation.path][operation.method.toLowerCase()]
    return [
      `\`${operation.method} ${operation.path}\``,
      `\`${described.operationId}\``,
      operation.provenance.official,
      operation.mod === undefined
        ? operation.provenance.private
        : `${operation.provenance.private} (${operation.mod})`,
      auth(operation.auth),
      quota(operation.quota),
      operation.inSpecification ? "" : "beyond"
    ]
  })
  const head = ["endpoint", "operation", "official", "private", "token", "official quota", "specification"]
  const beyond = rows.filter((cells) => cells.at(-1) === "beyond").length
  return `# Endpoints

${rows.length} operations: ${rows.length - beyond} of the specification and ${beyond} beyond it.

The two columns of servers say how we know: **recorded** from a real answer, **source** where it was read in the server's source,
**reported** by others; **absent** where that kind of server does not have it. A mod in brackets is what a private
server needs for it. Without a quota of its own an endpoint counts towards the global one.

Made by \`scripts/endpoints.mjs\` from the operations.

${[row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n")}
`
}

const squeezed = (text) => text.replaceAll(/[\s-]+/g, "")
const target = join(root, "docs/endpoints.md")
if (process.argv.includes("--openapi"))
  console.log(JSON.stringify(OpenApi.document({ version }), undefined, 2))
else if (squeezed(readFileSync(target, "utf8")) !== squeezed(table())) {
  if (process.argv.includes("--check")) {
    console.error("docs/endpoints.md is out of date: run pnpm generate")
    process.exit(1)
  }
  writeFileSync(target, table())
}
