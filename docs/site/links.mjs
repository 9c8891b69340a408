// Fails if a link of the built site, or of its llms.txt, has no target: no such file, or no such heading in it. Fails also
// if llms.txt does not list a page of the guide.
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, posix, relative } from "node:path"

const dist = join(import.meta.dirname, "../.vitepress/dist")
const pages = globSync("**/*.html", { cwd: dist }).map((file) => file.replaceAll("\\", "/"))
const anchors = new Map()
const anchorsOf = (file) => {
  if (!anchors.has(file)) {
    const ids = readFileSync(join(dist, file), "utf8").matchAll(/\sid="([^"]+)"/g)
    anchors.set(file, new Set([...ids].map(([, id]) => id)))
  }
  return anchors.get(file)
}

const wrong = new Set()
let links = 0
for (const page of pages) {
  const html = readFileSync(join(dist, page), "utf8")
  for (const [, raw] of html.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
    if (/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(raw)) continue
    links += 1
    const [path, anchor] = raw.replaceAll("&amp;", "&").split("#").map(decodeURIComponent)
    const [bare] = path.split("?")
    const from = bare.startsWith("/") ? bare.slice(1) : posix.join(dirname(page), bare)
    const target = bare === "" ? page : from === "" || from.endsWith("/") ? `${from}index.html` : from
    const file = existsSync(join(dist, target)) ? target : `${target}.html`
    if (!existsSync(join(dist, file))) wrong.add(`${page}: ${raw}`)
    else if (anchor && file.endsWith(".html") && !anchorsOf(file).has(anchor))
      wrong.add(`${page}: ${raw} (no such heading)`)
  }
}
// ---- llms.txt: its links lead to the Markdown of pages

const llms = readFileSync(join(dist, "llms.txt"), "utf8")
const listed = [...llms.matchAll(/^- \[[^[\]\n]+\]\(([^()\n]+)\): \S/gm)].map(([, link]) => link)
for (const link of listed) if (!existsSync(join(dist, link))) wrong.add(`llms.txt: ${link}`)
for (const line of llms
  .split("\n")
  .filter((line) => line.includes("](") && !/^- \[[^\]]+\]\(\/\S+\): \S/.test(line)))
  wrong.add(`llms.txt: expected "- [title](/page.md): note", found "${line}"`)
for (const page of globSync("guide/*.md", { cwd: dist }))
  if (!listed.includes(`/${page}`)) wrong.add(`llms.txt does not list /${page}`)

if (pages.length === 0) throw new Error(`found no pages in ${relative(process.cwd(), dist)}`)
for (const one of wrong) console.error(one)
console.log(`${links + listed.length} links of ${pages.length} pages and llms.txt, ${wrong.size} problems`)
if (wrong.size > 0) process.exit(1)
