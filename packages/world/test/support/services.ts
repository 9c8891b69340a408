/** A Redis for tests, which can be stopped and started again at the same address. */
import { spawnSync } from "node:child_process"
import { freePort, type Service, service } from "@screeps-effect/fixtures/process"
import { isMissing } from "@screeps-effect/fixtures/services"
import { Effect, type Scope } from "effect"

/** Whether tests skip what needs Redis. */
export const isRedisMissing = isMissing("redis", spawnSync("redis-server", ["--version"]).status === 0)

/** Runs a Redis that stores nothing on disk while the scope is open. */
export const redis: Effect.Effect<Service, never, Scope.Scope> = Effect.gen(function* () {
  const port = yield* freePort
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
      "no"
    ],
    ready: /ready to accept connections/i,
    signal: "SIGKILL"
  })
})
