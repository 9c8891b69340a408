/** The error of every tool. */
import * as Data from "effect/Data"
import * as Schema from "effect/Schema"
import type { AnswerText, Redact } from "./tools/text.ts"

/** Why a call of a tool failed. */
export class ToolFailure extends Schema.Error<ToolFailure>("@screeps-effect/mcp/ToolFailure")({
  /** `refused`: the player does not allow it, nothing was sent; `failed`: the server or the input prevented it. */
  kind: Schema.Literals(["refused", "failed"]),
  /** What happened and what to do about it, in sentences; text of others is between `«` and `»`. */
  message: Schema.String
}) {}

/** A failure within a tool, whose text is written when it leaves the tool. @internal */
export class Failure extends Data.TaggedError("Failure")<{
  readonly kind: ToolFailure["kind"]
  readonly answer: AnswerText
}> {
  toToolFailure(redact: Redact): ToolFailure {
    return new ToolFailure({ kind: this.kind, message: this.answer.write(redact) })
  }
}

/** The server or the input prevented it. @internal */
export const failed = (answer: AnswerText): Failure => new Failure({ kind: "failed", answer })

/** The player does not allow it. @internal */
export const refused = (answer: AnswerText): Failure => new Failure({ kind: "refused", answer })
