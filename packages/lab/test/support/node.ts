/** Node's services. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"

/** Runs an effect with Node's services. */
export const onNode = Effect.provide(NodeServices.layer)
