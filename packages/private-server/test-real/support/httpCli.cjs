// Serves the command line over HTTP, as screeps-launcher does: POST /cli evaluates its body. The port is in a file, since
// the server has no other port for it.
const fs = require("node:fs")
const http = require("node:http")
const util = require("node:util")
const vm = require("node:vm")

const textOf = async (request) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}

module.exports = (config) => {
  if (!config.cli) return
  const server = http.createServer(async (request, response) => {
    if (request.method !== "POST" || request.url !== "/cli") return response.writeHead(404).end()
    const command = await textOf(request)
    if (command.length > 100 * 1024) return response.writeHead(413).end()
    const print = (text) => response.write(`${text}\n`)
    try {
      const result = await vm.runInContext(command, vm.createContext(config.cli.createSandbox(print)))
      print(typeof result === "string" ? result : util.inspect(result))
    } catch (error) {
      print(`Error: ${(error && error.stack) || error}`)
    }
    response.end()
  })
  server.listen(0, "127.0.0.1", () => fs.writeFileSync("http-cli-port", String(server.address().port)))
}
