/** Receives messages of a room with our client, and sends the memory of this process to the one that measures. */
import { layerWebSocketConstructor } from "@effect/platform-node/NodeWS"
import { call, ours, subscribe } from "./frames.ts"
import { roomOf } from "./rooms.ts"
import { start } from "./servers/child.ts"

const [early, late] = [10_000, 200_000]

/** Returns the megabytes in use and those that the process has from the system, after a collection. */
const memoryInUse = () => {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return [heapUsed / 1e6, rss / 1e6] as const
}

const server = await start("socket.ts")
const listen = process.argv[2] === "callback" ? call : undefined
const connection = ours([server.port, layerWebSocketConstructor, { gzip: false }], listen)
const receive = subscribe(connection, server, roomOf("generated", 0), 1)
await receive(early)
const [heapEarly, residentEarly] = memoryInUse()
await receive(late - early)
const [heapLate, residentLate] = memoryInUse()
server.stop()
process.send?.([heapEarly, heapLate, residentEarly, residentLate], () => process.exit())
