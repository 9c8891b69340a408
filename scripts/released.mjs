// Removes what the pages say as long as the packages are not published: a step of the release (`pnpm release:version`).
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
for (const file of globSync(["README.md", "docs/guide/*.md", "packages/*/README.md"], { cwd: root })) {
  const text = readFileSync(join(root, file), "utf8")
  const released = text.replaceAll(/^.* <!-- until published -->\n(?:\n(?=\n|\S))?/gm, "")
  if (released !== text) writeFileSync(join(root, file), released)
}
