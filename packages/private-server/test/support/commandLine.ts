/** A command line like the server's, on a free port. */
import { type AddressInfo, createServer, type Socket } from "node:net"
import { createInterface } from "node:readline"
import { inspect } from "node:util"
import { createContext, runInContext } from "node:vm"
import * as Effect from "effect/Effect"

/**
 * Behaves like the server's command line with these names in scope; it does not respond when a promise resolves to a
 * falsy value.
 */
export const speak =
  (names: object) =>
  (socket: Socket): void => {
    const say = (text: string) => socket.write(`< ${text}\r\n`)
    const context = createContext({ ...names, print: (text: string) => socket.write(`${inspect(text)}\r\n`) })
    socket.on("error", () => {})
    socket.write("Screeps server v4.3.0 running on port 21025.\r\n< \r\n")
    createInterface({ input: socket, output: socket }).on("line", (line) => {
      try {
        const result: unknown = runInContext(line, context)
        void Promise.resolve(result).then((data) => data && say(inspect(data)))
      } catch (error) {
        say(String(error))
      }
    })
  }

/** Listens on a free port until the scope closes. */
export const listen = (connection: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: () => void; readonly hangUp: () => void }>(
      (resume) => {
        const sockets = new Set<Socket>()
        const server = createServer((socket) => {
          sockets.add(socket)
          connection(socket)
        })
        const hangUp = () => {
          for (const socket of sockets) socket.destroy()
        }
        const close = () => {
          hangUp()
          server.close()
        }
        server.listen(0, "127.0.0.1", () => {
          const { port } = server.address() as AddressInfo
          resume(Effect.succeed({ port, close, hangUp }))
        })
      }
    ),
    ({ close }) => Effect.sync(close)
  )
