/** A process that adds 1 to the number in a file, `times` times; with `hold`, it keeps the first turn for ever. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as LocalFile from "@screeps-effect/api/LocalFile"
import { Effect } from "effect"

const [file = "", times = "1", hold] = process.argv.slice(2)

const add = LocalFile.modify(file, (text) =>
  Effect.gen(function* () {
    if (hold !== undefined) {
      process.stdout.write("holds\n")
      yield* Effect.promise(() => new Promise(() => setInterval(() => undefined, 1000)))
    }
    return [undefined, `${Number(text ?? 0) + 1}`] as const
  })
)

await Effect.runPromise(Effect.provide(Effect.repeat(add, { times: Number(times) - 1 }), NodeServices.layer))
