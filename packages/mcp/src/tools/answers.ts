/** Answers that fit the budget: a head, then as many lines as fit, then how to get the rest. */
import { Session } from "@screeps-effect/api/Session"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bounded, estimate, page, TokenBudget } from "../TokenBudget.ts"
import { answer, type AnswerText, foreign, join, marked, own, type Redact } from "./text.ts"

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
  linesOf: (redact: Redact) => ReadonlyArray<string>,
  from: number | undefined
): Effect.Effect<Part, never, Session> =>
  Effect.gen(function* () {
    const budget = yield* TokenBudget
    const { redactSecrets } = yield* Session
    const lines = linesOf(redactSecrets)
    const start = from ?? 0
    const intro = start === 0 && head !== undefined ? [head] : []
    const rest = Math.max(60, bounded(budget) - estimate(head?.write(redactSecrets) ?? "") - reserve)
    const { next, text } = page(lines, start, rest)
    const more = next === undefined ? [] : [answer`(${lines.length - next} more: pass cursor ${next})`]
    return { intro, text, more }
  })

/** Returns a head and a page of lines of others, which are marked; the head is only on the first page. @internal */
export const listed = (
  head: AnswerText | undefined,
  lines: ReadonlyArray<string>,
  from: number | undefined
): Effect.Effect<AnswerText, never, Session> =>
  Effect.map(
    part(head, (redact) => lines.map((line) => foreign(redact(line))), from),
    ({ intro, more, text }) => join([...intro, ...(text === "" ? [] : [marked(text)]), ...more], "\n")
  )

/** Returns a head and a page of a text of others, whose secrets are replaced before it is split into lines. @internal */
export const listedText = (
  head: AnswerText | undefined,
  text: string,
  split: (text: string) => ReadonlyArray<string>,
  from: number | undefined
): Effect.Effect<AnswerText, never, Session> =>
  Effect.flatMap(Session, ({ redactSecrets }) => listed(head, split(redactSecrets(text)), from))

/** Returns a head and a page of lines of this package. @internal */
export const listedOwn = (
  head: AnswerText | undefined,
  lines: ReadonlyArray<AnswerText>,
  from: number | undefined
): Effect.Effect<AnswerText, never, Session> =>
  Effect.map(
    part(head, (redact) => lines.map(({ write }) => write(redact)), from),
    ({ intro, more, text }) => join([...intro, own(text), ...more], "\n")
  )
