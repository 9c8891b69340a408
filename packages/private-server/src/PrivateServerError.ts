/** The errors of installing, starting and using the game's own server. */
import * as Schema from "effect/Schema"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"

const list = (names: ReadonlyArray<string>) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

const withLog = (sentence: string, log: string) => (log === "" ? sentence : `${sentence}\n${log}`)

/** A program that is needed to build the server's native part is not on `PATH`. */
export class MissingTool extends withoutStackTrace(
  Schema.TaggedError<MissingTool>()("MissingTool", {
    /** Names of the missing programs, at least one. */
    tools: Schema.Array(Schema.String)
  })
) {
  override get message(): string {
    const verb = this.tools.length === 1 ? "is" : "are"
    return `The game's server cannot be built because ${list(this.tools)} ${verb} not on PATH.`
  }
}

/** The machine is not supported: the server needs Linux on x64. */
export class UnsupportedPlatform extends withoutStackTrace(
  Schema.TaggedError<UnsupportedPlatform>()("UnsupportedPlatform", {
    /** Node's `process.platform`. */
    platform: Schema.String,
    /** Node's `process.arch`. */
    arch: Schema.String
  })
) {
  override get message(): string {
    return `The game's server needs linux-x64, and this machine is ${this.platform}-${this.arch}.`
  }
}

/** The server is not installed, or the installed one belongs to another version of this package. */
export class NotInstalled extends withoutStackTrace(
  Schema.TaggedError<NotInstalled>()("NotInstalled", {
    /** The folder in which the server was expected. */
    home: Schema.String
  })
) {
  override get message(): string {
    return `The game's server is not installed in ${this.home}; run "npx screeps-private-server-install" or PrivateServer.install once.`
  }
}

/** A step of the installation failed. */
export class InstallFailed extends withoutStackTrace(
  Schema.TaggedError<InstallFailed>()("InstallFailed", {
    /** The failed command. */
    step: Schema.String,
    /** The last lines of the command's output. */
    log: Schema.String
  })
) {
  override get message(): string {
    return withLog(`The game's server could not be installed: ${this.step} failed.`, this.log)
  }
}

/** The server was not started, ended while starting, or did not respond in time. */
export class DidNotStart extends withoutStackTrace(
  Schema.TaggedError<DidNotStart>()("DidNotStart", {
    /** Why the server did not start. */
    detail: Schema.String,
    /** The last lines of the server's logs; empty when nothing was started. */
    log: Schema.String
  })
) {
  override get message(): string {
    return withLog(`The game's server did not start: ${this.detail}.`, this.log)
  }
}

/**
 * A failure of a `PrivateServer`, for one `reason`.
 *
 * **Details**
 *
 * `MissingTool` and `UnsupportedPlatform` are limitations of the machine: a test suite may skip its tests. All other
 * reasons are failures.
 */
export class PrivateServerError extends withoutStackTrace(
  Schema.TaggedError<PrivateServerError>()("PrivateServerError", {
    reason: Schema.Union([MissingTool, UnsupportedPlatform, NotInstalled, InstallFailed, DidNotStart])
  })
) {
  override get message(): string {
    return this.reason.message
  }
}
