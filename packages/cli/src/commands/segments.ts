/** `screeps segments get|set|pull|push` */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Segments from "@screeps-effect/api/Segments"
import * as MemorySegment from "@screeps-effect/schema/MemorySegment"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as client from "../config/client.ts"
import { dryRun as dryRunFlag } from "../input/flags.ts"
import * as Input from "../input/input.ts"
import * as Output from "../output/output.ts"
import { format, isUnicode, join, plain, toJson } from "../output/text.ts"
import { define } from "../runner/define.ts"
import { Refused } from "../runner/failure.ts"

/** The number of a segment. */
const number = Argument.Int("segment").pipe(Argument.withDescription("Number of the segment, 0 to 99"))

const everySegment = Array.from({ length: MemorySegment.count }, (_, i) => i)

const fileOf = (segment: number) => `${segment}.txt`

/** Reads the file of a segment; `undefined` if it does not exist. */
const readFile = Effect.fnUntraced(function* (folder: string, segment: number) {
  const file = (yield* Path).join(folder, fileOf(segment))
  const bytes = yield* LocalFile.read(file)
  if (bytes === undefined) return undefined
  // A byte order mark belongs to the text: `pull` writes what the segment contains.
  const text = LocalFile.decodeUtf8(bytes)
  return text ?? (yield* new Refused({ message: `${file} is not text in UTF-8; save it as UTF-8` }))
})

/** Reads the texts of segments on the server; `undefined` for those that were never written. */
const readServer = (segments: ReadonlyArray<number>) =>
  Effect.map(Segments.readMany({ segments }), (texts) => texts.map(Option.getOrUndefined))

/** Prints which segments changed. */
const report = (result: Readonly<Record<"changed" | "same", ReadonlyArray<number>>>, done: string) =>
  Output.value(result, ({ changed, same }, paint) =>
    join(
      [
        ...changed.map((segment) => paint("green", format`+ ${plain(fileOf(segment))}`)),
        format`${changed.length} ${plain(done)}, ${same.length} unchanged`
      ],
      "\n"
    )
  )

const split = (segments: ReadonlyArray<number>, isSame: (segment: number) => boolean) => ({
  changed: segments.filter((segment) => !isSame(segment)),
  same: segments.filter(isSame)
})

/** The text of a segment has half of a character. */
const notUnicode = (segment: number) =>
  new Refused({
    message: `segment ${segment} is not valid Unicode and cannot be a text file: use screeps segments get ${segment} --json`
  })

/** Fails with the numbers of segments that do not exist. */
const neverWritten = (segments: ReadonlyArray<number>) =>
  new Refused({ message: `segments that were never written: ${segments.join(", ")}` })

const flags = {
  segments: Argument.variadic(number).pipe(
    Argument.withDescription("Numbers of the segments, 0 to 99 (default: all)")
  ),
  folder: Flag.Directory("dir").pipe(
    Flag.withAlias("d"),
    Flag.withMetavar("<folder>"),
    Flag.withDescription("Folder with one file for each segment, such as 7.txt")
  )
}

const pull = Command.make("pull", flags, ({ folder, segments }) =>
  Effect.gen(function* () {
    const path = yield* Path
    const all = segments.length === 0
    const wanted = all ? everySegment : [...new Set(segments)]
    const texts = yield* readServer(wanted)
    const found: Array<{ readonly segment: number; readonly text: string; readonly isSame: boolean }> = []
    for (const [i, segment] of wanted.entries()) {
      const text = texts[i]
      if (text === undefined) continue
      if (!isUnicode(text)) return yield* notUnicode(segment)
      const before = yield* readFile(folder, segment)
      // xxscreeps returns an empty text for each segment that was never written.
      if (all && text === "" && before === undefined) continue
      found.push({ segment, text, isSame: before === text })
    }
    for (const { isSame, segment, text } of found) {
      if (isSame) continue
      yield* LocalFile.write(path.join(folder, fileOf(segment)), text, { link: "replace" })
    }
    const same = new Set(found.filter(({ isSame }) => isSame).map(({ segment }) => segment))
    yield* report(
      split(
        found.map(({ segment }) => segment),
        (segment) => same.has(segment)
      ),
      "written"
    )
    const missing = wanted.filter((_, i) => texts[i] === undefined)
    if (!all && missing.length > 0) return yield* neverWritten(missing)
  }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("Write raw memory segments to the files of a folder"),
  Command.withExamples([
    { command: "screeps segments pull --dir segments", description: "All segments that were ever written" },
    { command: "screeps segments pull 0 5 --dir segments" }
  ])
)

const push = Command.make("push", { ...flags, dryRun: dryRunFlag }, ({ dryRun, folder, segments }) =>
  Effect.gen(function* () {
    const texts = new Map<number, string>()
    for (const segment of segments.length === 0 ? everySegment : new Set(segments)) {
      const text = yield* readFile(folder, segment)
      if (text !== undefined) texts.set(segment, text)
      else if (segments.length > 0)
        return yield* new Refused({ message: `${folder} has no file ${fileOf(segment)}` })
      if (text !== undefined && text.length > MemorySegment.maxLength) {
        return yield* new Refused({
          message: `${fileOf(segment)} has ${text.length} characters: a segment has at most ${MemorySegment.maxLength}`
        })
      }
    }
    if (texts.size === 0) {
      return yield* new Refused({ message: `${folder} has no files of segments, such as ${fileOf(0)}` })
    }
    const local = [...texts.keys()]
    const remote = yield* readServer(local)
    const same = new Set(local.filter((segment, i) => texts.get(segment) === remote[i]))
    const result = split(local, (segment) => same.has(segment))
    if (!dryRun) {
      for (const segment of result.changed) {
        yield* Segments.set({ segment, data: texts.get(segment) ?? "" })
      }
    }
    yield* report(result, dryRun ? "would be uploaded" : "uploaded")
  }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("Upload the files of a folder that differ from their raw memory segments"),
  Command.withExamples([{ command: "screeps segments push --dir segments" }])
)

/**
 * Prints the text of one segment byte for byte, so that `segments set` reads the same text from the file: there a byte
 * order mark at the beginning is no part of the text, and one that is part of it needs another before it. Several texts
 * are separated by line breaks.
 */
const print = Effect.fnUntraced(function* (segment: number, text: string, isAlone: boolean) {
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

export default define(
  Command.make("segments").pipe(
    Command.withDescription("Read and write raw memory segments"),
    Command.withSubcommands([get, set, pull, push])
  )
)
