/** What a server reports about itself and about the sign-in, apart from all channels. */
import type { Millis } from "@screeps-effect/schema/Millis"
import type { SocketAuthOutcome } from "@screeps-effect/schema/SocketAuth"

/**
 * What a server reports about itself: its clock, then the version of its protocol, on official servers another version
 * (`Package`), and how each sign-in ended.
 *
 * **Source** recorded from a server 4.3.0; `Package` reported for official servers.
 */
export type ServerEvent =
  | { readonly _tag: "Time"; readonly now: Millis }
  | { readonly _tag: "Protocol"; readonly version: number }
  | { readonly _tag: "Package"; readonly version: number }
  | { readonly _tag: "Auth"; readonly outcome: SocketAuthOutcome }
