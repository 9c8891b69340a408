/** Answers that fit the budget: a head, then as many lines as fit, then how to get the rest. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bounded, estimate, page, TokenBudget } from "../TokenBudget.ts"
import { answer, type AnswerText, foreign, join, marked, own } from "./text.ts"

/** Where to go on in a list: the cursor that the previous answer named. @internal */
export const cursor = Schema.optionalKey(
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
    description: "Where to go on in the list: the cursor that the previous answer named"
  })
)

/** The room for the line that names the cursor, and for what the answer is wrapped in. */
const reserve = 70

interface Part {
  readonly intro: ReadonlyArray<AnswerText>
  readonly text: string
  readonly more: ReadonlyArray<AnswerText>
}

const part = (
  head: AnswerText | undefined,
  lines: ReadonlyArray<string>,
  from: number | undefined
): Effect.Effect<Part> =>
  Effect.map(TokenBudget, (budget) => {
    const start = from ?? 0
    const intro = start === 0 && head !== undefined ? [head] : []
    const rest = Math.max(60, bounded(budget) - estimate(head?.text ?? "") - reserve)
    const { next, text } = page(lines, start, rest)
    const more = next === undefined ? [] : [answer`(${lines.length - next} more: pass cursor ${next})`]
    return { intro, text, more }
  })

/** Returns a head and a page of lines of others, which are marked; the head is only on the first page. @internal */
export const listed = (
  head: AnswerText | undefined,
  lines: ReadonlyArray<string>,
  from: number | undefined
): Effect.Effect<AnswerText> =>
  Effect.map(part(head, lines.map(foreign), from), ({ intro, more, text }) =>
    join([...intro, ...(text === "" ? [] : [marked(text)]), ...more], "\n")
  )

/** Returns a head and a page of lines of this package. @internal */
export const listedOwn = (
  head: AnswerText | undefined,
  lines: ReadonlyArray<AnswerText>,
  from: number | undefined
): Effect.Effect<AnswerText> =>
  Effect.map(
    part(
      head,
      lines.map(({ text }) => text),
      from
    ),
    ({ intro, more, text }) => join([...intro, own(text), ...more], "\n")
  )
