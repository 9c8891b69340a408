/** Failures of commands: messages and exit statuses. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import type { Reason, ScreepsError } from "@screeps-effect/api/ScreepsError"
import type { AdministrationError } from "@screeps-effect/private-server/AdministrationError"
import type { SocketReason } from "@screeps-effect/socket/SocketError"
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as Data from "effect/Data"
import { isPlatformError } from "effect/PlatformError"
import * as Predicate from "effect/Predicate"

/** Exit statuses; the README lists the same, and a test compares both. */
export const status = {
  ok: 0,
  refused: 1,
  usage: 2,
  auth: 3,
  limited: 4,
  unreachable: 5,
  fault: 70,
  interrupted: 130
} as const

/** The arguments are invalid; nothing was sent. */
export class Usage extends Data.TaggedError("Usage")<{ readonly message: string }> {}

/** The command failed for a reason that does not come from a server. */
export class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}

/** The script reported an error while the command watched it. */
export class ScriptFailed extends Data.TaggedError("ScriptFailed")<{ readonly message: string }> {}

/** The connection was lost, so that the result is unknown. */
export class ConnectionLost extends Data.TaggedError("ConnectionLost")<{ readonly message: string }> {}

type Status = (typeof status)[keyof typeof status]

type AnyReason = Reason | SocketReason | AdministrationError["reason"]

const ofReason: { readonly [Tag in AnyReason["_tag"]]: Status } = {
  Rejected: status.refused,
  ServerFault: status.refused,
  EndpointNotFound: status.refused,
  HistoryNotFound: status.refused,
  UnexpectedResponse: status.refused,
  TooSlow: status.refused,
  LimitExceeded: status.refused,
  UnexpectedPayload: status.refused,
  UnexpectedResult: status.refused,
  TooLarge: status.refused,
  ShardRequired: status.usage,
  InvalidInput: status.usage,
  Unauthorized: status.auth,
  Forbidden: status.auth,
  AccessDenied: status.auth,
  AuthRefused: status.auth,
  SignInFailed: status.auth,
  RateLimited: status.limited,
  Unreachable: status.unreachable,
  WebSocketRefused: status.unreachable,
  TimedOut: status.unreachable,
  Ended: status.unreachable
}

const ofTag: Readonly<Record<string, Status>> = {
  Usage: status.usage,
  ScenarioError: status.usage,
  CodeNotFound: status.usage,
  InvalidCode: status.usage,
  ConnectionLost: status.unreachable,
  ConfigFileError: status.usage,
  ConfigError: status.usage,
  InvalidServer: status.usage,
  ShowHelp: status.usage
}

const tagOf = (error: unknown): string | undefined =>
  Predicate.hasProperty(error, "_tag") && typeof error._tag === "string" ? error._tag : undefined

const reasonOf = (error: unknown) => (Predicate.hasProperty(error, "reason") ? error.reason : undefined)

/**
 * Returns the error because of which the code of a bot cannot be used, one of a file in a sentence, and otherwise the error
 * itself.
 */
const innermost = (error: unknown): unknown => {
  if (isPlatformError(error) && error.reason.module === "FileSystem")
    return LocalFile.fromPlatformError(error)
  if (tagOf(error) !== "BotCodeError") return error
  const reason = reasonOf(error)
  return tagOf(reason) === "CodeFailed" && Predicate.hasProperty(reason, "cause") ? reason.cause : reason
}

/** Returns the exit status for a failure of a command. */
export const statusOf = (failure: unknown): Status => {
  const error = innermost(failure)
  if (CliError.isCliError(error)) {
    return error._tag === "ShowHelp" && error.errors.length === 0 && error.commandPath.length < 2
      ? status.ok
      : status.usage
  }
  const inner = tagOf(reasonOf(error))
  const known: Readonly<Record<string, Status>> = ofReason
  return (inner === undefined ? undefined : known[inner]) ?? ofTag[tagOf(error) ?? ""] ?? status.refused
}

const tokenRejected = "the API token was rejected"

const tokenHint =
  "Check whether the token still exists and allows this call, and the address: private servers accept API tokens only with the mod screepsmod-auth."

const passwordRejected = "the name or the password is wrong"

const passwordHint =
  "Check the name and the password: as given to screeps login, in SCREEPS_USERNAME and SCREEPS_PASSWORD, or in the credentials file; screeps doctor --local shows which are used."

