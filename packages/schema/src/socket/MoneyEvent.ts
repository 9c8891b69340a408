/** An account's credits: the channel `user:<user>/money`. */
import * as Schema from "effect/Schema"

/**
 * The credits of an account.
 *
 * **Gotchas**
 *
 * Private servers accept the subscription and never send anything: `user:<user>/resources` contains the credits there.
 *
 * **Source** reported for official servers (samples of 2017).
 */
export const MoneyEvent: Schema.Codec<number> = Schema.Finite.annotate({ identifier: "MoneyEvent" })
