/** The password of a local server's account: a given one, or a new one for each run. */
import { randomBytes } from "node:crypto"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { secretFrom } from "../../input/input.ts"
import { Usage } from "../../runner/failure.ts"

/** A password, and how to pass it on. @internal */
export interface Password {
  readonly secret: Redacted.Redacted
  /** The text, if it is to be printed: only a new one is. */
  readonly printed: string | undefined
  /** An expression of a shell that has the password as its value. */
  readonly shell: string
}

const variable = "SCREEPS_DEV_PASSWORD"
const label = "dev-password"

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Reads the password from a file or the environment; generates one if neither has it. @internal */
export const choose = Effect.fnUntraced(function* (file: Option.Option<string>) {
  if (Option.isSome(file)) {
    const secret = yield* secretFrom(file.value, label)
    const shell = `"$(cat ${quoted(file.value)})"`
    return { secret, printed: undefined, shell } satisfies Password
  }
  const given = yield* Config.option(Config.Redacted(variable))
  if (Option.isSome(given)) {
    if (Redacted.value(given.value) === "")
      return yield* new Usage({ message: `${variable}: the password is empty` })
    return { secret: given.value, printed: undefined, shell: `"$${variable}"` } satisfies Password
  }
  const printed = randomBytes(16).toString("hex")
  return { secret: Redacted.make(printed, { label: "printed" }), printed, shell: printed } satisfies Password
})
