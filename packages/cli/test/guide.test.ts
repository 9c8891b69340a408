import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Catalogue from "@screeps-effect/api/Catalogue"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { FlagDoc } from "effect/cli/HelpDoc"
import { entries } from "./support/guide.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const filesBelow = (folder: string, pattern: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => pattern.test(file))
    .map((file) => join(folder, file))

const read = (file: string) => readFileSync(join(root, file), "utf8")

const formsOf = ({ aliases, name }: FlagDoc) => [`--${name}`, `--no-${name}`, ...aliases]

/** Flags of other programs in the messages and documents of the command. */
const foreign: ReadonlySet<string> = new Set(["--global", "--detach"])

const flagsIn = (text: string) => text.match(/(?<![\w-]|&& )--[a-z][a-zA-Z-]*/g) ?? []

describe("a flag", () => {
  it.effect("exists if a message, a help text or a document names it", () =>
    Effect.gen(function* () {
      const known = new Set(
        (yield* entries).flatMap(({ help }) => [...help.flags, ...(help.globalFlags ?? [])].flatMap(formsOf))
      )
      // Those of operations, which `call` derives from their fields.
      const fields = Catalogue.entries().flatMap((entry) => Object.keys(entry.fields))
      for (const name of ["input", "reveal", "token", ...fields]) known.add(`--${name}`)
      // For the scripts of --completions only.
      known.add("--complete")
      const files = [
        ...filesBelow("packages/cli/src", /\.ts$/),
        "packages/cli/README.md",
        "docs/guide/command.md"
      ]
      const missing = files.flatMap((file) =>
        flagsIn(read(file))
          .filter((flag) => !known.has(flag) && !foreign.has(flag))
          .map((flag) => `${file}: ${flag}`)
      )
      assert.deepStrictEqual(missing, [])
    })
  )

  it.effect("belongs to the command with which a document or an example shows it", () =>
    Effect.gen(function* () {
      const list = yield* entries
      const documents = [
        ...filesBelow("docs/guide", /\.md$/),
        "docs/index.md",
        "README.md",
        "packages/cli/README.md",
        "packages/private-server/README.md"
      ]
      const wrong: Array<string> = []
      for (const file of documents) {
        for (const [line] of read(file).matchAll(/(?<=^| |`|\()screeps [a-z][^`\n|>]*/gm)) {
          const words = line.split(/\s+/).slice(1)
          const entry =
            list.find(({ path }) => path.length === 2 && path.every((word, i) => word === words[i])) ??
            list.find(({ path }) => path.length === 1 && path[0] === words[0])
          if (entry === undefined || words[0] === "call") continue
          const { flags, globalFlags = [] } = entry.help
          const own = new Set([...flags, ...globalFlags].flatMap(formsOf))
          for (const flag of flagsIn(line)) if (!own.has(flag)) wrong.push(`${file}: ${line}`)
        }
      }
      assert.deepStrictEqual(wrong, [])
    })
  )
})
