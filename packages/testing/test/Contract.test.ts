import * as Contract from "@screeps-effect/testing/Contract"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { afterAll, describe, it } from "vitest"

const layer = TestServer.layer(ScreepsWorld.make(), { tickEvery: "20 millis" })

Contract.suite({ describe, it, afterAll }, "the in-memory server", layer)
