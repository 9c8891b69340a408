// A mod that lets the server's command line tell what the server publishes to scripts, and what it makes of intents.
module.exports = (config) => {
  if (!config.cli) return
  const { constants, strongholds, system } = config.common

  /** The keys that are asked of an object while something looks at it. */
  const asked = (look) => {
    const keys = []
    look(new Proxy({}, { get: (_, key) => void keys.push(key) }))
    return keys
  }
  const fields = (name) => asked((intent) => system.sanitizeUserIntents({ [name]: intent }))

  config.cli.on("cliSandbox", (sandbox) => {
    sandbox.published = {
      constants: () => JSON.stringify(constants),
      strongholds: () => JSON.stringify(strongholds.templates),
      intents: () => {
        const names = asked((intents) => system.sanitizeUserIntents(intents))
        return JSON.stringify(Object.fromEntries(names.map((name) => [name, fields(name)])))
      },
      kept: (intents) =>
        JSON.stringify(intents.map(({ name, intent }) => system.sanitizeUserIntents({ [name]: intent })))
    }
  })
}
