/** All recordings, in one class each by how their request is replayed. */
import { type Recording, recordings } from "@screeps-effect/fixtures"
import { notReproducible, rawOnly, acceptedByServersOnly } from "./exceptions.ts"
import { refused } from "./refused.ts"

/** A recording that no list contains is replayed by its operation. */
export const classes = [
  "by its operation",
  "by a raw request",
  "rejected before sending",
  "response only"
] as const

export type Class = (typeof classes)[number]

export const allRecordings = recordings()
export const rawOnlyNames = Object.values(rawOnly).flat()
export const invalidInputs = new Map(Object.values(refused).flatMap((rule) => Object.entries(rule)))
export const responseOnlyNames = Object.values(notReproducible).flatMap(({ names }) => names)

export const classOf = ({ name }: Recording): Class => {
  if (responseOnlyNames.includes(name)) return "response only"
  if (invalidInputs.has(name)) return "rejected before sending"
  return rawOnlyNames.includes(name) || acceptedByServersOnly[name] !== undefined
    ? "by a raw request"
    : "by its operation"
}

export const ofClass = (wanted: Class) => allRecordings.filter((recording) => classOf(recording) === wanted)
