import * as Schema from "effect/Schema"
import { define } from "./command.ts"

/** Evaluates JavaScript on the command line: returns a string as it is, every other value as JSON. */
export const evaluate = define({
  name: "cli",
  changes: true,
  input: Schema.String,
  output: Schema.String,
  code: `async (expression) => {
    const value = await (0, eval)(expression)
    return typeof value === "string" ? value : String(JSON.stringify(value))
  }`
})
