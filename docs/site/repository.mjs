// The repository's address and the version, for the navigation.
import { readFileSync } from "node:fs"
import { join } from "node:path"

const manifestOf = (folder) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../..", folder, "package.json"), "utf8"))

const given = manifestOf(".").repository
const url = typeof given === "string" ? given : given?.url
/** `undefined` as long as the manifest has none. */
export const repository = url?.replace(/^git\+/, "").replace(/\.git$/, "")

const { version } = manifestOf("packages/api")
/** The packages have one version; 0.0.0 before the first release. */
export const release = version === "0.0.0" ? "Unreleased" : version
