/** Positions between two ticks: servers send squares, the page animates the movement between them. */

/** A movement from one place to another. */
export interface Motion {
  readonly from: Place
  readonly to: Place
  /** Start time in milliseconds. */
  readonly since: number
  /** Duration in milliseconds. */
  readonly takes: number
  /** Direction in radians; north if it has never moved. */
  readonly angle: number
}

export interface Place {
  readonly x: number
  readonly y: number
}

/** No creep moves farther in a tick; a longer distance means that ticks were missed. */
const farthest = 2

const part = ({ since, takes }: Motion, now: number) =>
  takes <= 0 ? 1 : Math.min(1, Math.max(0, (now - since) / takes))

/** Returns the position at a time. */
export const at = (motion: Motion, now: number): Place => {
  const done = part(motion, now)
  const { from, to } = motion
  return { x: from.x + (to.x - from.x) * done, y: from.y + (to.y - from.y) * done }
}

/** Starts a movement from the present position to a new one. */
export const toward = (before: Motion | undefined, to: Place, now: number, takes: number): Motion => {
  if (before === undefined) return { from: to, to, since: now, takes: 0, angle: -Math.PI / 2 }
  if (before.to.x === to.x && before.to.y === to.y) return before
  const from = at(before, now)
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const isJump = Math.abs(dx) > farthest || Math.abs(dy) > farthest
  return { from: isJump ? to : from, to, since: now, takes, angle: Math.atan2(dy, dx) }
}

/** Updates the mean time between two ticks. */
export const pace = (mean: number | undefined, last: number): number =>
  mean === undefined ? last : mean * 0.7 + last * 0.3
