// Writes every ```ts block of the guides and of the sources' doc comments to .samples/, one module each, for tsc.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const out = join(import.meta.dirname, ".samples")
const sources = [
  "{README,ARCHITECTURE,CONTRIBUTING}.md",
  "packages/*/README.md",
  "packages/*/src/**/*.ts",
  "examples/README.md",
  "docs/**/*.md"
]
// These pages are made from files that `examples` compiles, from declarations and from READMEs.
const exclude = ["**/node_modules/**", "docs/public/**", "docs/{examples,functions,packages,reference}/**"]

rmSync(out, { recursive: true, force: true })
mkdirSync(out)
let count = 0
for (const file of globSync(sources, { cwd: root, exclude }).toSorted()) {
  const text = readFileSync(join(root, file), "utf8")
  // A block of a doc comment has ` * ` before every line, a block of a list some spaces.
  for (const { 0: block, 1: margin, 2: info, 3: body, index } of text.matchAll(
    /^( *\* ?| *)```(?:ts|typescript)\b([^\n]*)\n([\s\S]*?)^\1```/gm
  )) {
    const line = text.slice(0, index).split("\n").length
    if (info.trim() !== "") {
      throw new Error(`${file}:${line}: remove "${info.trim()}" after \`\`\`ts: every sample is checked`)
    }
    if (/from "effect(?:\/[a-z-]+)?"/.test(block))
      throw new Error(
        `${file}:${line}: import modules of Effect, such as "effect/Effect": an index loads all modules`
      )
    if (block.split("```").length > 3) throw new Error(`${file}:${line}: the sample contains another fence`)
    const marginOfALine = margin.includes("*") ? /^ *\* ?/gm : new RegExp(`^${margin}`, "gm")
    // As many lines before the sample as in its file: errors then carry the right line.
    const sample = `${"\n".repeat(line)}${body.replaceAll(marginOfALine, "")}\nexport {}\n`
    writeFileSync(join(out, `${file.replaceAll("/", "__")}.${line}.ts`), sample)
    count += 1
  }
}
if (count === 0) throw new Error(`found no samples in ${sources.join(", ")}`)
console.log(`${count} samples`)