const checkLocally = "screeps doctor --local checks the set-up."

const signInHint =
  "To sign in, use screeps login --save, --server <name>, SCREEPS_TOKEN, or SCREEPS_USERNAME and SCREEPS_PASSWORD (see screeps --help)."

/** What resolvers report of a name without an address. */
const unknownName = /\b(?:ENOTFOUND|EAI_AGAIN)\b/

const unknownNameHint = "The server's name is unknown: check its spelling in the address, and your network."

const hints: { readonly [tag in string]?: string } = {
  Unauthorized: signInHint,
  AuthRefused: checkLocally,
  ShardRequired: "Pass --shard <name>, or set a shard in the credentials file.",
  Unreachable:
    "Check the server's address, and whether the server is running; screeps doctor --local checks the set-up.",
  WebSocketRefused: checkLocally,
  UnexpectedResponse:
    "Check the server's address; screeps doctor lists responses that differ from their schemas.",
  NotInstalled: "Pass --install to install it.",
  RateLimited: "Use --wait to wait for it; screeps limits shows the remaining requests."
}

/** Hints for reasons whose tags other errors have, too. */
const hintsOf: { readonly [tag in string]?: { readonly [tag in string]?: string } } = {
  ScreepsError: { TimedOut: checkLocally },
  SocketError: { TimedOut: checkLocally },
  AdministrationError: { Unreachable: "Pass its address with --cli, as screeps dev --real prints it." },
  ConfigFileError: {
    NotFound: "To save a server and an account, use screeps login --save.",
    ServerRequired: "Pass --server <name>."
  }
}

/** What messages say that have a more exact advice than the hints. */
const advice = /\b(?:write https?:\/\/|write it|change|check) (?:in )?the address\b|\bpass --cli\b/

const hintOf = (failure: unknown, kind: string, message: string): string | undefined => {
  if (message.includes(tokenRejected)) return tokenHint
  if (message.includes(passwordRejected)) return passwordHint
  if (message.includes("guests receive")) return signInHint
  if (kind === "Unreachable" && unknownName.test(message)) return unknownNameHint
  return advice.test(message) ? undefined : (hintsOf[tagOf(failure) ?? ""]?.[kind] ?? hints[kind])
}

/** The description of a failure. */
interface FailureReport {
  /** Tag of the error or its reason. */
  readonly kind: string
  readonly message: string
  /** What a person can do about it. */
  readonly hint: string | undefined
}

/** Replaces advice for programs in the library's messages. */
const withoutProgramAdvice = (message: string): string =>
  message
    .replace("an account is required: pass a token, or a user name and a password", "you are not signed in")
    .replace(": pass them as Credentials", "")
    .replace(": pass { shard }, or set a default such as SCREEPS_SHARD", "")
    .replace('pass withoutMain: "upload"', "pass --without-main")
    .replace("; or pass a branch", "; or pass --branch")
    .replace(/; run "npx [^"]+" or PrivateServer\.install once\.$/, ".")
    .replace(/use Administration\.layerHttp\(\{ url: "([^"]+)" \}\)$/, "pass --cli $1")
    .replace(/use Administration\.layerCli\(\{ host: "([^"]+)", port: (\d+) \}\)$/, "pass --cli $1:$2")

/** Describes a failure; errors of these packages never contain secrets. */
export const describe = (failure: unknown): FailureReport => {
  const error = innermost(failure)
  const kind = tagOf(reasonOf(error)) ?? tagOf(error) ?? "Error"
  const shown = error instanceof LocalFile.LocalFileError ? error : failure
  const message = withoutProgramAdvice(shown instanceof Error ? shown.message : String(shown))
  return { kind, message, hint: hintOf(failure, kind, message) }
}

/** Returns whether an error means that the user does not exist. */
export const isUnknownUser = ({ operation, reason }: ScreepsError): boolean =>
  operation.endsWith(" /api/user/find") && reason._tag === "Rejected" && reason.detail === "user not found"

/** Returns the error of a cause; `undefined` when it was only interrupted. */
export const errorOf = (cause: Cause.Cause<unknown>) =>
  Cause.hasInterruptsOnly(cause) ? undefined : { error: Cause.squash(cause), isDefect: Cause.hasDies(cause) }
