/** Checks the syntax of modules before they are uploaded. */
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import { parse } from "acorn"

/** Returns where the syntax of a module is wrong; `undefined` when it is right. */
const errorIn = (source: string): string | undefined => {
  try {
    // The game runs a module as the body of a function, which may return.
    parse(source, { ecmaVersion: "latest", sourceType: "script", allowReturnOutsideFunction: true })
    return undefined
  } catch (error) {
    // Acorn throws a SyntaxError with the place in its message, and runs out of stack for code that is nested too deeply.
    return error instanceof Error ? error.message.slice(0, 200) : "the code could not be parsed"
  }
}

/** Lists the modules whose syntax is wrong, with the reason. @internal */
export const syntaxErrors = (modules: CodeModules.CodeModules): ReadonlyArray<string> =>
  Object.entries(modules).flatMap(([name, module]) => {
    const error = CodeModules.isBinary(module) ? undefined : errorIn(module)
    return error === undefined ? [] : [`${JSON.stringify(name)}: ${error}`]
  })
