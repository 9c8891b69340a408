import { setTimeout as sleep } from "node:timers/promises"
import { dirname, join } from "node:path"
import type { Group } from "./process.ts"
import * as Home from "../installation/home.ts"
import * as Process from "./process.ts"
import * as World from "./world.ts"

/** A server that has been started, and may not be ready yet. */
export interface Started extends World.Plan {
  readonly world: string
  readonly group: Group
}

const GRACE = 3_000
const POLL = 50

/**
 * Creates a world and starts the server in it. The server's processes get only the necessary environment variables,
 * because others (`GAME_PORT`, `MODFILE`, …) would override the world's settings.
 */
export const start = async (plan: World.Plan, serverPassword: string | undefined): Promise<Started> => {
  const world = World.make(plan)
  try {
    const node = Home.node(plan.home)
    const group = await Process.start({
      file: node,
      args: [
        "--require",
        join(plan.assets, "keeper.cjs"),
        join(Home.modules(plan.home), "screeps", "bin", "screeps.js"),
        "start"
      ],
      cwd: world,
      env: {
        PATH: [dirname(node), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
        HOME: world,
        PRIVATE_SERVER_WORLD: world,
        ...(plan.seed === undefined ? {} : { PRIVATE_SERVER_SEED: String(plan.seed) }),
        ...(serverPassword === undefined ? {} : { SERVER_PASSWORD: serverPassword })
      },
      logFile: World.launcherLog(world)
    })
    return { ...plan, world, group }
  } catch (error) {
    World.remove(world)
    throw error
  }
}

/** Ends every process of the server and deletes its world. */
export const stop = async (started: Started): Promise<void> => {
  await Process.stop(started.group.pid, GRACE)
  World.remove(started.world)
}

const respondsToVersion = async (url: string, serverPassword: string | undefined, abort: AbortSignal) => {
  try {
    const response = await fetch(`${url}/api/version`, {
      headers: serverPassword === undefined ? {} : { "X-Server-Password": serverPassword },
      signal: AbortSignal.any([abort, AbortSignal.timeout(5_000)])
    })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    return false
  }
}

/** Waits until the server responds; returns what went wrong, or `undefined`. */
export const ready = async (
  started: Started,
  url: string,
  serverPassword: string | undefined,
  timeoutMillis: number,
  abort: AbortSignal
): Promise<string | undefined> => {
  const deadline = performance.now() + timeoutMillis
  // The log is checked because another program may have taken the port and respond.
  const listens = () => World.log(started.world, "backend").includes("Game server listening")
  while (!(listens() && (await respondsToVersion(url, serverPassword, abort)))) {
    const ended = started.group.ended()
    if (ended !== undefined) return `its launcher ended with ${ended}`
    if (performance.now() > deadline) return `no response from ${url}/api/version within ${timeoutMillis} ms`
    if (abort.aborted) return "interrupted"
    await sleep(POLL)
  }
  return undefined
}
