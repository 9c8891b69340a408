/** Violations of the import rules, one for each; `arrows.allowed.ts` has imports that are allowed. */
export const imports = "eslint(no-restricted-imports)"
const anyType = "typescript(no-explicit-any)"
const nonNull = "typescript(no-non-null-assertion)"

/** Returns the text of a module that imports these. */
export const from = (...specifiers: ReadonlyArray<string>) =>
  specifiers
    .map((specifier, i) => `import * as m${i} from "${specifier}"\nexport const x${i} = m${i}`)
    .join("\n")

/** Violations: the rule that reports it, the file, and its text. */
export const refused: ReadonlyArray<readonly [what: string, rule: string, file: string, text: string]> = [
  ["schema imports api", imports, "packages/schema/src/A1.ts", from("@screeps-effect/api")],
  [
    "schema imports a module of api",
    imports,
    "packages/schema/src/A2.ts",
    from("@screeps-effect/api/Server")
  ],
  ["schema imports effect/http", imports, "packages/schema/src/A3.ts", from("effect/http/HttpClient")],
  ["schema imports the effect/http barrel", imports, "packages/schema/src/A4.ts", from("effect/http")],
  ["schema imports effect/socket", imports, "packages/schema/src/A5.ts", from("effect/socket/Socket")],
  ["schema imports Effect's barrel", imports, "packages/schema/src/A6.ts", from("effect")],
  ["schema imports Node", imports, "packages/schema/src/A7.ts", from("node:fs")],
  [
    "schema imports Node lazily",
    imports,
    "packages/schema/src/A8.ts",
    `export const x = () => import("node:fs")`
  ],
  ["schema imports another library", imports, "packages/schema/src/A9.ts", from("vitest")],
  [
    "schema imports a type of api",
    imports,
    "packages/schema/src/A10.ts",
    `export type { S } from "@screeps-effect/api"`
  ],
  ["schema imports api by path", imports, "packages/schema/src/A11.ts", from("../../api/src/Server.ts")],
  [
    "schema imports api by path from a folder",
    imports,
    "packages/schema/src/deep/A.ts",
    from("../../../api/src/Server.ts")
  ],
  [
    "schema imports an unstable encoding",
    imports,
    "packages/schema/src/A13.ts",
    from("effect/encoding/Yaml")
  ],
  [
    "schema imports Effect's schema compiler",
    imports,
    "packages/schema/src/A12.ts",
    from("effect/schema/SchemaJITCompiler")
  ],

  ["schema imports pictures", imports, "packages/schema/src/A14.ts", from("@screeps-effect/pictures")],
  ["pictures imports api", imports, "packages/pictures/src/A1.ts", from("@screeps-effect/api")],
  [
    "pictures imports an internal module of schema",
    imports,
    "packages/pictures/src/A2.ts",
    from("@screeps-effect/schema/src/x.ts")
  ],
  ["pictures imports Effect's barrel", imports, "packages/pictures/src/A3.ts", from("effect")],
  ["pictures imports Node", imports, "packages/pictures/src/A4.ts", from("node:fs")],
  ["api imports pictures", imports, "packages/api/src/A40.ts", from("@screeps-effect/pictures")],

  [
    "api imports Effect's schema compiler",
    imports,
    "packages/api/src/A1.ts",
    from("effect/schema/SchemaJITCompiler")
  ],
  ["api imports testing", imports, "packages/api/src/A2.ts", from("@screeps-effect/testing")],
  ["api imports socket", imports, "packages/api/src/A3.ts", from("@screeps-effect/socket")],
  ["api imports private-server", imports, "packages/api/src/A4.ts", from("@screeps-effect/private-server")],
  [
    "api imports an internal module of schema",
    imports,
    "packages/api/src/A5.ts",
    from("@screeps-effect/schema/src/x.ts")
  ],
  ["api imports effect/socket", imports, "packages/api/src/A6.ts", from("effect/socket/Socket")],
  ["api imports Effect's barrel", imports, "packages/api/src/A7.ts", from("effect")],
  ["api imports the effect/http barrel", imports, "packages/api/src/A8.ts", from("effect/http")],
  ["api imports Node", imports, "packages/api/src/A9.ts", from("node:fs")],
  ["api imports itself by name", imports, "packages/api/src/A10.ts", from("@screeps-effect/api")],
  [
    "a second module imports the YAML parser",
    imports,
    "packages/api/src/A11.ts",
    from("effect/encoding/Yaml")
  ],
  [
    "a second internal module imports the YAML parser",
    imports,
    "packages/api/src/deep/A12.ts",
    from("effect/encoding/Yaml")
  ],
  ["a second module imports Redis", imports, "packages/api/src/A13.ts", from("effect/persistence/Redis")],
  ["a second module imports undici", imports, "packages/api/src/A14.ts", from("undici")],
  [
    "an internal module beside the public one imports Redis",
    imports,
    "packages/api/src/RateLimits/Redis.ts",
    from("effect/persistence/Redis")
  ],
  [
    "the module for Redis imports Effect's own limiter",
    imports,
    "packages/api/src/limits/redisRun.ts",
    from("effect/persistence/RateLimiter")
  ],
  [
    "the module for the YAML parser imports another unstable encoding",
    imports,
    "packages/api/src/config/yaml.ts",
    from("effect/encoding/Toml")
  ],

  ["socket imports an operation", imports, "packages/socket/src/A1.ts", from("@screeps-effect/api/Game")],
  ["socket imports all operations", imports, "packages/socket/src/A2.ts", from("@screeps-effect/api")],
  ["socket imports testing", imports, "packages/socket/src/A3.ts", from("@screeps-effect/testing")],
  ["socket imports effect/http", imports, "packages/socket/src/A4.ts", from("effect/http/HttpClient")],
  ["socket imports Node", imports, "packages/socket/src/A5.ts", from("node:fs")],
  [
    "the ready-made layers import an operation",
    imports,
    "packages/socket/src/Screeps.ts",
    from("@screeps-effect/api/Game")
  ],
  [
    "a workflow imports testing",
    imports,
    "packages/socket/src/workflows/A1.ts",
    from("@screeps-effect/testing")
  ],
  [
    "a workflow imports an internal module of api",
    imports,
    "packages/socket/src/workflows/A2.ts",
    from("@screeps-effect/api/src/x.ts")
  ],

  [
    "a second workflow imports the library for source maps",
    imports,
    "packages/socket/src/workflows/SourceMaps/A3.ts",
    from("@jridgewell/trace-mapping")
  ],
  [
    "a second workflow imports Effect's folders of the user",
    imports,
    "packages/socket/src/workflows/SourceMaps/A4.ts",
    from("effect/persistence/UserDirectories")
  ],

  [
    "rollup-plugin imports testing",
    imports,
    "packages/rollup-plugin/src/A1.ts",
    from("@screeps-effect/testing")
  ],
  ["rollup-plugin imports a bundler", imports, "packages/rollup-plugin/src/A2.ts", from("rollup")],
  ["rollup-plugin imports Effect's barrel", imports, "packages/rollup-plugin/src/A3.ts", from("effect")],

  [
    "testing imports an internal module of api",
    imports,
    "packages/testing/src/A1.ts",
    from("@screeps-effect/api/src/x.ts")
  ],
  [
    "testing imports private-server",
    imports,
    "packages/testing/src/A2.ts",
    from("@screeps-effect/private-server")
  ],
  ["testing imports Node", imports, "packages/testing/src/A3.ts", from("node:http")],
  ["testing imports a test runner", imports, "packages/testing/src/A4.ts", from("vitest")],
  [
    "testing imports Effect's schema compiler",
    imports,
    "packages/testing/src/A5.ts",
    from("effect/schema/SchemaJITCompiler")
  ],
  ["testing imports Effect's barrel", imports, "packages/testing/src/A6.ts", from("effect")],

  [
    "private-server imports an internal module of api",
    imports,
    "packages/private-server/src/A1.ts",
    from("@screeps-effect/api/src/x.ts")
  ],
  [
    "private-server imports testing",
    imports,
    "packages/private-server/src/A2.ts",
    from("@screeps-effect/testing")
  ],
  ["private-server imports Effect's barrel", imports, "packages/private-server/src/A3.ts", from("effect")],

  [
    "cli imports an internal module of api",
    imports,
    "packages/cli/src/A1.ts",
    from("@screeps-effect/api/src/x.ts")
  ],
  [
    "lab imports an internal module of private-server",
    imports,
    "packages/lab/src/A1.ts",
    from("@screeps-effect/private-server/src/x.ts")
  ],
  ["lab imports testing", imports, "packages/lab/src/A2.ts", from("@screeps-effect/testing")],
  ["collector imports socket", imports, "packages/collector/src/A1.ts", from("@screeps-effect/socket")],
  ["collector imports world", imports, "packages/collector/src/A2.ts", from("@screeps-effect/world")],
  [
    "a second module of collector imports Node",
    imports,
    "packages/collector/src/kinds/A3.ts",
    from("node:sqlite")
  ],
  ["world imports collector", imports, "packages/world/src/A1.ts", from("@screeps-effect/collector")],
  ["world imports Node", imports, "packages/world/src/A2.ts", from("node:fs")],
  ["a second module of lab imports the YAML parser", imports, "packages/lab/src/A3.ts", from("yaml")],
  ["a second module of lab imports vitest", imports, "packages/lab/src/A4.ts", from("vitest")],
  [
    "lab's module for the YAML parser imports another library",
    imports,
    "packages/lab/src/scenario/yaml.ts",
    from("vitest")
  ],

  ["cli imports Effect's barrel", imports, "packages/cli/src/A2.ts", from("effect")],
  ["cli imports the barrel of effect/cli", imports, "packages/cli/src/A3.ts", from("effect/cli")],
  ["cli imports the platform's barrel", imports, "packages/cli/src/A4.ts", from("@effect/platform-node")],
  ["cli imports another library", imports, "packages/cli/src/A5.ts", from("chalk")],

  [
    "a package without its own rule imports another package",
    imports,
    "packages/new/src/A1.ts",
    from("@screeps-effect/schema")
  ],
  [
    "a test imports an internal module of another package",
    imports,
    "packages/api/test/a1.test.ts",
    from("@screeps-effect/schema/src/x.ts")
  ],
  [
    "a test imports another package by path",
    imports,
    "packages/api/test/a2.test.ts",
    from("../../schema/src/Tick.ts")
  ],
  ["a test imports Effect's barrel", imports, "packages/api/test/a3.test.ts", from("effect")],
  ["an example imports the effect/http barrel", imports, "examples/src/a3.ts", from("effect/http")],
  [
    "an example imports a package by path",
    imports,
    "examples/src/a1.ts",
    from("../../packages/api/src/operations/Game.ts")
  ],
  [
    "an example imports an internal module of a package",
    imports,
    "examples/src/a2.ts",
    from("@screeps-effect/api/src/x.ts")
  ],

  ["any in a package", anyType, "packages/schema/src/B1.ts", "export const f = (x: any) => String(x)"],
  [
    "a non-null assertion in a package",
    nonNull,
    "packages/schema/src/B2.ts",
    "export const f = (x?: string) => x!.length"
  ],
  [
    "two modules import each other",
    "import(no-cycle)",
    "packages/schema/src/Cycle1.ts",
    `import { b } from "./Cycle2.ts"\nexport const a = () => b`
  ],
  [
    "two modules import each other's types",
    "import(no-cycle)",
    "packages/schema/src/TypeCycle1.ts",
    `import type { B } from "./TypeCycle2.ts"\nexport interface A { readonly b: B }`
  ],
  ["a suite imports inside testing", imports, "contract/src/a.ts", from("../../packages/testing/src/x.ts")],
  [
    "xxscreeps imports inside api",
    imports,
    "contract/src/xxscreeps/a.ts",
    from("../../../packages/api/src/x.ts")
  ],
  [
    "a contract's test imports inside cli",
    imports,
    "contract/test/b.test.ts",
    from("../../packages/cli/src/x.ts")
  ],
  ["testing imports contract", imports, "packages/testing/src/A30.ts", from("@screeps-effect/contract")],
  [
    "a focused test",
    "vitest(no-focused-tests)",
    "packages/api/test/b1.test.ts",
    `import { it } from "vitest"\nit.only("x", () => {})`
  ],
  [
    "a skipped test",
    "vitest(no-disabled-tests)",
    "packages/api/test/b2.test.ts",
    `import { it } from "vitest"\nit.skip("x", () => {})`
  ],
  [
    "a focused Effect test",
    "eslint(no-restricted-properties)",
    "packages/api/test/b3.test.ts",
    `import { it } from "@effect/vitest"\nit.effect.only("x", () => Effect.void)`
  ],
  [
    "a skipped Effect test",
    "eslint(no-restricted-properties)",
    "packages/api/test/b4.test.ts",
    `import { it } from "@effect/vitest"\nit.effect.skip("x", () => Effect.void)`
  ]
]

export const otherHalvesOfCycles = [
  ["packages/schema/src/Cycle2.ts", `import { a } from "./Cycle1.ts"\nexport const b = () => a`],
  [
    "packages/schema/src/TypeCycle2.ts",
    `import type { A } from "./TypeCycle1.ts"\nexport interface B { readonly a: A }`
  ]
] as const
