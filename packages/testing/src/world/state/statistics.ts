/** Statistics of rooms as official servers count them: slots of 8, 180 or 1440 minutes. */
import type { RoomStat, StatInterval } from "@screeps-effect/schema/RoomStat"
import type { UserId } from "@screeps-effect/schema/UserId"

/** One slot; `endTime` is the number of whole slots since 1970. */
export interface Slot {
  readonly value: number
  readonly endTime: number
}

/** A user's statistic in one room. */
export interface Statistic {
  readonly room: string
  readonly user: UserId
  readonly stat: RoomStat
  readonly interval: StatInterval
  /** Oldest first. */
  readonly slots: ReadonlyArray<Slot>
}

/** @internal */
export class Statistics {
  readonly #all: Array<Statistic> = []

  add(statistic: Statistic) {
    this.#all.push(statistic)
  }

  of(wanted: Partial<Pick<Statistic, "room" | "user" | "stat" | "interval">>): ReadonlyArray<Statistic> {
    return this.#all.filter(
      ({ interval, room, stat, user }) =>
        (wanted.room ?? room) === room &&
        (wanted.user ?? user) === user &&
        (wanted.stat ?? stat) === stat &&
        (wanted.interval ?? interval) === interval
    )
  }
}

/** Returns the sum of all slots. @internal */
export const total = ({ slots }: Statistic): number => slots.reduce((sum, { value }) => sum + value, 0)

/** Returns totals by name of the statistic. @internal */
export const totals = (all: ReadonlyArray<Statistic>): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const one of all) sums[one.stat] = (sums[one.stat] ?? 0) + total(one)
  return sums
}
