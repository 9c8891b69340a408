import * as NodeServices from "@effect/platform-node/NodeServices"
import { isRequired } from "@screeps-effect/fixtures/services"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** Why this machine cannot run the server; empty when it can. */
    readonly whyNot: string
  }
}

/** Installs the server once. When the machine lacks something, tests are skipped, or fail where it is required. */
const whyNot = PrivateServer.install.pipe(
  Effect.provide(NodeServices.layer),
  Effect.as(""),
  Effect.catchReasons("PrivateServerError", {
    MissingTool: ({ message }) => Effect.succeed(message),
    UnsupportedPlatform: ({ message }) => Effect.succeed(message)
  })
)

export default async (project: TestProject) => {
  const sentence = await Effect.runPromise(whyNot)
  if (sentence !== "" && isRequired("private-server")) throw new Error(sentence)
  if (sentence !== "") console.warn(`All tests are skipped. ${sentence}`)
  project.provide("whyNot", sentence)
}
