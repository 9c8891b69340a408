/** Secrets are no arguments: others see them in the list of processes, and shells keep them. */
import * as Effect from "effect/Effect"
import { Usage } from "../runner/failure.ts"
import { isPlace } from "./input.ts"

const names = /^--(token|password|old-?password|ticket|server-?password)(=.*)?$/is

/** Refuses secrets among the arguments, without repeating them. @internal */
export const refuseSecrets = (args: ReadonlyArray<string>) => {
  for (const [i, arg] of args.entries()) {
    if (arg === "--") break
    const found = names.exec(arg)
    if (found === null) continue
    const given = found[2] === undefined ? args[i + 1] : found[2].slice(1)
    if (given !== undefined && isPlace(given)) continue
    const name = found[1] ?? ""
    return Effect.fail(
      new Usage({
        message: `--${name}: secrets are not taken from the command line, where others see them: give @file, or - for standard input, or leave it out to be asked; accounts have --token-file, the environment, and screeps login`
      })
    )
  }
  return Effect.void
}
