import * as NodeServices from "@effect/platform-node/NodeServices"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Contract from "@screeps-effect/contract"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Socket from "effect/socket/Socket"
import { afterAll, describe, inject, it } from "vitest"

/** The suite's admin, who uses the server's command line. */
const operator = Layer.effect(
  Contract.ServerAdmin,
  Effect.map(PrivateServer.PrivateServer, ({ cli }) => ({
    setBalance: (
      username: string,
      { credits, power }: { readonly credits?: number; readonly power?: number }
    ) => {
      const fields = {
        ...(credits === undefined ? {} : { money: Math.round(credits * 1000) }),
        ...(power === undefined ? {} : { power })
      }
      const change = `storage.db.users.update(${JSON.stringify({ username })}, { $set: ${JSON.stringify(fields)} })`
      return Effect.orDie(Effect.asVoid(cli(change)))
    },
    announce: (text: string) =>
      Effect.orDie(Effect.asVoid(cli(`system.sendServerMessage(${JSON.stringify(text)})`)))
  }))
)

describe.skipIf(inject("whyNot") !== "")("the contract", () => {
  const layer = Layer.mergeAll(FetchHttpClient.layer, Socket.layerWebSocketConstructorGlobal, operator).pipe(
    Layer.provideMerge(PrivateServer.layer()),
    Layer.provide(NodeServices.layer)
  )
  Contract.suite({ describe, it, afterAll }, "the game's own server", layer, {
    skip: Contract.skips.privateServer
  })
})
