// Fails when a page of the built site points to a file, or to a place in one, that is not there.
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
      wrong.add(`${page}: ${raw} (no such place)`)
  }
}
if (pages.length === 0) throw new Error(`no pages in ${relative(process.cwd(), dist)}`)
for (const one of wrong) console.error(one)
console.log(`${links} links of ${pages.length} pages, ${wrong.size} dead`)
if (wrong.size > 0) process.exit(1)
