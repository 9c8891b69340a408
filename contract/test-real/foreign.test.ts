/** Other people's clients, from npm, see on the game's own server what is recorded; `vitest -u` records it again. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { describe, expect, inject, it } from "vitest"
import { recordings } from "../src/foreign/clients.ts"
import { recordedFile, toLines } from "../src/foreign/compare.ts"

const layer = PrivateServer.layer().pipe(
  Layer.provide(NodeServices.layer),
  Layer.merge(FetchHttpClient.layer)
)

describe.skipIf(inject("whyNot") !== "")("clients of others on the game's own server", () => {
  it("see what is recorded", async () => {
    const seen = await Effect.runPromise(Effect.provide(recordings, layer))
    await expect(toLines(seen)).toMatchFileSnapshot(recordedFile)
  })
})
