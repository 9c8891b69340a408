/** `screeps admin find|value` */
import * as Storage from "@screeps-effect/private-server/Storage"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Json from "../../output/json.ts"
import * as Output from "../../output/output.ts"
import { Usage } from "../../runner/failure.ts"
import * as Target from "./target.ts"

const isQuery = (value: Schema.Json): value is Schema.JsonObject => Predicate.isObject(value)

/** @internal */
export const find = Command.make(
  "find",
  {
    ...Target.reads,
    collection: Argument.String("collection").pipe(
      Argument.withDescription("Collection of the server's storage, such as rooms.objects")
    ),
    where: Flag.String("where").pipe(
      Flag.withDefault("{}"),
      Flag.withMetavar("<json>"),
      Flag.withDescription('Query, such as \'{"type":"creep"}\' (default: all documents)')
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withDefault(100),
      Flag.filter(
        (limit) => limit > 0,
        () => "a number above 0"
      ),
      Flag.withDescription("The most documents (default: 100)")
    )
  },
  ({ cli, collection, limit, where }) =>
    Effect.gen(function* () {
      const query = yield* Json.readJson(where)
      if (!isQuery(query)) return yield* new Usage({ message: "--where is not a JSON object" })
      yield* Target.read(cli, Storage.find(collection, Schema.Json, { where: query, limit }), (list) =>
        Effect.forEach(list, (document) => Output.data(document), { discard: true })
      )
    })
).pipe(
  Command.withDescription("Print the documents of the server's storage that match a query"),
  Command.withExamples([
    { command: `screeps admin find rooms.objects --where '{"type":"controller","level":8}'` }
  ])
)

/** @internal */
export const value = Command.make(
  "value",
  {
    ...Target.reads,
    key: Argument.String("key").pipe(
      Argument.withDescription("Key of the server's storage, such as gameTime")
    )
  },
  ({ cli, key }) => Target.read(cli, Storage.get(key), (found) => Output.data(found))
).pipe(Command.withDescription("Print the value of a key of the server's storage"))
