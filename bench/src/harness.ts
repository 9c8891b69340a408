/**
 * Ours against a reference, fairly: both run in one process, in turn, in several rounds, so that a busy moment of the
 * machine hits both; what counts is the median over the rounds. Own code rather than a library: those we know run all
 * rounds of one candidate before the next, and report means that one slow moment moves.
 */

export interface Case {
  readonly name: string
  /** What one run means; numbers are shown as microseconds per unit. */
  readonly unit: string
  readonly ours: () => unknown
  readonly reference: () => unknown
  readonly referenceName: string
}

export interface Result {
  readonly name: string
  readonly unit: string
  /** Median microseconds per run. */
  readonly ours: number
  readonly reference: number
  readonly referenceName: string
  /** `ours / reference`: below 1 is faster than the reference. */
  readonly ratio: number
}

/** How long one candidate runs within one round. */
const slice = 50
const warmUp = 200

/** Where every result goes, so that no run can be optimised away. */
let sink: unknown

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

/** Milliseconds that `count` runs take. */
const time = async (run: () => unknown, count: number) => {
  const start = performance.now()
  for (let i = 0; i < count; i++) {
    const result = run()
    // Awaiting what is no promise would measure the event loop.
    sink = isPromise(result) ? await result : result
  }
  return performance.now() - start
}

/** Runs until warm and finds how many runs fill a slice. */
const calibrate = async (run: () => unknown) => {
  let count = 1
  let spent = 0
  for (;;) {
    const took = await time(run, count)
    spent += took
    if (spent >= warmUp && took > 0) return Math.max(1, Math.round((count * slice) / took))
    if (took < slice) count *= 2
  }
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (i: number) => sorted[i] ?? Number.NaN
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2
}

/** Measures all candidates in turn, round after round; gives what each measured. */
export const alternate = async (
  rounds: number,
  candidates: ReadonlyArray<() => Promise<number>>
): Promise<ReadonlyArray<ReadonlyArray<number>>> => {
  const measured = candidates.map((measure) => ({ measure, values: new Array<number>() }))
  for (let round = 0; round < rounds; round++) {
    // Who goes first changes, since the second finds the other's garbage.
    for (const { measure, values } of round % 2 === 0 ? measured : measured.toReversed()) {
      values.push(await measure())
    }
  }
  return measured.map(({ values }) => values)
}

/** What a run takes: processor time of this process, user and system, and time that passes, in microseconds. */
export const spend = async (run: () => Promise<unknown>): Promise<{ cpu: number; wall: number }> => {
  const [before, start] = [process.cpuUsage(), performance.now()]
  await run()
  const { system, user } = process.cpuUsage(before)
  return { cpu: user + system, wall: (performance.now() - start) * 1000 }
}

export const measure = async (bench: Case, rounds: number): Promise<Result> => {
  const candidates = [
    { run: bench.ours, count: await calibrate(bench.ours) },
    { run: bench.reference, count: await calibrate(bench.reference) }
  ]
  const times = await alternate(
    rounds,
    candidates.map(
      ({ count, run }) =>
        async () =>
          ((await time(run, count)) * 1000) / count
    )
  )
  if (sink === undefined) throw new Error(`${bench.name}: the runs gave nothing`)
  const [ours = Number.NaN, reference = Number.NaN] = times.map(median)
  const { name, referenceName, unit } = bench
  return { name, unit, ours, reference, referenceName, ratio: ours / reference }
}

/** Rows as aligned columns, the first row being their heads; cells that are numbers stand to the right. */
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
