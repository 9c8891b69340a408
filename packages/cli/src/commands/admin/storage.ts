/** `screeps admin find|count|value` */
import * as Storage from "@screeps-effect/private-server/Storage"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Input from "../../input/input.ts"
import * as Json from "../../output/json.ts"
import * as Output from "../../output/output.ts"
import { format } from "../../output/text.ts"
import { Usage } from "../../runner/failure.ts"
import * as Target from "./target.ts"

const collection = Argument.String("collection").pipe(
  Argument.withDescription("Collection, such as rooms.objects or users")
)

const where = Argument.String("query").pipe(
  Argument.withDefault("{}"),
  Argument.withDescription(
    'Query as JSON, such as \'{"type":"creep"}\'; @file, or - for standard input (default: all documents)'
  )
)

const isQuery = Schema.is(Schema.Record(Schema.String, Schema.Json))

/** Reads a query from the command line. */
const queryOf = (given: string) =>
  Effect.gen(function* () {
    const query = yield* Effect.flatMap(Input.resolve(given), Json.readJson)
    if (!isQuery(query) || Array.isArray(query))
      return yield* new Usage({ message: "the query is not a JSON object" })
    return query
  })

/** Fields of accounts that are secret. */
const secret = new Set(["password", "salt"])

const withoutSecrets = (document: Schema.JsonObject) =>
  Object.fromEntries(Object.entries(document).filter(([field]) => !secret.has(field)))

const Document = Schema.Record(Schema.String, Schema.Json)

/** @internal */
export const find = Command.make(
  "find",
  {
    ...Target.reads,
    collection,
    where,
    limit: Flag.Int("limit").pipe(
      Flag.filter(
        (limit) => limit > 0,
        () => "at least one document"
      ),
      Flag.withDefault(100),
      Flag.withDescription("The most documents (default: 100)")
    )
  },
  ({ cli, collection, limit, where }) =>
    Effect.gen(function* () {
      const query = yield* queryOf(where)
      yield* Target.read(cli, Storage.find(collection, Document, { where: query, limit }), (documents) =>
        Effect.forEach(documents.map(withoutSecrets), Output.data, { discard: true })
      )
    })
).pipe(
  Command.withDescription("Print documents of the server's storage, without passwords"),
  Command.withExamples([{ command: `screeps admin find rooms.objects '{"type":"invaderCore"}' --json` }])
)

/** @internal */
export const count = Command.make(
  "count",
  { ...Target.reads, collection, where },
  ({ cli, collection, where }) =>
    Effect.gen(function* () {
      const query = yield* queryOf(where)
      yield* Target.read(cli, Storage.count(collection, query), (count) =>
        Output.value({ count }, () => format`${count}`)
      )
    })
).pipe(
  Command.withDescription("Count documents of the server's storage"),
  Command.withExamples([{ command: `screeps admin count rooms.objects '{"type":"creep"}'` }])
)

/** @internal */
export const value = Command.make(
  "value",
  {
    ...Target.reads,
    key: Argument.String("key").pipe(Argument.withDescription("Key, such as gameTime"))
  },
  ({ cli, key }) => Target.read(cli, Storage.get(key), Output.data)
).pipe(
  Command.withDescription("Print the value of a key of the server's storage as JSON"),
  Command.withExamples([{ command: "screeps admin value gameTime" }])
)
