/** What an account owns beside its rooms: the channel `user:<user>/resources`. */
import * as Schema from "effect/Schema"

/**
 * Credits and account-bound resources by name, sent every tick.
 *
 * **Details**
 *
 * Flat as recorded (`{ credits, pixel, … }`); official servers are reported to nest all but `credits` under
 * `resources`. Nothing is said of what was never owned. Seasons nest amounts of their own (`symbols`). `amounts` reads
 * them all.
 *
 * **Source** recorded from a server 4.3.0; nested forms reported.
 */
export const ResourcesEvent: Schema.Codec<ResourcesEvent> = Schema.Record(
  Schema.String,
  Schema.Unknown
).annotate({
  identifier: "ResourcesEvent"
})

/** Credits and account-bound resources by name. */
export type ResourcesEvent = { readonly [name: string]: unknown }

/** The amounts of an event. */
export interface Amounts {
  /** Credits, with up to three decimals; 0 by default. */
  readonly credits: number
  /** Amounts of resources by name; what was never owned is missing. */
  readonly resources: ReadonlyMap<string, number>
}

const entries = (data: unknown): ReadonlyArray<readonly [name: string, amount: number]> =>
  typeof data !== "object" || data === null
    ? []
    : Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
        typeof value === "number" ? [[name, value] as const] : entries(value)
      )

/** Reads the amounts, nested or flat; of a resource named twice the last amount counts. */
export const amounts = (event: ResourcesEvent): Amounts => {
  const resources = new Map(entries(event))
  const credits = resources.get("credits") ?? 0
  resources.delete("credits")
  return { credits, resources }
}
