/** The backend process, which serves players, and the simulation, which continues without it. */
import { readFileSync } from "node:fs"
import { assert } from "@effect/vitest"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import { members } from "../../support/server.ts"
import { eventually, evaluate } from "../../support/world.ts"
import * as Schema from "effect/Schema"

const isBackend = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("/backend/bin/start.js")
  } catch {
    return false
  }
}

/** Kills the process; its launcher starts another one a second later. */
export const killBackend = Effect.gen(function* () {
  const { pid } = yield* PrivateServer.PrivateServer
  const [backend, ...others] = (yield* members(pid)).filter(isBackend)
  assert.isEmpty(others)
  assert(backend !== undefined, "the backend runs")
  process.kill(backend, "SIGKILL")
})

const tick = evaluate(Schema.FiniteFromString, "storage.env.get('gameTime').then(String)")

/** Kills the process and keeps its launcher from starting another one until the returned effect runs. */
export const stopBackend = Effect.gen(function* () {
  const { pid } = yield* PrivateServer.PrivateServer
  const backend = (yield* members(pid)).find(isBackend)
  assert(backend !== undefined, "the backend runs")
  // The launcher is the leader of the group.
  process.kill(pid, "SIGSTOP")
  process.kill(backend, "SIGKILL")
  return Effect.sync(() => process.kill(pid, "SIGCONT"))
})

/** Pauses the simulation and waits until the current tick is complete. */
export const pause = Effect.gen(function* () {
  const { cli } = yield* PrivateServer.PrivateServer
  yield* cli("system.pauseSimulation()")
  const isStill = Effect.gen(function* () {
    const before = yield* tick
    yield* Effect.sleep("250 millis")
    return before === (yield* tick)
  })
  yield* eventually(isStill, (is) => is, "the simulation stands still")
})

/** Resumes the simulation. */
export const resume = Effect.gen(function* () {
  const { cli } = yield* PrivateServer.PrivateServer
  yield* cli("system.resumeSimulation()")
})
