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

const median = (values: ReadonlyArray<number>) => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (i: number) => sorted[i] ?? Number.NaN
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2
}

export const measure = async (bench: Case, rounds: number): Promise<Result> => {
  const candidates = [
    { run: bench.ours, count: await calibrate(bench.ours), times: new Array<number>() },
    { run: bench.reference, count: await calibrate(bench.reference), times: new Array<number>() }
  ] as const
  for (let round = 0; round < rounds; round++) {
    // Who goes first changes, since the second finds the other's garbage.
    for (const { run, count, times } of round % 2 === 0 ? candidates : candidates.toReversed()) {
      times.push(((await time(run, count)) * 1000) / count)
    }
  }
  if (sink === undefined) throw new Error(`${bench.name}: the runs gave nothing`)
  const [ours, reference] = [median(candidates[0].times), median(candidates[1].times)]
  const { name, referenceName, unit } = bench
  return { name, unit, ours, reference, referenceName, ratio: ours / reference }
}

/** The results as aligned columns. */
export const table = (results: ReadonlyArray<Result>) => {
  const rows = [
    ["case", "unit", "ours µs", "reference µs", "ratio", "reference"],
    ...results.map(({ name, ours, ratio, reference, referenceName, unit }) => [
      name,
      unit,
      ours.toFixed(2),
      reference.toFixed(2),
      ratio.toFixed(2),
      referenceName
    ])
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const isNumber = (column: number) => column >= 2 && column <= 4
  return rows
    .map((row) =>
      row
        .map((cell, i) => (isNumber(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}
