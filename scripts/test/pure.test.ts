import { join } from "node:path"
import { transformAsync } from "@babel/core"
import { rolldown } from "rolldown"
import { expect, it } from "vitest"

const plugins = [join(import.meta.dirname, "../pure.mjs")]

const transform = async (code: string) =>
  (await transformAsync(code, { plugins, babelrc: false, configFile: false }))?.code ?? ""

it.each([
  ["a call", "const a = f(1)", "const a = /*#__PURE__*/f(1);"],
  ["a method call", "const a = list.map(f)", "const a = /*#__PURE__*/list.map(f);"],
  ["a constructor call", "const a = new C()", "const a = /*#__PURE__*/new C();"],
  ["a nested call", "const a = f(g(1))", "const a = /*#__PURE__*/(() => f(g(1)))();"],
  ["a chain of calls", "const a = f()(1)", "const a = /*#__PURE__*/(() => f()(1))();"],
  ["a spread", "const a = [...b]", "const a = /*#__PURE__*/(() => [...b])();"],
  ["a spread in a call", "const a = f([...b])", "const a = /*#__PURE__*/(() => f([...b]))();"],
  ["a property", "const a = b.c", "const a = /*#__PURE__*/(() => b.c)();"],
  ["a superclass", "class A extends f(b.c) {}", "class A extends /*#__PURE__*/(() => f(b.c))() {}"]
])("marks %s", async (_, code, expected) => {
  expect(await transform(code)).toBe(expected)
})

it.each([
  "const a = () => f(1);",
  "const a = [1, b];",
  "const a = await f(b.c);",
  "const a = [...(await b)];",
  "f(1);",
  "a = f(1);",
  "class A {}",
  "let a;"
])("leaves %s as it is", async (code) => {
  expect(await transform(code)).toBe(code)
})

it("lets a bundler leave out all that a page does not use", async () => {
  const library = await transform(`import { f, common } from "elsewhere"
export const used = 1
const fields = { ...common, b: f("b").c }
export class Unused extends f("Unused")({ ...fields, list: common.list }) {}
export const names = [...common.list, f(Unused.name)]`)
  const files: Record<string, string> = {
    page: `import { used } from "library"
console.log(used)`,
    library
  }
  const built = await rolldown({
    input: "page",
    external: ["elsewhere"],
    plugins: [{ name: "files", resolveId: (id) => (id in files ? id : undefined), load: (id) => files[id] }]
  })
  const [{ code }] = (await built.generate()).output
  expect(code).not.toMatch(/Unused|common/)
})
