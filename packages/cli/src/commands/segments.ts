/** `screeps segments get|set|pull|push` */
import * as Segments from "@screeps-effect/api/Segments"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as client from "../config/client.ts"
import { define } from "../runner/define.ts"
import * as Input from "../input/input.ts"
import * as Output from "../output/output.ts"
import { format, toJson } from "../output/text.ts"
import { neverWritten, number, pull, push } from "./segments/folder.ts"

const get = Command.make("get", { segments: Argument.variadic(number, { min: 1 }) }, ({ segments }) =>
  Effect.gen(function* () {
    const output = yield* Output.Output
    const texts = yield* Segments.readMany({ segments })
    const found = segments.map((segment, i) => ({
      segment,
      text: texts[i] === undefined ? undefined : Option.getOrUndefined(texts[i])
    }))
    const missing = found.filter(({ text }) => text === undefined)
    for (const { segment, text } of found) {
      if (text === undefined) continue
      yield* output.isJson ? output.line(toJson({ segment, text })) : Output.verbatim(text)
    }
    if (missing.length > 0) return yield* neverWritten(missing.map(({ segment }) => segment))
  }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("Print raw memory segments unchanged"),
  Command.withExamples([{ command: "screeps segments get 0 > segment0.json" }])
)

const set = Command.make(
  "set",
  {
    segment: number,
    text: Argument.String("text").pipe(
      Argument.withDescription("Text to write; @file, or - for standard input")
    )
  },
  ({ segment, text }) =>
    Effect.gen(function* () {
      const data = yield* Input.resolve(text)
      yield* Segments.set({ segment, data })
      yield* (yield* Output.Output).note(format`Segment ${segment} now contains ${data.length} characters.`)
    }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("Write a raw memory segment immediately"),
  Command.withExamples([{ command: "screeps segments set 0 @segment0.json" }])
)

/** @internal */
export default define(
  Command.make("segments").pipe(
    Command.withDescription("Read and write raw memory segments"),
    Command.withSubcommands([get, set, pull, push])
  )
)
