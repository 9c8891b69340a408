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
import * as Watch from "./memory/watch.ts"

const path = Argument.String("path").pipe(Argument.withDescription("Such as stats or rooms.W7N3.plan"))

const get = Command.make("get", { path: Argument.optional(path) }, ({ path }) =>
  Effect.gen(function* () {
    const at = Option.getOrUndefined(path)
    const found = yield* Memory.read({ path: at }, Schema.Json)
    if (Option.isNone(found))
      return yield* new Refused({ message: `there is nothing at ${at ?? "the root"}` })
    yield* Output.data(found.value)
  }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("Print a part of Memory, or all of it"),
  Command.withExamples([{ command: "screeps memory get stats.cpu" }])
)

/** What a write needs besides code that runs: the server assigns, and makes no parents. */
const ifParent = (path: string): string => {
  const parent = path.slice(0, Math.max(path.lastIndexOf("."), 0))
  return parent === ""
    ? ""
    : `, if Memory.${parent} is there by then; a missing parent is reported on the console only`
}

const set = Command.make(
  "set",
  {
    path: Argument.String("path").pipe(
      Argument.withDescription("Such as plan, or rooms.W7N3.plan, if its parent is there")
    ),
    value: Argument.String("value").pipe(
      Argument.withDescription("JSON or a bare word; @file, or - for standard input")
    )
  },
  ({ path, value }) =>
    Effect.gen(function* () {
      const read = yield* readJson(yield* Input.resolve(value))
      yield* Memory.set({ path, value: read })
      yield* (yield* Output.Output).note(`Accepted: it is written when your code next runs${ifParent(path)}.`)
    }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("Write a part of Memory when your code next runs"),
  Command.withExamples([
    { command: "screeps memory set settings.reserve 20000" },
    { command: "screeps memory set plan @plan.json" }
  ])
)

const rm = Command.make("rm", { path }, ({ path }) =>
  Effect.gen(function* () {
    yield* Memory.remove({ path })
    yield* (yield* Output.Output).note("Accepted: it is removed when your code next runs.")
  }).pipe(Effect.provide(client.http))
).pipe(Command.withDescription("Remove a part of Memory when your code next runs"))

/** @internal */
export default define(
  Command.make("memory").pipe(
    Command.withDescription("Read and write Memory"),
    Command.withSubcommands([get, set, rm, Watch.command])
  )
)
