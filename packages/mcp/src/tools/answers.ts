/** Answers that fit the budget: a head, then as many lines as fit, then how to get the rest. */
import { Session } from "@screeps-effect/api/Session"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TokenBudget } from "../TokenBudget.ts"
import { bounded, estimate, page } from "./tokens.ts"
import { answer, AnswerText, foreign, join, marked, own } from "./text.ts"

/** Where to go on in a list: the cursor that the previous answer named. @internal */
export const cursor = Schema.optionalKey(
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
    description: "Where to go on in the list: the cursor that the previous answer named"
  })
)

/** The room for the line that names the cursor, and for what the answer is wrapped in. */
const reserve = 70

/**
 * Returns a head and a page of lines: texts of this package, or strings of others, which are marked. The head is only on
 * the first page.
 *
 * @internal
 */
export const listed = Effect.fnUntraced(function* (
  head: AnswerText | undefined,
  lines: ReadonlyArray<string> | ReadonlyArray<AnswerText>,
  from = 0
): Effect.fn.Return<AnswerText, never, Session> {
  const budget = yield* TokenBudget
  const { redactSecrets } = yield* Session
  const isOwn = lines[0] instanceof AnswerText
  const written = lines.map((line) =>
    typeof line === "string" ? foreign(redactSecrets(line)) : line.write(redactSecrets)
  )
  const rest = Math.max(60, bounded(budget) - estimate(head?.write(redactSecrets) ?? "") - reserve)
  const { next, text } = page(written, from, rest)
  const parts = [
    ...(from === 0 && head !== undefined ? [head] : []),
    ...(text === "" ? [] : [isOwn ? own(text) : marked(text)]),
    ...(next === undefined ? [] : [answer`(${lines.length - next} more: pass cursor ${next})`])
  ]
  return join(parts, "\n")
})

/** Returns a head and a page of a text of others, whose secrets are replaced before it is split into lines. @internal */
export const listedText = (
  head: AnswerText | undefined,
  text: string,
  split: (text: string) => ReadonlyArray<string>,
  from: number | undefined
): Effect.Effect<AnswerText, never, Session> =>
  Effect.flatMap(Session, ({ redactSecrets }) => listed(head, split(redactSecrets(text)), from))
