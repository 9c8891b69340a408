/** Numbers of the last hour, day and week, in rings of fixed size. */
import type * as StatsPage from "@screeps-effect/pictures/StatsPage"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Sample } from "../samples.ts"

/** Name and length of each range: milliseconds between two numbers, and how many are kept. */
export const ranges = {
  hour: { step: 15_000, slots: 240 },
  day: { step: 300_000, slots: 288 },
  week: { step: 1_800_000, slots: 336 }
} as const

type RangeName = keyof typeof ranges
const names: ReadonlyArray<RangeName> = ["hour", "day", "week"]

/** The most series that are kept: 8 MB of numbers. */
export const maxSeries = 1000

/** The numbers of a series in one range: that of a slot is at its remainder. */
interface Ring {
  readonly values: Float64Array
  /** The last slot with a number; -1 before the first one. */
  last: number
}

type Rings = Readonly<Record<RangeName, Ring>>

const empty = (): Rings => ({
  hour: { values: new Float64Array(ranges.hour.slots), last: -1 },
  day: { values: new Float64Array(ranges.day.slots), last: -1 },
  week: { values: new Float64Array(ranges.week.slots), last: -1 }
})

const put = ({ values, ...ring }: Ring, slot: number, value: number): number => {
  const { length } = values
  // What was not written since is not known.
  const from = Math.max(ring.last + 1, slot - length + 1)
  if (ring.last < 0) values.fill(Number.NaN)
  else for (let skipped = from; skipped < slot; skipped++) values[skipped % length] = Number.NaN
  values[slot % length] = value
  return slot
}

const at = ({ last, values }: Ring, slot: number): number | null => {
  if (last < 0 || slot > last || slot <= last - values.length || slot < 0) return null
  const value = values[slot % values.length]
  return value === undefined || Number.isNaN(value) ? null : value
}

/** The exporter's own metrics are for those who run it, not for players. */
const isOfExporter = (name: string) =>
  /^screeps_(?:stats_|last_seen_|quota_|socket_)/.test(name) || !name.startsWith("screeps_")

/** What a page shows of the resources in rooms. */
const isShown = ({ labels, name }: Sample) =>
  !isOfExporter(name) && (name !== "screeps_room_stored" || labels["resource"] === "energy")

/** Keeps the samples that the page shows, and adds up what is stored in a room. */
const reduced = (samples: Iterable<Sample>): ReadonlyMap<string, number> => {
  const values = new Map<string, number>()
  for (const sample of samples) {
    if (!isShown(sample)) continue
    const { structure: _, ...labels } = sample.labels
    const key = JSON.stringify([sample.name, Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))])
    const isSum = sample.name === "screeps_room_stored"
    values.set(key, sample.value + (isSum ? (values.get(key) ?? 0) : 0))
  }
  return values
}

const Key = Schema.fromJsonString(
  Schema.Tuple([Schema.String, Schema.Array(Schema.Tuple([Schema.String, Schema.String]))])
)
const keyOf = Schema.decodeUnknownOption(Key)

const StoredRing = Schema.Struct({
  last: Schema.Int,
  values: Schema.Array(Schema.NullOr(Schema.Finite)).check(Schema.isMaxLength(400))
})

/** A file: the numbers of each series, those before `last` first. */
const Stored = Schema.fromJsonString(
  Schema.Struct({
    version: Schema.Literal(1),
    series: Schema.Array(
      Schema.Struct({ key: Schema.String, hour: StoredRing, day: StoredRing, week: StoredRing })
    ).check(Schema.isMaxLength(maxSeries))
  })
)
const decodeStored = Schema.decodeUnknownOption(Stored)

const storedOf = (ring: Ring) => {
  const first = Math.max(0, ring.last - ring.values.length + 1)
  const values =
    ring.last < 0 ? [] : Array.from({ length: ring.last - first + 1 }, (_, i) => at(ring, first + i))
  return { last: ring.last, values }
}

/** The numbers of several series. */
export class History {
  readonly #series = new Map<string, Rings>()
  /** The time of the last round, in milliseconds since 1970. */
  #now = 0
  #leftOut = 0

  /** Adds the samples of one round; of series beyond the limit, those that are new are left out. */
  add(now: number, samples: Iterable<Sample>): void {
    this.#now = Math.max(this.#now, now)
    this.#leftOut = 0
    for (const [key, value] of reduced(samples)) {
      const rings = this.#series.get(key) ?? this.#admit(key)
      if (rings === undefined) this.#leftOut += 1
      else for (const name of names) this.#put(rings[name], name, value)
    }
  }

  #put(ring: Ring, name: RangeName, value: number) {
    ring.last = put(
      ring,
      Math.floor(this.#now / ranges[name].step),
      Number.isFinite(value) ? value : Number.NaN
    )
  }

  #admit(key: string): Rings | undefined {
    if (this.#series.size >= maxSeries) this.#forget()
    if (this.#series.size >= maxSeries) return undefined
    const rings = empty()
    this.#series.set(key, rings)
    return rings
  }

  /** Removes series without a number in the whole week. */
  #forget() {
    const first = Math.floor(this.#now / ranges.week.step) - ranges.week.slots
    for (const [key, { week }] of this.#series) if (week.last <= first) this.#series.delete(key)
  }

  /** Returns the numbers of a range, up to the last round. */
  range(name: RangeName): StatsPage.Range {
    const { slots, step } = ranges[name]
    const last = Math.floor(this.#now / step)
    const shown = Array.from(
      { length: Math.min(slots, last + 1) },
      (_, i) => last - Math.min(slots, last + 1) + 1 + i
    )
    const series = [...this.#series].flatMap(([key, rings]): ReadonlyArray<StatsPage.Series> => {
      const values = shown.map((slot) => at(rings[name], slot))
      const [metric, labels] = Option.getOrElse(keyOf(key), () => ["", []] as const)
      return values.every((value) => value === null)
        ? []
        : [{ name: metric, labels: Object.fromEntries(labels), values }]
    })
    return {
      step: step / 1000,
      times: shown.map((slot) => (slot * step) / 1000),
      series,
      leftOut: this.#leftOut
    }
  }

  /** Returns all ranges. */
  get all(): StatsPage.Ranges {
    return { hour: this.range("hour"), day: this.range("day"), week: this.range("week") }
  }

  /** Returns the text of a file with all numbers. */
  encode(): string {
    const series = [...this.#series].map(([key, rings]) => ({
      key,
      hour: storedOf(rings.hour),
      day: storedOf(rings.day),
      week: storedOf(rings.week)
    }))
    return JSON.stringify({ version: 1, series })
  }

  /** Reads the text of a file; `none` if it is not one of `encode`. */
  static decode(text: string): Option.Option<History> {
    return Option.map(decodeStored(text), ({ series }) => {
      const history = new History()
      for (const { key, ...stored } of series) {
        if (Option.isNone(keyOf(key))) continue
        const rings = empty()
        for (const name of names) {
          const { last, values } = stored[name]
          if (last < values.length - 1) continue
          values.forEach((value, i) => {
            rings[name].last = put(rings[name], last - values.length + 1 + i, value ?? Number.NaN)
          })
          history.#now = Math.max(history.#now, last * ranges[name].step)
        }
        history.#series.set(key, rings)
      }
      return history
    })
  }
}
