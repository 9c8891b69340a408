/**
 * A process that adds 1 to the number in a file, `times` times; with `hold`, it keeps the first turn for ever, and with
 * `write` or `pipe` it writes the file again and again. It can be interrupted.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Effect from "effect/Effect"

const [file = "", times = "1", mode] = process.argv.slice(2)

const add = LocalFile.modify(file, (text) =>
  Effect.gen(function* () {
    if (mode === "hold") {
      process.stdout.write("holds\n")
      yield* Effect.promise(() => new Promise(() => setInterval(() => undefined, 1000)))
    }
    return [undefined, `${Number(text ?? 0) + 1}`] as const
  })
)

const write = Effect.gen(function* () {
  // A pipe may never be written.
  if (mode === "pipe") process.stdout.write("begins\n")
  for (let i = 0; ; i++) {
    yield* LocalFile.write(file, "ab".charAt(i % 2).repeat(1_000_000))
    if (i === 0) process.stdout.write("writes\n")
  }
})

const program = mode === "write" || mode === "pipe" ? write : Effect.repeat(add, { times: Number(times) - 1 })
NodeRuntime.runMain(Effect.provide(program, [NodeFileSystem.layer, NodePath.layer]))
