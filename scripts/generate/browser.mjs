// A page's script, compiled to one text, with its markup and style. The hashes are those that the page's policy allows.
import { createHash } from "node:crypto"
import { join } from "node:path"

const squeeze = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n")

const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`

const compile = async (main) => {
  const { rolldown } = await import("rolldown")
  const bundle = await rolldown({
    input: main,
    platform: "browser",
    // Only the page's own module does anything when it is loaded.
    treeshake: { moduleSideEffects: (id) => id === main, propertyReadSideEffects: false }
  })
  const { output } = await bundle.generate({ format: "iife", minify: true, comments: false })
  await bundle.close()
  return output[0].code.trim()
}

/**
 * Returns the module of a page, from a folder with `main.ts`, `style.css` and `body.html`; `library` is the folder of what
 * is compiled in, whose licence and style come before the page's own style.
 */
export const page = async ({ folder, library, read, root }) => {
  const script = await compile(join(root, folder, "main.ts"))
  const foreign =
    library === undefined
      ? ""
      : `/* ${read(`${library.folder}/LICENSE`).trim()} */\n${read(`${library.folder}/${library.style}`)}\n`
  const style = squeeze(foreign + read(`${folder}/style.css`))
  const body = squeeze(read(`${folder}/body.html`))
  for (const text of [script, style]) {
    if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error("the page would end its own element")
  }
  return `/** Markup of the page. @internal */
export const body = ${JSON.stringify(body)}

/** Style of the page. @internal */
export const style = ${JSON.stringify(style)}

/** Hash of the style, for the page's policy. @internal */
export const styleHash = ${JSON.stringify(hash(style))}

/** Script of the page. @internal */
export const script = ${JSON.stringify(script)}

/** Hash of the script, for the page's policy. @internal */
export const scriptHash = ${JSON.stringify(hash(script))}
`
}
