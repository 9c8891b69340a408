/** The branch that a flag names. */
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Usage } from "../runner/failure.ts"

/** Returns the branch of `--branch`; `undefined` without the flag. @internal */
export const branchOf = (flag: Option.Option<string>) =>
  Option.match(flag, {
    onNone: () => Effect.undefined,
    onSome: (name) =>
      Effect.mapError(ConfigFile.branch(name), ({ message }) => new Usage({ message: `--${message}` }))
  })
