import * as Contract from "@screeps-effect/contract"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { afterAll, describe, it } from "vitest"
import * as Xxscreeps from "../src/xxscreeps/Xxscreeps.ts"

const world = ScreepsWorld.make({ evaluate: ScreepsWorld.evaluate })
const layer = Xxscreeps.layer(world, { tickEvery: "20 millis" })

Contract.suite({ describe, it, afterAll }, "the in-memory xxscreeps", layer, {
  skip: Contract.skips.xxscreeps,
  strictness: "tolerant"
})
