/** Messages of the server operator to all users: the channel `server-message`. */
import * as Schema from "effect/Schema"

/**
 * A message of the server operator, exactly as it was typed.
 *
 * **Gotchas**
 *
 * One `unsubscribe` does not end this subscription on a private server: drop events without a listener.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const ServerMessageEvent: Schema.Codec<string> = Schema.String.annotate({
  identifier: "ServerMessageEvent"
})
