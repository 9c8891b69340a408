/**
 * Compares clients that do the same work: each runs in a process of its own (`isolated.ts`), alternating with the others, in
 * several rounds, so that a busy moment of the machine affects all; results are medians over the rounds, and ratios are medians
 * of the ratios of each round.
 * Not a library, because those we know run all rounds of one candidate before the next and report means, which one slow
 * moment changes.
 */

/** One way to do the work of a benchmark. */
export interface Client {
  readonly name: string
  /** What the client does, where clients of one benchmark do not do the same: "checks, merges". */
  readonly does?: string | undefined
  readonly isOurs: boolean
  /** Measures once and returns a number for each unit of the benchmark. */
  readonly measure: () => Promise<ReadonlyArray<number>>
}

/** Clients that are ready to be measured. */
export interface Opened {
  readonly clients: ReadonlyArray<Client>
  readonly close?: () => unknown
}

export type Group = "functions" | "calls" | "sockets" | "memory" | "start" | "tools"

export interface Benchmark {
  readonly name: string
  /** What is measured, such as "CPU µs per call"; lower is better. */
  readonly units: ReadonlyArray<string>
  /** The client that the others are compared with. */
  readonly reference: string
  /** Benchmarks of a group share a table. */
  readonly group: Group
  /** Measured once and without a warm-up: for what a process does only once. */
  readonly isSingle?: boolean
  /** Measured in new processes: one is enough to warm up, so that the files are in memory. */
  readonly inNewProcess?: boolean
  /** Clients that are opened are warmed up, and return a mean of enough measurements. */
  readonly isWarm?: boolean
  readonly open: () => Promise<Opened>
}

export interface Result {
  readonly name: string
  readonly group: Group
  readonly client: string
  readonly does: string
  readonly isOurs: boolean
  readonly reference: string
  readonly measured: ReadonlyArray<Measured>
}

export interface Measured {
  readonly unit: string
  /** The median of all rounds. */
  readonly value: number
  /** The median of the ratios to the reference in each round; `NaN` if the reference was not measured. */
  readonly ratio: number
  /** The lower and the upper quartile of these ratios. */
  readonly quartiles: readonly [lower: number, upper: number]
}

/** Microseconds of processor time for which every client is warmed up. */
const warmUp = 1_000_000
/** Microseconds of processor time of one round: in less, one garbage collection or compilation decides. */
const round = 250_000
/** No warm-up and no round takes longer, in milliseconds: some clients mostly wait. */
const longest = { warmUp: 10_000, round: 500 }

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (i: number) => sorted[i] ?? Number.NaN
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2
}

/** Returns the ratios of values that were measured in the same round. */
const pairedRatios = (values: ReadonlyArray<number>, references: ReadonlyArray<number>) =>
  values
    .slice(0, references.length)
    .map((value, round) => (references[round] === value ? 1 : value / (references[round] ?? Number.NaN)))

/** Returns the median of the ratios of values that were measured in the same round. */
export const pairedRatio = (values: ReadonlyArray<number>, references: ReadonlyArray<number>): number =>
  median(pairedRatios(values, references))

/** Returns the values between which half of all values are. */
const quartiles = (values: ReadonlyArray<number>): readonly [number, number] => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
  return [at(0.25), at(0.75)]
}

/** Measures all candidates alternately, round after round; returns the results of each. */
export const alternate = async <A>(
  rounds: number,
  candidates: ReadonlyArray<() => Promise<A>>
): Promise<ReadonlyArray<ReadonlyArray<A>>> => {
  const measured = candidates.map((measure) => ({ measure, values: new Array<A>() }))
  for (let round = 0; round < rounds; round++) {
    // The order alternates, since the second candidate collects the garbage of the first.
    for (const { measure, values } of round % 2 === 0 ? measured : measured.toReversed()) {
      values.push(await measure())
    }
  }
  return measured.map(({ values }) => values)
}

