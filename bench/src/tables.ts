/** Tables of results, for the terminal and for the documentation. */
import type { Comparison } from "./against.ts"
import type { Benchmark, Result } from "./harness.ts"

/** Formats rows as aligned columns with the first row as heads; numbers are aligned to the right. */
export const columns = (rows: ReadonlyArray<ReadonlyArray<string | number>>): string => {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === "number" ? cell.toFixed(2) : cell)))
  const widths = texts[0]?.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0))) ?? []
  const isNumber = (column: number) => typeof rows[1]?.[column] === "number"
  return texts
    .map((row) =>
      row
        .map((cell, i) => (isNumber(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** Shows the results of one benchmark in the terminal. */
export const show = (
  { name, reference, units }: Pick<Benchmark, "name" | "reference" | "units">,
  results: ReadonlyArray<Result>
): string =>
  columns([
    [name, ...units.flatMap((unit) => [unit, `/ ${reference}`, "quartiles"]), ""],
    ...results.map(({ client, does, measured }) => [
      `  ${client}`,
      ...measured.flatMap(({ quartiles, ratio, value }) => [
        value,
        ratio,
        quartiles.map((one) => one.toFixed(2)).join("–")
      ]),
      does
    ])
  ])

/** Shows two commits in the terminal. */
export const showComparisons = (comparisons: ReadonlyArray<Comparison>): string =>
  columns([
    ["benchmark", "client", "unit", "before", "now", "now / before", "lowest", "highest"],
    ...comparisons.map(({ before, client, highest, lowest, name, now, ratio, unit }) => [
      name,
      client,
      unit,
      before,
      now,
      ratio,
      lowest,
      highest
    ])
  ])
