/** Removes edits of a failing input while it keeps failing in the same way (delta debugging). */
import type { Case } from "./target.ts"

/** Returns the simplest input found; `fails` says whether an input still shows the problem. */
export const minimise = async <Input extends Case>(
  input: Input,
  fails: (input: Input) => Promise<boolean>
): Promise<Input> => {
  let best = input
  let size = Math.ceil(best.edits.length / 2)
  while (size >= 1) {
    let hasShrunk = false
    for (let from = 0; from < best.edits.length;) {
      const edits = [...best.edits.slice(0, from), ...best.edits.slice(from + size)]
      const candidate = { ...best, edits }
      if (await fails(candidate)) {
        best = candidate
        hasShrunk = true
      } else from += size
    }
    if (size === 1 && !hasShrunk) break
    size = size === 1 ? 1 : Math.ceil(size / 2)
  }
  return best
}
