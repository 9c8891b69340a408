import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  type AdministrationError,
  InvalidInput,
  Rejected,
  TimedOut,
  TooLarge,
  UnexpectedResult,
  Unreachable
} from "../AdministrationError.ts"
import { bounded, fail } from "./fail.ts"
import type { Transport } from "./transport.ts"

/** One call of a function on the server, as data. */
export interface Statement {
  /** Name of the command, such as `System.pause`. */
  readonly name: string
  /** Whether it changes something; reads do not. */
  readonly changes: boolean
  /** Whether it has no result. */
  readonly isVoid: boolean
  /** The text of a JavaScript function, which is called with the input on the server. */
  readonly code: string
  /** The input as JSON text, or why it is invalid. */
  readonly input: Result.Result<string, string>
  /** The fields of the input that are secret, which are removed from everything that is shown. */
  readonly secrets: Readonly<Record<string, Redacted.Redacted>>
  /** How many times longer than others the command may take. */
  readonly timeoutFactor: number
}

/** Removes secrets from a text. */
const withoutSecrets = (text: string, secrets: Statement["secrets"]): string =>
  Object.values(secrets).reduce((shown, secret) => {
    const value = Redacted.value(secret)
    return value === "" ? shown : shown.replaceAll(value, "<redacted>")
  }, text)

/** The administration of one server. */
export class Administration extends Context.Service<
  Administration,
  {
    /** Address of the server's command line, without credentials. */
    readonly address: string
    /**
     * Executes statements one after another, in one round trip, and returns their results as JSON.
     *
     * **Details**
     *
     * Commands call it; programs use the commands.
     */
    readonly execute: (
      statements: ReadonlyArray<Statement>
    ) => Effect.Effect<ReadonlyArray<Schema.Json>, AdministrationError>
  }
>()("@screeps-effect/private-server/Administration") {}

/** Limits of an `Administration`. */
export interface Limits {
  /** How long a command may take. */
  readonly timeout: Duration.Duration
  /** Maximum length of results as JSON text. */
  readonly limit: number
}

const Results = Schema.fromJsonString(Schema.Array(Schema.Json))

/** Creates the service on a transport. */
export const make = (
  { address, send }: Transport,
  { limit, timeout }: Limits
): Administration["Service"] => ({
  address,
  execute: (statements) =>
    Effect.gen(function* () {
      const commands = statements.map(({ name }) => name)
      const calls: Array<{ readonly code: string; readonly input: string }> = []
      for (const { code, input, name } of statements) {
        if (Result.isFailure(input)) {
          return yield* fail(new InvalidInput({ command: name, detail: input.failure }))
        }
        calls.push({ code, input: input.success })
      }
      if (calls.length === 0) return []

      const factor = statements.reduce((sum, { timeoutFactor }) => sum + Math.max(0, timeoutFactor - 1), 1)
      const millis = Duration.toMillis(timeout) * factor
      const outcome = yield* send(calls).pipe(
        Effect.catchTag("Oversized", ({ detail, subject }) =>
          fail(new TooLarge({ subject, commands, detail }))
        ),
        Effect.timeoutOrElse({
          duration: Duration.millis(millis),
          orElse: () => fail(new TimedOut({ address, commands, millis }))
        })
      )
      switch (outcome._tag) {
        case "Rejected": {
          const { name, secrets } = statements[outcome.index] ?? { name: commands.join(", "), secrets: {} }
          const detail = bounded(withoutSecrets(outcome.detail, secrets))
          return yield* fail(new Rejected({ command: name, detail }))
        }
        case "TooLarge":
          return yield* fail(
            new TooLarge({
              subject: "result",
              commands,
              detail: `${outcome.length} characters, and the limit is ${limit}`
            })
          )
        case "Malformed":
          return yield* fail(new Unreachable({ address, detail: "it responds with malformed results" }))
        case "Results": {
          const results = yield* Effect.option(Schema.decodeUnknownEffect(Results)(outcome.json))
          if (results._tag === "None" || results.value.length !== statements.length) {
            return yield* fail(
              new UnexpectedResult({ command: commands.join(", "), detail: "not one JSON value per command" })
            )
          }
          return results.value
        }
      }
    })
})
