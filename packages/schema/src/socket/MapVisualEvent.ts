/** Drawings of a player's script on the world map: the channel `mapVisual:<user>`. */
import * as Schema from "effect/Schema"

/**
 * Drawings of the tick before as text, read by `MapVisual.parse`; `null` without drawings.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9, which sends an empty text without drawings.
 */
export const MapVisualEvent: Schema.Codec<string | null> = Schema.NullOr(Schema.String).annotate({
  identifier: "MapVisualEvent"
})
