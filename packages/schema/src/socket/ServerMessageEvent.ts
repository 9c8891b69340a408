/** Messages of the server's operator to all users: the channel `server-message`. */
import * as Schema from "effect/Schema"

/**
 * The operator's text, exactly as it was typed.
 *
 * **Gotchas**
 *
 * One `unsubscribe` does not end this channel on a private server: drop what nobody listens to.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const ServerMessageEvent: Schema.Codec<string> = Schema.String.annotate({
  identifier: "ServerMessageEvent"
})
