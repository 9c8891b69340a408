/** The present numbers of an account, and its rooms. */
import type { Range, Series } from "../../StatsPage.ts"
import { find, last, lasting, perHour, short, sum } from "./numbers.ts"

/** A number in large type. */
export interface Tile {
  readonly title: string
  readonly value: string
  readonly note?: string | undefined
  /** A part of one, as a bar. */
  readonly part?: number | undefined
}

const one = (range: Range, name: string) => find(range, name)[0]?.values

/** A level of the account, with the hours until the next one. */
const level = (range: Range, title: string, prefix: string): ReadonlyArray<Tile> => {
  const value = last(one(range, `${prefix}_level`))
  if (value === undefined) return []
  const rate = perHour(range.times, one(range, `${prefix}_points`))
  const part = last(one(range, `${prefix}_progress_ratio`))
  const growth = perHour(range.times, one(range, `${prefix}_progress_ratio`))
  const left = part !== undefined && growth !== undefined && growth > 0 ? (1 - part) / growth : undefined
  const notes = [
    ...(rate === undefined ? [] : [`${short(rate)} points an hour`]),
    ...(left === undefined ? [] : [`next in ${lasting(left)}`])
  ]
  return [{ title, value: String(value), note: notes.join(", "), part }]
}

/** Numbers that a script wrote under a name that ends like this, in Memory or a segment. */
const written = (range: Range, ending: RegExp): ReadonlyArray<Series> =>
  range.series.filter(
    ({ labels, name }) => /^screeps_(memory|segment)_value$/.test(name) && ending.test(labels["path"] ?? "")
  )

/** The script's CPU bucket, which no endpoint has: scripts write it to Memory. */
export const bucketsOf = (range: Range): ReadonlyArray<Series> => written(range, /(?:^|\.)bucket$/i)

const cpu = (range: Range): ReadonlyArray<Tile> => {
  const used = last(one(range, "screeps_cpu_used"))
  if (used === undefined) return []
  const limits = find(range, "screeps_cpu_limit")
  const limit = last((limits.find(({ labels }) => labels["shard"] === undefined) ?? limits[0])?.values)
  const known = limit !== undefined && limit > 0
  return [
    {
      title: "CPU",
      value: short(used),
      note: known ? `of ${short(limit)} ms a tick` : "ms a tick",
      part: known ? used / limit : undefined
    }
  ]
}

const bucket = (range: Range): Tile => {
  const value = last(bucketsOf(range)[0]?.values)
  if (value === undefined)
    return { title: "Bucket", value: "unknown", note: "Memory.stats.bucket = Game.cpu.bucket" }
  return { title: "Bucket", value: short(value), note: "of 10000", part: value / 10_000 }
}

const credits = (range: Range): ReadonlyArray<Tile> => {
  const values = one(range, "screeps_credits")
  if (values === undefined) return []
  const rate = perHour(range.times, values)
  return [
    { title: "Credits", value: short(last(values)), note: (rate && `${short(rate)} an hour`) || undefined }
  ]
}

const orders = (range: Range): ReadonlyArray<Tile> => {
  const of = (type: string) => last(sum(find(range, "screeps_market_orders", { type })))
  const [buy, sell] = [of("buy"), of("sell")]
  if (buy === undefined && sell === undefined) return []
  return [
    {
      title: "Own orders",
      value: short((buy ?? 0) + (sell ?? 0)),
      note: `${buy ?? 0} buy, ${sell ?? 0} sell`
    }
  ]
}

const errors = (range: Range): ReadonlyArray<Tile> => {
  const value = last(one(range, "screeps_script_errors_ratio"))
  if (value === undefined) return []
  return [{ title: "Errors", value: short(value), note: "a tick" }]
}

/** The present numbers of an account. */
export const tilesOf = (range: Range): ReadonlyArray<Tile> => {
  const ticks = find(range, "screeps_tick_duration_seconds")
  return [
    ...level(range, "GCL", "screeps_gcl"),
    ...level(range, "GPL", "screeps_gpl"),
    ...cpu(range),
    bucket(range),
    ...credits(range),
    ...orders(range),
    ...errors(range),
    ...ticks.map(({ labels, values }) => ({
      title: `Tick${labels["shard"] === undefined ? "" : ` of ${labels["shard"]}`}`,
      value: `${short(last(values))} s`
    }))
  ]
}

/** The rooms of the account: a row of titles, then a row for each. */
export const roomRows = (range: Range): ReadonlyArray<ReadonlyArray<string>> => {
  const rooms = new Map<string, Readonly<Record<string, string>>>()
  for (const { labels, name } of range.series) {
    if (!name.startsWith("screeps_room_") || labels["room"] === undefined) continue
    const { room, shard } = labels
    rooms.set(`${shard ?? ""} ${room}`.trim(), shard === undefined ? { room } : { room, shard })
  }
  const rows = [...rooms]
    .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([title, labels]) => {
      const values = (name: string, more: Readonly<Record<string, string>> = {}) =>
        sum(find(range, name, { ...labels, ...more }))
      const points = perHour(range.times, values("screeps_room_controller_points"))
      const part = last(values("screeps_room_controller_progress_ratio"))
      const growth = perHour(range.times, values("screeps_room_controller_progress_ratio"))
      const left =
        part !== undefined && growth !== undefined && growth > 0 ? lasting((1 - part) / growth) : "–"
      const downgrade = last(values("screeps_room_downgrade_ticks"))
      return [
        title,
        short(last(values("screeps_room_controller_level"))),
        part === undefined ? "–" : `${(part * 100).toFixed(1)} %`,
        short(points),
        left,
        short(last(values("screeps_room_energy_available"))),
        short(last(values("screeps_room_stored"))),
        short(last(values("screeps_room_creeps", { owner: "own" }))),
        short(downgrade)
      ]
    })
  const titles = [
    "Room",
    "Level",
    "Progress",
    "Points an hour",
    "Next in",
    "Energy",
    "Stored energy",
    "Creeps"
  ]
  return [[...titles, "Downgrade in ticks"], ...rows]
}
