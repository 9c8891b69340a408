/** `screeps console` */
import * as Console from "@screeps-effect/socket/workflows/Console"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as client from "../config/client.ts"
import { define } from "../runner/define.ts"
import { Usage } from "../runner/failure.ts"
import * as Input from "../input/input.ts"
import * as Output from "../output/output.ts"
import { withColors } from "../output/markup.ts"
import { plain, toJson } from "../output/text.ts"
import * as Session from "./console/session.ts"

/** Runs one expression and prints its result as console text, or its value as JSON. */
const one = (given: string, within: Duration.Duration) =>
  Effect.gen(function* () {
    const output = yield* Output.Output
    const expression = yield* Input.resolve(given)
    if (output.isJson) {
      return yield* output.line(toJson(yield* Console.runAs(Schema.Unknown, expression, { within })))
    }
    const result = yield* Console.run(expression, { within })
    // Programs receive the result as it is.
    yield* output.line(output.isTerminal ? withColors(result, output.paint) : plain(result))
  })

/** @internal */
export default define(
  Command.make(
    "console",
    {
      expression: Flag.String("expression").pipe(
        Flag.withAlias("e"),
        Flag.withMetavar("<code>"),
        Flag.optional,
        Flag.withDescription("Run this code, print its result and exit; @file, or - for standard input")
      ),
      follow: Flag.Boolean("follow").pipe(
        Flag.withAlias("f"),
        Flag.withoutNegation,
        Flag.withDefault(false),
        Flag.withDescription("Only show console output, without reading input")
      ),
      within: Flag.Int("within").pipe(
        Flag.withMetavar("<seconds>"),
        Flag.withDefault(30),
        Flag.withDescription("How long to wait for a result, in seconds (default: 30)")
      )
    },
    ({ expression, follow, within }) =>
      Effect.gen(function* () {
        const time = Duration.seconds(within)
        if (Option.isNone(expression)) return yield* follow ? Session.follow : Session.session(time)
        if (follow) return yield* new Usage({ message: "--expression and --follow cannot be combined" })
        yield* one(expression.value, time)
      }).pipe(Effect.provide(client.both))
  ).pipe(
    Command.withDescription("Run JavaScript in the game and show console output"),
    Command.withExamples([
      { command: "screeps console" },
      { command: "screeps console -e 'Game.cpu.bucket'" },
      { command: "screeps console --json -e 'Object.keys(Game.creeps)' | jq length" },
      { command: "screeps console --follow >> console.log" }
    ])
  )
)
