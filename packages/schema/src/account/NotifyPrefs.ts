/** Which notifications a user wants by mail. */
import * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The shortest times between two mails that may be chosen, in minutes.
 *
 * **Source** read in the server's source.
 */
export const intervals = [5, 10, 30, 60, 180, 360, 720, 1440, 4320] as const

/** Stands for "never" among the times between two mails about errors. */
export const never = 100_000

/**
 * The shortest times between two mails about errors that may be chosen, in minutes; 0 is at once.
 *
 * **Source** read in the server's source.
 */
export const errorsIntervals = [0, ...intervals, never] as const

/** A time between two mails, in minutes. */
export type NotifyInterval = (typeof intervals)[number]

/**
 * Checks a time between two mails; servers silently ignore any other.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const NotifyInterval: Schema.Codec<NotifyInterval> = literals("NotifyInterval", intervals)

/** A time between two mails about errors, in minutes; 0 is at once, 100000 never. */
export type ErrorsInterval = (typeof errorsIntervals)[number]

/**
 * Checks a time between two mails about errors; servers silently ignore any other.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const ErrorsInterval: Schema.Codec<ErrorsInterval> = literals("ErrorsInterval", errorsIntervals)

/**
 * The preferences to change; those that are left out stay as they are.
 *
 * **Details**
 *
 * `disabled` stops all mails, `disabledOnMessages` those about messages; `sendOnline` sends them even while the user
 * is online.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class NotifyPrefsInput extends Schema.Opaque<NotifyPrefsInput>()(
  Schema.Struct({
    disabled: Schema.optional(Schema.Boolean),
    disabledOnMessages: Schema.optional(Schema.Boolean),
    sendOnline: Schema.optional(Schema.Boolean),
    interval: Schema.optional(NotifyInterval),
    errorsInterval: Schema.optional(ErrorsInterval)
  }).annotate({ identifier: "NotifyPrefsInput" })
) {}
