import { createServer, type Server } from "node:net"

const HOST = "127.0.0.1"

// Below Linux's range for outgoing connections, which therefore do not take one of these ports.
const LOWEST = 20_000
const HIGHEST = 32_000

const listen = (port: number) =>
  new Promise<Server | undefined>((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(undefined))
    server.listen({ port, host: HOST, exclusive: true }, () => resolve(server))
  })

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

/** Returns different free loopback ports. */
export const freePorts = async (count: number): Promise<ReadonlyArray<number>> => {
  const held = new Map<number, Server>()
  while (held.size < count) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    const server = held.has(port) ? undefined : await listen(port)
    if (server !== undefined) held.set(port, server)
  }
  // Kept open until all are found, so that none is found twice.
  await Promise.all([...held.values()].map(close))
  return [...held.keys()]
}

/** Returns a free port besides the wanted one, which is `undefined` if another program uses it. */
export const withWanted = async (
  wanted: number
): Promise<readonly [wanted: number | undefined, other: number]> => {
  const server = await listen(wanted)
  const [other = 0] = await freePorts(1)
  if (server !== undefined) await close(server)
  return [server === undefined ? undefined : wanted, other]
}
