import { describe, it } from "@effect/vitest"
import { PrivateServer } from "@screeps-effect/private-server"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { inject } from "vitest"
import { onPlain } from "./support/operations.ts"

const layer = Layer.merge(PrivateServer.layer(), FetchHttpClient.layer)

describe.skipIf(inject("whyNot") !== "")("a plain server", () => {
  it.layer(layer, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    for (const [theme, cases] of Object.entries(onPlain)) {
      describe(theme, () => {
        for (const { holds, name } of cases) it.effect(name, () => holds)
      })
    }
  })
})
