/** Moments of a server's clock: that of this machine may be wrong by minutes. */
import type { Response } from "./Response.ts"

type Received = Pick<Response, "headers" | "receivedAt">

/** How old a response may be when it is received, in milliseconds. */
const oldest = 6_000

const dateOf = ({ headers }: Received): number => {
  const age = headers["age"]
  // A cache sends the date of the first response.
  const seconds = age !== undefined && /^\d{1,10}$/.test(age) ? Number(age) : 0
  return Date.parse((headers["date"] ?? "").slice(0, 64)) + seconds * 1000
}

/**
 * Returns the server's time when a response was received, by its `Date` header, which has whole seconds: our own time,
 * if that agrees with the header, or if there is none.
 */
export const serverTime = (response: Received): number => {
  const date = dateOf(response)
  const { receivedAt } = response
  const agrees = date <= receivedAt && receivedAt <= date + oldest
  return Number.isNaN(date) || agrees ? receivedAt : date
}

/** Returns when a moment of the server's clock comes by ours; both in milliseconds since 1970. */
export const untilByOurClock = (response: Received, moment: number): number =>
  response.receivedAt + moment - serverTime(response)
