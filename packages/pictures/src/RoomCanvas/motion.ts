/** Places and directions between two ticks: servers send squares, a canvas animates the movement between them. */

/** A place, in squares. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** A movement from one place to another, and a turn from one direction to another, in radians. */
export interface Motion {
  readonly from: Place
  readonly to: Place
  readonly turnedFrom: number
  readonly angle: number
  /** Start time in milliseconds. */
  readonly since: number
  /** Duration in milliseconds. */
  readonly takes: number
}

const north = -Math.PI / 2

/** No creep moves farther in a tick; a longer distance means that ticks were missed. */
const farthest = 2

/** A turn is finished after this part of a movement. */
const turnPart = 0.35

const part = ({ since, takes }: Motion, now: number) =>
  takes <= 0 ? 1 : Math.min(1, Math.max(0, (now - since) / takes))

/** Returns the difference between two directions, -π to π. */
const difference = (from: number, to: number): number => Math.atan2(Math.sin(to - from), Math.cos(to - from))

/** Returns the place and the direction at a time. */
export const at = (motion: Motion, now: number): Place & { readonly angle: number } => {
  const done = part(motion, now)
  const { angle, from, to, turnedFrom } = motion
  return {
    x: from.x + (to.x - from.x) * done,
    y: from.y + (to.y - from.y) * done,
    angle: turnedFrom + difference(turnedFrom, angle) * Math.min(1, done / turnPart)
  }
}

/** Whether the movement goes on at a time. */
export const isGoing = (motion: Motion, now: number): boolean => part(motion, now) < 1

/**
 * Starts a movement from the present place to another one. `direction` is that of a target; without one, the object looks
 * where it moves.
 */
export const toward = (
  before: Motion | undefined,
  { x, y }: Place,
  direction: number | undefined,
  now: number,
  takes: number
): Motion => {
  const to = { x, y }
  if (before === undefined) {
    const angle = direction ?? north
    return { from: to, to, turnedFrom: angle, angle, since: now, takes: 0 }
  }
  const present = at(before, now)
  const [dx, dy] = [x - present.x, y - present.y]
  const isSame = before.to.x === x && before.to.y === y
  const angle = direction ?? (isSame ? before.angle : Math.atan2(dy, dx))
  if (isSame && angle === before.angle) return before
  const isJump = Math.abs(dx) > farthest || Math.abs(dy) > farthest
  const from = isJump ? to : { x: present.x, y: present.y }
  return { from, to, turnedFrom: present.angle, angle, since: now, takes }
}

/** Updates the mean time between two ticks. */
export const pace = (mean: number | undefined, last: number): number =>
  mean === undefined ? last : mean * 0.7 + last * 0.3
