/**
 * What tools may change, and who confirms what cannot be undone.
 *
 * **Details**
 *
 * By default tools only read. With `write`, they also change what another call can change back. What cannot be undone
 * (`changes: "irreversible"` of an operation) also needs a yes: from `yesTo`, given once by the player, or from
 * `Confirm`, which asks for each call.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ToolFailure } from "./ToolFailure.ts"

/** What tools may change. */
export interface Access {
  /** Whether tools may change anything. */
  readonly write: boolean
  /**
   * Tools (`run_console`) and operations (`user.respawn`) that may do what cannot be undone without asking; `*` for all
   * of them.
   */
  readonly yesTo: ReadonlyArray<string>
}

/** What tools may change; by default nothing. */
export const Access: Context.Reference<Access> = Context.Reference("@screeps-effect/mcp/Access", {
  defaultValue: (): Access => ({ write: false, yesTo: [] })
})

/** Asks the player a question and returns whether the answer is yes; by default nobody is asked and the answer is no. */
export const Confirm: Context.Reference<(question: string) => Effect.Effect<boolean>> = Context.Reference(
  "@screeps-effect/mcp/Access/Confirm",
  { defaultValue: () => (_question: string) => Effect.succeed(false) }
)

const refuse = (message: string) => Effect.fail(new ToolFailure({ kind: "refused", message }))

/** Fails when nothing may be changed. @internal */
export const checkWrite: Effect.Effect<void, ToolFailure> = Effect.flatMap(Access, ({ write }) =>
  write ? Effect.void : refuse("Nothing may be changed: the server was started without `--allow write`.")
)

/**
 * Fails unless something that cannot be undone may be done: `name` is a tool or an operation, `question` says what would
 * happen.
 *
 * @internal
 */
export const checkIrreversible = (name: string, question: string): Effect.Effect<void, ToolFailure> =>
  Effect.gen(function* () {
    yield* checkWrite
    const { yesTo } = yield* Access
    if (yesTo.includes(name) || yesTo.includes("*")) return
    const confirm = yield* Confirm
    if (yield* confirm(question)) return
    return yield* refuse(
      `This cannot be undone, and the player did not confirm it. The player can allow it with \`--yes-to ${name}\`.`
    )
  })
