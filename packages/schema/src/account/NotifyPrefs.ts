/** Preferences for notifications by mail. */
import * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"
import { record } from "../values/Record.ts"

/**
 * The accepted values for the minimum time between two mails, in minutes.
 *
 * **Source** read in the server's source.
 */
export const intervals = [5, 10, 30, 60, 180, 360, 720, 1440, 4320] as const

/** The time between two mails about errors that means "never". */
const never = 100_000

/**
 * The accepted values for the minimum time between two mails about errors, in minutes; 0 is at once.
 *
 * **Source** read in the server's source.
 */
export const errorsIntervals = [0, ...intervals, never] as const

/** A minimum time between two mails, in minutes. */
type NotifyInterval = (typeof intervals)[number]

/**
 * Checks a minimum time between two mails; servers silently ignore other values.
 *
 * **Source** recorded from a server 4.3.0.
 */
const NotifyInterval: Schema.Codec<NotifyInterval> = literals("NotifyInterval", intervals)

/** A minimum time between two mails about errors, in minutes; 0 is at once, 100000 is never. */
type ErrorsInterval = (typeof errorsIntervals)[number]

/**
 * Checks a minimum time between two mails about errors; servers silently ignore other values.
 *
 * **Source** recorded from a server 4.3.0.
 */
const ErrorsInterval: Schema.Codec<ErrorsInterval> = literals("ErrorsInterval", errorsIntervals)

/**
 * The preferences to change; omitted ones stay as they are.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class NotifyPrefsInput extends record<NotifyPrefsInput>("NotifyPrefsInput")({
  /** Whether to stop all mails. */
  disabled: Schema.optional(Schema.Boolean),
  /** Whether to stop mails about messages from other players. */
  disabledOnMessages: Schema.optional(Schema.Boolean),
  /** Whether to send mails even while the user is online. */
  sendOnline: Schema.optional(Schema.Boolean),
  /** Minimum time between two mails, in minutes. */
  interval: Schema.optional(NotifyInterval),
  /** Minimum time between two mails about errors, in minutes; 0 is at once, 100000 is never. */
  errorsInterval: Schema.optional(ErrorsInterval)
}) {}
