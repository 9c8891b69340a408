/** Tools for Memory and raw segments. */
import * as Memory from "@screeps-effect/api/Memory"
import * as Segments from "@screeps-effect/api/Segments"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { checkConsent } from "../Access.ts"
import type { Session } from "@screeps-effect/api/Session"
import type { Failure } from "../ToolFailure.ts"
import { TokenBudget } from "../TokenBudget.ts"
import { bounded, estimate } from "./tokens.ts"
import { cursor, listed, listedText } from "./answers.ts"
import { define, documented } from "./define.ts"
import { shard } from "./rooms.ts"
import { answer, type AnswerText, foreign, marked } from "./text.ts"

// The operations check its form.
const path = documented(Schema.NonEmptyString.check(Schema.isMaxLength(1000)), Memory.get, "path")
const segment = documented(
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 99 })),
  Segments.set,
  "segment"
)

const toJson = (value: unknown): string => JSON.stringify(value) ?? "undefined"

const sizeOf = (value: unknown): string => {
  const text = toJson(value)
  if (text.length <= 60) return text
  if (Array.isArray(value)) return `list of ${value.length}, ${text.length} characters`
  return Predicate.isObject(value)
    ? `${Object.keys(value).length} keys, ${text.length} characters`
    : `${text.length} characters`
}

/** Splits a text into lines that can be paged. */
const chunks = (text: string): ReadonlyArray<string> =>
  text.match(/[^\n]{1,400}|\n/gu)?.filter((one) => one !== "\n") ?? []

/** Shows a value whole, or by its keys with their sizes. */
const shown = Effect.fnUntraced(function* (value: unknown, from: number | undefined) {
  const text = toJson(value)
  const budget = bounded(yield* TokenBudget)
  if (estimate(foreign(text)) <= budget - 40) return marked(text)
  if (!Predicate.isObjectOrArray(value)) return yield* listedText(undefined, text, chunks, from)
  const lines = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${sizeOf(inner)}`)
  return yield* listed(answer`Too large: ${text.length} characters. Its keys:`, lines, from)
})

/**
 * Returns the value before a write as it is in the answer. A value that is too long for the answer could not be written
 * back: the player confirms that it is replaced.
 */
const returned = Effect.fnUntraced(function* (
  tool: string,
  value: string,
  input: object
): Effect.fn.Return<AnswerText, Failure, Session> {
  const budget = bounded(yield* TokenBudget)
  if (estimate(foreign(value)) <= budget - 100) return marked(value)
  yield* checkConsent(
    tool,
    `Replace this? What is there is too long to be returned: ${value.length} characters.`,
    input
  )
  return answer`${value.length} characters, too long to be returned`
})

const readMemory = define("read_memory", {
  operations: [Memory.get],
  description:
    "Returns a part of Memory as JSON if it fits, else the keys of that part with the size of each, so that a longer path can be asked for.",
  parameters: { path: Schema.optionalKey(path), shard, cursor },
  run: ({ cursor, path, shard }) =>
    Effect.flatMap(Memory.read({ path, shard }, Schema.Unknown), (value) =>
      Option.isNone(value) ? Effect.succeed(answer`Nothing is stored there.`) : shown(value.value, cursor)
    )
})

const writeMemory = define("write_memory", {
  operations: [Memory.set, Memory.get],
  // The answer contains the value before, so that it can be written back; longer ones are confirmed (`returned`).
  changes: "reversible",
  description:
    "Writes a JSON value to a path of Memory when the account's code next runs, and returns the value before. Without a path, all of Memory is replaced, which cannot be undone.",
  parameters: {
    path: Schema.optionalKey(path),
    value: documented(Schema.Json, Memory.set, "value"),
    shard
  },
  idempotent: true,
  turn: "memory",
  *run({ path, shard, value }) {
    if (path === undefined) {
      yield* checkConsent("write_memory", "Replace all of Memory?", { value, shard })
      yield* Memory.set({ value, shard })
      return answer`Accepted: all of Memory is replaced in the next tick in which the code runs.`
    }
    const old = yield* Memory.read({ path, shard }, Schema.Unknown)
    const was = Option.isNone(old)
      ? answer`nothing`
      : yield* returned("write_memory", toJson(old.value), { path, value, shard })
    yield* Memory.set({ path, value, shard })
    return answer`Accepted: written in the next tick in which the code runs. Before: ${was}`
  }
})

const readSegment = define("read_segment", {
  operations: [Segments.get],
  description: "Returns the text of a raw memory segment.",
  parameters: { segment, shard, cursor },
  run: ({ cursor, segment, shard }) =>
    Effect.flatMap(Segments.read({ segment, shard }), (text) =>
      Option.isNone(text) || text.value === ""
        ? Effect.succeed(answer`The segment is empty.`)
        : listedText(answer`${text.value.length} characters:`, text.value, chunks, cursor)
    )
})

const writeSegment = define("write_segment", {
  operations: [Segments.set, Segments.get],
  changes: "reversible",
  description: "Replaces the text of a raw memory segment, and returns the text before.",
  parameters: { segment, text: Schema.String.check(Schema.isMaxLength(100 * 1024)), shard },
  idempotent: true,
  turn: "memory",
  *run({ segment, shard, text }) {
    const old = yield* Segments.read({ segment, shard })
    const was = yield* returned(
      "write_segment",
      Option.getOrElse(old, () => ""),
      { segment, text, shard }
    )
    yield* Segments.set({ segment, data: text, shard })
    return answer`Written. Before: ${was}`
  }
})

/** The tools. @internal */
export const tools = [readMemory, writeMemory, readSegment, writeSegment] as const
