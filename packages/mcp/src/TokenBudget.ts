/**
 * The longest answer of a tool, in tokens.
 *
 * **Details**
 *
 * Tokens are estimated from the text, since every model counts them differently: the estimate is meant to be above the
 * real number. Answers that would be longer are cut, and say how to get the rest.
 */
import * as Context from "effect/Context"

/** The longest answer of a tool, in tokens; 4000 by default, at least 200. */
export const TokenBudget: Context.Reference<number> = Context.Reference("@screeps-effect/mcp/TokenBudget", {
  defaultValue: () => 4000
})
