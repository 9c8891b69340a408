/** Maps stack frames to positions in the sources. */
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import type { SourceMaps } from "./SourceMap.ts"

/** Options of a mapper. */
export interface MapperOptions {
  /**
   * Number of characters that the server writes before the first line of a module: 36 by default, those of a server 4.3.0
   * (`(function __module(module,exports){ `); 34 on xxscreeps, which `events` and `lines` find out themselves.
   */
  readonly prefixLength?: number | undefined
}

/** Maps stack traces with the source maps of one version of the code. */
export interface Mapper {
  /**
   * Maps the stack frames in a text: `at loop (main:120:9)` becomes `at loop (src/main.ts:12:3)`.
   *
   * All other text stays: frames of other modules, of the game and of console lines, and frames whose position has no
   * source. The text is one that was decoded, such as those of `Console.lines`.
   */
  readonly mapText: (text: string) => string
}

/** Longer lines are not stack frames. */
const longestLine = 2000

/** The longest path that is shown. */
const longestPath = 300

/** The end of a position; what is before it is the module's name. */
const position = /:(\d{1,7}):(\d{1,7})(?=\)|$)/g

/** Removes what a bundler puts before a path, and makes it one printable line. */
const shownPath = (source: string): string => {
  const path = source.replace(/^webpack:\/\/[^/]{0,200}\//, "").replace(/^(?:\.{1,2}\/)+/, "")
  const shown = ConsoleText.printable(path, longestPath)
  return shown.replaceAll("\n", "\\n").replaceAll("\t", "\\t")
}

/** Creates a mapper. Maps are decoded when the first frame of their module is mapped. */
export const make = (maps: SourceMaps, { prefixLength = 36 }: MapperOptions = {}): Mapper => {
  const traced = new Map<string, TraceMap | undefined>()

  const tracedOf = (module: string): TraceMap | undefined => {
    const name = maps.has(module) ? module : module.replace(/\.js$/, "")
    const map = maps.get(name)
    if (map === undefined || traced.has(name)) return traced.get(name)
    let made: TraceMap | undefined
    try {
      const { mappings, sourceRoot, sources, version } = map
      made = new TraceMap({
        version,
        mappings,
        sources: [...sources],
        sourceRoot: sourceRoot ?? "",
        names: []
      })
      // Decodes the positions: the library throws where they are malformed.
      originalPositionFor(made, { line: 1, column: 0 })
    } catch {
      made = undefined
    }
    traced.set(name, made)
    return made
  }

  const find = (module: string, line: number, column: number): string | undefined => {
    const map = tracedOf(module)
    // Frames count columns from 1, maps from 0.
    const before = column - 1 - (line === 1 ? prefixLength : 0)
    if (map === undefined || line < 1 || before < 0) return undefined
    const found = originalPositionFor(map, { line, column: before })
    return typeof found.source === "string"
      ? `${shownPath(found.source)}:${found.line}:${found.column + 1}`
      : undefined
  }

  const mapLine = (line: string): string => {
    const start = /^\s{0,40}at /.exec(line)?.[0].length
    if (start === undefined || line.length > longestLine) return line
    let mapped = line.slice(0, start)
    let from = start
    for (const { 0: whole, 1: row, 2: column, index } of line.matchAll(position)) {
      // The name follows the last parenthesis, or, in a frame without a function, the word "at" or "async".
      const opened = line.lastIndexOf("(", index) + 1
      const begin = opened > 0 ? opened : line.startsWith("async ", start) ? start + 6 : start
      if (begin < from) continue
      const found = find(line.slice(begin, index), Number(row), Number(column))
      if (found !== undefined) mapped += line.slice(from, begin) + found
      else mapped += line.slice(from, index) + whole
      from = index + whole.length
    }
    return mapped + line.slice(from)
  }

  return {
    mapText: (text) => (text.includes("at ") ? text.split("\n").map(mapLine).join("\n") : text)
  }
}
