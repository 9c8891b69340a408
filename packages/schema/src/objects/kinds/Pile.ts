/** Resources that lie on the ground. */
import * as Schema from "effect/Schema"
import { amount as amountNumber } from "../../values/numbers.ts"
import { located } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Resource } from "../../economy/Resource.ts"

/**
 * A pile of a resource on the ground; its type on the wire is `energy`, whatever the resource.
 *
 * **Details**
 *
 * The amount stands in a field that is named after the resource (`{ resourceType: "H", H: 120 }`): read it with
 * `amount`. A square can bear several piles, one for each resource.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Pile extends Schema.Opaque<Pile>()(
  Schema.Struct({
    type: Schema.Literal("energy"),
    ...located,
    /** `energy` when missing. */
    resourceType: nullish(Resource),
    /** The amount of a pile of energy. */
    energy: nullish(amountNumber)
  }).annotate({ identifier: "Pile" })
) {}

/** The resource that a pile consists of. */
export const resource = (pile: Pile): Resource => pile.resourceType ?? "energy"

/**
 * How much a pile holds; 0 for the tick in which it is used up, and where no number stands under the resource's name.
 */
export const amount = (pile: Pile): number => {
  const name = resource(pile)
  const held: unknown = Object.hasOwn(pile, name) ? Reflect.get(pile, name) : undefined
  return typeof held === "number" ? held : 0
}
