// The facts in the page about stability and support: versions that are tested, and operations that nobody recorded.
import { Catalogue, Endpoints } from "@screeps-effect/api"
import { catalog } from "../support/workspace.mjs"
import { compilers, nodes } from "../support/tools.mjs"

const row = (cells) => `| ${cells.join(" | ")} |`
const table = ([head, ...rows]) => [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n")

const versions = (read) => {
  const { engines } = JSON.parse(read("packages/api/package.json"))
  const mods = JSON.parse(read("packages/private-server/server/package.json")).dependencies
  const version = (name) => `${name} ${mods[name]}`
  const [, xxscreeps] = /xxscreeps\) (\d\S+) /.exec(read("scripts/generate/endpoints.mjs"))
  const list = (all) => Object.keys(all).join(", ")
  return table([
    ["what", "supported", "tested"],
    ["Node", `\`${engines.node}\``, list(nodes)],
    ["Effect", `\`${catalog("effect", "peer")}\``, "the lowest and the newest version of the range"],
    ["TypeScript", "5.9 and later", list(compilers)],
    [
      "Bun, Deno, browsers",
      "current versions",
      "the packed packages in Bun and Deno; Chromium, through a proxy"
    ],
    [
      "the game's own server",
      mods.screeps,
      `${mods.screeps}, with ${version("screepsmod-auth")} and ${version("screepsmod-admin-utils")}`
    ],
    ["xxscreeps", xxscreeps, "its recorded responses"],
    [
      "official servers",
      "as reported and published by others",
      "published responses; [never run](./facts.md#a-run-against-official-servers)"
    ]
  ])
}

const known = new Set(["recorded", "published"])
const isKnown = ({ method, path }) =>
  Endpoints.all.some(
    (one) =>
      one.method === method &&
      one.path === path &&
      Object.values(one.provenance).some((evidence) => known.has(evidence))
  )

const experimental = () => {
  const all = Catalogue.entries()
  const names = all.filter((entry) => !isKnown(entry)).map(({ group, name }) => `\`${group}.${name}\``)
  return `${names.length} of ${all.length}: ${names.toSorted().join(", ")}.`
}

export const make = ({ outputs: [page], read }) => {
  const fill = (text, name, content) => {
    const begin = `<!-- generated: ${name} -->\n`
    const from = text.indexOf(begin)
    const to = text.indexOf("<!-- /generated -->", from)
    if (from < 0 || to < 0) throw new Error(`${page} has no mark ${begin}`)
    return `${text.slice(0, from)}${begin}\n${content}\n\n${text.slice(to)}`
  }
  return [fill(fill(read(page), "versions", versions(read)), "experimental", experimental())]
}
