/** `screeps memory watch` */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as client from "../../config/client.ts"
import * as Output from "../../output/output.ts"
import { toJson } from "../../output/text.ts"
import { positive } from "../../input/flags.ts"

/** Schemas of values; a known type can be decoded from the socket's text without a request. */
const kinds = {
  json: Schema.Json,
  number: Schema.Finite,
  text: Schema.String,
  boolean: Schema.Boolean
} as const

/** @internal */
export const command = Command.make(
  "watch",
  {
    path: Argument.String("path").pipe(
      Argument.withDescription("Path in Memory, such as stats or rooms.W7N3.plan")
    ),
    as: Flag.Literals("as", ["json", "number", "text", "boolean"]).pipe(
      Flag.withDefault("json"),
      Flag.withDescription(
        "Type of the value (default: json); all others are read from the socket without requests"
      )
    ),
    every: Flag.Int("every").pipe(
      Flag.withMetavar("<seconds>"),
      positive("at least one second"),
      Flag.optional,
      Flag.withDescription(
        "Shortest time between two requests in seconds (default: 60 on official servers, else 1)"
      )
    )
  },
  ({ as, every, path }) =>
    Effect.gen(function* () {
      const MemoryWatch = yield* Effect.promise(() => import("@screeps-effect/socket/workflows/MemoryWatch"))
      const { isJson, isTerminal, line } = yield* Output.Output
      const seconds = Option.getOrUndefined(Option.map(every, Duration.seconds))
      const schema: Schema.Codec<Schema.Json, unknown> = kinds[as]
      yield* MemoryWatch.stream(path, schema, { every: seconds }).pipe(
        Stream.runForEach((value) => {
          const data = Option.getOrNull(value)
          return isTerminal && !isJson ? Output.data(data) : line(toJson(data))
        })
      )
    }).pipe(Effect.provide(client.both))
).pipe(
  Command.withDescription("Print a value of Memory whenever it changes; null while it is missing"),
  Command.withExamples([{ command: "screeps memory watch stats.cpu --as number" }])
)
