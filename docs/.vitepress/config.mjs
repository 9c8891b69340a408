import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vitepress"

const docs = join(import.meta.dirname, "..")
const made = join(docs, "operations/sidebar.json")
if (!existsSync(made)) throw new Error("the pages of the operations are missing: run `npm run docs`")
const { channels, operations } = JSON.parse(readFileSync(made, "utf8"))

/** Where an operation has its page, by its name in code. */
const pageOf = new Map(
  operations.flatMap(({ items, text }) => items.map((item) => [`${text}.${item.text}`, `${item.link}.html`]))
)

/** `Game.time` in running text leads to its page, wherever it is not part of a link already. */
const linkOperations = (md) => {
  const plain = md.renderer.rules.code_inline
  md.renderer.rules.code_inline = (tokens, at, ...rest) => {
    const code = plain(tokens, at, ...rest)
    const page = pageOf.get(tokens[at].content)
    const before = tokens.slice(0, at).filter(({ type }) => /^link_(?:open|close)$/.test(type))
    return page === undefined || before.at(-1)?.type === "link_open" ? code : `<a href="${page}">${code}</a>`
  }
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
      { text: "Servers and credentials", link: "/guide/servers" },
      { text: "Errors", link: "/guide/errors" },
      { text: "Limits and repeats", link: "/guide/limits" }
    ]
  },
  {
    text: "What you can do",
    items: [
      { text: "Sockets and rooms", link: "/guide/sockets" },
      { text: "History", link: "/guide/history" },
      { text: "Test without a server", link: "/guide/testing" },
      { text: "Recipes", link: "/guide/recipes" },
      { text: "The command", link: "/guide/command" }
    ]
  },
  {
    text: "Where it runs",
    items: [
      { text: "Transports", link: "/guide/transports" },
      { text: "Browsers", link: "/guide/browsers" },
      { text: "Speed", link: "/guide/speed" }
    ]
  },
  {
    text: "Good to know",
    items: [
      { text: "Coming from screeps-api", link: "/guide/migrating" },
      { text: "Questions", link: "/guide/questions" },
      { text: "How we know", link: "/guide/facts" }
    ]
  }
]

const servers = [
  { text: "Endpoints and servers", link: "/endpoints" },
  { text: "The contract", link: "/contract" }
]

const reference = [
  ...servers,
  { text: "Operations", link: "/operations/", items: operations },
  { text: "Channels", link: "/channels/", collapsed: true, items: channels }
]

export default defineConfig({
  title: "screeps-effect",
  description: "Talk to Screeps servers from Effect programs, with types that are true.",
  lang: "en",
  markdown: { config: linkOperations },
  head: [["link", { rel: "icon", type: "image/svg+xml", href: "/favicon.svg" }]],
  // A table of seven columns needs the whole width; the file is made by scripts/endpoints.mjs.
  transformPageData: ({ relativePath }) =>
    relativePath === "endpoints.md"
      ? { frontmatter: { aside: false, sidebar: false, pageClass: "wide" } }
      : undefined,
  rewrites: { "decisions/README.md": "decisions/index.md" },
  // The reference is HTML of another maker; links.mjs checks it together with everything else.
  ignoreDeadLinks: [/^\/reference\//],
  themeConfig: {
    nav: [
      { text: "Guide", link: "/guide/start", activeMatch: "/guide/" },
      { text: "Operations", link: "/operations/", activeMatch: "/operations/" },
      { text: "Channels", link: "/channels/", activeMatch: "/channels/" },
      { text: "Reference", link: "/reference/index.html", target: "_self" }
    ],
    sidebar: {
      "/guide/": guide,
      "/operations/": reference,
      "/channels/": reference,
      "/endpoints": reference,
      "/contract": reference,
      "/decisions/": [{ text: "Decisions", link: "/decisions/", items: decisions }]
    },
    outline: [2, 3],
    search: { provider: "local" },
    docFooter: { prev: "Before", next: "Next" },
    footer: { message: "MIT licensed. Not made by the makers of Screeps." }
  }
})
