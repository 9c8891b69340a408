/** What is wrong with an outcome, whatever the input was. */
import { inspect } from "node:util"
import { ScreepsError } from "@screeps-effect/api/ScreepsError"
import { SocketError } from "@screeps-effect/socket/SocketError"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import { secrets } from "./hostile.ts"

/** The first lines of a stack: where it happened, without addresses that differ between machines. */
const shortStack = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? String(error)) : inspect(error))
    .slice(0, 2_000)
    .split("\n")
    .slice(0, 4)
    .map((line) => line.trim().slice(0, 300).split("/").slice(-2).join("/"))
    .join(" | ")

/** What one case shows, searched for its secrets. */
export interface Shown {
  readonly search: (where: string, value: unknown) => void
  /** Places where a secret was shown. */
  readonly leaks: ReadonlySet<string>
}

/** Searches for these secrets; a program can recognise a password only if it knows it. */
export const makeShown = (
  names: ReadonlyArray<keyof typeof secrets> = ["token", "password", "mail", "session"]
): Shown => {
  const leaks = new Set<string>()
  const search = (where: string, value: unknown) => {
    const text = typeof value === "string" ? value : inspect(value, { depth: 8, maxStringLength: Infinity })
    for (const name of names) {
      if (text.includes(secrets[name])) leaks.add(`leak: ${where} shows the ${name}`)
    }
  }
  return { search, leaks }
}

/** Gives logs of all levels to the search. */
export const logs = ({ search }: Shown) =>
  Layer.merge(
    Logger.layer([Logger.map(Logger.formatLogFmt, (line) => search("a log line", line))]),
    Layer.succeed(References.MinimumLogLevel, "Trace")
  )

/** Longest error message: a reason of a few hundred characters, and names. */
const longest = 5_000

const encodeScreeps = Schema.encodeUnknownSync(ScreepsError)
const encodeSocket = Schema.encodeUnknownSync(SocketError)

const problemsOfError = (error: unknown, shown: Shown): ReadonlyArray<string> => {
  if (!(error instanceof ScreepsError) && !(error instanceof SocketError))
    return [`untyped failure: ${shortStack(error)}`]
  const problems: Array<string> = []
  const { message, stack = "" } = error
  if (message.length > longest) problems.push(`unbounded message of ${error.reason._tag}`)
  try {
    shown.search(
      "an encoded error",
      error instanceof ScreepsError ? encodeScreeps(error) : encodeSocket(error)
    )
  } catch (failure) {
    problems.push(`an error that cannot be encoded (${error.reason._tag}): ${shortStack(failure)}`)
  }
  shown.search("an error", error)
  shown.search("an error's stack", stack)
  return problems
}

/** What is wrong with how an effect ended, if anything. */
export const problemsOf = (exit: Exit.Exit<unknown, unknown>, shown: Shown): ReadonlyArray<string> => {
  if (Exit.isSuccess(exit)) return []
  const { cause } = exit
  shown.search("a cause", Cause.pretty(cause))
  if (Cause.hasDies(cause)) return [`defect: ${shortStack(Cause.squash(cause))}`]
  if (Cause.hasInterruptsOnly(cause)) return ["an interruption that nobody caused"]
  return problemsOfError(Cause.squash(cause), shown)
}

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype]
const keysOfPrototypes = () => prototypes.map((one) => Reflect.ownKeys(one).length).join()
const clean = keysOfPrototypes()

/** Whether the prototype of all objects was changed. */
export const isPolluted = (): boolean => keysOfPrototypes() !== clean || "polluted" in {}

/** What the process reported beside the outcome: rejections and exceptions that nobody handled, and warnings. */
export const watchProcess = () => {
  const problems: Array<string> = []
  const rejection = (error: unknown) => void problems.push(`unhandled rejection: ${shortStack(error)}`)
  const exception = (error: unknown) => void problems.push(`uncaught exception: ${shortStack(error)}`)
  const warning = (error: Error) => {
    if (error.name !== "ExperimentalWarning" && error.name !== "DeprecationWarning")
      problems.push(`warning: ${shortStack(error)}`)
  }
  process.on("unhandledRejection", rejection)
  process.on("uncaughtException", exception)
  process.on("warning", warning)
  return {
    /** Returns what was reported since the last call. */
    take: () => problems.splice(0),
    stop: () => {
      process.off("unhandledRejection", rejection)
      process.off("uncaughtException", exception)
      process.off("warning", warning)
    }
  }
}
