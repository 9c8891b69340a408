/** The errors of administering a server. */
import * as Schema from "effect/Schema"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"

/** There is no connection to the server's command line, it was closed, or something else responds at its address. */
export class Unreachable extends withoutStackTrace(
  Schema.TaggedError<Unreachable>()("Unreachable", {
    /** Address of the command line. */
    address: Schema.String,
    /** What went wrong. */
    detail: Schema.String
  })
) {
  override get message(): string {
    return `The server's command line at ${this.address} cannot be used: ${this.detail}`
  }
}

/** The server did not respond in time; it may still execute the commands. */
export class TimedOut extends withoutStackTrace(
  Schema.TaggedError<TimedOut>()("TimedOut", {
    /** Address of the command line. */
    address: Schema.String,
    /** Names of the commands. */
    commands: Schema.Array(Schema.String),
    /** The timeout in milliseconds. */
    millis: Schema.Finite
  })
) {
  override get message(): string {
    return `${this.commands.join(", ")}: no response from ${this.address} within ${this.millis} ms; the server may still execute it.`
  }
}

/** The command line over HTTP requires another name or password. */
export class AccessDenied extends withoutStackTrace(
  Schema.TaggedError<AccessDenied>()("AccessDenied", {
    /** Address of the command line. */
    address: Schema.String,
    /** HTTP status of the response. */
    status: Schema.Finite
  })
) {
  override get message(): string {
    return `The server's command line at ${this.address} rejects the name or the password (HTTP status ${this.status}).`
  }
}

/** An input does not match the schema of its command; nothing was sent. */
export class InvalidInput extends withoutStackTrace(
  Schema.TaggedError<InvalidInput>()("InvalidInput", {
    /** Name of the command. */
    command: Schema.String,
    /** What is wrong with the input. */
    detail: Schema.String
  })
) {
  override get message(): string {
    return `${this.command}: invalid input: ${this.detail}`
  }
}

/** The server rejected a command. Earlier commands of the same batch have been executed. */
export class Rejected extends withoutStackTrace(
  Schema.TaggedError<Rejected>()("Rejected", {
    /** Name of the command. */
    command: Schema.String,
    /** The server's message. */
    detail: Schema.String
  })
) {
  override get message(): string {
    return `${this.command}: rejected by the server: ${this.detail}`
  }
}

/** Commands or their results are larger than the limit. */
export class TooLarge extends withoutStackTrace(
  Schema.TaggedError<TooLarge>()("TooLarge", {
    /** What is too large; commands whose `result` is too large have been executed. */
    subject: Schema.Literals(["request", "result"]),
    /** Names of the commands. */
    commands: Schema.Array(Schema.String),
    /** The size, if known, and the limit. */
    detail: Schema.String
  })
) {
  override get message(): string {
    return `${this.commands.join(", ")}: the ${this.subject} is too large: ${this.detail}`
  }
}

/** The result of a command does not match its schema. The command has been executed. */
export class UnexpectedResult extends withoutStackTrace(
  Schema.TaggedError<UnexpectedResult>()("UnexpectedResult", {
    /** Name of the command. */
    command: Schema.String,
    /** How the result differs from the schema. */
    detail: Schema.String
  })
) {
  override get message(): string {
    return `${this.command}: unexpected result: ${this.detail}`
  }
}

/** A failure of administering a server, for one `reason`. */
export class AdministrationError extends withoutStackTrace(
  Schema.TaggedError<AdministrationError>()("AdministrationError", {
    reason: Schema.Union([
      Unreachable,
      TimedOut,
      AccessDenied,
      InvalidInput,
      Rejected,
      TooLarge,
      UnexpectedResult
    ])
  })
) {
  override get message(): string {
    return this.reason.message
  }
}
