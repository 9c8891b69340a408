/** A Redis for tests, which can be stopped and started again at the same address. */
import { spawnSync } from "node:child_process"
import { freePort, type Service, service, temporaryFolder } from "@screeps-effect/fixtures/process"
import { isMissing } from "@screeps-effect/fixtures/services"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** Whether tests skip what needs Redis. */
export const isRedisMissing = isMissing("redis", spawnSync("redis-server", ["--version"]).status === 0)

/** Runs a Redis while the scope is open; it keeps its data when it is killed, as the guide advises. */
export const redis: Effect.Effect<Service, never, Scope.Scope> = Effect.gen(function* () {
  const port = yield* freePort
  const folder = yield* temporaryFolder("redis")
  return yield* service({
    url: `redis://127.0.0.1:${port}`,
    command: [
      "redis-server",
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "yes",
      "--dir",
      folder
    ],
    ready: /ready to accept connections/i,
    signal: "SIGKILL"
  })
})
