// Searches the built index for every phrase of guide/tasks.md, as the page's search box does; fails unless the page is
// among the first three results.
import { readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { tasks } from "./tasks.mjs"

const chunks = join(import.meta.dirname, "../.vitepress/dist/assets/chunks")
const file = readdirSync(chunks).find((name) => name.startsWith("@localSearchIndexroot"))
if (file === undefined) throw new Error("the site has no search index: run `npm run docs`")
const { default: index } = await import(pathToFileURL(join(chunks, file)).href)

// The version and the options of VitePress' own search box.
const MiniSearch = createRequire(createRequire(import.meta.url).resolve("vitepress"))("minisearch")
const search = MiniSearch.loadJSON(index, {
  fields: ["title", "titles", "text"],
  storeFields: ["title", "titles"],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } }
})

const pageOf = ({ id }) =>
  id
    .split("#")[0]
    .replace(/^\//, "")
    .replace(/\.html$/, "")
const phrases = tasks.flatMap(({ page, phrases }) => phrases.map((phrase) => ({ page, phrase })))
const missed = phrases.flatMap(({ page, phrase }) => {
  const found = search.search(phrase).slice(0, 3).map(pageOf)
  return found.includes(page) ? [] : [`"${phrase}": ${page} is not among ${found.join(", ")}`]
})
for (const line of missed) console.error(line)
console.log(
  `${phrases.length} phrases searched, ${missed.length} without their page in the first three results`
)
if (phrases.length < 60 || missed.length > 0) process.exit(1)
