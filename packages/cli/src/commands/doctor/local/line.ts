/** The lines of `screeps doctor --local`. */

/** The result of one check of the local set-up. @internal */
export interface Line {
  readonly check:
    | "file"
    | "entry"
    | "proxy"
    | "address"
    | "clock"
    | "account"
    | "auth mod"
    | "branch"
    | "socket"
  readonly status: "ok" | "problem" | "skipped"
  /** What was found. */
  readonly detail: string
  /** What to do about a problem. */
  readonly advice?: string
}

type Check = Line["check"]

/** @internal */
export const ok = (check: Check, detail: string): Line => ({ check, status: "ok", detail })

/** @internal */
export const problem = (check: Check, detail: string, advice?: string): Line => ({
  check,
  status: "problem",
  detail,
  ...(advice === undefined ? {} : { advice })
})

/** @internal */
export const skipped = (check: Check, detail: string): Line => ({ check, status: "skipped", detail })
