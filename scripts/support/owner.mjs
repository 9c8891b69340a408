// What only the owner of the packages can say, in `owner.json`: the repository, the home page, the author. While it is empty,
// manifests have none of it, and published READMEs no links to the repository.
import { readFileSync } from "node:fs"
import { join, posix } from "node:path"

/** `repository` is an address without `.git`. Each of the four is optional. */
export const owner = JSON.parse(readFileSync(join(import.meta.dirname, "../../owner.json"), "utf8"))

/** Returns the fields of a published manifest that come from the owner, for a package's folder such as `packages/api`. */
export const fieldsOf = ({ author, bugs, homepage, repository }, directory) => {
  const fields = { author, homepage, bugs: bugs && { url: bugs } }
  if (repository !== undefined) {
    fields.repository = { type: "git", url: `git+${repository}.git`, directory }
    fields.homepage ??= `${repository}/tree/main/${directory}#readme`
    fields.bugs ??= { url: `${repository}/issues` }
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/**
 * Replaces the relative links of a Markdown file of the repository. `addressOf` takes a path from the root, an anchor, and
 * whether it is an image; where it returns `undefined`, the text stays without a link.
 */
export const relink = (text, file, addressOf) =>
  text.replaceAll(/(!?)\[([^[\]]+)\]\((?!https?:|#)([^()\s#]+)(#[^()\s]*)?\)/g, (...match) => {
    const [, image, label, href, anchor = ""] = match
    const address = addressOf(posix.join(posix.dirname(file), href), anchor, image !== "")
    return address === undefined ? label : `${image}[${label}](${address})`
  })

/** Returns a package's README as it is published: a folder of packages has no files beside it. */
export const publishedReadme = (text, file, { repository }) =>
  relink(text, file, (path, anchor) =>
    repository === undefined ? undefined : `${repository}/blob/main/${path}${anchor}`
  )
