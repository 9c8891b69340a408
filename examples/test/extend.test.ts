/** Runs the programs of the guide's page Extend as printed: each prints what its last comment says. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { compileCache } from "./support/example.ts"

const page = readFileSync(join(import.meta.dirname, "../../docs/guide/extend.md"), "utf8")

const programs = [...page.matchAll(/^## (.+)$[\s\S]*?^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, title = "", program = ""]) => ({ title, program })
)

/** Runs a program in a process of its own. */
const run = (program: string) =>
  Effect.callback<{ readonly out: string; readonly err: string }>((resume) => {
    const args = ["--disable-warning=ExperimentalWarning", "--input-type=module-typescript", "--eval"]
    const child = execFile(
      process.execPath,
      [...args, program],
      {
        cwd: join(import.meta.dirname, ".."),
        env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCache }
      },
      (_, out, err) => resume(Effect.succeed({ out, err }))
    )
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** The comment with which a program ends. */
const promised = (program: string) =>
  (/(?:^\/\/ .*\n)+$/m.exec(program)?.[0] ?? "no comment").replaceAll(/^\/\/ /gm, "")

describe("the page about extensions", () => {
  it("has a program in each of its four sections", () => {
    assert.lengthOf(programs, 4)
  })

  for (const { program, title } of programs) {
    it.live(`has a program that prints what it says: ${title}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* run(program), { out: promised(program), err: "" })
      })
    )
  }
})
