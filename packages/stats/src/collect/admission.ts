/** Bounds how many different series a source may have, also over time: names of creeps as keys would be endless. */

/** How long a series that is gone still counts, in milliseconds. */
const rememberedFor = 60 * 60 * 1000

/** Decides which series of a source are kept. */
export interface Admission {
  /** Returns the items that are kept at a time: known ones first, others while there is room. */
  readonly admit: <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string, now: number) => ReadonlyArray<A>
}

/** Creates the bound of a source: at most `limit` different series within an hour. */
export const make = (limit: number): Admission => {
  const seen = new Map<string, number>()
  return {
    admit: (items, keyOf, now) => {
      for (const [key, at] of seen) if (now - at > rememberedFor) seen.delete(key)
      return items.filter((item) => {
        const key = keyOf(item)
        if (!seen.has(key) && seen.size >= limit) return false
        seen.set(key, now)
        return true
      })
    }
  }
}
