/** Decides which rooms are watched when a server sends only a few at once: rooms take turns. */

interface Watched {
  readonly key: string
  readonly since: number
}

interface Waiting {
  readonly key: string
  /** Whether no room may overtake this one any more, since it has overtaken others or was overtaken. */
  readonly isFirm: boolean
}

/** The rooms to leave and to join now. */
export interface Step {
  /** Rooms to leave, before any is joined. */
  readonly leave: ReadonlyArray<string>
  /** Rooms to join. */
  readonly join: ReadonlyArray<string>
  /** Milliseconds until the next step; `undefined` while no room waits. */
  readonly wait: number | undefined
}

/**
 * Creates turns of `turn` milliseconds for `slots` rooms at once.
 *
 * **Details**
 *
 * A turn ends only while a room waits, and turns end one after another, so that a slot becomes free every `turn /
 * slots`. With n rooms, each waits until `n - slots` slots have become free, and for one more if it was overtaken.
 */
export const make = (slots: number, turn: number) => {
  const pace = turn / slots
  let watched: ReadonlyArray<Watched> = []
  let waiting: ReadonlyArray<Waiting> = []
  let changedAt = -Infinity

  const without = (key: string) => waiting.filter((room) => room.key !== key)

  /** Returns when the next turn is over. */
  const end = (): number | undefined => {
    const [first] = watched
    return first === undefined || waiting.length === 0
      ? undefined
      : Math.max(first.since + turn, changedAt + pace)
  }

  const fill = (now: number): ReadonlyArray<string> => {
    const joined = waiting.slice(0, slots - watched.length).map(({ key }) => key)
    waiting = waiting.slice(joined.length)
    watched = [...watched, ...joined.map((key) => ({ key, since: now }))]
    return joined
  }

  return {
    /** Adds a room with a new listener; it overtakes rooms that may still be overtaken. */
    want: (key: string) => {
      if (watched.some((room) => room.key === key)) return
      const others = without(key)
      const firm = others.findLastIndex(({ isFirm }) => isFirm) + 1
      const overtaken = others.slice(firm).map((room) => ({ ...room, isFirm: true }))
      waiting = [...others.slice(0, firm), { key, isFirm: true }, ...overtaken]
    },
    /** Removes a room that has no listeners any more, or has failed. */
    forget: (key: string) => {
      waiting = without(key)
      watched = watched.filter((room) => room.key !== key)
    },
    /** Ends turns that are over and starts the next ones. */
    step: (now: number): Step => {
      const filled = fill(now)
      const at = end()
      const [first, ...others] = watched
      if (filled.length > 0 || first === undefined || at === undefined || now < at) {
        return { leave: [], join: filled, wait: at === undefined ? undefined : Math.max(0, at - now) }
      }
      watched = others
      changedAt = now
      const join = fill(now)
      waiting = [...waiting, { key: first.key, isFirm: false }]
      return { leave: [first.key], join, wait: Math.max(0, (end() ?? now) - now) }
    }
  }
}
