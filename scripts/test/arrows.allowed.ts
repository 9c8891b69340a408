import { from } from "./arrows.ts"

/** Allowed imports, so that the rules above cannot be satisfied by rejecting everything. */
export const allowed: ReadonlyArray<readonly [what: string, file: string, text: string]> = [
  [
    "the in-memory xxscreeps: internal modules of testing",
    "contract/src/xxscreeps/socket/ok.ts",
    from("../../../../packages/testing/src/server/router.ts", "../server.ts", "@screeps-effect/api/Auth")
  ],
  [
    "a test of the contract: support of the tests of other packages",
    "contract/test/ok.test.ts",
    from("../../packages/testing/test/support/server.ts", "../src/xxscreeps/Xxscreeps.ts", "./support/x.ts")
  ],
  [
    "schema: Effect by path and itself",
    "packages/schema/src/Ok.ts",
    from("effect/Effect", "effect/SchemaGetter", "effect/encoding/Base64", "./Tick.ts", "./deep/x.ts")
  ],
  ["schema: itself from a folder", "packages/schema/src/deep/Ok.ts", from("../Tick.ts", "./Creep.ts")],
  [
    "pictures: schema and Effect",
    "packages/pictures/src/Ok.ts",
    from("@screeps-effect/schema", "@screeps-effect/schema/Terrain", "effect/Stream", "./deep/x.ts")
  ],
  [
    "api: schema, Effect, effect/http",
    "packages/api/src/Ok.ts",
    from(
      "@screeps-effect/schema",
      "@screeps-effect/schema/Tick",
      "@screeps-effect/schema/deep/Creep",
      "effect/Effect",
      "effect/http/HttpClient",
      "./deep/x.ts"
    )
  ],
  [
    "the module for the YAML parser",
    "packages/api/src/config/yaml.ts",
    from("effect/encoding/Yaml", "effect/Result", "../Server.ts")
  ],
  [
    "the module for undici",
    "packages/api/src/client/UndiciHttpClient.ts",
    from("undici", "effect/http/HttpClient", "effect/Effect", "./body.ts")
  ],
  ["the module for connections of undici", "packages/api/src/client/undiciAgent.ts", from("undici")],
  [
    "the module for Redis",
    "packages/api/src/limits/redisRun.ts",
    from("effect/persistence/Redis", "effect/Effect", "./quotaScript.ts")
  ],
  [
    "socket: Effect's modules for connections",
    "packages/socket/src/Ok.ts",
    from(
      "@screeps-effect/schema/Tick",
      "@screeps-effect/api/Session",
      "@screeps-effect/api/Server",
      "effect/socket/Socket"
    )
  ],
  [
    "the ready-made layers: api's client, its configuration, HTTP and the socket",
    "packages/socket/src/Screeps.ts",
    from(
      "@screeps-effect/api/ScreepsClient",
      "@screeps-effect/api/ConfigFile",
      "effect/http/HttpClient",
      "effect/socket/Socket",
      "./RoomFeed.ts"
    )
  ],
  [
    "a workflow: operations and channels",
    "packages/socket/src/workflows/Ok.ts",
    from("@screeps-effect/api/Memory", "@screeps-effect/schema/Tick", "../Channels.ts", "effect/Stream")
  ],
  [
    "the module for source maps",
    "packages/socket/src/workflows/SourceMaps/Mapper.ts",
    from("@jridgewell/trace-mapping", "@screeps-effect/schema/ConsoleText", "./SourceMap.ts")
  ],
  [
    "the module for the user's folder of source maps",
    "packages/socket/src/workflows/SourceMaps/userFolder.ts",
    from("effect/persistence/UserDirectories", "effect/Layer", "./Archive.ts")
  ],
  [
    "rollup-plugin: the others' public modules, and files",
    "packages/rollup-plugin/src/ok.ts",
    from(
      "@screeps-effect/socket/workflows/CodeSync",
      "@screeps-effect/api/ScreepsClient",
      "@effect/platform-node-shared/NodeFileSystem",
      "effect/Effect"
    )
  ],
  [
    "testing: the others' public modules",
    "packages/testing/src/Ok.ts",
    from(
      "@screeps-effect/pictures/BadgeSvg",
      "@screeps-effect/api",
      "@screeps-effect/schema/Tick",
      "@screeps-effect/socket/Channels",
      "effect/http/HttpClient",
      "effect/socket/Socket"
    )
  ],
  [
    "private-server: Node and the others",
    "packages/private-server/src/Ok.ts",
    from(
      "node:fs",
      "node:fs/promises",
      "@screeps-effect/api/Server",
      "@screeps-effect/schema",
      "effect/process/ChildProcess",
      "effect/http/HttpClient"
    )
  ],
  [
    "private-server: its command",
    "packages/private-server/src/install.ts",
    from("@effect/platform-node-shared/NodeFileSystem", "effect/Effect", "./PrivateServer.ts")
  ],
  [
    "world: socket, Effect's stores",
    "packages/world/src/Ok.ts",
    from("@screeps-effect/socket/RoomFeed", "effect/persistence/Persistence", "effect/sql/SqlClient")
  ],
  [
    "collector: api, Effect's SQL and queues",
    "packages/collector/src/kinds/Ok.ts",
    from(
      "@screeps-effect/api/Game",
      "@screeps-effect/schema/RoomName",
      "effect/persistence/PersistedQueue",
      "effect/sql/SqlClient",
      "../sql.ts"
    )
  ],
  [
    "collector: its own database",
    "packages/collector/src/NodeSqlite.ts",
    from("node:sqlite", "effect/sql/SqlClient")
  ],
  [
    "lab: Node, the private server, Effect",
    "packages/lab/src/Ok.ts",
    from(
      "node:fs",
      "@screeps-effect/private-server/Administration",
      "@screeps-effect/socket/workflows/CodeSync",
      "@screeps-effect/world/Until",
      "effect/Effect"
    )
  ],
  [
    "lab: the module for vitest",
    "packages/lab/src/vitest.ts",
    from("vitest", "@effect/platform-node-shared/NodePath", "effect/Effect", "./Lab.ts")
  ],
  ["lab: the module for the YAML parser", "packages/lab/src/scenario/yaml.ts", from("yaml", "effect/Result")],
  [
    "cli: Node, all the others, Effect's command lines",
    "packages/cli/src/commands/Ok.ts",
    from(
      "node:module",
      "@screeps-effect/api/Server",
      "@screeps-effect/socket/workflows",
      "@screeps-effect/testing/TestServer",
      "@screeps-effect/private-server/PrivateServer",
      "@effect/platform-node/NodeRuntime",
      "effect/cli/Command",
      "effect/http/FetchHttpClient",
      "effect/process/ChildProcess",
      "effect/socket/Socket",
      "../output/output.ts"
    )
  ],
  [
    "a test: modules of Effect, its own internal modules, a runner",
    "packages/api/test/ok.test.ts",
    from("effect/Effect", "../src/deep/x.ts", "@effect/vitest", "node:fs", "effect/testing/TestClock")
  ],
  [
    "a test in a folder: its own sources",
    "packages/api/test/deep/ok.test.ts",
    from("../../src/Server.ts", "../support.ts")
  ],
  [
    "an example: modules of Effect and the packages",
    "examples/src/ok.ts",
    from("effect/http/HttpClient", "@screeps-effect/api", "@screeps-effect/testing")
  ]
]
