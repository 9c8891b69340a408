/** Why the game's own server could not be installed, started or asked. */
import * as Schema from "effect/Schema"

const list = (names: ReadonlyArray<string>) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

const withLog = (sentence: string, log: string) => (log === "" ? sentence : `${sentence}\n${log}`)

/** A program that the server's native part is built with is not on `PATH`. */
export class MissingTool extends Schema.TaggedError<MissingTool>()("MissingTool", {
  /** Names as looked up on `PATH`, at least one. */
  tools: Schema.Array(Schema.String)
}) {
  override get message(): string {
    const verb = this.tools.length === 1 ? "is" : "are"
    return `The game's server cannot be built here because ${list(this.tools)} ${verb} not on PATH.`
  }
}

/** The machine is not one that the server is set up for: Linux on x64. */
export class UnsupportedPlatform extends Schema.TaggedError<UnsupportedPlatform>()("UnsupportedPlatform", {
  /** As in Node's `process.platform`. */
  platform: Schema.String,
  /** As in Node's `process.arch`. */
  arch: Schema.String
}) {
  override get message(): string {
    return `The game's server is set up for linux-x64 only, and this machine is ${this.platform}-${this.arch}.`
  }
}

/** The server is not installed, or what is installed belongs to another version of this package. */
export class NotInstalled extends Schema.TaggedError<NotInstalled>()("NotInstalled", {
  /** Folder that was looked into. */
  home: Schema.String
}) {
  override get message(): string {
    return `The game's server is not installed in ${this.home}; run PrivateServer.install once.`
  }
}

/** One of the install's steps ended with a failure. */
export class InstallFailed extends Schema.TaggedError<InstallFailed>()("InstallFailed", {
  /** The command as typed. */
  step: Schema.String,
  /** Last lines of what the command printed. */
  log: Schema.String
}) {
  override get message(): string {
    return withLog(`The game's server could not be installed: ${this.step} failed.`, this.log)
  }
}

/** The server was not started, ended while starting, or did not answer in time. */
export class DidNotStart extends Schema.TaggedError<DidNotStart>()("DidNotStart", {
  /** Completes "it did not start:". */
  detail: Schema.String,
  /** Last lines of the server's logs; empty when nothing was started. */
  log: Schema.String
}) {
  override get message(): string {
    return withLog(`The game's server did not start: ${this.detail}.`, this.log)
  }
}

/** The server's command line refused an expression, or did not answer. */
export class CliFailed extends Schema.TaggedError<CliFailed>()("CliFailed", {
  /** What was asked, as typed. */
  expression: Schema.String,
  /** What the server threw, or why there is no answer. */
  detail: Schema.String
}) {
  override get message(): string {
    return `The server's command line failed at ${this.expression}: ${this.detail}`
  }
}

/**
 * Everything that can go wrong with a `PrivateServer`; `reason` says what, its message is for people.
 *
 * **Details**
 *
 * `MissingTool` and `UnsupportedPlatform` speak about the machine, not about a fault: a test suite may turn them into
 * a skip. All others are faults.
 */
export class PrivateServerError extends Schema.TaggedError<PrivateServerError>()("PrivateServerError", {
  reason: Schema.Union([
    MissingTool,
    UnsupportedPlatform,
    NotInstalled,
    InstallFailed,
    DidNotStart,
    CliFailed
  ])
}) {
  override get message(): string {
    return this.reason.message
  }
}
