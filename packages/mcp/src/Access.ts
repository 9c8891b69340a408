/**
 * What tools may change, and who confirms what is not allowed without asking.
 *
 * **Details**
 *
 * By default tools only read. With `write`, they also change what another call can change back. Code that runs can do
 * whatever the account can, and some changes cannot be undone (`changes: "irreversible"` of an operation): both need a
 * yes, too, from `yesTo`, given once by the player, or from `Confirm`, which asks for each call. A question contains the
 * whole input of the call, with `<redacted>` in place of the account's secrets; a call whose input is too long for a
 * question is refused.
 */
import { Session } from "@screeps-effect/api/Session"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type Failure, refused } from "./ToolFailure.ts"
import { answer, own, type Redact } from "./tools/text.ts"

/** What tools may change. */
export interface Access {
  /** Whether tools may change anything. */
  readonly write: boolean
  /**
   * Tools (`run_console`, `deploy_code`) and operations (`user.respawn`) that may change what runs, or do what cannot be
   * undone, without asking; `*` for all of them.
   */
  readonly yesTo: ReadonlyArray<string>
}

/** What tools may change; by default nothing. */
export const Access: Context.Reference<Access> = Context.Reference("@screeps-effect/mcp/Access", {
  defaultValue: (): Access => ({ write: false, yesTo: [] })
})

/**
 * Asks the player a question and returns whether the answer is yes; by default nobody is asked and the answer is no.
 *
 * **Details**
 *
 * A question has at most 4000 characters and no invisible ones. It must be shown whole.
 */
export const Confirm: Context.Reference<(question: string) => Effect.Effect<boolean>> = Context.Reference(
  "@screeps-effect/mcp/Access/Confirm",
  { defaultValue: () => (_question: string) => Effect.succeed(false) }
)

/** Fails when nothing may be changed. @internal */
export const checkWrite: Effect.Effect<void, Failure> = Effect.flatMap(Access, ({ write }) =>
  write
    ? Effect.void
    : Effect.fail(refused(answer`Nothing may be changed: the server was started without \`--allow write\`.`))
)

/** The most characters of a question. */
const longestQuestion = 4000

/** White space that would push the rest of an input out of sight is counted. */
const withoutGaps = (text: string): string =>
  text.replaceAll(/\s{6,}/g, (blanks) =>
    blanks.length >= 40 || blanks.split("\n").length > 6 ? ` [${blanks.length} blank characters] ` : blanks
  )

/** Writes a field of an input; later lines of a text are indented, so that they do not look like a field. */
const fieldOf = (name: string, value: unknown, redact: Redact): string => {
  const text = redact(typeof value === "string" ? value : (JSON.stringify(value) ?? ""))
  return `${ConsoleText.printableLine(redact(name))}: ${withoutGaps(ConsoleText.printable(text)).replaceAll("\n", "\n  ")}`
}

/** Returns a question that shows an input whole; `undefined` when it is too long. */
const questionOf = (title: string, input: object, redact: Redact): string | undefined => {
  // What is too long before it is made printable would be longer afterwards.
  if ((JSON.stringify(input) ?? "").length > 2 * longestQuestion) return undefined
  const fields = Object.entries(input).filter(([, value]) => value !== undefined)
  const question = [
    ConsoleText.printable(redact(title)),
    ...(fields.length === 0 ? [] : [""]),
    ...fields.map(([name, value]) => fieldOf(name, value, redact))
  ]
  const text = question.join("\n")
  return text.length > longestQuestion ? undefined : text
}

/**
 * Fails unless the player allows a call that changes what runs or cannot be undone: `name` is a tool or an operation,
 * `title` asks what would happen, `input` is all that the call sends.
 *
 * @internal
 */
export const checkConsent = Effect.fnUntraced(function* (
  name: string,
  title: string,
  input: object
): Effect.fn.Return<void, Failure, Session> {
  yield* checkWrite
  const { yesTo } = yield* Access
  if (yesTo.includes(name) || yesTo.includes("*")) return
  const allow = answer`The player can allow it without a question: \`--yes-to ${own(name)}\`.`
  const { redactSecrets } = yield* Session
  const question = questionOf(title, input, redactSecrets)
  if (question === undefined) {
    return yield* refused(
      answer`The player would have to confirm this, and its input is too long to be shown whole (${longestQuestion} characters at most): send less at once. ${allow}`
    )
  }
  const confirm = yield* Confirm
  if (yield* confirm(question)) return
  return yield* refused(answer`The player did not confirm this. ${allow}`)
})
