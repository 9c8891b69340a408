import * as Contract from "@screeps-effect/testing/Contract"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { afterAll, describe, it } from "vitest"

const world = ScreepsWorld.make({ evaluate: Contract.evaluate })
const layer = TestServer.layer(world, { tickEvery: "20 millis", dialect: "xxscreeps" })

Contract.suite({ describe, it, afterAll }, "the in-memory xxscreeps", layer, {
  skip: Contract.skips.xxscreeps,
  strictness: "tolerant"
})