/** Returns the processor time of this process (user and system) and the elapsed time of a run, in microseconds. */
export const spend = async (run: () => unknown): Promise<{ cpu: number; wall: number }> => {
  const [before, start] = [process.cpuUsage(), performance.now()]
  await run()
  const { system, user } = process.cpuUsage(before)
  return { cpu: user + system, wall: (performance.now() - start) * 1000 }
}

type Measure = Client["measure"]

/** Calls a function until it has taken some processor time; returns the results. */
const during = async <A>(cpu: number, longest: number, run: () => Promise<A>): Promise<ReadonlyArray<A>> => {
  const results: Array<A> = []
  const end = performance.now() + longest
  let left = cpu
  do {
    const { cpu } = await spend(async () => results.push(await run()))
    left -= Math.max(1, cpu)
  } while (left > 0 && performance.now() < end)
  return results
}

/** Warms a client up; returns a function that measures it for a round. */
export const warm = async ({ measure }: Client): Promise<Measure> => {
  await during(warmUp, longest.warmUp, measure)
  return async () => {
    const results = await during(round, longest.round, measure)
    const [first = []] = results
    return first.map(
      (_, unit) => results.reduce((sum, numbers) => sum + (numbers[unit] ?? Number.NaN), 0) / results.length
    )
  }
}

/** Measures the clients of a benchmark that are chosen. */
export const run = async (
  { group, inNewProcess = false, isSingle = false, isWarm = false, name, open, reference, units }: Benchmark,
  rounds: number,
  isChosen: (client: Client) => boolean = () => true
): Promise<ReadonlyArray<Result>> => {
  const { clients, close } = await open()
  const chosen = clients.filter(isChosen)
  if (inNewProcess) for (const client of chosen) await client.measure()
  const measures: Array<Measure> = []
  for (const client of chosen)
    measures.push(isSingle || inNewProcess || isWarm ? client.measure : await warm(client))
  const all = await alternate(isSingle ? 1 : rounds, measures)
  await close?.()
  const values = (client: number, unit: number) =>
    (all[client] ?? []).map((numbers) => numbers[unit] ?? Number.NaN)
  const referenceIndex = chosen.findIndex((client) => client.name === reference)
  return chosen.map(({ does = "", isOurs, name: client }, i) => ({
    name,
    group,
    client,
    does,
    isOurs,
    reference,
    measured: units.map((unit, u) => ({
      unit,
      value: median(values(i, u)),
      ratio: pairedRatio(values(i, u), values(referenceIndex, u)),
      quartiles: quartiles(pairedRatios(values(i, u), values(referenceIndex, u)))
    }))
  }))
}

/** A function of ours and another one that does the same work or less. */
export interface Case {
  readonly name: string
  /** What one run works on. */
  readonly unit: string
  readonly ours: () => unknown
  readonly reference: () => unknown
  readonly referenceName: string
}

/** Microseconds of one measurement of a function. */
const slice = 50_000

/** Receives every result, so that no run can be optimised away. */
let sink: unknown

/** Returns a measurement of a function, which first finds how many runs fill a slice. */
const measureFunction = (work: () => unknown) => {
  let count = 1
  const repeat = async () => {
    for (let i = 0; i < count; i++) {
      const result = work()
      // Awaiting a value that is not a promise would measure the event loop.
      sink = result instanceof Promise ? await result : result
    }
  }
  return async () => {
    const { cpu, wall } = await spend(repeat)
    if (sink === undefined) throw new Error("A measured function returned nothing.")
    const perRun = cpu / count
    if (wall < slice) count = Math.min(count * 4, Math.ceil((count * slice) / Math.max(1, wall)))
    return [perRun]
  }
}

/** Makes a benchmark of two functions. */
export const compare = ({ name, ours, reference, referenceName, unit }: Case): Benchmark => ({
  name: `${name}, ${unit}`,
  group: "functions",
  units: ["CPU µs per run"],
  reference: referenceName,
  open: async () => ({
    clients: [
      { name: "ours", isOurs: true, measure: measureFunction(ours) },
      { name: referenceName, isOurs: false, measure: measureFunction(reference) }
    ]
  })
})
