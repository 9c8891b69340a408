import * as Effect from "effect/Effect"
import * as Effectable from "effect/Effectable"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { type AdministrationError, UnexpectedResult } from "../AdministrationError.ts"
import { bounded, fail } from "./fail.ts"
import { Administration, type Statement } from "./service.ts"

/**
 * A command for a server: an effect that executes it, and at the same time data, for `batch` and `plan`.
 *
 * **Errors** `Unreachable`, `TimedOut`, `AccessDenied`, `InvalidInput` before anything is sent, `Rejected` with the
 * server's message, `TooLarge`, `UnexpectedResult`.
 */
export class Command<out A> extends Effectable.Class<A, AdministrationError, Administration> {
  /** What is executed on the server. */
  readonly statement: Statement
  /** Decodes the result. */
  readonly decode: (result: Schema.Json) => Effect.Effect<A, AdministrationError>

  /** Creates a command; `define` makes functions that do. */
  constructor(statement: Statement, decode: (result: Schema.Json) => Effect.Effect<A, AdministrationError>) {
    super()
    this.statement = statement
    this.decode = decode
  }

  override asEffect(): Effect.Effect<A, AdministrationError, Administration> {
    const { decode, statement } = this
    return Effect.flatMap(Administration, ({ execute }) =>
      Effect.flatMap(execute([statement]), ([result = null]) => decode(result))
    )
  }
}

/** The definition of a command. */
export interface Definition<in out I, in out A> {
  /** Name for errors and plans, such as `System.pause`. */
  readonly name: string
  /** Whether the command changes something on the server. */
  readonly changes: boolean
  /** The schema that checks inputs and encodes them to JSON. Fields with a `Redacted` are never shown. */
  readonly input: Schema.ConstraintCodec<I, unknown>
  /** The schema of the result. */
  readonly output: Schema.ConstraintCodec<A, unknown>
  /**
   * The text of a JavaScript function that takes the encoded input and returns the result or its promise. It runs on the
   * server's command line, whose names (`storage`, `system`, `map`, …) are in scope.
   *
   * **Gotchas**
   *
   * A constant: inputs never become part of it.
   */
  readonly code: string
  /** How many times longer than other commands it may take; default: 1. */
  readonly timeoutFactor?: ((input: I) => number) | undefined
}

/** The definition of a command without a result. */
export type VoidDefinition<I> = Omit<Definition<I, void>, "output" | "changes">

const isSecret = (entry: [string, unknown]): entry is [string, Redacted.Redacted] =>
  Redacted.isRedacted(entry[1])

const secretsOf = (input: unknown) =>
  typeof input === "object" && input !== null
    ? Object.fromEntries(Object.entries(input).filter(isSecret))
    : {}

const Nothing: Schema.Codec<void, unknown> = Schema.Unknown.pipe(
  Schema.decodeTo(Schema.Void, {
    decode: SchemaGetter.transform(() => undefined),
    encode: SchemaGetter.transform(() => null)
  })
)

const build = <I, A>(definition: Definition<I, A>, isVoid: boolean) => {
  const { changes, code, name } = definition
  // Made when the first command is executed: schemas that no program uses cost nothing.
  let encode: ((input: I) => Result.Result<unknown, Schema.SchemaError>) | undefined
  let decode: ((result: unknown) => Result.Result<A, Schema.SchemaError>) | undefined

  return (input: I): Command<A> =>
    new Command<A>(
      {
        name,
        changes,
        isVoid,
        code,
        get input() {
          encode ??= Schema.encodeUnknownResult(definition.input)
          return Result.mapBoth(encode(input), {
            onFailure: ({ message }) => bounded(message),
            onSuccess: (encoded) => JSON.stringify(encoded)
          })
        },
        secrets: secretsOf(input),
        timeoutFactor: definition.timeoutFactor?.(input) ?? 1
      },
      (result) => {
        decode ??= Schema.decodeUnknownResult(definition.output)
        return Effect.catch(Effect.fromResult(decode(result)), ({ message }) =>
          fail(new UnexpectedResult({ command: name, detail: bounded(message) }))
        )
      }
    )
}

/** Creates the function of a command: it returns the command for an input. */
export const define = <I, A>(definition: Definition<I, A>): ((input: I) => Command<A>) =>
  build(definition, false)

/** Creates the function of a command that changes something and has no result. */
export const defineVoid = <I>(definition: VoidDefinition<I>): ((input: I) => Command<void>) =>
  build({ ...definition, changes: true, output: Nothing }, true)
