/** Dropped resources. */
import * as Schema from "effect/Schema"
import { amount as amountNumber } from "../../values/numbers.ts"
import { located } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { Resource } from "../../economy/Resource.ts"

/**
 * A pile of a dropped resource. Its type on the wire is `energy`, whatever the resource.
 *
 * **Details**
 *
 * The amount is stored in a field named after the resource (`{ resourceType: "H", H: 120 }`): `amount` returns it. A
 * square can hold several piles, one for each resource.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Pile extends record<Pile>("Pile")({
  /** Kind of the object: always `energy`, whatever the resource. */
  type: Schema.Literal("energy"),
  ...located,
  /** Resource that the pile consists of; `energy` when absent. */
  resourceType: nullish(Resource),
  /** Amount of a pile of energy; other resources have a field of their own name. */
  energy: nullish(amountNumber)
}) {}

/** Returns the resource that a pile consists of. */
export const resource = (pile: Pile): Resource => pile.resourceType ?? "energy"

/** Returns the amount of a pile; 0 in the tick in which it is used up, and without a number in the resource's field. */
export const amount = (pile: Pile): number => {
  const name = resource(pile)
  const held: unknown = Object.hasOwn(pile, name) ? Reflect.get(pile, name) : undefined
  return typeof held === "number" ? held : 0
}
