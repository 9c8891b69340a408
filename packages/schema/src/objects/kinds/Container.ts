/** Containers, which hold resources and decay. */
import { affected, damageable, fortified, generalStore, located, ofType, wearing } from "../objectFields.ts"
import { record } from "../../values/Record.ts"

/**
 * A container. Containers of strongholds have a capacity of 0.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Container extends record<Container>("Container")({
  ...ofType("container"),
  ...located,
  ...damageable,
  ...affected,
  ...fortified,
  ...generalStore,
  ...wearing
}) {}
