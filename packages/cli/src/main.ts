/** Runs the command as a process and sets its exit status. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { systemError } from "effect/PlatformError"
import { outputFailed } from "./output/print.ts"
import { run } from "./runner/run.ts"
import { status } from "./runner/failure.ts"

/** Runs the program as a process. */
export const main = (args: ReadonlyArray<string>, version: string): void => {
  process.stdout.on("error", (cause: NodeJS.ErrnoException) => {
    // The reader of a pipe may close it early, as `head` does.
    if (cause.code === "EPIPE") process.exit(status.ok)
    const error = systemError({ _tag: "Unknown", module: "Stdio", method: "write", cause })
    process.stderr.write(`screeps: ${outputFailed(error).message}\n`)
    process.exit(status.refused)
  })
  NodeRuntime.runMain(run(args, version).pipe(Effect.provide(NodeServices.layer)), {
    disableErrorReporting: true,
    teardown: (exit, done) => done(Exit.isSuccess(exit) ? Number(exit.value) : status.interrupted)
  })
}
