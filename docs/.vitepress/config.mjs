import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vitepress"
import { release, repository } from "../site/repository.mjs"
import { tasks } from "../site/tasks.mjs"

const docs = join(import.meta.dirname, "..")
const generated = join(docs, "operations/sidebar.json")
if (!existsSync(generated)) throw new Error("the generated pages are missing: run `npm run docs`")
const { channels, examples, operations } = JSON.parse(readFileSync(generated, "utf8"))
const { functions, reference: modules } = JSON.parse(
  readFileSync(join(docs, "reference/sidebar.json"), "utf8")
)

/** The page of an operation or a function, by its name in code. */
const pageOf = new Map(
  [...functions, ...operations].flatMap(({ items, text }) =>
    items.map((item) => [`${text}.${item.text}`, `${item.link}.html`])
  )
)

/** Links `Game.time` in running text to its page, unless it is part of a link already. */
const linkOperations = (md) => {
  const plain = md.renderer.rules.code_inline
  md.renderer.rules.code_inline = (tokens, at, ...rest) => {
    const code = plain(tokens, at, ...rest)
    const page = pageOf.get(tokens[at].content)
    const before = tokens.slice(0, at).filter(({ type }) => /^link_(?:open|close)$/.test(type))
    return page === undefined || before.at(-1)?.type === "link_open" ? code : `<a href="${page}">${code}</a>`
  }
}

/** Links the source of an example program and the README of a package, which the repository has, to their pages on the site. */
const linkFiles = (md) => {
  md.core.ruler.push("files", ({ tokens }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const href = token.attrGet("href") ?? ""
        const [, name] = /^\.\.\/\.\.\/examples\/src\/(.+)\.ts$/.exec(href) ?? []
        if (name !== undefined) token.attrSet("href", `/examples/${name}.md`)
        const [, short, anchor] = /^\.\.\/\.\.\/packages\/([^/]+)\/README\.md(#.*)?$/.exec(href) ?? []
        if (short !== undefined) token.attrSet("href", `/packages/${short}.md${anchor ?? ""}`)
      }
    }
  })
}

