/** The error of local files. */
import * as Predicate from "effect/Predicate"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"

/** What happened, and what to do about it. */
const problems = {
  NoSpace: "no space left on the device; free some space, then try again",
  ReadOnly: "read-only file system; choose another path",
  PermissionDenied: "permission denied; check the permissions and the owner of the file and of its folder",
  NotFound: "no such file or folder; check the path",
  AlreadyExists: "it exists already; choose another path, or remove it first",
  IsFolder: "it is a folder; choose the path of a file",
  NotFolder: "a part of the path is not a folder; choose another path",
  NotRegular: "it is not a regular file; choose another path",
  NameTooLong: "the name is too long; choose a shorter one",
  TooManyLinks: "too many symbolic links; check where the link points to",
  TooManyOpenFiles: "too many open files; close other programs, or raise the limit (ulimit -n)",
  TooLarge: "it is too large",
  NotText: "it is not text in UTF-8, nor in UTF-16 with a byte order mark; save it as UTF-8",
  Busy: "another program uses it, or it is mounted on its own; end that program, or choose another path",
  Locked: "another program is changing it; try again when that program has ended",
  Failed: "the system reported an error"
} as const

/** The reason for which a file cannot be read or written. */
export type LocalFileReason = keyof typeof problems

const reasons = [
  "NoSpace",
  "ReadOnly",
  "PermissionDenied",
  "NotFound",
  "AlreadyExists",
  "IsFolder",
  "NotFolder",
  "NotRegular",
  "NameTooLong",
  "TooManyLinks",
  "TooManyOpenFiles",
  "TooLarge",
  "NotText",
  "Busy",
  "Locked",
  "Failed"
] as const satisfies ReadonlyArray<LocalFileReason>

const ofCode: { readonly [code in string]?: LocalFileReason } = {
  ENOENT: "NotFound",
  EACCES: "PermissionDenied",
  EPERM: "PermissionDenied",
  ENOSPC: "NoSpace",
  EDQUOT: "NoSpace",
  EROFS: "ReadOnly",
  EISDIR: "IsFolder",
  ENOTDIR: "NotFolder",
  ENAMETOOLONG: "NameTooLong",
  ELOOP: "TooManyLinks",
  EMFILE: "TooManyOpenFiles",
  ENFILE: "TooManyOpenFiles",
  EFBIG: "TooLarge",
  ETXTBSY: "Busy"
}

const ofTag: { readonly [tag in string]?: LocalFileReason } = {
  PermissionDenied: "PermissionDenied",
  NotFound: "NotFound",
  AlreadyExists: "AlreadyExists",
  Busy: "Busy"
}

/**
 * A local file cannot be read or written.
 *
 * **Details**
 *
 * The message contains the path, what happened and what to do: `main.js cannot be written: no space left on the device;
 * free some space, then try again`.
 */
export class LocalFileError extends withoutStackTrace(
  Schema.TaggedError<LocalFileError>()("LocalFileError", {
    /** The path as given. */
    path: Schema.String,
    /** What was attempted. */
    action: Schema.Literals(["read", "written", "removed"]),
    /** Why it failed; `Failed` for all that have no reason of their own. */
    reason: Schema.Literals(reasons),
    /** More about the reason, such as the system's code of an error that has no reason of its own. */
    detail: Schema.optionalKey(Schema.String)
  })
) {
  /** What happened and what to do, without the path. */
  get explanation(): string {
    return `${problems[this.reason]}${this.detail === undefined ? "" : ` (${this.detail})`}`
  }

  override get message() {
    return `${this.path} cannot be ${this.action}: ${this.explanation}`
  }
}

const actions: { readonly [method in string]?: LocalFileError["action"] } = {
  access: "read",
  exists: "read",
  lstat: "read",
  open: "read",
  read: "read",
  readAlloc: "read",
  readDirectory: "read",
  readDirectoryEntries: "read",
  readFile: "read",
  readFileString: "read",
  readLink: "read",
  realPath: "read",
  stat: "read",
  remove: "removed"
}

/**
 * Returns the error of a platform's file system as one that says what happened and what to do. Path and action are those
 * of the system's error, unless they are given: the system may have failed at another file, or only see a number.
 */
export const fromPlatformError = (
  { reason }: PlatformError,
  given: Partial<Pick<LocalFileError, "action" | "path">> = {}
): LocalFileError => {
  const found = "pathOrDescriptor" in reason ? String(reason.pathOrDescriptor) : "the file"
  const { action = actions[reason.method] ?? "written", path = found } = given
  const code =
    Predicate.hasProperty(reason.cause, "code") && typeof reason.cause.code === "string"
      ? reason.cause.code
      : undefined
  const known = ofCode[code ?? ""] ?? ofTag[reason._tag]
  return known === undefined
    ? new LocalFileError({
        path,
        action,
        reason: "Failed",
        detail: code ?? reason.description ?? reason._tag
      })
    : new LocalFileError({ path, action, reason: known })
}
