/** Body parts of creeps, and their costs. */
import * as Schema from "effect/Schema"
import { literals, oneOf } from "../values/family.ts"

/**
 * The types of body parts.
 *
 * **Source** read in the server's source.
 */
export const all = ["move", "work", "carry", "attack", "ranged_attack", "tough", "heal", "claim"] as const

/** A known type of body part. */
export type Known = (typeof all)[number]

/** Checks whether a value is a known type of body part. */
export const isKnown: (value: unknown) => value is Known = oneOf(all)

/** The type of a body part, as servers write it. */
export type BodyPartType = Known | (string & {})

/** Decodes the type of a body part; unknown types are accepted. */
export const BodyPartType: Schema.Codec<BodyPartType, string> = Schema.String.annotate({
  identifier: "BodyPartType"
})

/** Checks the type of a body part that a caller sends. @internal */
export const BodyPartInput: Schema.Codec<Known> = literals("BodyPartInput", all)

/**
 * The largest number of parts that a body can have.
 *
 * **Source** read in the server's source.
 */
export const maxParts = 50

/** Checks a body that a caller sends: 1 to 50 parts, in order. @internal */
export const BodyInput: Schema.Codec<ReadonlyArray<Known>> = Schema.Array(BodyPartInput)
  .check(Schema.isBetweenLength(1, maxParts, { expected: "1 to 50 body parts" }))
  .annotate({ identifier: "BodyInput" })

const costs: { readonly [P in Known]: number } = {
  move: 50,
  work: 100,
  carry: 50,
  attack: 80,
  ranged_attack: 150,
  tough: 10,
  heal: 250,
  claim: 600
}

/**
 * Returns the energy that a body part costs.
 *
 * **Source** read in the server's source.
 */
export const cost = (part: Known): number => costs[part]

/** Returns the energy that a body costs. */
export const bodyCost = (body: ReadonlyArray<Known>): number =>
  body.reduce((energy, part) => energy + costs[part], 0)
