/**
 * Compares our code with a reference: both run in one process, alternating, in several rounds, so that a busy moment of
 * the machine affects both; the result is the median over the rounds. Not a library, because those we know run all rounds
 * of one candidate before the next and report means, which one slow moment changes.
 */

export interface Case {
  readonly name: string
  /** A measured function; results are in microseconds per unit. */
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

/** Duration of one candidate within one round. */
const slice = 50
const warmUp = 200

/** Receives every result, so that no run can be optimised away. */
let sink: unknown

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

/** Returns the milliseconds that `count` runs take. */
const time = async (run: () => unknown, count: number) => {
  const start = performance.now()
  for (let i = 0; i < count; i++) {
    const result = run()
    // Awaiting a value that is not a promise would measure the event loop.
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

/** Measures all candidates alternately, round after round; returns the results of each. */
export const alternate = async (
  rounds: number,
  candidates: ReadonlyArray<() => Promise<number>>
): Promise<ReadonlyArray<ReadonlyArray<number>>> => {
  const measured = candidates.map((measure) => ({ measure, values: new Array<number>() }))
  for (let round = 0; round < rounds; round++) {
    // The order alternates, since the second candidate collects the garbage of the first.
    for (const { measure, values } of round % 2 === 0 ? measured : measured.toReversed()) {
      values.push(await measure())
    }
  }
  return measured.map(({ values }) => values)
}

/** Returns the processor time of this process (user and system) and the elapsed time of a run, in microseconds. */
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
  if (sink === undefined) throw new Error(`${bench.name}: the runs returned nothing`)
  const [ours = Number.NaN, reference = Number.NaN] = times.map(median)
  const { name, referenceName, unit } = bench
  return { name, unit, ours, reference, referenceName, ratio: ours / reference }
}

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
