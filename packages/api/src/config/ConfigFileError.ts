/** The error of configuration files and its reasons. */
import * as Schema from "effect/Schema"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"

/** The named file does not exist, or no file was found. */
export class NotFound extends withoutStackTrace(
  Schema.TaggedError<NotFound>()("NotFound", {
    /** Where the file name came from; `search` when no file was named. */
    namedBy: Schema.Literals(["option", "SCREEPS_CONFIG", "search"]),
    /** Paths of the files that were searched, in this order. */
    searched: Schema.Array(Schema.String)
  })
) {
  override get message() {
    if (this.namedBy === "search") return `no configuration file found; searched ${this.searched.join(", ")}`
    return this.namedBy === "option"
      ? "the file does not exist"
      : "the file does not exist (named by SCREEPS_CONFIG)"
  }
}

/** The file exists but cannot be read: it is not a regular file, not text, larger than
 * 4 MiB, or permission is denied. */
export class Unreadable extends withoutStackTrace(
  Schema.TaggedError<Unreadable>()("Unreadable", {
    /** Why the file cannot be read. */
    detail: Schema.String
  })
) {
  override get message() {
    return this.detail
  }
}

/**
 * The text is not valid YAML or JSON.
 *
 * **Gotchas**
 *
 * The error contains the numbers of the line and the character, never the text, which may contain a secret.
 */
export class Malformed extends withoutStackTrace(
  Schema.TaggedError<Malformed>()("Malformed", {
    /** The expected format, by the name of the file. */
    format: Schema.Literals(["YAML", "JSON"]),
    /** Number of the line, starting at 1; absent in YAML of more than 256 KiB and where the engine does not report it. */
    line: Schema.optionalKey(Schema.Int),
    /** Number of the character in the line, starting at 1, at which the text stops being valid; absent like the line. */
    column: Schema.optionalKey(Schema.Int),
    /** What is wrong with the line; absent when unknown. */
    detail: Schema.optionalKey(Schema.String)
  })
) {
  override get message() {
    const detail = this.detail === undefined ? "" : `: ${this.detail}`
    const where = this.line === undefined ? "" : `line ${this.line}, column ${this.column}: `
    return `${where}not valid ${this.format}${detail}`
  }
}

/** A value is missing or invalid. */
export class InvalidValue extends withoutStackTrace(
  Schema.TaggedError<InvalidValue>()("InvalidValue", {
    /** Path of the key, such as `servers.main.port`; empty for the file as a whole. */
    key: Schema.String,
    /** What was expected there. */
    expected: Schema.String
  })
) {
  override get message() {
    return `${this.key === "" ? "" : `${this.key}: `}expected ${this.expected}`
  }
}

/** Lists names of servers, the first ones of many. */
const listed = (names: ReadonlyArray<string>): string =>
  names.length <= 20
    ? names.join(", ")
    : `${names.slice(0, 20).join(", ")} and ${names.length - 20} other servers`

/** The file contains no server with the requested name. */
export class UnknownServer extends withoutStackTrace(
  Schema.TaggedError<UnknownServer>()("UnknownServer", {
    /** The requested name. */
    name: Schema.String,
    /** Names of the servers in the file. */
    known: Schema.Array(Schema.String)
  })
) {
  override get message() {
    return `there is no server ${JSON.stringify(this.name)}: choose one of ${listed(this.known)}`
  }
}

/** No server was requested by name, and the file contains several servers without one named `main`. */
export class ServerRequired extends withoutStackTrace(
  Schema.TaggedError<ServerRequired>()("ServerRequired", {
    /** Names of the servers in the file. */
    known: Schema.Array(Schema.String)
  })
) {
  override get message() {
    return `no server given: choose one of ${listed(this.known)}`
  }
}

/**
 * A configuration file cannot be used, for one `reason`.
 *
 * **Details**
 *
 * The message reads `.screeps.yaml: servers.main.port: expected a whole number from 1 to 65535`. Of the file's contents
 * it shows only the names of servers and keys.
 */
export class ConfigFileError extends withoutStackTrace(
  Schema.TaggedError<ConfigFileError>()("ConfigFileError", {
    /** Path of the file, or the name of the configuration variable that cannot be read; absent when no file was found. */
    file: Schema.optionalKey(Schema.String),
    /** What is wrong; distinguish reasons by `_tag`. */
    reason: Schema.Union([NotFound, Unreadable, Malformed, InvalidValue, UnknownServer, ServerRequired])
  })
) {
  override get message() {
    return `${this.file === undefined ? "" : `${this.file}: `}${this.reason.message}`
  }
}
