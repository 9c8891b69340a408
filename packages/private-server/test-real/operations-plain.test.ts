import { describe, it } from "@effect/vitest"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { inject } from "vitest"
import { onPlain } from "./support/operations.ts"
import * as RealServer from "./support/server.ts"

const layer = Layer.merge(RealServer.layer(), FetchHttpClient.layer)

describe.skipIf(inject("whyNot") !== "")("a plain server", () => {
  it.layer(layer, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    for (const [theme, cases] of Object.entries(onPlain)) {
      describe(theme, () => {
        for (const { holds, name } of cases) it.effect(name, () => holds)
      })
    }
  })
})
