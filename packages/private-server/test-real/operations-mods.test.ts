import { fileURLToPath } from "node:url"
import { describe, it } from "@effect/vitest"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { inject } from "vitest"
import { withMods } from "./support/operations.ts"
import * as RealServer from "./support/server.ts"

const steam = fileURLToPath(new URL("support/steam.cjs", import.meta.url))
const layer = Layer.merge(RealServer.layer({ mods: ["admin-utils", steam] }), FetchHttpClient.layer)

describe.skipIf(inject("whyNot") !== "")("a server with the admin mod", () => {
  it.layer(layer, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    for (const [theme, cases] of Object.entries(withMods)) {
      describe(theme, () => {
        for (const { holds, name } of cases) it.effect(name, () => holds)
      })
    }
  })
})
