/** `screeps memory get|set|rm` */
import * as Memory from "@screeps-effect/api/Memory"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as client from "../config/client.ts"
import { define } from "../runner/define.ts"
import { Refused } from "../runner/failure.ts"
import * as Input from "../input/input.ts"
import { readJson } from "../output/json.ts"
import * as Output from "../output/output.ts"
import { format, oneLine } from "../output/text.ts"
import * as Watch from "./memory/watch.ts"

const path = Argument.String("path").pipe(
  Argument.withDescription("Path in Memory, such as stats or rooms.W7N3.plan")
)

const get = Command.make("get", { path: Argument.optional(path) }, ({ path }) =>
  Effect.gen(function* () {
    const at = Option.getOrUndefined(path)
    const found = yield* Memory.read({ path: at }, Schema.Json)
    if (Option.isNone(found))
      return yield* new Refused({
        message: at === undefined ? "Memory is empty" : `Memory has no value at ${at}`
      })
    yield* Output.data(found.value)
  }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("Print Memory, or the value at a path"),
  Command.withExamples([{ command: "screeps memory get stats.cpu" }])
)

/** Returns the condition under which a write succeeds: servers do not create missing parents. */
const parentCondition = (path: string): string => {
  const parent = path.slice(0, Math.max(path.lastIndexOf("."), 0))
  return parent === ""
    ? ""
    : `, if Memory.${parent} exists by then; a missing parent is reported only on the console`
}

const set = Command.make(
  "set",
  {
    path: Argument.String("path").pipe(
      Argument.withDescription("Path in Memory, such as plan, or rooms.W7N3.plan if rooms.W7N3 exists")
    ),
    value: Argument.String("value").pipe(
      Argument.withDescription("JSON, or a word without quotes; @file, or - for standard input")
    )
  },
  ({ path, value }) =>
    Effect.gen(function* () {
      const read = yield* readJson(yield* Input.resolve(value))
      yield* Memory.set({ path, value: read })
      yield* (yield* Output.Output).note(
        format`Accepted: the value is written when your code next runs${oneLine(parentCondition(path))}.`
      )
    }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("Write a value to Memory when your code next runs"),
  Command.withExamples([
    { command: "screeps memory set settings.reserve 20000" },
    { command: "screeps memory set plan @plan.json" }
  ])
)

const rm = Command.make("rm", { path }, ({ path }) =>
  Effect.gen(function* () {
    yield* Memory.remove({ path })
    yield* (yield* Output.Output).note(format`Accepted: the value is removed when your code next runs.`)
  }).pipe(Effect.provide(client.http))
).pipe(Command.withDescription("Remove a value from Memory when your code next runs"))

/** @internal */
export default define(
  Command.make("memory").pipe(
    Command.withDescription("Read and write Memory"),
    Command.withSubcommands([get, set, rm, Watch.command])
  )
)
