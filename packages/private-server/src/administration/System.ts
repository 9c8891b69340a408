/** The simulation of a server: its pace, single ticks, jobs, and the reset of everything. */
import { Tick } from "@screeps-effect/schema/Tick"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { type Command, define, defineVoid } from "./command.ts"
import { record } from "@screeps-effect/schema/Record"

/** State of the simulation. */
export class Status extends record<Status>("Status")({
  /** The current tick. */
  tick: Tick,
  /** Whether the simulation is paused. */
  paused: Schema.Boolean,
  /** Shortest time from the start of one tick to that of the next. */
  tickDuration: Schema.DurationFromMillis
}) {}

/** Returns the state of the simulation. */
export const status: Command<Status> = define({
  name: "System.status",
  changes: false,
  input: Schema.Null,
  output: Status,
  code: `async () => {
    const { env } = storage
    return {
      tick: Number(await env.get(env.keys.GAMETIME)),
      paused: !!+(await env.get(env.keys.MAIN_LOOP_PAUSED)),
      tickDuration: Number(await system.getTickDuration()) || 1000
    }
  }`
})(null)

/**
 * Observes the main loop. The server publishes when a tick starts and when its rooms are done; nothing ends a
 * subscription, so one of the process is shared. `running` is `undefined` until the first event.
 */
const observe = `
    const { env, pubsub } = storage
    const key = Symbol.for("screeps-effect/loop")
    if (!pubsub[key]) {
      const created = pubsub[key] = { running: undefined, listeners: new Set() }
      const subscribe = (channel, running) => pubsub.subscribe(channel, (value) => {
        created.running = running
        for (const listener of Array.from(created.listeners)) listener(running, value)
      })
      subscribe(pubsub.keys.TICK_STARTED, true)
      subscribe(pubsub.keys.ROOMS_DONE, false)
    }
    const loop = pubsub[key]
    // Lets the main loop, which may have read that it is not paused, start its tick.
    const settle = async (millis) => {
      const until = Date.now() + millis
      while (loop.running || Date.now() < until) await env.get(env.keys.GAMETIME)
      loop.running = false
    }`

/**
 * Pauses the simulation, waits until the current tick is complete, and returns the tick.
 *
 * **Details**
 *
 * The server does not say whether a tick is in progress. This command observes the beginnings and ends of ticks; the first
 * time in the life of the server's process it has observed none, and waits for half a second.
 */
export const pause: Command<Tick> = define({
  name: "System.pause",
  changes: true,
  input: Schema.Null,
  output: Tick,
  code: `async () => {${observe}
    await system.pauseSimulation()
    await settle(loop.running === undefined ? 500 : 50)
    return Number(await env.get(env.keys.GAMETIME))
  }`
})(null)

/** Resumes the simulation; the next tick starts within the tick duration. */
export const resume: Command<void> = defineVoid({
  name: "System.resume",
  input: Schema.Null,
  // A step that was interrupted may have left ticks, after which the server would pause.
  code: `async () => {
    const { env } = storage
    if (env.keys.TICKS_LEFT !== undefined) await env.set(env.keys.TICKS_LEFT, 0)
    await system.resumeSimulation()
  }`
})(null)

const TickCount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))

const stepTicks = define({
  name: "System.step",
  changes: true,
  input: Schema.Struct({ ticks: TickCount }),
  output: Tick,
  timeoutFactor: ({ ticks }) => ticks,
  code: `async ({ ticks }) => {${observe}
    // The servers of this package pause by themselves.
    const counts = env.keys.TICKS_LEFT !== undefined
    if (counts) await env.set(env.keys.TICKS_LEFT, ticks)
    let started = 0, isPaused = counts, last
    await new Promise((resolve, reject) => {
      const listener = (running, tick) => {
        if (running) {
          started++
          // During the last tick, so that no other one starts.
          if (started === ticks && !counts) env.set(env.keys.MAIN_LOOP_PAUSED, "1").then(() => { isPaused = true }, reject)
        } else if (started >= ticks) {
          loop.listeners.delete(listener)
          last = Number(tick)
          resolve()
        }
      }
      loop.listeners.add(listener)
      env.set(env.keys.MAIN_LOOP_PAUSED, "0").then(undefined, reject)
    })
    // The tick was over before the server had recorded the pause, so another one may have started.
    if (!isPaused) {
      await settle(100)
      const now = Number(await env.get(env.keys.GAMETIME))
      if (now !== last) throw new Error("ran " + (now - last) + " more ticks than " + ticks + ", the tick is " + now)
    }
    return last
  }`
})

/**
 * Runs exactly this many ticks, pauses the simulation, and returns the tick.
 *
 * **Details**
 *
 * All changes of the last tick are stored when the command returns: `batch([System.step(1), Objects.find({ room })])` runs
 * a tick and reads its result in one round trip. Each tick takes at least the tick duration. On a server that is not
 * paused, the tick in progress does not count.
 *
 * **Errors** `Rejected` when the server was too slow to pause in time, so that more ticks ran, which does not happen on servers
 * of `PrivateServer`; `TimedOut` when the ticks take longer than the time limit: the server still pauses after the last of them.
 */
export const step = (ticks = 1): Command<Tick> => stepTicks({ ticks })

const setDuration = defineVoid({
  name: "System.setTickDuration",
  input: Schema.Struct({
    duration: Schema.DurationFromMillis.check(
      Schema.makeFilter(
        (duration: Duration.Duration) =>
          (Number.isInteger(Duration.toMillis(duration)) && Duration.toMillis(duration) >= 1) ||
          "a tick takes whole milliseconds, at least one"
      )
    )
  }),
  code: `({ duration }) => system.setTickDuration(duration)`
})

/** Sets the least time between the beginnings of two ticks, at least a millisecond; applies after the current tick. */
export const setTickDuration = (duration: Duration.Input): Command<void> =>
  setDuration({ duration: Duration.fromInputUnsafe(duration) })

const runJob = defineVoid({
  name: "System.runCronJob",
  input: Schema.Struct({ name: Schema.String }),
  code: `({ name }) => system.runCronjob(name)`
})

/**
 * Runs a periodic job of the server now, such as `genInvaders`; mods add jobs.
 *
 * **Source** the names are in the server's source: `sendNotifications`, `roomsForceUpdate`, `genPowerBanks`,
 * `genInvaders`, `purgeTransactions`, `recreateNpcOrders`, `calcMarketStats`, `deletePowerCreeps`, `genDeposits`,
 * `genStrongholds`, `expandStrongholds`.
 */
export const runCronJob = (name: string): Command<void> => runJob({ name })

const reset = defineVoid({
  name: "System.resetAllData",
  input: Schema.Struct({ eraseEverything: Schema.Literal(true) }),
  code: `() => system.resetAllData()`
})

/**
 * Erases all data, users included, and restores the world that the server was installed with.
 *
 * **Gotchas**
 *
 * Nothing undoes this. The simulation continues at tick 1, not paused. Processes of the server keep what they have in
 * memory: restart the server.
 */
export const resetAllData = (confirmation: { readonly eraseEverything: true }): Command<void> =>
  reset(confirmation)
