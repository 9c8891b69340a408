/** Where things are between two ticks: servers tell squares, eyes want ways. */

/** A way from one place to another, and when. */
export interface Motion {
  readonly from: Place
  readonly to: Place
  /** When it began, in milliseconds. */
  readonly since: number
  /** How long it takes, in milliseconds. */
  readonly takes: number
  /** Where it heads, in radians; north when it has never moved. */
  readonly angle: number
}

export interface Place {
  readonly x: number
  readonly y: number
}

/** Nobody walks further in a tick: whoever does was told of after a gap. */
const farthest = 2

const part = ({ since, takes }: Motion, now: number) =>
  takes <= 0 ? 1 : Math.min(1, Math.max(0, (now - since) / takes))

/** Where it is at a moment. */
export const at = (motion: Motion, now: number): Place => {
  const done = part(motion, now)
  const { from, to } = motion
  return { x: from.x + (to.x - from.x) * done, y: from.y + (to.y - from.y) * done }
}

/** The way from where it is seen at this moment to where it now stands. */
export const toward = (before: Motion | undefined, to: Place, now: number, takes: number): Motion => {
  if (before === undefined) return { from: to, to, since: now, takes: 0, angle: -Math.PI / 2 }
  if (before.to.x === to.x && before.to.y === to.y) return before
  const from = at(before, now)
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const isJump = Math.abs(dx) > farthest || Math.abs(dy) > farthest
  return { from: isJump ? to : from, to, since: now, takes, angle: Math.atan2(dy, dx) }
}

/** The mean time between two ticks, after one more. */
export const pace = (mean: number | undefined, last: number): number =>
  mean === undefined ? last : mean * 0.7 + last * 0.3
