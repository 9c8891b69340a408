/** Every operation of the HTTP API behind two tools: one finds them, one calls them. */
import * as Catalogue from "@screeps-effect/api/Catalogue"
import * as Endpoints from "@screeps-effect/api/Endpoints"
import type { AnyOperation, UnknownOperation } from "@screeps-effect/api/Operation"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as JsonSchema from "@screeps-effect/schema/JsonSchema"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { checkConsent, checkWrite } from "../Access.ts"
import { failed, refused } from "../ToolFailure.ts"
import { cursor, listed, listedText } from "./answers.ts"
import { compact } from "./compact.ts"
import { define, limitOf } from "./define.ts"
import { inTurn } from "./services.ts"
import { answer, type AnswerText, meant, own } from "./text.ts"

interface Found {
  readonly entry: Catalogue.Entry
  readonly operation: UnknownOperation
}

const found: ReadonlyMap<string, Found> = new Map(
  Catalogue.entries().flatMap((entry): ReadonlyArray<readonly [string, Found]> => {
    const operation = Endpoints.find(entry.method, entry.path)
    return operation === undefined ? [] : [[entry.id.toLowerCase(), { entry, operation }]]
  })
)

const operationNames = [...found.values()].map(({ entry }) => entry.id)

/** Whether a field is a secret: a model must never be given one. */
const isSecret = (ast: SchemaAST.AST): boolean => {
  if (SchemaAST.isUnion(ast)) return ast.types.some(isSecret)
  const representation: unknown = ast.annotations?.["representation"]
  return Predicate.hasProperty(representation, "id") && representation.id === "effect/schema/Redacted"
}

const takesSecret = ({ input }: AnyOperation): boolean =>
  SchemaAST.isObjects(input.ast) && input.ast.propertySignatures.some(({ type }) => isSecret(type))

const takesNothing = ({ input }: AnyOperation): boolean =>
  SchemaAST.isObjects(input.ast) && input.ast.propertySignatures.length === 0

const changesOf = ({ changes }: AnyOperation) =>
  changes === "nothing" ? "reads" : changes === "reversible" ? "changes" : "changes, cannot be undone"

/** Describes an operation: what it does, its input as JSON Schema, its limits. */
const describe = ({ entry, operation }: Found): AnswerText => {
  const { definitions, schema } = JsonSchema.document(operation.input)
  const json = { ...JsonSchema.describeFields(schema, entry.fields), $defs: definitions }
  const lines = [
    `${entry.id} (${entry.method} ${entry.path}; ${changesOf(operation)})`,
    entry.sentence,
    limitOf(operation),
    takesSecret(operation)
      ? "It takes a password or a token: only the player can call it."
      : `Input: ${JSON.stringify(compact(json))}`
  ]
  return own(lines.filter((line) => line !== "").join("\n"))
}

const matches = (words: ReadonlyArray<string>, { entry }: Found) => {
  const text = `${entry.id} ${entry.path} ${entry.sentence}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** What the operations of a group change in turn with other tools. */
const turns: Readonly<Record<string, "code" | "memory">> = {
  Code: "code",
  Memory: "memory",
  Segments: "memory"
}

/** Splits long JSON into pieces that can be paged. */
const pieces = (json: string): ReadonlyArray<string> => json.match(/[\s\S]{1,400}/gu) ?? []

const search = define("search_operations", {
  operations: [],
  description: `Finds operations of the HTTP API by words in their names, paths and descriptions (${Endpoints.all.length} in all). One match is described with its input.`,
  parameters: {
    words: Schema.String.check(Schema.isMaxLength(200)).annotate({
      description: "Words, all of which must occur; empty for all operations"
    }),
    cursor
  },
  run: ({ cursor, words }) => {
    const wanted = words
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word !== "")
    const exact = wanted.length === 1 ? found.get(wanted[0] ?? "") : undefined
    const all = exact === undefined ? [...found.values()].filter((one) => matches(wanted, one)) : [exact]
    const [only] = all
    if (only === undefined) return Effect.succeed(answer`No operation matches. Use fewer or other words.`)
    if (all.length === 1) return Effect.succeed(describe(only))
    return listed(
      answer`${all.length} operations; search for one name to see its input:`,
      all.map(({ entry, operation }) => own(`${entry.id} (${changesOf(operation)}): ${entry.sentence}`)),
      cursor
    )
  }
})

const call = define("call_operation", {
  operations: [],
  changes: "irreversible",
  description:
    "Calls any operation that search_operations found, and returns the response as JSON. Operations that change something need the same permission as other tools.",
  parameters: {
    operation: Schema.String.check(Schema.isMaxLength(100)).annotate({
      description: "Name, such as game.roomStatus"
    }),
    input: Schema.optionalKey(
      Schema.Record(Schema.String, Schema.Json).annotate({
        description: "The input as search_operations describes it"
      })
    ),
    cursor
  },
  idempotent: false,
  checksItself: true,
  *run({ cursor, input = {}, operation: name }) {
    const one = found.get(name.toLowerCase())
    if (one === undefined) {
      return yield* failed(
        answer`There is no such operation: search_operations lists them.${own(meant(" ", name, operationNames))}`
      )
    }
    const { entry, operation } = one
    if (takesSecret(operation)) {
      return yield* refused(answer`This operation takes a password or a token: only the player can call it.`)
    }
    if (operation.changes !== "nothing") {
      // The response of a change is never paged: asking for more of it would change again.
      if (cursor !== undefined) {
        return yield* failed(answer`Only operations that read take a cursor: this one would be called again.`)
      }
      yield* checkWrite
    }
    const call = Effect.gen(function* () {
      if (operation.changes === "irreversible") {
        // A question shows only what would be sent: other fields could be words that persuade the player.
        const { server } = yield* ScreepsClient
        const request = operation.request(input, server)
        if (Result.isFailure(request))
          return yield* new ScreepsError({ operation: operation.name, reason: request.failure })
        yield* checkConsent(entry.id, entry.sentence, takesNothing(operation) ? {} : input)
      }
      return yield* operation(input)
    })
    const turn = operation.changes === "nothing" ? undefined : turns[entry.group]
    const response = yield* turn === undefined ? call : inTurn(turn)(call)
    const json = operation.format === "text" ? String(response) : (JSON.stringify(response) ?? "nothing")
    return yield* listedText(undefined, json, pieces, cursor)
  }
})

/** The tools. @internal */
export const tools = [search, call] as const
