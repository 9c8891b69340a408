// A mod that adds commands for the constants that the server publishes to scripts, and for how it sanitizes intents.
module.exports = (config) => {
  if (!config.cli) return
  const { constants, strongholds, system } = config.common

  /** Returns the keys that a function reads from an object. */
  const keysReadBy = (look) => {
    const keys = []
    look(new Proxy({}, { get: (_, key) => void keys.push(key) }))
    return keys
  }
  const fields = (name) => keysReadBy((intent) => system.sanitizeUserIntents({ [name]: intent }))

  config.cli.on("cliSandbox", (sandbox) => {
    sandbox.published = {
      constants: () => JSON.stringify(constants),
      strongholds: () => JSON.stringify(strongholds.templates),
      intents: () => {
        const names = keysReadBy((intents) => system.sanitizeUserIntents(intents))
        return JSON.stringify(Object.fromEntries(names.map((name) => [name, fields(name)])))
      },
      kept: (intents) =>
        JSON.stringify(intents.map(({ name, intent }) => system.sanitizeUserIntents({ [name]: intent })))
    }
  })
}
