// Makes the parts of the playground that the site's bundler only passes on: the worker's script, the document of its frame,
// and the programs. Kept out of git.
import { createHash } from "node:crypto"
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"

const docs = join(import.meta.dirname, "..")
const made = join(docs, "playground/made")
const read = (file) => readFileSync(join(docs, file), "utf8")
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

const compile = async (main) => {
  const bundle = await rolldown({
    input: join(docs, main),
    platform: "browser",
    transform: { define: { "import.meta": "{}" } }
  })
  const { output } = await bundle.generate({ format: "iife", minify: true, comments: false })
  await bundle.close()
  return output[0].code.trim()
}

/** The programs whose imports the playground has: the one of the README, and examples. */
const samples = () => {
  const has =
    /^(?:effect(?:\/[A-Z][a-zA-Z]*)?|@screeps-effect\/(?:api|pictures|schema|socket|testing)(?:\/[a-zA-Z]+)?)$/
  const runs = (source) =>
    Array.from(source.matchAll(/^\} from "([^"]+)"$|^import .* from "([^"]+)"$/gm), ([, one, other]) =>
      String(one ?? other)
    ).every((name) => has.test(name) || name === "@effect/platform-node/NodeRuntime")
  const [, first] = /```ts\n(import \* as NodeRuntime[^`]*(?:`[^`]+`[^`]*)*?)```/.exec(read("../README.md"))
  const examples = globSync("*.ts", { cwd: join(docs, "../examples/src") })
    .toSorted()
    .filter((file) => /^\d/.test(file) && !file.endsWith(".test.ts"))
    .map((file) => ({ name: basename(file, ".ts"), code: read(`../examples/src/${file}`) }))
    .filter(({ code }) => runs(code))
  return [{ name: "A first program", code: first }, ...examples]
}

/** The document of the frame: its policy allows its own script, and workers and modules that it makes itself. */
const frame = async () => {
  const script = await compile("playground/frame.ts")
  const style = read("playground/frame.css")
  if (/<\/(?:script|style)|<!--/i.test(script + style)) throw new Error("the frame would end its own element")
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)} blob:`,
    "worker-src blob:",
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'"
  ].join("; ")
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>The running program</title>
<style>${style}</style>
${read("playground/frame.html")}<script>${script}</script>
</html>
`
}

mkdirSync(made, { recursive: true })
const files = {
  "frame.html": await frame(),
  "samples.json": JSON.stringify(samples()),
  "worker.js": await compile("playground/worker.ts")
}
const size = (text) => `${(gzipSync(text).length / 1000).toFixed(1)} kB`
for (const [name, text] of Object.entries(files)) writeFileSync(join(made, name), text)
console.log(
  `playground: ${Object.entries(files)
    .map(([name, text]) => `${name} ${size(text)}`)
    .join(", ")} gzipped`
)
