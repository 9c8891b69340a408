/** What a player's script drew onto the world map: the channel `mapVisual:<user>`. */
import * as Schema from "effect/Schema"

/**
 * What was drawn in the tick before, as text (`MapVisual.parse` reads it); `null` when that was nothing.
 *
 * **Source** recorded from a server 4.3.0; xxscreeps is reported to send an empty text for nothing.
 */
export const MapVisualEvent: Schema.Codec<string | null> = Schema.NullOr(Schema.String).annotate({
  identifier: "MapVisualEvent"
})
