/** Which rooms are watched when a server sends a few at once only: rooms take turns. */

interface Watched {
  readonly key: string
  readonly since: number
}

interface Waiting {
  readonly key: string
  /** Has overtaken others or was overtaken: no room overtakes it any more. */
  readonly isFirm: boolean
}

/** What to do now. */
export interface Step {
  /** Rooms to leave, before any is joined. */
  readonly leave: ReadonlyArray<string>
  /** Rooms to join. */
  readonly join: ReadonlyArray<string>
  /** After so many milliseconds there is something to do again; `undefined` while no room waits. */
  readonly wait: number | undefined
}

/** The turns of rooms. */
export interface Turns {
  /** A room has a new listener: it overtakes those that were not overtaken before. */
  readonly want: (key: string) => void
  /** A room has no listeners any more, or has failed. */
  readonly forget: (key: string) => void
  /** Ends turns that are over and begins others. */
  readonly step: (now: number) => Step
}

/**
 * Creates turns of so many milliseconds for so many rooms at once.
 *
 * **Details**
 *
 * A turn ends only while a room waits, and one after another, so that a slot becomes free every `turn / slots`. Of n
 * rooms each waits until `n - slots` slots have become free, and for one more if it was overtaken.
 */
export const make = (slots: number, turn: number): Turns => {
  const pace = turn / slots
  let watched: ReadonlyArray<Watched> = []
  let waiting: ReadonlyArray<Waiting> = []
  let changedAt = -Infinity

  const without = (key: string) => waiting.filter((room) => room.key !== key)

  /** When the next turn is over. */
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
    want: (key) => {
      if (watched.some((room) => room.key === key)) return
      const others = without(key)
      const firm = others.findLastIndex(({ isFirm }) => isFirm) + 1
      const overtaken = others.slice(firm).map((room) => ({ ...room, isFirm: true }))
      waiting = [...others.slice(0, firm), { key, isFirm: true }, ...overtaken]
    },
    forget: (key) => {
      waiting = without(key)
      watched = watched.filter((room) => room.key !== key)
    },
    step: (now) => {
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
