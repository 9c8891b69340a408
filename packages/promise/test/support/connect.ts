/** Connections to worlds in memory, whose ticks pass one by one. */
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as Effect from "effect/Effect"
import { type Connection, connectLayer } from "../../src/index.ts"

/** A connection, and the ticks of its world. */
export interface World extends AsyncDisposable {
  readonly screeps: Connection
  readonly tick: () => Promise<unknown>
  /** Lets ticks pass until a promise is settled. */
  readonly ticksUntil: <A>(promise: Promise<A>) => Promise<A>
}

const { username } = SampleWorld.account

const connectTo = async (world: ScreepsWorld.ScreepsWorld): Promise<World> => {
  const screeps = await connectLayer(TestServer.layerScreeps(world, { account: username }))
  // Yields, so that loops over ticks let the server respond.
  const tick = () => screeps.run(Effect.andThen(world.tick, Effect.yieldNow))
  return {
    screeps,
    tick,
    ticksUntil: async (promise) => {
      const waiting = new Set([promise])
      const settle = () => waiting.clear()
      promise.then(settle, settle)
      while (waiting.size > 0) await tick()
      return promise
    },
    [Symbol.asyncDispose]: screeps.close
  }
}

/** Connects to the sample world. */
export const connectSample = async (): Promise<World> =>
  connectTo(await Effect.runPromise(SampleWorld.make()))

/** Connects to the sample world, whose player's script only runs console commands. */
export const connectConsole = async (): Promise<World> =>
  connectTo(
    await Effect.runPromise(
      SampleWorld.make({ evaluate: (run) => ScreepsWorld.evaluate({ ...run, modules: { main: "" } }) })
    )
  )

/** Connects to the sample world, whose player's script throws in every tick. */
export const connectFailing = async (error: string): Promise<World> =>
  connectTo(await Effect.runPromise(SampleWorld.make({ evaluate: () => ({ log: [], results: [], error }) })))
