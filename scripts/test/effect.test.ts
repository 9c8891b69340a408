/** The page about versions of Effect says what would be done about every unstable module that a package imports. */
import { assert, it } from "vitest"

interface Step {
  readonly files: ReadonlyArray<string>
  readonly read: (file: string) => string
  readonly problem: (text: string) => void
}
const module = new URL("../generate/effect.mjs", import.meta.url)
const { make }: { readonly make: (step: Step) => ReadonlyArray<string> } = await import(module.href)

const made = (imports: ReadonlyArray<string>) => {
  const problems: Array<string> = []
  const [page = ""] = make({
    files: ["packages/api/src/one.ts"],
    read: (file) =>
      file.startsWith("packages/")
        ? imports.map((one) => `import * as X from "${one}"`).join("\n")
        : `/** @stability ${file.endsWith("/Effect.ts") ? "stable" : "unstable"} */`,
    problem: (text) => problems.push(text)
  })
  return { page, problems }
}

it("an unstable module without a plan is a problem, a stable one is not", () => {
  const { page, problems } = made(["effect/http/HttpClient", "effect/Effect", "effect/workflow/Workflow"])
  assert.deepStrictEqual(
    problems.filter((problem) => problem.includes("is unstable")),
    ["effect/workflow/Workflow is unstable: say in scripts/generate/effect.mjs what to do if it changes"]
  )
  assert.match(page, /\| `effect\/http\/HttpClient` \| `one\.ts` \|/)
})

it("a plan for a module that no package imports is a problem", () => {
  const { problems } = made(["effect/http/HttpClient"])
  assert.include(problems, "no package imports sql/, reactivity/: remove it from scripts/generate/effect.mjs")
  assert.notInclude(problems.join(), "http/")
})
