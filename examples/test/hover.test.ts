/**
 * Checks what an editor shows: over every operation its first sentence and the name of its record, nothing cut off; and
 * "go to definition" leads to the operation, not into the module that creates operations.
 */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Catalogue, Endpoints } from "@screeps-effect/api"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type LanguageServer, type Position, start } from "./lsp.ts"
import { all, type Declared, parse, problems } from "./operations.ts"

const root = join(import.meta.dirname, "../..")
const operations = all(root)
let server: LanguageServer

beforeAll(async () => {
  server = await start(root)
})
afterAll(() => server.stop())

/** Replaces comments and strings by blanks: names in them are not uses. */
const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"/g, (comment) =>
    comment.replaceAll(/[^\n]/g, " ")
  )

/** Finds every `Group.operation` in a text, with the position of its name. */
const uses = (text: string): ReadonlyArray<{ readonly operation: Declared; readonly at: Position }> =>
  withoutComments(text)
    .split("\n")
    .flatMap((content, line) =>
      [...content.matchAll(/\b([A-Z]\w*)\.([a-z]\w*)/g)].flatMap(({ 1: group = "", 2: name, index }) => {
        const operation = operations.find((known) => known.group === group && known.name === name)
        return operation === undefined
          ? []
          : [{ operation, at: { line, character: index + group.length + 1 } }]
      })
    )

const check = async (file: string, { at, operation }: { operation: Declared; at: Position }) => {
  const hover = await server.hover(file, at)
  assert.deepStrictEqual(problems(operation, hover), [], hover)
  const [definition] = await server.definition(file, at)
  const { character, line } = operation
  assert.deepInclude(definition, { uri: pathToFileURL(operation.file).href })
  assert.deepStrictEqual(definition?.range.start, { line, character })
}

// One after another: requests at once are answered by several type checkers, each of which checks everything.
describe("a hover over an operation", { concurrent: false }, () => {
  // No file, and in no project: TypeScript uses its default options, as in an editor just opened.
  const file = join(root, "examples/hovers.ts")
  const groups = [...new Set(operations.map(({ group }) => group))]
  const text = [
    `import { ${groups.join(", ")} } from "@screeps-effect/api"`,
    ...operations.flatMap(({ group, name }) => [
      `export const ${group}_${name} = ${group}.${name}`,
      `void ${group}.${name}(null as never)`
    ])
  ].join("\n")
  beforeAll(() => server.open(file, text))

  it("is checked for every operation of the catalogue", () => {
    const found = operations.map(({ group, name }) => `${group}.${name}`)
    assert.sameMembers(
      found,
      Catalogue.entries().map(({ group, name }) => `${group}.${name}`)
    )
    assert.lengthOf(found, Endpoints.all.length)
  })
  for (const operation of operations) {
    it(`shows sentence and record of ${operation.group}.${operation.name}`, async () => {
      const own = uses(text).filter((use) => use.operation === operation)
      assert.strictEqual(own.length, 2)
      for (const use of own) await check(file, use)
    })
  }
})

describe("hovers in the examples", { concurrent: false }, () => {
  const files = globSync("*.ts", { cwd: join(root, "examples/src") }).toSorted()
  const examples = files.map((name) => {
    const file = join(root, "examples/src", name)
    return { name, file, text: readFileSync(file, "utf8") }
  })
  // All before the first hover: each file that is opened makes the server check the types again.
  beforeAll(() => examples.forEach(({ file, text }) => server.open(file, text)))

  for (const { file, name, text } of examples) {
    it(`show sentence and record of every operation in ${name}`, async () => {
      for (const use of uses(text)) await check(file, use)
    })
  }
})

describe("the check of hovers", () => {
  it("reports a missing comment, an unnamed record and a cut-off type", async () => {
    const file = join(root, "examples/spoilt.ts")
    const text = `
import * as Effect from "effect/Effect"
type Secret<T> = { readonly [K in keyof T]: T[K] extends string ? T[K] : never }
declare const Operation: { get<A>(path: string, spec: { readonly output: A }): (input: Secret<A>) => Effect.Effect<Secret<A>> }
const Answer = { ${Array.from({ length: 80 }, (_, i) => `field${i}: { text: "${i}", more: [{ text: "${i}" }] }`).join(", ")} }

export const undocumented = Operation.get("/a", { output: Answer })
`
    server.open(file, text)
    const [spoilt] = parse(file, text)
    assert.isDefined(spoilt)
    const hover = await server.hover(file, spoilt)
    const found = problems(spoilt, hover)
    for (const expected of ["has no doc comment", "does not name Answer", "shows \\.\\.\\."]) {
      assert.include(found, expected, hover)
    }
  })

  it("reads declarations with their comments, records and positions", () => {
    const [first, second, third] = parse(
      "/api/src/Game.ts",
      `/** Not a doc of this. */
const x = 1
/** Reads the terrain of a {@link Room}. More. */
export const roomTerrain = Operation.get("/api/game/room-terrain", {
  input: { room: RoomName },
  output: RoomTerrain
})

/** Reads the clock. */
export const time = Operation.get("/api/game/time", { shard: true, output: Tick.GameTime, auth: "none" })
export const bare = Operation.post("/bare", { output: Schema.Array(Schema.String) })
`
    )
    const read = (x: Declared | undefined) => [
      x?.group,
      x?.name,
      x?.sentence,
      x?.record,
      x?.line,
      x?.character
    ]
    assert.deepStrictEqual(read(first), [
      "Game",
      "roomTerrain",
      "Reads the terrain of a Room.",
      "RoomTerrain",
      3,
      13
    ])
    assert.deepStrictEqual(read(second), ["Game", "time", "Reads the clock.", "GameTime", 9, 13])
    assert.deepStrictEqual(read(third), ["Game", "bare", "", undefined, 10, 13])
  })
})
