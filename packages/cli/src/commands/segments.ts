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
import { format, isUnicode, toJson } from "../output/text.ts"
import { neverWritten, notUnicode, number, pull, push } from "./segments/folder.ts"

/**
 * Prints the text of one segment byte for byte, so that `segments set` reads the same text from the file: there a byte
 * order mark at the beginning is no part of the text, and one that is part of it needs another before it. Several texts
 * are separated by line breaks.
 */
const print = (segment: number, text: string, isAlone: boolean) =>
  Effect.gen(function* () {
    const { isTerminal } = yield* Output.Output
    if (!isTerminal && !isUnicode(text)) return yield* notUnicode(segment)
    yield* Output.verbatim(`${text.startsWith("\uFEFF") ? "\uFEFF" : ""}${text}${isAlone ? "" : "\n"}`)
  })

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
      yield* output.isJson
        ? output.line(toJson({ segment, text }))
        : print(segment, text, segments.length === 1)
    }
    if (missing.length > 0) return yield* neverWritten(missing.map(({ segment }) => segment))
  }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription(
    "Print a raw memory segment byte for byte, or several with line breaks between them"
  ),
  Command.withExamples([{ command: "screeps segments get 0 > segment0.json" }])
)

const set = Command.make(
  "set",
  {
    segment: number,
    text: Argument.String("text").pipe(
      Argument.withDescription("Text to write; @file, or - for standard input, byte for byte")
    )
  },
  ({ segment, text }) =>
    Effect.gen(function* () {
      const data = yield* Input.resolveExactly(text)
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
