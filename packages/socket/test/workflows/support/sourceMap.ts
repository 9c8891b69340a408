/** Source maps written by hand. */
import { encode } from "@jridgewell/sourcemap-codec"
import type { SourceMap } from "@screeps-effect/socket/workflows/SourceMaps"

/** One mapping: line and column in the module and in the source, all counted from 1 as in stack frames. */
export type Mapping = readonly [line: number, column: number, sourceLine: number, sourceColumn: number]

/** Creates a source map with one source. */
export const sourceMap = (mappings: ReadonlyArray<Mapping>, source = "../src/main.ts"): SourceMap => {
  const lines: Array<Array<[number, number, number, number]>> = []
  for (const [line, column, sourceLine, sourceColumn] of mappings) {
    while (lines.length < line) lines.push([])
    lines[line - 1]?.push([column - 1, 0, sourceLine - 1, sourceColumn - 1])
  }
  return { version: 3, sources: [source], mappings: encode(lines) }
}

/** Returns a source map as a comment at the end of a module. */
export const inline = (map: SourceMap): string =>
  `//# sourceMappingURL=data:application/json;charset=utf-8;base64,${btoa(JSON.stringify(map))}\n`
