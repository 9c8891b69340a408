// Loaded into the server's launcher before it starts: ends the server when the program that started it is gone,
// however that ended. The launcher's standard input is a pipe which only that program holds open.
const fs = require("node:fs")

const world = process.env.PRIVATE_SERVER_WORLD

const end = () => {
  if (world) fs.rmSync(world, { recursive: true, force: true, maxRetries: 3 })
  // The launcher leads its process group, so this ends every process of the server, itself included.
  process.kill(-process.pid, "SIGKILL")
}

process.stdin.on("end", end).on("error", end).resume()
