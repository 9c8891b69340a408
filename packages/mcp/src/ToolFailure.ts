/** The error of every tool. */
import * as Schema from "effect/Schema"

/** Why a tool did not do what it was asked for. */
export class ToolFailure extends Schema.Error<ToolFailure>("@screeps-effect/mcp/ToolFailure")({
  /** `refused`: the player does not allow it, nothing was sent; `failed`: the server or the input prevented it. */
  kind: Schema.Literals(["refused", "failed"]),
  /** What happened and what to do about it, in sentences. */
  message: Schema.String
}) {}
