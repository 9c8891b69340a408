/** The lockfile serves every platform: one that was written offline lists the native builds of one platform only. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const text = readFileSync(join(import.meta.dirname, "../../pnpm-lock.yaml"), "utf8")
const names = [...text.matchAll(/^ {2}'?(@?[^@\s']+)@\d[^:]*:$/gm)].map(([, name = ""]) => name)
const linux = /linux-(?:x64|64)(?:-\w+)?$/
/** Tools that have a build for each platform, by the beginning of the builds' names. */
const tools = [...new Set(names.filter((name) => linux.test(name)).map((name) => name.replace(linux, "")))]

/** Tools without which the installation goes on. */
const optional = ["@effect/tsgo-"]

describe("the lockfile", () => {
  it.each(tools.filter((tool) => !optional.includes(tool)))(
    "has builds of %s… for macOS and Windows",
    (tool) => {
      for (const platform of ["darwin-", "win"]) {
        const builds = names.filter((name) => name.startsWith(tool + platform))
        assert.isNotEmpty(builds, `${tool}${platform}: run \`pnpm install --fix-lockfile\` with a network`)
      }
    }
  )

  it("has native tools", () => assert.isAbove(tools.length, 5))
})
