/** Rejects secrets in arguments, which other users see in the list of processes and shells keep in their history. */
import * as Effect from "effect/Effect"
import { Usage } from "../runner/failure.ts"
import { isReference } from "./input.ts"

const names = /^--(token|password|old-?password|ticket|server-?password)$/i

/** Fails when an argument contains a secret, without repeating it. @internal */
export const rejectSecrets = (args: ReadonlyArray<string>) => {
  for (const [i, arg] of args.entries()) {
    if (arg === "--") break
    const equals = arg.indexOf("=")
    const found = names.exec(equals < 0 ? arg : arg.slice(0, equals))
    if (found === null) continue
    const given = equals < 0 ? args[i + 1] : arg.slice(equals + 1)
    if (given !== undefined && isReference(given)) continue
    const name = found[1] ?? ""
    return Effect.fail(
      new Usage({
        message: `--${name}: secrets are not accepted on the command line, where other users can see them; pass @file, pass - for standard input, or omit the flag to be prompted; for accounts, use --token-file, the environment or screeps login`
      })
    )
  }
  return Effect.void
}
