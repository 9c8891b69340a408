// The repository's address and the version, for the navigation.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { owner } from "../../scripts/support/owner.mjs"

/** `undefined` as long as `owner.json` has none. */
export const { repository } = owner

const manifest = join(import.meta.dirname, "../../packages/api/package.json")
const { version } = JSON.parse(readFileSync(manifest, "utf8"))
/** That of the SDK; 0.0.0 before the first release. */
export const release = version === "0.0.0" ? "Unreleased" : version
