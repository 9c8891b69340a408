/** Tools made from operations: their descriptions, parameters and limits are those of the operations. */
import * as Catalogue from "@screeps-effect/api/Catalogue"
import type { AnyOperation, Metadata } from "@screeps-effect/api/Operation"
import { Session } from "@screeps-effect/api/Session"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { identity } from "effect/Function"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Prompt from "effect/ai/Prompt"
import * as Tool from "effect/ai/Tool"
import { checkWrite } from "../Access.ts"
import { AuditLog, now, recorded } from "../AuditLog.ts"
import { TokenBudget } from "../TokenBudget.ts"
import { bounded, cut, estimate } from "./tokens.ts"
import { Failure, failed, ToolFailure } from "../ToolFailure.ts"
import { type Changed, inTurn, type Needs } from "./services.ts"
import { type AnswerText, answer, closed, explanation } from "./text.ts"

const entries = new Map(Catalogue.entries().map((entry) => [`${entry.method} ${entry.path}`, entry]))

/** Returns the documentation of an operation. */
const entryOf = ({ method, path }: AnyOperation): Catalogue.Entry | undefined =>
  entries.get(`${method} ${path}`)

/** Returns a schema with the documentation of a field of an operation. @internal */
export const documented = <S extends Schema.Top>(
  schema: S,
  operation: AnyOperation,
  field: string
): S["Rebuild"] => {
  const description = entryOf(operation)?.fields[field]
  return description === undefined ? schema.annotate({}) : schema.annotate({ description })
}

/** Says how many requests official servers accept. @internal */
export const limitOf = ({ quota }: AnyOperation): string =>
  quota === undefined ? "" : `Official servers accept ${quota.limit} requests per ${quota.per}.`

/** The options of `define`. @internal */
export interface Options<F extends Schema.Struct.Fields> {
  /** The operations that the tool calls, the main one first: its sentence and its limit describe the tool. */
  readonly operations: ReadonlyArray<AnyOperation>
  /** What the tool does, where it is more than its main operation. */
  readonly description?: string
  readonly parameters: F
  /**
   * What the tool changes; by default what its operations change. A tool that keeps what it replaces changes less than
   * its operations.
   */
  readonly changes?: Metadata["changes"]
  readonly idempotent?: boolean
  /** What no other call may change while this one runs. */
  readonly turn?: Changed
  /** Whether the tool itself checks that it may change something. */
  readonly checksItself?: boolean
  /** What the tool does. */
  readonly run: (parameters: Schema.Struct<F>["Type"]) => Run
}

type Running = Effect.Effect<unknown, unknown, Needs | Scope.Scope>

/** What a tool does: an effect, or the steps of one. */
type Run = Effect.Effect<AnswerText, unknown, Needs> | Generator<Running, AnswerText, never>

/** What a tool does with decoded parameters. @internal */
export class Handler extends Context.Service<
  Handler,
  (parameters: never) => Effect.Effect<string, ToolFailure, Needs>
>()("@screeps-effect/mcp/Handler") {}

const order = ["nothing", "reversible", "irreversible"] as const

const most = (changes: ReadonlyArray<Metadata["changes"]>): Metadata["changes"] =>
  order.findLast((one) => changes.includes(one)) ?? "nothing"

/** A tool that returns text. */
export type TextTool<Name extends string, F extends Schema.Struct.Fields> = Tool.Tool<
  Name,
  {
    readonly parameters: Schema.Struct<F>
    readonly success: typeof Schema.String
    readonly failure: typeof ToolFailure
    readonly failureMode: "return"
  }
>

/** Creates a tool from operations. @internal */
export const define = <const Name extends string, const F extends Schema.Struct.Fields>(
  name: Name,
  options: Options<F>
): TextTool<Name, F> => {
  const { changes, description, idempotent, operations, parameters } = options
  const changed = changes ?? most(operations.map((operation) => operation.changes))
  const [main] = operations
  const sentences = [
    ...(main === undefined ? [description] : [description ?? entryOf(main)?.sentence, limitOf(main)]),
    explanation
  ]
  const tool = Tool.make(name, {
    description: sentences.filter((sentence) => sentence !== undefined && sentence !== "").join(" "),
    parameters: Schema.Struct(parameters),
    success: Schema.String,
    failure: ToolFailure,
    // A failure is an answer: the model reads it and goes on.
    failureMode: "return",
    toModelOutput: (text) => [Prompt.textPart({ text })]
  })
    .annotate(Tool.Readonly, changed === "nothing")
    .annotate(Tool.Destructive, changed === "irreversible")
    .annotate(Tool.Idempotent, idempotent ?? operations.every((operation) => operation.idempotent))
  return tool.annotate(Handler, handlerOf(tool, options))
}

/** Messages of errors contain what the server said. */
const failureOf = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : failed(answer`It failed: ${error instanceof Error ? error.message : String(error)}`)

/** The longest text of a failure, in tokens. */
const mostOfFailure = 500

const outcomeOf = (exit: Exit.Exit<string, ToolFailure>) => {
  if (Exit.isSuccess(exit)) return { outcome: "done" } as const
  const failure = Exit.findErrorOption(exit)
  return failure._tag === "Some"
    ? ({ outcome: failure.value.kind, message: failure.value.message } as const)
    : ({ outcome: "failed", message: "The call was cancelled or failed unexpectedly." } as const)
}

/**
 * Returns the handler of a tool: checks that the tool may change something, writes the answer without secrets of the
 * account, cuts it to the budget, and records the call.
 */
const handlerOf = <const Name extends string, F extends Schema.Struct.Fields>(
  tool: TextTool<Name, F>,
  { checksItself = false, run, turn }: Options<F>
) =>
  Effect.fnUntraced(function* (
    parameters: Schema.Struct<F>["Type"]
  ): Effect.fn.Return<string, ToolFailure, Needs> {
    const begin = yield* Millis.monotonic
    const budget = bounded(yield* TokenBudget)
    const record = yield* AuditLog
    const { redactSecrets } = yield* Session
    const running = Effect.suspend(() => {
      const steps = run(parameters)
      return Effect.isEffect(steps) ? steps : Effect.gen(() => steps)
    }).pipe(Effect.scoped, turn === undefined ? identity : inTurn(turn))
    const allowed = checksItself || Context.get(tool.annotations, Tool.Readonly) ? Effect.void : checkWrite
    const answered = Effect.andThen(allowed, running).pipe(
      Effect.map(({ write }) => {
        const text = write(redactSecrets)
        const short = cut(text, budget - 20)
        return short.length === text.length ? text : `${closed(short)}… (cut: ask for less)`
      }),
      Effect.mapError((error) => {
        const { kind, message } = failureOf(error).toToolFailure(redactSecrets)
        return new ToolFailure({ kind, message: closed(cut(message, Math.min(budget, mostOfFailure) - 5)) })
      })
    )
    return yield* Effect.onExit(answered, (exit) =>
      Effect.gen(function* () {
        const end = yield* Millis.monotonic
        yield* record({
          time: yield* now,
          tool: tool.name,
          parameters: recorded(parameters, redactSecrets),
          ...outcomeOf(exit),
          milliseconds: end - begin,
          tokens: Exit.isSuccess(exit) ? estimate(exit.value) : 0
        })
      }).pipe(
        // What was done must not look as if it had failed: a model would do it again.
        Effect.catchDefect((defect) => Effect.logError("A call was not recorded", defect))
      )
    )
  })
