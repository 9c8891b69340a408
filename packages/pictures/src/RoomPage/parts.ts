/** Consecutive states in parts that begin with the whole room, so that a page can begin at any of them. */
import type { RoomState } from "@screeps-effect/schema/RoomState"
import * as Frames from "./frames.ts"

/** Ticks in a part: reading a tick costs the ticks before it in its part. */
const longest = 100

/** A part that is being written: its messages as JSON, and its last state. */
interface Part {
  readonly frames: Array<string>
  readonly ticks: Array<number>
  readonly last: RoomState
}

/** Returns ranges of ticks as text: `1000-1019,1040`. */
const rangesOf = (ticks: ReadonlyArray<number>): string => {
  const ranges: Array<[first: number, last: number]> = []
  for (const tick of ticks) {
    const range = ranges.at(-1)
    if (range !== undefined && range[1] === tick - 1) range[1] = tick
    else ranges.push([tick, tick])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",")
}

/** A finished part. @internal */
export interface Finished {
  /** Ranges of its ticks. */
  readonly ticks: string
  /** Its messages as JSON: a list of frames. */
  readonly json: string
}

const finish = ({ frames, ticks }: Part): Finished => ({
  ticks: rangesOf(ticks),
  json: `[${frames.join(",\n")}]`
})

/** The part that is being written; `undefined` before the first state. @internal */
export type Open = Part | undefined

/** Adds a state; returns the parts that it finishes. States without a tick and of earlier ticks are left out. @internal */
export const add = (part: Open, state: RoomState): readonly [Open, ReadonlyArray<Finished>] => {
  const { tick } = state
  if (tick === undefined || tick <= (part?.ticks.at(-1) ?? -1)) return [part, []]
  const frame =
    part === undefined || part.ticks.length >= longest ? undefined : Frames.next(part.last, state, tick)
  if (part === undefined || frame === undefined) {
    const begun = { frames: [JSON.stringify(Frames.whole(state, tick))], ticks: [tick], last: state }
    return [begun, part === undefined ? [] : [finish(part)]]
  }
  part.frames.push(JSON.stringify(frame))
  part.ticks.push(tick)
  return [{ ...part, last: state }, []]
}

/** Returns the last part. @internal */
export const end = (part: Open): ReadonlyArray<Finished> => (part === undefined ? [] : [finish(part)])
