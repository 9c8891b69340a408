// The tasks of guide/tasks.md: phrases, and the page that has what they ask for.
import { readFileSync } from "node:fs"
import { join, posix } from "node:path"

const source = readFileSync(join(import.meta.dirname, "../guide/tasks.md"), "utf8")

/** Phrases and the path of their page from the root of the site, without `.md`. */
export const tasks = Array.from(
  source.matchAll(/^\| ([^|]+?) +\| \[[^\]]+\]\(([^)#]+)\.md(?:#[^)]*)?\)/gm),
  ([, phrases, page]) => ({ phrases: phrases.split(" · "), page: posix.join("guide", page) })
)
