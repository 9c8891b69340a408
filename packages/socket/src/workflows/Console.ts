/**
 * The console with results: runs a line and returns its own result, and emits the console line by line.
 *
 * **Details**
 *
 * A server runs console lines in the tick after they were sent, those of one tick in no fixed order. It sends results
 * on the socket without saying which line they belong to. `run` therefore wraps the expression in a line whose result
 * begins with a marker; the expression evaluates to the same value as in the game's console.
 *
 * **Gotchas**
 *
 * Lines run only when the account's script runs: without a spawn, without CPU, or when the script itself fails in that
 * tick, there is no result.
 *
 * **Source** recorded from a server 4.3.0, and read in its source: a line is evaluated by `eval`. Not tried on
 * xxscreeps.
 */
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import { InvalidInput, ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Retry from "@screeps-effect/api/Retry"
import * as User from "@screeps-effect/api/User"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as Millis from "@screeps-effect/schema/Millis"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Channels from "../Channels.ts"
import { ScreepsSocket, subscribe } from "../ScreepsSocket.ts"
import { shown } from "../shown.ts"
import type { SocketError } from "../SocketError.ts"
import * as AnswerLine from "./Console/answerLine.ts"
import { fromEvent, type Line } from "./Console/Lines.ts"
import * as Received from "./Console/received.ts"
import * as Listening from "./Listening.ts"

export type { Line } from "./Console/Lines.ts"

/** The expression threw an exception, or is not valid JavaScript. */
export class Threw extends withoutStackTrace(Data.TaggedError("Threw"))<{
  /** The thrown value as text: an error's name and message, other values as `String` writes them. */
  readonly text: string
  /** The stack trace, for errors that have one. */
  readonly trace: string | undefined
}> {
  override get message() {
    return this.text === "" ? "the expression threw a value without text" : this.text
  }
}

/** Returns where the stack trace of an error's text begins, at the line break before it. */
const traceAt = (text: string): number | undefined => {
  const at = text.search(/\n {4}at /)
  return at < 0 ? undefined : at
}

/**
 * The line was sent, but its result did not arrive.
 *
 * **Details**
 *
 * The line may have run, or may still run, unless the script failed; it is never sent again. Scripts do not run without a
 * spawn or CPU.
 */
export class NoAnswer extends withoutStackTrace(Data.TaggedError("NoAnswer"))<{
  /** How long the program waited after it began to send the line. */
  readonly after: Duration.Duration
  /** Whether the server accepted the line. If not, it did not respond in time: it may or may not have the line. */
  readonly wasAccepted: boolean
  /**
   * Why there is no result. `script failed`: the script or an earlier line failed in the tick of the line, which did not
   * run and will not, or the line itself was stopped at the CPU limit; `disconnected`: the connection was lost, and the
   * result may have been missed; `timeout`: it did not arrive in time.
   */
  readonly why: "script failed" | "disconnected" | "timeout"
  /** The last error on the console in that time, at most 2000 characters: it may be why the line did not run. */
  readonly error: string | undefined
}> {
  override get message() {
    const after = Duration.format(this.after)
    const what =
      this.why === "disconnected"
        ? `the connection was lost after ${after}, before the result arrived: the line may have run`
        : this.why === "script failed"
          ? "no result: the script failed in the tick of the line"
          : this.wasAccepted
            ? `no result within ${after}`
            : `the server did not respond to the line within ${after}: it may have run`
    const { error } = this
    return error === undefined
      ? what
      : `${what}; the last error on the console: ${error.slice(0, traceAt(error)).trimEnd()}`
  }
}

/** The line was run, but its result does not match the schema. */
export class Mismatch extends withoutStackTrace(Data.TaggedError("Mismatch"))<{
  /** What was expected and where, at most 200 characters; never the value itself. */
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}

/** Options for running a line. */
export interface RunOptions {
  /** The shard to run on; by default the server's default shard. */
  readonly shard?: ShardName | undefined
  /** How long to wait for the socket, and then for the server's response and the result: 30 seconds by default. */
  readonly within?: Duration.Input | undefined
}

/** The errors of running a line. */
export type RunError = Threw | NoAnswer | SocketError | ScreepsError

const invalid = (detail: string) =>
  new ScreepsError({
    operation: User.console.name,
    reason: new InvalidInput({ field: "expression", detail })
  })

/** The most characters that servers accept, counted in the line's JSON text. */
const maxLine = 1024

const lineOf = (
  id: string,
  expression: string,
  form: AnswerLine.Form
): Effect.Effect<string, ScreepsError> => {
  if (expression === "") return Effect.fail(invalid("expected an expression, and it is empty"))
  const line = AnswerLine.write(id, expression, form)
  const over = JSON.stringify(line).length - maxLine
  return over > 0
    ? Effect.fail(invalid(`${over} characters too long, including the code that marks its result`))
    : Effect.succeed(line)
}

/** Listens, sends the line once, and waits for the result with its marker. */
const request = Effect.fnUntraced(function* (
  expression: string,
  form: AnswerLine.Form,
  options: RunOptions | undefined
): Effect.fn.Return<AnswerLine.Answer, RunError, ScreepsSocket | ScreepsClient | Scope.Scope> {
  const within = Duration.fromInputUnsafe(options?.within ?? "30 seconds")
  const id = Math.abs(yield* Random.nextInt).toString(36)
  const line = yield* lineOf(id, expression, form)
  const { server } = yield* ScreepsClient
  const { roundTrip } = yield* ScreepsSocket
  const received = Received.make(id, options?.shard ?? server.shard)
  let isDisconnected = false
  const { ended } = yield* Listening.start(
    Channels.console(),
    (signal) => {
      if (signal._tag === "Gap") isDisconnected = true
      return !isDisconnected && (signal._tag !== "Payload" || received.onEvent(signal.payload))
    },
    { within }
  )
  const begin = yield* Millis.monotonic
  const waited = Effect.map(Millis.monotonic, (now) => Duration.millis(now - begin))
  const sent = yield* User.console({ expression: line, shard: options?.shard }).pipe(
    // Without a response the line may have run: it must not be sent again, whatever the program's setting.
    Effect.provideService(Retry.RetryableRequests, "idempotent"),
    Effect.timeoutOption(within)
  )
  // xxscreeps has no queue: it responds without a count, and after a line has run, also when the script fails.
  if (Option.isSome(sent) && DbInsert.changed(sent.value) !== undefined) {
    yield* Effect.andThen(received.failed.await, roundTrip).pipe(
      Effect.map((shown) => {
        if (shown === "complete") received.onQueued()
      }),
      Effect.ignore,
      Effect.forkScoped
    )
  }
  yield* Effect.timeoutOption(Effect.ignore(ended), Duration.subtract(within, yield* waited))
  // Listeners of the console receive what was logged before the result first.
  yield* Effect.yieldNow
  const { answer, error, isLost } = received
  if (answer !== undefined) return answer
  const why = isDisconnected ? "disconnected" : isLost ? "script failed" : "timeout"
  return yield* new NoAnswer({ after: yield* waited, wasAccepted: Option.isSome(sent), why, error })
}, Effect.scoped)

/** Separates the message from the stack trace, which begins on the next line. */
const threw = (text: string) => {
  const at = traceAt(text)
  return at === undefined
    ? new Threw({ text, trace: undefined })
    : new Threw({ text: text.slice(0, at), trace: text.slice(at + 1) })
}

const answerOf = (expression: string, form: AnswerLine.Form, options: RunOptions | undefined) =>
  Effect.flatMap(request(expression, form, options), ({ isThrown, text }) =>
    isThrown ? Effect.fail(threw(text)) : Effect.succeed(text)
  )

/**
 * Runs a line in the console and returns its own result, as the console writes it.
 *
 * **Details**
 *
 * The expression may be several statements: the result is the value of the last one, the text `undefined` if it has no
 * value, `[object Object]` for objects (see `runAs`). It is evaluated as in the game's console, including `this` and
 * declarations; `return` is not allowed there. About 890 characters fit; backslashes and backticks count twice.
 *
 * Nothing is sent before the server has the subscription (see `Listening.start`), which takes a round trip; a dead
 * connection is replaced. This takes at most `within`; otherwise nothing is sent. Then the line is sent, once, and `within`
 * starts again: it covers the server's response and the result, which arrives when the server has run its next tick.
 *
 * **Gotchas**
 *
 * A line runs at most once: it is never sent again when its fate is unknown (`NoAnswer`, or a `ScreepsError` such as
 * `Unreachable` or `TimedOut`, whatever `Retry.RetryableRequests` says). It may have run in all of these cases: check
 * before you run it again. A connection that is lost after sending fails this effect at once, one that dies without a
 * sign after about fifteen seconds. A script that fails in the tick of the line fails it two or three ticks later: that
 * much shows that the error is not that of an earlier tick, after which the line would still run.
 *
 * An exception fails this effect. Unlike in the game, it is not shown as an error on the console and does not stop
 * later lines of the tick. Promises are not awaited. Interrupting this effect does not cancel a line that was sent.
 * Results are not sanitized: `ConsoleText.printable` makes them safe for a terminal.
 *
 * **Errors** `Threw`, `NoAnswer`; `SocketError` (no connection in time, with its reason; nothing was sent);
 * `ScreepsError` (those of `User.console`, `InvalidInput` for an expression that is empty or too long).
 *
 * **Source** `POST /api/user/console` and the channel `user:<user>/console`, recorded from a server 4.3.0.
 */
export const run = (
  expression: string,
  options?: RunOptions
): Effect.Effect<string, RunError, ScreepsSocket | ScreepsClient> => answerOf(expression, "text", options)

/**
 * Runs a line in the console and returns the value of its result, checked by a schema.
 *
 * **Details**
 *
 * The value is sent as JSON; a value without JSON text (`undefined`, functions) is decoded as `undefined`. Otherwise
 * like `run`; about 875 characters fit.
 *
 * **Errors** `Mismatch` when the value does not match the schema, and those of `run`; `Threw` also for values that
 * cannot be written as JSON.
 *
 * **Source** see `run`.
 */
export const runAs = <A>(
  schema: Schema.Codec<A, unknown>,
  expression: string,
  options?: RunOptions
): Effect.Effect<A, RunError | Mismatch, ScreepsSocket | ScreepsClient> =>
  Effect.flatMap(answerOf(expression, "json", options), (text) =>
    Effect.try({
      try: (): unknown => (text === "undefined" ? undefined : JSON.parse(text)),
      catch: () => new Mismatch({ detail: "the result is not JSON" })
    }).pipe(
      Effect.flatMap((value) =>
        Effect.mapError(
          Schema.decodeUnknownEffect(schema)(value),
          ({ message }) => new Mismatch({ detail: shown(message) })
        )
      )
    )
  )

/** Options for reading the console. */
export interface LinesOptions {
  /** Whether texts are emitted as the server sent them; `false` by default. */
  readonly raw?: boolean | undefined
  /** Emits only lines of this shard; lines without a shard are always emitted. */
  readonly shard?: ShardName | undefined
}

/**
 * Emits the console from now on, line by line, safe for terminals.
 *
 * **Details**
 *
 * Character references are decoded, and control characters other than tab and line feed are written as `\xHH`. Results
 * and errors of `run` look as if the expression had been run alone. A line may contain line feeds.
 *
 * **Gotchas**
 *
 * The texts are not safe in web pages: escape them there. Raw texts are not safe there either, and may contain control
 * characters.
 *
 * **Errors** those of `ScreepsSocket.subscribe`.
 */
export const lines = (options?: LinesOptions): Stream.Stream<Line, SocketError, ScreepsSocket> =>
  subscribe(Channels.console()).pipe(
    Stream.flatMap((event) => Stream.fromIterable(fromEvent(event, options?.raw ?? false))),
    Stream.filter(
      ({ shard }) => options?.shard === undefined || shard === undefined || shard === options.shard
    )
  )
