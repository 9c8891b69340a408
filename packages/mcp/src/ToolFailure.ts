/** The error of every tool. */
import * as Schema from "effect/Schema"
import type { AnswerText } from "./tools/text.ts"

/** Why a tool did not do what it was asked for. */
export class ToolFailure extends Schema.Error<ToolFailure>("@screeps-effect/mcp/ToolFailure")({
  /** `refused`: the player does not allow it, nothing was sent; `failed`: the server or the input prevented it. */
  kind: Schema.Literals(["refused", "failed"]),
  /** What happened and what to do about it, in sentences; text of others is between `«` and `»`. */
  message: Schema.String
}) {}

/** The server or the input prevented it. @internal */
export const failed = (message: AnswerText): ToolFailure =>
  new ToolFailure({ kind: "failed", message: message.text })

/** The player does not allow it. @internal */
export const refused = (message: AnswerText): ToolFailure =>
  new ToolFailure({ kind: "refused", message: message.text })
