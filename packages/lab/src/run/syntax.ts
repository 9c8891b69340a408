/** Adds the places of syntax errors to the errors that the game reports. */
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import type { Mapper } from "@screeps-effect/socket/workflows/SourceMaps"
import * as CodeSyntax from "../CodeSyntax.ts"

const name = "SyntaxError: "

/** Returns a stack frame in the sources, or in the module if it has no source map. */
const frameOf = ({ column, line, module }: CodeSyntax.SyntaxProblem, { mapText }: Mapper): string => {
  const frame = `    at ${module}:${line}:${line === 1 ? column + CodeSyntax.prefixLength : column}`
  const mapped = mapText(frame)
  return mapped === frame ? `    at ${module}:${line}:${column}` : mapped
}

/**
 * Returns a mapper that also adds the place to the syntax errors of modules, which the game reports as one line without a
 * place, sometimes cut.
 */
export const withPlaces = (modules: CodeModules, mapper: Mapper): Mapper => {
  const problems = CodeSyntax.check(modules)
  if (problems.length === 0) return mapper
  return {
    mapText: (text) => {
      const line = text.trimEnd().slice(0, name.length + CodeSyntax.maxDetail)
      const found =
        line.length > name.length && !line.includes("\n")
          ? problems.filter(({ detail }) => `${name}${detail}`.startsWith(line))
          : []
      const [first] = found
      if (first === undefined) return mapper.mapText(text)
      return [`${name}${first.detail}`, ...found.map((problem) => frameOf(problem, mapper))].join("\n")
    }
  }
}
