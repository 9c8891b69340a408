/** The game's own server, for sockets. */
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as RealServer from "../../support/server.ts"

/** A server with ten ticks a second, and the services that its clients need. */
export const server = Layer.merge(RealServer.layer(), FetchHttpClient.layer)
