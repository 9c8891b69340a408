/** Credits and account-bound resources: the channel `user:<user>/resources`. */
import * as Schema from "effect/Schema"

/**
 * Credits and account-bound resources by name, sent every tick.
 *
 * **Details**
 *
 * Recorded servers send one flat object (`{ credits, pixel, … }`); official servers are reported to nest everything
 * except `credits` under `resources`. Resources that the account never owned are absent. Seasons nest further amounts
 * (`symbols`). `amounts` reads all forms.
 *
 * **Source** recorded from a server 4.3.0; nested forms reported.
 */
export const ResourcesEvent: Schema.Codec<ResourcesEvent> = Schema.Record(
  Schema.String,
  Schema.Unknown
).annotate({ identifier: "ResourcesEvent" })

/** Credits and account-bound resources by name. */
export type ResourcesEvent = { readonly [name: string]: unknown }

/** The amounts of an event. */
export interface Amounts {
  /** Credits, with up to three decimals; 0 if the event does not contain them. */
  readonly credits: number
  /** Amounts by name of the resource; resources that were never owned are absent. */
  readonly resources: ReadonlyMap<string, number>
}

const entries = (data: unknown): ReadonlyArray<readonly [name: string, amount: number]> =>
  typeof data !== "object" || data === null
    ? []
    : Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
        typeof value === "number" ? [[name, value] as const] : entries(value)
      )

/** Returns the amounts of an event, nested or flat; if a resource occurs twice, the last amount counts. */
export const amounts = (event: ResourcesEvent): Amounts => {
  const resources = new Map(entries(event))
  const credits = resources.get("credits") ?? 0
  resources.delete("credits")
  return { credits, resources }
}
