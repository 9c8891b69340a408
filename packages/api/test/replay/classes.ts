/** All recordings, in one class each: by what makes their request. */
import { type Recording, recordings } from "@screeps-effect/fixtures"
import { beyond, unsayable, untypable } from "./exceptions.ts"
import { refused } from "./refused.ts"

/** Whatever no list names is asked again by its operation. */
export const classes = [
  "by its operation",
  "by a raw request",
  "refused before sending",
  "answer only"
] as const

export type Class = (typeof classes)[number]

export const everything = recordings()
export const unsaid = Object.values(unsayable).flat()
export const refusals = new Map(Object.values(refused).flatMap((rule) => Object.entries(rule)))
export const silent = Object.values(beyond).flatMap(({ names }) => names)

export const classOf = ({ name }: Recording): Class => {
  if (silent.includes(name)) return "answer only"
  if (refusals.has(name)) return "refused before sending"
  return unsaid.includes(name) || untypable[name] !== undefined ? "by a raw request" : "by its operation"
}

export const ofClass = (wanted: Class) => everything.filter((recording) => classOf(recording) === wanted)
