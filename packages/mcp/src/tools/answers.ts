/** Answers that fit the budget: a head, then as many lines as fit, then how to get the rest. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bounded, estimate, page, TokenBudget } from "../TokenBudget.ts"

/** Where to go on in a list: the cursor that the previous answer named. @internal */
export const cursor = Schema.optionalKey(
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
    description: "Where to go on in the list: the cursor that the previous answer named"
  })
)

/** The room for the line that names the cursor, and for what the answer is wrapped in. */
const reserve = 60

/** Returns a head and a page of lines; the head is only on the first page. @internal */
export const listed = (
  head: string,
  lines: ReadonlyArray<string>,
  from: number | undefined
): Effect.Effect<string> =>
  Effect.map(TokenBudget, (budget) => {
    const start = from ?? 0
    const intro = start === 0 && head !== "" ? `${head}\n` : ""
    const rest = Math.max(60, bounded(budget) - estimate(intro) - reserve)
    const { next, text } = page(lines, start, rest)
    const more = next === undefined ? "" : `\n(${lines.length - next} more: pass cursor ${next})`
    return `${intro}${text}${more}`
  })