/** Gives each cell after the first of a table with more than two columns the heading of its column, for phones. */
const labelCells = (md) => {
  md.core.ruler.push("labels", ({ tokens }) => {
    let [headings, column] = [[], 0]
    for (const [i, token] of tokens.entries()) {
      if (token.type === "table_open") headings = []
      else if (token.type === "tr_open") column = 0
      else if (token.type === "th_open") headings.push(tokens[i + 1].content)
      else if (token.type === "td_open") {
        const heading = headings.length > 2 && column > 0 ? headings[column] : ""
        const label = heading === "description" ? "" : heading
        if (label && tokens[i + 1].content)
          token.attrSet("data-label", label.replaceAll(/\[([^[\]\n]+)\]\([^()\n]+\)|`/g, "$1"))
        column += 1
      }
    }
  })
}

/** What people ask for, by the page that has it: the search finds a page by these words, too. */
const phrasesOf = new Map()
for (const { page, phrases } of tasks)
  phrasesOf.set(`${page}.md`, [...(phrasesOf.get(`${page}.md`) ?? []), ...phrases])

/** Renders a page for the search index: its title says what it is for. Declarations and READMEs are left out. */
const renderForSearch = (source, env, md) => {
  if (/^(?:packages|reference)\//.test(env.relativePath)) return ""
  const html = md.render(source, env)
  const phrases = phrasesOf.get(env.relativePath)
  return phrases === undefined ? html : html.replace(/(<h1[^>]*>.*?)(<a )/, `$1: ${phrases.join(", ")}$2`)
}

/** Returns the first sentence of a page's text, which search engines and links show. */
const descriptionOf = (file) => {
  const text = readFileSync(join(docs, file), "utf8").replace(/^---\n[\s\S]*?\n---\n/, "")
  const [, first] = /^(?!#|\||>|<|```|-|:::)(\S[^\n]*(?:\n\S[^\n]*)*)/m.exec(text) ?? []
  const plain = (first ?? "").replaceAll(/\[([^\]\n]+)\]\([^()\n]+\)|[`*]/g, "$1").replaceAll(/\s+/g, " ")
  return plain.length <= 160 ? plain : `${plain.slice(0, 157).replace(/\s\S*$/, "")} …`
}

const decisions = readdirSync(join(docs, "decisions"))
  .filter((file) => /^\d/.test(file))
  .map((file) => ({
    text: /^# (.*)$/m.exec(readFileSync(join(docs, "decisions", file), "utf8"))[1],
    link: `/decisions/${file.replace(/\.md$/, "")}`
  }))

const guide = [
  {
    text: "First steps",
    items: [
      { text: "Start", link: "/guide/start" },
      { text: "Playground", link: "/guide/playground" },
      { text: "Find by task", link: "/guide/tasks" },
      { text: "Servers and credentials", link: "/guide/servers" },
      { text: "Errors", link: "/guide/errors" },
      { text: "Limits and retries", link: "/guide/limits" }
    ]
  },
  {
    text: "What you can do",
    items: [
      { text: "Sockets and rooms", link: "/guide/sockets" },
      { text: "History", link: "/guide/history" },
      { text: "The world, kept", link: "/guide/world" },
      { text: "Collect a world", link: "/guide/collector" },
      { text: "Test without a server", link: "/guide/testing" },
      { text: "Administration", link: "/guide/administration" },
      { text: "Test bots in a lab", link: "/guide/lab" },
      { text: "Tables and rules of the game", link: "/guide/game" },
      { text: "Recipes", link: "/guide/recipes" },
      { text: "The command", link: "/guide/command" },
      { text: "Errors in your own source", link: "/guide/source-maps" }
    ]
  },
  {
    text: "Where it runs",
    items: [
      { text: "Transports", link: "/guide/transports" },
      { text: "Extend", link: "/guide/extend" },
      { text: "Settings", link: "/guide/settings" },
      { text: "Traces, metrics and logs", link: "/guide/telemetry" },
      { text: "Browsers", link: "/guide/browsers" },
      { text: "Without Effect", link: "/guide/promises" },
      { text: "AI agents that play", link: "/guide/mcp" },
      { text: "Statistics and dashboards", link: "/guide/stats" },
      { text: "Speed", link: "/guide/speed" }
    ]
  },
  {
    text: "Good to know",
    items: [
      { text: "Where everything is", link: "/guide/map" },
      { text: "Questions", link: "/guide/questions" },
      { text: "Migrate from screeps-api", link: "/guide/migrating" },
      { text: "Other clients", link: "/guide/comparison" },
      { text: "For coding agents", link: "/guide/agents" },
      { text: "How we know", link: "/guide/facts" },
      { text: "What you can rely on", link: "/guide/support" }
    ]
  },
  { text: "Whole programs", collapsed: true, items: examples }
]

const servers = [
  { text: "Endpoints and servers", link: "/endpoints" },
  { text: "The contract", link: "/contract" },
  { text: "Versions of Effect", link: "/effect" },
  { text: "Sizes", link: "/sizes" }
]

const reference = [
  ...servers,
  { text: "Operations", link: "/operations/", items: operations },
  { text: "Functions", link: "/functions/", items: functions },
  { text: "Channels", link: "/channels/", collapsed: true, items: channels }
]

const packages = readdirSync(join(docs, "packages"))
  .filter((file) => !["architecture.md", "index.md"].includes(file))
  .map((file) => ({ text: file.replace(/\.md$/, ""), link: `/packages/${file.replace(/\.md$/, "")}` }))

export default defineConfig({
  title: "screeps-effect",
  description: "Typed HTTP calls and real-time streams for Screeps servers, for Effect programs.",
  lang: "en",
  markdown: {
    config: (md) => {
      linkOperations(md)
      linkFiles(md)
      labelCells(md)
    }
  },
  head: [["link", { rel: "icon", type: "image/svg+xml", href: "/favicon.svg" }]],
  // A table of seven columns needs the whole width; scripts/generate/endpoints.mjs generates the file.
  transformPageData: ({ description, filePath, relativePath }) => ({
    description: description || descriptionOf(filePath),
    ...(relativePath === "endpoints.md"
      ? { frontmatter: { aside: false, sidebar: false, pageClass: "wide scroll" } }
      : undefined)
  }),
  rewrites: { "decisions/README.md": "decisions/index.md" },
  // One file for all pages instead of a copy of the sidebars in each.
  metaChunk: true,
  themeConfig: {
    nav: [
      { text: "Guide", link: "/guide/start", activeMatch: "/guide/" },
      { text: "Operations", link: "/operations/", activeMatch: "/operations/" },
      { text: "Channels", link: "/channels/", activeMatch: "/channels/" },
      { text: "Functions", link: "/functions/", activeMatch: "/functions/" },
      { text: "Reference", link: "/reference/", activeMatch: "/reference/" },
      { text: "Packages", link: "/packages/", activeMatch: "/packages/" },
      {
        text: release,
        items: [
          { text: "Changelog", link: "/changelog" },
          ...(repository === undefined ? [] : [{ text: "Repository", link: repository }])
        ]
      }
    ],
    sidebar: {
      "/guide/": guide,
      "/examples/": guide,
      "/operations/": reference,
      "/channels/": reference,
      "/functions/": reference,
      "/reference/": [{ text: "Modules", link: "/reference/", items: modules }],
      "/packages/": [
        { text: "Packages", link: "/packages/", items: packages },
        { text: "Architecture", link: "/packages/architecture" },
        { text: "Changelog", link: "/changelog" }
      ],
      "/endpoints": reference,
      "/contract": reference,
      "/effect": reference,
      "/sizes": reference,
      "/decisions/": [{ text: "Decisions", link: "/decisions/", items: decisions }]
    },
    outline: [2, 3],
    search: { provider: "local", options: { _render: renderForSearch } },
    docFooter: { prev: "Previous", next: "Next" },
    footer: { message: "MIT licensed. Not affiliated with the makers of Screeps." }
  }
})
