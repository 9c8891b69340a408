/**
 * A page with the numbers of colonies: levels and their rates, CPU time, energy by room, credits, prices, and the
 * numbers that a script writes itself, in the last hour, day and week.
 *
 * **Details**
 *
 * The page needs no network: its script and style are in it, and its policy allows no others. Without numbers it requests
 * them from the server that it came from, at `history?range=hour`; with numbers it is a file of its own.
 *
 * ```ts
 * import * as StatsPage from "@screeps-effect/pictures/StatsPage"
 *
 * const range = { step: 15, times: [1700000000, 1700000015], series: [], leftOut: 0 }
 * const file = StatsPage.html({ hour: range, day: range, week: range })
 * ```
 *
 * The package's index does not export this module: it contains the page's script, of 70 kB.
 */
import { body, script, scriptHash, style, styleHash } from "./generated/statsPage.ts"
import { escapeJson } from "./html.ts"

/** The numbers of one metric with one set of labels. */
export interface Series {
  /** Name of the metric, such as `screeps_cpu_used`. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** A number for each of the times; `null` where none is known. */
  readonly values: ReadonlyArray<number | null>
}

/** The numbers of a time range. */
export interface Range {
  /** Seconds between two numbers. */
  readonly step: number
  /** The times of the numbers in seconds since 1970, the latest one last. */
  readonly times: ReadonlyArray<number>
  readonly series: ReadonlyArray<Series>
  /** How many series were left out, since there were too many. */
  readonly leftOut: number
}

/** The time ranges of a page: the last hour, day and week. */
export interface Ranges {
  readonly hour: Range
  readonly day: Range
  readonly week: Range
}

/** The policy of a page, for the header `content-security-policy`: `html` also writes it into the page. */
export const policy: string = [
  "default-src 'none'",
  `script-src '${scriptHash}'`,
  `style-src '${styleHash}'`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'"
].join("; ")

/** Returns the page: with numbers as a file of its own, without numbers for a server that has them at `history`. */
export const html = (ranges?: Ranges): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Screeps: colony</title>
<style>${style}</style>
${body}
${ranges === undefined ? "" : `<script type="application/json" id="ranges">${escapeJson(JSON.stringify(ranges))}</script>\n`}<script>${script}</script>
</html>
`
