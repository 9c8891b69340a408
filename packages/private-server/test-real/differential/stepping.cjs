// Runs the simulation one tick at a time: after being resumed it runs one tick and pauses again.
module.exports = (config) => {
  if (!config.engine) return
  config.engine.on("mainLoopStage", (stage) => {
    const { env } = config.common.storage
    if (stage === "addUsersToQueue") void env.set(env.keys.MAIN_LOOP_PAUSED, "1")
  })
}
