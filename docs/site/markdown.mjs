// Copies the Markdown source of every page into the built site, beside its HTML: llms.txt links to these files.
import { copyFileSync, globSync, mkdirSync } from "node:fs"
import { dirname, join } from "node:path"

const docs = join(import.meta.dirname, "..")
const dist = join(docs, ".vitepress/dist")
const files = globSync(
  [
    "{guide,decisions,operations,channels,examples,functions,packages,reference}/**/*.md",
    "{endpoints,contract,effect,sizes,changelog}.md"
  ],
  {
    cwd: docs
  }
)
for (const file of files) {
  mkdirSync(dirname(join(dist, file)), { recursive: true })
  copyFileSync(join(docs, file), join(dist, file))
}
console.log(`${files.length} pages as Markdown`)
