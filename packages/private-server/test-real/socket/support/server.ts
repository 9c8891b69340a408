/** The game's own server, for sockets. */
import { PrivateServer } from "@screeps-effect/private-server"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"

/** A server that ticks ten times in a second, with what clients of it need. */
export const server = Layer.merge(PrivateServer.layer(), FetchHttpClient.layer)
