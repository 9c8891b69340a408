/** The states of a replay: its parts are read when one of their ticks is shown. */
import type { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import * as RoomState from "@screeps-effect/schema/RoomState"

/** A part of a replay. */
export interface Part {
  readonly ticks: ReadonlyArray<number>
  readonly read: () => ReadonlyArray<RoomFrame>
}

/** Parses ranges of ticks, such as `1000-1019,1040`. */
export const parseTicks = (ranges: string): ReadonlyArray<number> =>
  ranges.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })

/** As many parts are kept as states: playing backwards across the border of two parts reads neither again. */
const mostParts = 3

/** The recorded ticks and their states. */
export class Timeline {
  /** Recorded ticks, the earliest first. */
  readonly ticks: ReadonlyArray<number>
  readonly #partOf: ReadonlyMap<number, Part>
  readonly #states = new Map<Part, ReadonlyMap<number, RoomState.RoomState>>()

  constructor(parts: ReadonlyArray<Part>) {
    this.ticks = parts.flatMap(({ ticks }) => ticks)
    this.#partOf = new Map(parts.flatMap((part) => part.ticks.map((tick) => [tick, part])))
  }

  /** Returns the state at a tick; `undefined` if the tick is not recorded. */
  at(tick: number): RoomState.RoomState | undefined {
    const part = this.#partOf.get(tick)
    return part === undefined ? undefined : this.#read(part).get(tick)
  }

  /** Returns the index of the last recorded tick that is not after this one; -1 if there is none. */
  indexAt(tick: number): number {
    let [low, high] = [0, this.ticks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.ticks[middle] ?? Infinity) <= tick) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** Returns the ranges without recorded ticks between two ticks, both included. */
  gaps(from: number, to: number): ReadonlyArray<readonly [first: number, last: number]> {
    const gaps: Array<readonly [number, number]> = []
    let next = from
    for (const tick of this.ticks) {
      if (tick > to) break
      if (tick > next) gaps.push([next, tick - 1])
      next = Math.max(next, tick + 1)
    }
    return next > to ? gaps : [...gaps, [next, to]]
  }

  #read(part: Part): ReadonlyMap<number, RoomState.RoomState> {
    const known = this.#states.get(part)
    // The part that was used last is the last one to be removed.
    this.#states.delete(part)
    const states = known ?? foldAll(part.read())
    this.#states.set(part, states)
    const [oldest] = this.#states.keys()
    if (this.#states.size > mostParts && oldest !== undefined) this.#states.delete(oldest)
    return states
  }
}

const foldAll = (frames: ReadonlyArray<RoomFrame>): ReadonlyMap<number, RoomState.RoomState> => {
  let state: RoomState.RoomState = { ...RoomState.empty, patchDepth: "two-levels" }
  return new Map(
    frames.map((frame) => {
      state = RoomState.fold(state, frame)
      return [frame.gameTime ?? 0, state]
    })
  )
}
