/** What the page computes from numbers. */
import type { Range, Series } from "../../StatsPage.ts"

/** Writes a number in few characters. */
export const short = (value: number | null | undefined): string => {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–"
  const size = Math.abs(value)
  if (size >= 1e9) return `${(value / 1e9).toFixed(2)} G`
  if (size >= 1e6) return `${(value / 1e6).toFixed(2)} M`
  if (size >= 1e4) return `${(value / 1e3).toFixed(1)} k`
  if (Number.isInteger(value)) return String(value)
  return size < 10 ? String(Number(value.toFixed(3))) : value.toFixed(1)
}

/** The last known number. */
export const last = (values: ReadonlyArray<number | null> | undefined): number | undefined =>
  values?.findLast((value) => value !== null) ?? undefined

/** How much a number grew in an hour, by its first and last known value without a fall between them. */
export const perHour = (
  times: ReadonlyArray<number>,
  values: ReadonlyArray<number | null> | undefined
): number | undefined => {
  let begin: readonly [time: number, value: number] | undefined
  let end: readonly [time: number, value: number] | undefined
  values?.forEach((value, i) => {
    const time = times[i]
    if (value === null || time === undefined) return
    // A number that fell started again: a level was reached, or a room was lost.
    if (begin === undefined || (end !== undefined && value < end[1])) begin = [time, value]
    end = [time, value]
  })
  if (begin === undefined || end === undefined || end[0] <= begin[0]) return undefined
  return ((end[1] - begin[1]) / (end[0] - begin[0])) * 3600
}

/** Writes hours as days and hours. */
export const lasting = (hours: number): string => {
  if (!Number.isFinite(hours) || hours < 0) return "–"
  if (hours < 1) return `${Math.round(hours * 60)} min`
  if (hours < 48) return `${Math.round(hours)} h`
  return hours < 24 * 1000 ? `${Math.round(hours / 24)} d` : "years"
}

/** Finds series by the name of their metric and by labels. */
export const find = (
  range: Range,
  name: string,
  labels: Readonly<Record<string, string>> = {}
): ReadonlyArray<Series> =>
  range.series.filter(
    (one) =>
      one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value)
  )

/** Adds several series up, time by time; a time without any number has none. */
export const sum = (all: ReadonlyArray<Series>): ReadonlyArray<number | null> | undefined => {
  const [first, ...rest] = all
  if (first === undefined || rest.length === 0) return first?.values
  return first.values.map((_, i) => {
    const known = all.flatMap(({ values }) => values[i] ?? [])
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
  })
}

/** The least numbers of a range that are shown. */
const least = 20

/** Leaves out the beginning of a range, of which nothing is known. */
export const known = (range: Range): Range => {
  const first = range.times.findIndex((_, i) =>
    range.series.some(({ values }) => (values[i] ?? null) !== null)
  )
  const from = Math.max(0, Math.min(first < 0 ? Infinity : first, range.times.length - least))
  const series = range.series.map((one) => ({ ...one, values: one.values.slice(from) }))
  return { ...range, times: range.times.slice(from), series }
}
