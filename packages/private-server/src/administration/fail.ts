import * as Effect from "effect/Effect"
import { AdministrationError } from "../AdministrationError.ts"

/** Fails with an `AdministrationError` for a reason. */
export const fail = (reason: AdministrationError["reason"]): Effect.Effect<never, AdministrationError> =>
  Effect.fail(new AdministrationError({ reason }))

/** Shortens a text from a server, so that it can be part of a message. */
export const bounded = (text: string, length = 2000): string =>
  text.length > length ? `${text.slice(0, length)}…` : text
