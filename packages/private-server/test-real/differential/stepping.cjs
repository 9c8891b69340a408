// Lets the simulation make one tick at a time: whoever resumes it gets a tick, in which it is paused again.
module.exports = (config) => {
  if (!config.engine) return
  config.engine.on("mainLoopStage", (stage) => {
    const { env } = config.common.storage
    if (stage === "addUsersToQueue") void env.set(env.keys.MAIN_LOOP_PAUSED, "1")
  })
}
