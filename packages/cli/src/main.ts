/** Runs the command as a process and sets its exit status. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { run } from "./runner/run.ts"
import { status } from "./runner/failure.ts"

/** Runs the program as a process. @internal */
export const main = (args: ReadonlyArray<string>, version: string): void => {
  // The reader of a pipe may close it early, as `head` does.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1))
  NodeRuntime.runMain(run(args, version).pipe(Effect.provide(NodeServices.layer)), {
    disableErrorReporting: true,
    teardown: (exit, done) => done(Exit.isSuccess(exit) ? Number(exit.value) : status.interrupted)
  })
}
