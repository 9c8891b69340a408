import { PrivateServer } from "@screeps-effect/private-server"
import { Contract } from "@screeps-effect/testing"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { afterAll, describe, inject, it } from "vitest"

/** Promises that the real server does not keep: none is known. */
const skip: ReadonlyArray<Contract.Skip> = []

describe.skipIf(inject("whyNot") !== "")("the contract", () => {
  const layer = Layer.merge(PrivateServer.layer(), FetchHttpClient.layer)
  Contract.suite({ describe, it, afterAll }, "the game's own server", layer, { skip })
})
