/** The game's own server, with Node's services. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Process from "../../src/process/process.ts"

/** Provides a server, its administration, and the `Server` of its clients. */
export const layer = (options?: PrivateServer.Options) =>
  Layer.provide(PrivateServer.layer(options), NodeServices.layer)

/** Starts a server until the scope closes. */
export const make = (options?: PrivateServer.Options) =>
  Effect.provide(PrivateServer.make(options), NodeServices.layer)

/** Lists the running processes of a group. */
export const members = (group: number) => Effect.provide(Process.members(group), NodeServices.layer)
