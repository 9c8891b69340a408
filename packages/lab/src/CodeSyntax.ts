/**
 * Finds syntax errors in modules, without running them.
 *
 * **Details**
 *
 * Node's engine compiles each module inside the function in which the game runs it, so that `return` at its top level is no
 * error. The game compiles a module when it is required for the first time, and reports a syntax error without its place.
 *
 * ```ts
 * import { CodeSyntax } from "@screeps-effect/lab"
 *
 * const [problem] = CodeSyntax.check({ main: "const a = = 1" })
 * if (problem !== undefined) console.log(CodeSyntax.describe(problem)) // main:1:11: SyntaxError: Unexpected token '='
 * ```
 *
 * **Gotchas**
 *
 * What it finds may be no error in the game: modules that are not required are never compiled there, and a server may run
 * another version of Node.
 *
 * **Source** the function around modules, read in the source of a server 4.3.0.
 */
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import { Script } from "node:vm"

/** A syntax error in a module. */
export interface SyntaxProblem {
  /** Name of the module. */
  readonly module: string
  /** The line in the module, from 1. */
  readonly line: number
  /** The character in the line, from 1. */
  readonly column: number
  /** What is wrong, such as `Unexpected token '='`; at most 500 characters. */
  readonly detail: string
}

/** What the game writes before a module, and after it. */
const [before, after] = ["(function __module(module,exports){ ", "\n})"] as const

/** How many characters the game writes before the first line of a module. @internal */
export const prefixLength: number = before.length

/** The most characters of a message, which may contain names of the code. @internal */
export const maxDetail = 500

/** Line breaks in JavaScript. */
const lineBreak = /\r\n|[\n\r\u2028\u2029]/

/** The place before the stack of a syntax error: its line, the text of the line, and marks below the place. */
const place = /^module:(\d+)\n[^\n]*\n([ \t]*)\^/

const findIn = (module: string, text: string): SyntaxProblem | undefined => {
  try {
    void new Script(`${before}${text}${after}`, { filename: "module" })
    return undefined
  } catch (error) {
    if (!(error instanceof SyntaxError)) return undefined
    const [, row, margin = ""] = place.exec(error.stack ?? "") ?? []
    const line = Number(row ?? 1)
    const lines = text.split(lineBreak)
    const last = lines.at(-1) ?? ""
    const column = margin.length + 1 - (line === 1 ? prefixLength : 0)
    return {
      module,
      detail: error.message.slice(0, maxDetail),
      // What is missing at the end of a module is found behind it.
      ...(line > lines.length
        ? { line: lines.length, column: last.length + 1 }
        : { line, column: Math.max(1, column) })
    }
  }
}

/** Returns the first syntax error of each module that has one. */
export const check = (modules: CodeModules.CodeModules): ReadonlyArray<SyntaxProblem> =>
  Object.entries(modules).flatMap(([name, module]) =>
    CodeModules.isBinary(module) ? [] : (findIn(name, module) ?? [])
  )

/** Describes a syntax error in one line: `main:3:11: SyntaxError: Unexpected token '='`. */
export const describe = ({ column, detail, line, module }: SyntaxProblem): string =>
  `${module}:${line}:${column}: SyntaxError: ${detail}`
