/** The game's own server, for sockets. */
import { PrivateServer } from "@screeps-effect/private-server"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"

/** A server with ten ticks a second, and the services that its clients need. */
export const server = Layer.merge(PrivateServer.layer(), FetchHttpClient.layer)
