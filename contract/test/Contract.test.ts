import * as Contract from "@screeps-effect/contract"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as Layer from "effect/Layer"
import { afterAll, describe, it } from "vitest"

const world = ScreepsWorld.make({ evaluate: ScreepsWorld.evaluate })
const operator = Layer.succeed(Contract.ServerAdmin, {
  setBalance: (username, { credits, power }) => world.users.change(username, { money: credits, power }),
  announce: world.tables.announce
})
const layer = Layer.merge(TestServer.layer(world, { tickEvery: "20 millis" }), operator)

Contract.suite({ describe, it, afterAll }, "the in-memory server", layer, { skip: Contract.skips.inMemory })
