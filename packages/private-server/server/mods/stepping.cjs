// Runs exactly as many ticks as `System.step` asks for: the process of the main loop counts them, and pauses before it starts
// the last one. A process that pauses from outside may be late when ticks are short.
module.exports = (config) => {
  const { storage } = config.common
  const { env, pubsub } = storage
  // Its existence shows `System.step` that this mod is there.
  env.keys.TICKS_LEFT = "ticksLeft"
  if (!config.engine) return
  const { driver } = config.engine
  const { notifyTickStarted } = driver
  driver.notifyTickStarted = async () => {
    if (Number(await env.get(env.keys.MAIN_LOOP_PAUSED))) throw "Simulation paused"
    const left = Number(await env.get(env.keys.TICKS_LEFT))
    if (!(left > 0)) return notifyTickStarted()
    await env.set(env.keys.TICKS_LEFT, left - 1)
    if (left === 1) await env.set(env.keys.MAIN_LOOP_PAUSED, "1")
    await pubsub.publish(pubsub.keys.TICK_STARTED, "1")
  }
}
