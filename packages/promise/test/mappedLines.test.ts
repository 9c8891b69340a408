/** The console with stack traces mapped by the source maps in the user's folder. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, describe, it, vi } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { mappedLines } from "../src/node.ts"
import { connectFailing } from "./support/connect.ts"

describe("mappedLines", () => {
  it("emits errors with positions in the sources", async () => {
    const folder = mkdtempSync(join(tmpdir(), "screeps-maps-"))
    vi.stubEnv("XDG_STATE_HOME", folder)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    })
    await using world = await connectFailing("Error: no spawn\n    at run (main:2:1)")
    const { modules } = await world.screeps.code.get({ branch: "default" })
    // Line 2 of the module is line 40, column 3, of the source.
    const map = { version: 3, sources: ["src/main.ts"], names: [], mappings: ";AAuCE" } as const
    const files = Layer.merge(NodeFileSystem.layer, NodePath.layer)
    await world.screeps.run(
      Effect.provide(
        SourceMaps.keep(modules, new Map([["main", map]])),
        Layer.provide(SourceMaps.layerUser, files)
      )
    )
    const lines = mappedLines(world.screeps)[Symbol.asyncIterator]()
    const { value } = await world.ticksUntil(lines.next())
    await lines.return?.()
    assert.deepInclude(value, {
      kind: "error",
      maps: "found",
      text: "Error: no spawn\n    at run (src/main.ts:40:3)"
    })
  })
})
