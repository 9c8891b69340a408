// Lets the server start without Steam: it looks up the Steam Web API at boot, and waits until that answers.
module.exports = (config) => {
  if (config.backend) require.main.require("steam-webapi").ready = (done) => done?.()
}
