// The table of what the packages install, in SECURITY.md between two marks.
import { problemsOf, runtimeDependencies } from "../support/dependencies.mjs"

const row = (cells) => `| ${cells.join(" | ")} |`
const head = ["package", "tested version", "brought by", "for", "licence", "last release"]
const [begin, end] = ["<!-- generated: dependencies -->", "<!-- /generated -->"]

export const make = ({ problem, read, root }) => {
  const notes = JSON.parse(read("scripts/dependencies.json"))
  const all = runtimeDependencies(root)
  for (const text of problemsOf(all, notes)) problem(text)
  const rows = all.map(({ isDirect, licence, name, users, version }) => {
    const by = [...users]
    const most = by.length > 5 ? `${by.length} packages` : by.map((user) => `\`${user}\``).join(", ")
    return [
      `\`${name}\``,
      version,
      most.replaceAll(" (bundled)`", "` (bundled)"),
      isDirect ? (notes.reasons[name] ?? "") : "",
      licence,
      notes.released[name] ?? ""
    ]
  })
  const table = [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n")
  const text = `${rows.length} packages, none with a script that runs at installation. Dates as of ${notes.asOf}.`
  const page = read("SECURITY.md")
  const [before, rest] = page.split(`${begin}\n`)
  const after = rest.slice(rest.indexOf(end))
  return [`${before}${begin}\n\n${text}\n\n${table}\n\n${after}`]
}
