import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { isRequired } from "@screeps-effect/fixtures/services"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** The port at which the page's proxy expects the game server. */
    readonly port: number
    /** Why these tests cannot run; empty when they can. */
    readonly whyNot: string
  }
}

const program = fileURLToPath(new URL("../../private-server/test-real/socket/serve.ts", import.meta.url))

/** Starts the game's own server. When the machine lacks something, tests are skipped, or fail where it is required. */
export default async (project: TestProject) => {
  const { port, whyNot } = project.getProvidedContext()
  const stop = (sentence: string) => {
    if (isRequired("chromium")) throw new Error(sentence)
    console.warn(`All tests are skipped. ${sentence}`)
    project.provide("whyNot", sentence)
  }
  if (whyNot !== "") return stop(whyNot)

  // Node 22 prints a warning about TypeScript at every start.
  const args = ["--disable-warning=ExperimentalWarning", program, String(port)]
  const server = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] })
  const ended = once(server, "exit")
  const line = await Promise.race([
    once(server.stdout, "data"),
    ended.then(() => ["the server did not start"])
  ])
  const sentence = String(line[0]).trim()
  if (sentence !== "ready") return stop(sentence)
  return async () => {
    server.stdin.end()
    await ended
  }
}
