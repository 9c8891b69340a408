/** A server that responds from its first byte. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"

/**
 * Creates a server that keeps requests until it has a handler. It listens before it has one, and Node never responds to a
 * request that arrives meanwhile.
 *
 * @internal
 */
export const createPatientServer = (): Server => {
  const server = createServer()
  const early: Array<[IncomingMessage, ServerResponse]> = []
  const keep = (request: IncomingMessage, response: ServerResponse) => void early.push([request, response])
  server.on("request", keep)
  const onHandler = (event: string | symbol) => {
    if (event !== "request") return
    server.off("newListener", onHandler).off("request", keep)
    // The event comes before the handler is added.
    setImmediate(() => early.forEach(([request, response]) => server.emit("request", request, response)))
  }
  return server.on("newListener", onHandler)
}
