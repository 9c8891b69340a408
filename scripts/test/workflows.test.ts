/** The workflows of the repository are valid, and grant no more than they need. */
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser"
import { globSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const folder = join(root, ".github/workflows")
const scripts = Object.keys(
  (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> })
    .scripts
)

const errorsOf = async (name: string, content: string): Promise<ReadonlyArray<string>> => {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  if (value !== undefined) {
    await convertWorkflowTemplate(context, value)
  }
  return context.errors.getErrors().map(({ message }) => message)
}

describe.each(readdirSync(folder))("%s", (name) => {
  const content = readFileSync(join(folder, name), "utf8")

  it("is a valid workflow", async () => assert.deepStrictEqual(await errorsOf(name, content), []))

  it("runs commands that exist", () => {
    for (const [, script = ""] of content.matchAll(/npm run ([\w:]+)/g)) assert.include(scripts, script)
  })

  it("may only read the repository unless a job says otherwise", () =>
    assert.match(content, /^permissions:\n {2}contents: read\n\S/m))

  it("puts no expression into a shell command", () => {
    const commands = content.split("\n").filter((line) => /^ +(?:- )?run:/.test(line))
    assert.isNotEmpty(commands)
    for (const command of commands) assert.notInclude(command, "${{")
  })
})

describe("the release", () => {
  const content = readFileSync(join(folder, "release.yml"), "utf8")

  it("is rehearsed with all commands of the job that publishes", async () => {
    const { publishCommands }: { readonly publishCommands: (workflow: string) => ReadonlyArray<string> } =
      await import(new URL("../rehearse/release.mjs", import.meta.url).href)
    const { context, value } = parseWorkflow({ name: "release.yml", content }, new NoOperationTraceWriter())
    assert.isDefined(value)
    if (value === undefined) return
    const { jobs } = await convertWorkflowTemplate(context, value)
    const publish = jobs.find(({ id }) => id.value === "publish")
    const steps = publish?.type === "job" ? publish.steps : []
    const commands = steps.flatMap((step) => ("run" in step ? [step.run.toString()] : []))
    assert.isAtLeast(commands.length, 4)
    assert.deepStrictEqual(publishCommands(content), commands)
  })

  it("publishes only what was packed and checked before", () => {
    const [packed, published] = ["run release:pack", "changeset publish"].map((text) => content.indexOf(text))
    assert.isTrue(packed !== undefined && published !== undefined && packed > 0 && published > packed)
    assert.lengthOf(content.match(/changeset publish(?! --from-pack-dir packed\n)/g) ?? [], 0)
  })
})

describe("a workflow in the documentation", () => {
  const guide = readFileSync(join(root, "docs/guide/command.md"), "utf8")
  const samples = globSync(["docs/guide/*.md", "packages/*/README.md", "README.md"], { cwd: root }).flatMap(
    (file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/^```ya?ml\n([^`]*)^```/gm)].flatMap(
        ([, content = ""]) => (/^jobs:/m.test(content) ? [{ file, content }] : [])
      )
  )
  /** The commands `screeps …` of a workflow, as words. */
  const commandsOf = (content: string) =>
    content.split("\n").flatMap((line) => {
      const command = /^ +(?:- )?run: npx screeps (.*)$/.exec(line)?.[1]
      return command === undefined ? [] : [command.split(" ")]
    })

  it("exists", () =>
    assert.include(
      samples.map(({ file }) => file),
      "docs/guide/lab.md"
    ))

  it("is valid", async () => {
    for (const { content, file } of samples) assert.deepStrictEqual(await errorsOf(file, content), [], file)
  })

  it("may only read the repository", () => {
    for (const { content, file } of samples)
      assert.match(content, /^permissions:\n {2}contents: read\n\S/m, file)
  })

  it("uses commands and flags of screeps that exist", () => {
    const commands = samples.flatMap(({ content }) => commandsOf(content))
    assert.isNotEmpty(commands)
    for (const [group = "", name = "", ...rest] of commands) {
      const [, reference = ""] = guide.split(`#### \`screeps ${group} ${name}\`\n`)
      const [own = ""] = reference.split("\n#", 1)
      for (const flag of rest.filter((word) => word.startsWith("--")))
        assert.include(own, `\`${flag}`, `${group} ${name}`)
    }
  })
})

it("reports a workflow with an unknown key, variable or job", async () => {
  const errors = await errorsOf(
    "wrong.yml",
    [
      "on: push",
      "jobs:",
      "  first:",
      "    needs: absent",
      "    runs-on: ubuntu-latest",
      "    stepz: 1",
      "    steps:",
      "      - run: echo ${{ foo.bar }}"
    ].join("\n")
  )
  assert.isAtLeast(errors.length, 2)
  assert.isTrue(errors.some((message) => message.includes("stepz")))
  assert.isTrue(errors.some((message) => message.includes("foo")))
})
