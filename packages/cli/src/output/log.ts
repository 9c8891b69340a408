/** Prints what the packages log: one sentence per entry, to standard error. */
import * as Cause from "effect/Cause"
import * as Logger from "effect/Logger"
import type { LogLevel } from "effect/LogLevel"
import * as References from "effect/References"
import { format, oneLine, plain, type PlainText, toJson } from "./text.ts"

const words: { readonly [Level in LogLevel]?: string } = {
  Fatal: "Error",
  Error: "Error",
  Warn: "Warning",
  Debug: "Debug",
  Trace: "Trace"
}

const textOf = (part: unknown): string =>
  typeof part === "string"
    ? part
    : part instanceof Error
      ? part.message
      : Cause.isCause(part)
        ? causeOf(part)
        : (JSON.stringify(part) ?? String(part))

const causeOf = (cause: Cause.Cause<unknown>): string => textOf(Cause.squash(cause))

/** Formats an entry: as JSON for programs, as `Warning: …` for people. */
const entry = (isJson: boolean) =>
  Logger.make(({ cause, logLevel, message }): PlainText => {
    const parts = (Array.isArray(message) ? message : [message]).map(textOf)
    if (cause.reasons.length > 0) parts.push(causeOf(cause))
    const text = parts.join(": ")
    const word = words[logLevel]
    if (isJson) return toJson({ [word?.toLowerCase() ?? "info"]: text })
    return word === undefined ? oneLine(text) : format`${plain(word)}: ${oneLine(text)}`
  })

/** Whether an entry is a warning about parts of a response that could not be read. */
const isDrift = ({ fiber, logLevel }: Logger.Options<unknown>): boolean =>
  logLevel === "Warn" && "drift" in fiber.getRef(References.CurrentLogAnnotations)

export const layer = (isJson: boolean) => {
  const toErrors = Logger.withConsoleError(entry(isJson))
  let hasDrift = false
  return Logger.layer([
    Logger.make((options) => {
      // A person needs to know that something is missing; `screeps doctor` lists all of it.
      if (isDrift(options) && hasDrift) return
      hasDrift ||= isDrift(options)
      toErrors.log(options)
    })
  ])
}
