/** Prints how a process has ended that closes its output before. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Process from "../../src/process/process.ts"

const program = Effect.gen(function* () {
  const args = ["-c", "exec >/dev/null 2>&1; /bin/sleep 0.2; exit 3"]
  const handle = yield* Process.start({ file: "/bin/sh", args, cwd: "/", env: {} })
  yield* Process.output(handle)
  return yield* Process.ended(handle)
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

console.log(await Effect.runPromise(program))
