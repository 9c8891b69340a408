/** Everything that can be wrong with a configuration file. */
import * as Schema from "effect/Schema"

/** The file is not there, or no file was found at all. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {
  /** Who named the file; `search` when nobody did. */
  namedBy: Schema.Literals(["option", "SCREEPS_CONFIG", "search"]),
  /** Where it was looked for, in this order. */
  looked: Schema.Array(Schema.String)
}) {
  override get message() {
    if (this.namedBy === "search") return `no configuration file, looked for ${this.looked.join(", ")}`
    return this.namedBy === "option"
      ? "there is no such file"
      : "there is no such file, named by SCREEPS_CONFIG"
  }
}

/** The file is there and cannot be read: a directory, or one without permission. */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", { detail: Schema.String }) {
  override get message() {
    return this.detail
  }
}

/**
 * The text is no YAML or no JSON.
 *
 * **Gotchas**
 *
 * The line is named and never shown: it may hold a secret.
 */
export class Malformed extends Schema.TaggedError<Malformed>()("Malformed", {
  format: Schema.Literals(["YAML", "JSON"]),
  /** The first line is 1; absent when the parser does not tell. */
  line: Schema.optionalKey(Schema.Int),
  /** What is wrong, where that is known. */
  detail: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    const where = this.line === undefined ? "" : `line ${this.line}: `
    return `${where}this is not ${this.format}${this.detail === undefined ? "" : `, ${this.detail}`}`
  }
}

/** A value is missing, or not what its key stands for. */
export class InvalidValue extends Schema.TaggedError<InvalidValue>()("InvalidValue", {
  /** Such as `servers.main.port`; empty when the file as a whole is meant. */
  key: Schema.String,
  /** What was expected there. */
  expected: Schema.String
}) {
  override get message() {
    return `${this.key === "" ? "" : `${this.key}: `}expected ${this.expected}`
  }
}

/** The file does not know the server that was asked for. */
export class UnknownServer extends Schema.TaggedError<UnknownServer>()("UnknownServer", {
  name: Schema.String,
  known: Schema.Array(Schema.String)
}) {
  override get message() {
    return `there is no server ${JSON.stringify(this.name)}, only ${this.known.join(", ")}`
  }
}

/** The file knows several servers, none of them is called `main`, and none was asked for by name. */
export class ServerRequired extends Schema.TaggedError<ServerRequired>()("ServerRequired", {
  known: Schema.Array(Schema.String)
}) {
  override get message() {
    return `name one of the servers ${this.known.join(", ")}`
  }
}

const reason = Schema.Union([NotFound, Unreadable, Malformed, InvalidValue, UnknownServer, ServerRequired])

/** What is wrong with a configuration file. */
export type Reason = typeof reason.Type

/**
 * A configuration file cannot be used, for one `reason`.
 *
 * **Details**
 *
 * The message reads `.screeps.yaml: servers.main.port: expected a whole number from 1 to 65535`. What stands in the
 * file is never part of it, save the names of servers and keys.
 */
export class ConfigFileError extends Schema.TaggedError<ConfigFileError>()("ConfigFileError", {
  /** The file; absent when none was found. */
  file: Schema.optionalKey(Schema.String),
  reason
}) {
  override get message() {
    return `${this.file === undefined ? "" : `${this.file}: `}${this.reason.message}`
  }
}
