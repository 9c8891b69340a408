// The programs of the README, as somebody copies them.
import { readFileSync } from "node:fs"
import { join } from "node:path"

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8")

/** Returns the first TypeScript block below a heading. */
const under = (heading) => {
  const [, section = ""] = readme.split(`\n## ${heading}\n`)
  const [, program] = section.split("\n```ts\n")
  if (program === undefined) throw new Error(`README.md has no program under "${heading}"`)
  return program.slice(0, program.indexOf("\n```\n") + 1)
}

/** What the README installs before the first program. */
export const installed = /^npm install (.*)$/m.exec(readme)[1].split(" ")

/** A room of the in-memory server, read over HTTP and watched over its socket. */
export const firstProgram = {
  code: under("A first program"),
  output: { expected: /Tick \d+: the middle of the room is \w+\.[^]*(?:Tick \d+: \d+ objects\.[^]*){3}/ }
}

/** Tests with vitest. */
export const firstTest = under("Tests without a server")

/** Uploads code to the in-memory server. */
export const deployment = {
  code: `import { SampleWorld } from "@screeps-effect/testing"
${under("Deploy code and handle errors").replace("Screeps.layerConfig()", "SampleWorld.layer()")}`,
  output: { expected: "deployed" }
}
