/**
 * Administers a server through its command line: a server that this package started, or any other.
 *
 * **Details**
 *
 * The functions of `System`, `Users`, `Bots`, `Rooms`, `Strongholds`, `Invaders`, `Messages`, `Objects` and `Storage`
 * return commands. A command is an effect that executes it; `batch` executes several in one round trip, and `plan`
 * returns what a program would change.
 *
 * **Gotchas**
 *
 * A command line has no password: anyone who reaches it controls the server and the system account that it runs in. The
 * game's own server listens on the loopback interface only, on port 21026.
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { HttpClient, TracerDisabledWhen } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { AdministrationError, InvalidInput } from "./AdministrationError.ts"
import type { Command } from "./administration/command.ts"
import * as Http from "./administration/http.ts"
import { Administration, type Limits, make, type Statement } from "./administration/service.ts"
import * as Tcp from "./administration/tcp.ts"

export {
  Command,
  define,
  defineVoid,
  type Definition,
  type VoidDefinition
} from "./administration/command.ts"
export { Administration, type Statement } from "./administration/service.ts"

/** Limits of the commands; all are optional. */
export interface Options {
  /** How long a command may take; 10 seconds by default. `System.step` may take it for each tick. */
  readonly timeout?: Duration.Input | undefined
  /** Maximum length of the results of a round trip as JSON text, in characters; 67,108,864 by default. */
  readonly maxResultLength?: number | undefined
}

/** Where a command line listens. */
export interface CliOptions extends Options {
  /** Host; `127.0.0.1` by default. */
  readonly host?: string | undefined
  /** Port; 21026 by default. */
  readonly port?: number | undefined
}

/** Where a command line responds over HTTP. */
export interface HttpOptions extends Options {
  /** Address, without `/cli` at its end. */
  readonly url: string | URL
  /** Name for HTTP Basic authorization by a proxy. */
  readonly username?: string | undefined
  /** Password for HTTP Basic authorization by a proxy. */
  readonly password?: Redacted.Redacted | undefined
}

const limits = ({ maxResultLength = 64 * 1024 * 1024, timeout = "10 seconds" }: Options): Limits => ({
  timeout: Duration.fromInputUnsafe(timeout),
  limit: maxResultLength
})

/**
 * Provides the administration by a command line over TCP, as the game's own server has it.
 *
 * **Details**
 *
 * Connects when the first command is executed, keeps the connection while it is used, and connects again after it was
 * lost. The command that a loss interrupts fails with `Unreachable`: it may have been executed.
 */
export const layerCli = (options: CliOptions = {}): Layer.Layer<Administration> => {
  const { host = "127.0.0.1", port = 21_026 } = options
  return Layer.effect(
    Administration,
    Effect.map(Tcp.transport({ host, port, limit: limits(options).limit }), (transport) =>
      make(transport, limits(options))
    )
  )
}

/**
 * Provides the administration by a command line over HTTP: that of screeps-launcher, which replaces the one over TCP, and
 * of the mod screepsmod-cli.
 *
 * **Details**
 *
 * screeps-launcher accepts requests of 100 KiB: larger ones fail with `TooLarge`.
 *
 * **Source** read in the sources of both.
 */
export const layerHttp = (options: HttpOptions): Layer.Layer<Administration, never, HttpClient> =>
  Layer.effect(
    Administration,
    Effect.map(HttpClient, (client) => {
      const { limit, timeout } = limits(options)
      const url = new URL(options.url)
      const transport = Http.transport(client, {
        url,
        username: options.username,
        password: options.password,
        limit
      })
      // Spans would hold the requests.
      const send: typeof transport.send = (calls) =>
        Effect.provideService(transport.send(calls), TracerDisabledWhen, () => true)
      return make({ ...transport, send }, { limit, timeout })
    })
  )

/**
 * Executes commands one after another on the server, in one round trip, and returns their results.
 *
 * **Details**
 *
 * The first command that fails ends the batch. Nothing undoes the commands before it. Other clients may change the server
 * between two commands of a batch.
 */
export const batch = <const Commands extends ReadonlyArray<Command<unknown>>>(
  commands: Commands
): Effect.Effect<
  { readonly [K in keyof Commands]: Effect.Success<Commands[K]> },
  AdministrationError,
  Administration
> =>
  Effect.gen(function* () {
    const { execute } = yield* Administration
    const results = yield* execute(commands.map(({ statement }) => statement))
    const decoded = yield* Effect.forEach(commands, ({ decode }, i) => decode(results[i] ?? null))
    // `execute` returns one result per statement, in their order.
    return decoded as { readonly [K in keyof Commands]: Effect.Success<Commands[K]> }
  })

/** A change that a program would make. */
export interface PlannedChange {
  /** Name of the command, such as `Rooms.close`. */
  readonly command: string
  /** The input as JSON; secrets are replaced by `<redacted>`. */
  readonly input: Schema.Json
  /** The text of the function that would be called with the input on the server. */
  readonly code: string
}

/** What a program would change. */
export interface Plan {
  readonly changes: ReadonlyArray<PlannedChange>
  /** Whether these are all changes: `false` when the rest of the program depends on the result of the last one. */
  readonly complete: boolean
}

const toJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))

const isObject = (json: Schema.Json): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)

const planned = ({ code, input, name, secrets }: Statement) =>
  Result.mapBoth(input, {
    onFailure: (detail) => new AdministrationError({ reason: new InvalidInput({ command: name, detail }) }),
    onSuccess: (text): PlannedChange => {
      const json = toJson(text)
      const redacted = Object.fromEntries(Object.keys(secrets).map((key) => [key, "<redacted>"]))
      return { command: name, input: isObject(json) ? Object.assign({}, json, redacted) : json, code }
    }
  })

/**
 * Runs a program without changing the server, and returns what it would change.
 *
 * **Details**
 *
 * Commands that only read are executed. Changes are recorded; the program continues after changes that have no result, and
 * ends at the first change whose result it would need.
 */
export const plan = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<Plan, E, R | Administration> =>
  Effect.gen(function* () {
    const server = yield* Administration
    const changes: Array<PlannedChange> = []
    // The defect of a program whose continuation needs the result of a change.
    const end = Symbol("end of the plan")
    const recorder = Administration.of({
      address: server.address,
      execute: (statements) =>
        Effect.gen(function* () {
          if (!statements.some((statement) => statement.changes)) return yield* server.execute(statements)
          for (const statement of statements) {
            if (statement.changes) changes.push(yield* Effect.fromResult(planned(statement)))
          }
          return statements.every(({ isVoid }) => isVoid)
            ? statements.map(() => null)
            : yield* Effect.die(end)
        })
    })
    const exit = yield* Effect.exit(Effect.provideService(program, Administration, recorder))
    if (Exit.isSuccess(exit)) return { changes, complete: true }
    const isEnd = exit.cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect === end)
    return isEnd ? { changes, complete: false } : yield* Effect.failCause(exit.cause)
  })
