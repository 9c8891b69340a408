/** Finds, reads and parses configuration files. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as LocalFile from "../files/LocalFile.ts"
import type { Method } from "../session/Method.ts"
import {
  branchOf,
  type CheckedOut,
  type Fields,
  isGiven,
  isFlat,
  isMapping,
  keyOf,
  readEntry,
  shownName,
  unfoldFlat
} from "./entry.ts"
import { checkedOutBranch } from "./git.ts"
import type { BranchName } from "@screeps-effect/schema/Branch"
import * as Yaml from "./yaml.ts"
import type { Description } from "./address.ts"
import {
  ConfigFileError,
  InvalidValue,
  Malformed,
  NotFound,
  ServerRequired,
  UnknownServer,
  Unreadable
} from "./ConfigFileError.ts"

/** The format of a configuration file; by default JSON for names that end in `.json`, else YAML. */
export type Format = "YAML" | "JSON"

/** The file to read, and the server to choose from it. */
export interface Options {
  /** Path of the file; default: the value of `SCREEPS_CONFIG`, else the first file found by `read`. */
  readonly file?: string | undefined
  /** Name of the server in the file; default: the only server, else `main`. */
  readonly server?: string | undefined
}

/** A server in a configuration file and its account; each is a failure if its fields are invalid. */
export interface Entry {
  /** The server, or the field of its address that is invalid. */
  readonly server: Result.Result<Description, InvalidValue>
  /** The account, or the field that is missing or invalid. */
  readonly credentials: Result.Result<Method, InvalidValue>
}

/** A parsed configuration file; its secrets are redacted, and so are the settings of tools, which may contain some. */
export interface ConfigFile {
  /** Path of the file. */
  readonly file: string
  /** Servers by name; at least one. */
  readonly servers: ReadonlyMap<string, Entry>
  /** Settings by the name of the tool; read them with `section`. */
  readonly configs: Redacted.Redacted<ReadonlyMap<string, unknown>>
}

const failWith = (file: string, reason: ConfigFileError["reason"]) => new ConfigFileError({ file, reason })

/** Returns the place of a JSON error from the end of its message, whose beginning may quote the text. */
const placeOf = (text: string, error: unknown): { readonly line?: number; readonly column?: number } => {
  const message = error instanceof Error ? error.message : ""
  const reported = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1]
  const position = message === "Unexpected end of JSON input" ? text.length : Number(reported)
  if (Number.isNaN(position)) return {}
  const before = text.slice(0, position).split("\n")
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

const parseJson = (text: string): Result.Result<unknown, Malformed> => {
  const bare = text.replace(/^\uFEFF/, "")
  try {
    return Result.succeed(JSON.parse(bare))
  } catch (error) {
    return Result.fail(new Malformed({ format: "JSON", ...placeOf(bare, error) }))
  }
}

const parseYaml = (text: string): Result.Result<unknown, Malformed> =>
  Result.mapError(
    Yaml.parse(text),
    ({ column, detail, line }) =>
      new Malformed({
        format: "YAML",
        ...(line === undefined || column === undefined ? {} : { line, column }),
        ...(detail === undefined ? {} : { detail })
      })
  )

const invalid = (key: string, expected: string) => Result.fail(new InvalidValue({ key, expected }))

const readServers = (
  at: string,
  servers: unknown,
  checkedOut: CheckedOut
): Result.Result<ReadonlyMap<string, Entry>, InvalidValue> => {
  if (!isMapping(servers)) return invalid(at, "a mapping from server names to settings")
  const entries = Object.entries(servers)
  if (entries.length === 0) return invalid(at, "at least one server")
  return Result.succeed(
    new Map(entries.map(([name, fields]) => [name, readEntry(keyOf(at, name), fields, checkedOut)]))
  )
}

const readConfigs = ({ configs }: Fields): Result.Result<ReadonlyMap<string, unknown>, InvalidValue> => {
  if (configs === undefined || configs === null) return Result.succeed(new Map())
  return isMapping(configs)
    ? Result.succeed(new Map(Object.entries(configs)))
    : invalid("configs", "a mapping from tool names to settings")
}

type Contents = Pick<ConfigFile, "servers" | "configs">

/** The key of the servers: the text of SS3 names `servers`, its complete example `connections`. */
const serversKey = (document: Fields) =>
  isMapping(document["connections"]) && !isGiven(document["servers"]) ? "connections" : "servers"

const readUnified = (document: Fields, checkedOut: CheckedOut): Result.Result<Contents, InvalidValue> =>
  Result.gen(function* () {
    const key = serversKey(document)
    const servers = yield* readServers(key, document[key], checkedOut)
    const configs = yield* readConfigs(document)
    return { servers, configs: Redacted.make(configs, { label: "screeps-configs" }) }
  })

const readPlain = (document: Fields, checkedOut: CheckedOut): Result.Result<Contents, InvalidValue> =>
  Result.gen(function* () {
    const configs = Redacted.make(new Map(), { label: "screeps-configs" })
    if (!isFlat(document)) return { servers: yield* readServers("", document, checkedOut), configs }
    const entry = readEntry("", yield* unfoldFlat(document), checkedOut)
    return { servers: new Map([["main", entry]]), configs }
  })

/**
 * Parses the text of a configuration file.
 *
 * **Details**
 *
 * Fails only if the file as a whole is invalid; errors in a server's entry are reported when that server is used.
 *
 * **Errors** `Malformed`, `InvalidValue`.
 */
export const parse = (
  text: string,
  options: {
    /** Path of the file, for errors and the default format. */
    readonly file: string
    /** Format of the text; default: by the name of the file. */
    readonly format?: Format | undefined
    /** The branch that Git has checked out, for servers with the branch `auto`; `read` finds it. */
    readonly checkedOut?: CheckedOut | undefined
  }
): Result.Result<ConfigFile, ConfigFileError> => {
  const { checkedOut = Result.fail("auto is known only where files can be read"), file } = options
  const isJson = (options.format ?? (/\.json$/i.test(file) ? "JSON" : "YAML")) === "JSON"
  return Result.gen(function* () {
    const document = yield* isJson ? parseJson(text) : parseYaml(text)
    if (!isMapping(document)) {
      return yield* invalid("", isJson ? "a JSON object of servers" : "a mapping with the key servers")
    }
    const isUnified = !isJson || Object.hasOwn(document, serversKey(document))
    return {
      file,
      ...(yield* isUnified ? readUnified(document, checkedOut) : readPlain(document, checkedOut))
    }
  }).pipe(Result.mapError((reason) => failWith(file, reason)))
}

const entryOf = ({ file, servers }: ConfigFile, name?: string): Result.Result<Entry, ConfigFileError> => {
  const known = [...servers.keys()]
  const chosen = name ?? (known.length === 1 ? known[0] : "main")
  const entry = chosen === undefined ? undefined : servers.get(chosen)
  if (entry !== undefined) return Result.succeed(entry)
  const names = known.map(shownName)
  return Result.fail(
    failWith(
      file,
      name === undefined
        ? new ServerRequired({ known: names })
        : new UnknownServer({ name: shownName(name), known: names })
    )
  )
}

/**
 * Returns a server of the file by name; without a name the only server, else `main`.
 *
 * **Errors** `UnknownServer`, `ServerRequired`, `InvalidValue`.
 */
export const server = (self: ConfigFile, name?: string): Result.Result<Description, ConfigFileError> =>
  Result.flatMap(entryOf(self, name), (entry) =>
    Result.mapError(entry.server, (reason) => failWith(self.file, reason))
  )

/**
 * Returns the account for a server of the file by name; without a name for the only server, else for `main`.
 *
 * **Details**
 *
 * A token takes precedence over a password, a mail address over a username.
 *
 * **Errors** `UnknownServer`, `ServerRequired`, `InvalidValue`.
 */
export const credentials = (self: ConfigFile, name?: string): Result.Result<Method, ConfigFileError> =>
  Result.flatMap(entryOf(self, name), (entry) =>
    Result.mapError(entry.credentials, (reason) => failWith(self.file, reason))
  )

const variable = (name: string): Effect.Effect<string | undefined, ConfigFileError> =>
  Config.option(Config.String(name)).pipe(
    Effect.mapError(() => failWith(name, new Unreadable({ detail: "the configuration cannot be read" }))),
    // An empty variable is how shells unset one.
    Effect.map((text) => Option.getOrUndefined(Option.filter(text, (one) => one !== "")))
  )

const yamlEndings = ["yaml", "yml"]

/**
 * Returns the paths that `read` searches without a named file, in this order; those of the working directory are
 * relative, all others absolute.
 *
 * **Errors** `Unreadable` when the configuration cannot be read.
 */
export const searchPaths: Effect.Effect<ReadonlyArray<string>, ConfigFileError, Path> = Effect.gen(
  function* () {
    const path = yield* Path
    const home = (yield* variable("HOME")) ?? (yield* variable("USERPROFILE"))
    const below = (folder: string | undefined, ...names: ReadonlyArray<string>) =>
      folder === undefined ? [] : [path.join(folder, ...names)]
    const platform = [
      ...below(yield* variable("XDG_CONFIG_HOME")),
      ...below(home, ".config"),
      ...below(yield* variable("APPDATA")),
      ...below(home, "Library", "Application Support")
    ]
    const hidden = yamlEndings.map((ending) => `.screeps.${ending}`)
    const json = [".screeps.json", "screeps.json"]
    return [
      ...new Set([
        ...hidden,
        ...platform.flatMap((folder) =>
          yamlEndings.flatMap((ending) => below(folder, "screeps", `config.${ending}`))
        ),
        ...hidden.flatMap((name) => below(home, name)),
        ...json,
        ...[home, ...platform].flatMap((folder) => json.flatMap((name) => below(folder, name)))
      ])
    ]
  }
)

/** The size of the largest file that is read: far more than any file of servers needs. */
const mostBytes = 4 * 1024 * 1024

/** Returns the text of a file; `undefined` if the file does not exist. Never waits for a pipe or a device. */
const textOf = (file: string): Effect.Effect<string | undefined, ConfigFileError, FileSystem> =>
  LocalFile.readText(file, { mostBytes }).pipe(
    // A parent folder may be a file, so that this file cannot exist.
    Effect.catchIf(
      ({ reason }) => reason === "NotFolder",
      () => Effect.undefined
    ),
    Effect.mapError(({ explanation }) => failWith(file, new Unreadable({ detail: explanation })))
  )

/**
 * Returns the branch that a name stands for: `auto` is the branch that Git has checked out in the working directory.
 *
 * **Errors** `InvalidValue`: there is no such branch, or its name has more than 30 characters.
 */
export const branch = (name: BranchName): Effect.Effect<BranchName, InvalidValue, FileSystem | Path> =>
  Effect.gen(function* () {
    const checkedOut = name === "auto" ? yield* checkedOutBranch : Result.succeed(name)
    return yield* Effect.fromResult(branchOf("branch", name, checkedOut))
  })

/**
 * Finds and reads the configuration file; uses the first file that exists.
 *
 * **Details**
 *
 * It is the file in the options, else the file in `SCREEPS_CONFIG`, else the first of `.screeps.yaml`,
 * `$XDG_CONFIG_HOME/screeps/config.yaml`, `~/.config/screeps/config.yaml`, `%APPDATA%/screeps/config.yaml`,
 * `~/Library/Application Support/screeps/config.yaml`, `~/.screeps.yaml` (each also with the ending `.yml`), then
 * `.screeps.json` and `screeps.json` in the working directory, the home directory, and the settings directories of that
 * list (such as `~/.config`). The variables come from Effect's configuration.
 *
 * **Gotchas**
 *
 * If a file was named and does not exist, it fails: no other file is read. Only regular files of at most 4 MiB are read,
 * so that a pipe or a device cannot hang the program. The text is UTF-8, or UTF-16 with a byte order mark, as PowerShell
 * writes it.
 *
 * **Errors** `NotFound`, `Unreadable`, `Malformed`, `InvalidValue`.
 */
export const read = (options?: Options): Effect.Effect<ConfigFile, ConfigFileError, FileSystem | Path> =>
  Effect.gen(function* () {
    const fromVariable = options?.file === undefined ? yield* variable("SCREEPS_CONFIG") : undefined
    const named = options?.file ?? fromVariable
    const searched = named === undefined ? yield* searchPaths : [named]
    for (const file of searched) {
      const text = yield* textOf(file)
      if (text === undefined) continue
      const checkedOut = text.includes("auto") ? yield* checkedOutBranch : undefined
      return yield* Effect.fromResult(parse(text, { file, checkedOut }))
    }
    if (named === undefined) {
      return yield* new ConfigFileError({ reason: new NotFound({ namedBy: "search", searched }) })
    }
    const namedBy = fromVariable === undefined ? "option" : "SCREEPS_CONFIG"
    return yield* failWith(named, new NotFound({ namedBy, searched }))
  })

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** Returns a schema's first issue as key and expectation; `reportInput` is off, so that it contains no values. */
const firstIssue = (at: string, { issue }: Schema.SchemaError): InvalidValue => {
  const first = formatIssue(issue).issues[0]
  const key = (first?.path ?? [])
    .map((part) => String(typeof part === "object" ? part.key : part))
    .reduce(keyOf, at)
  const message = first?.message ?? "a valid setting"
  return new InvalidValue({
    key,
    expected: message === "Missing key" ? "a value" : message.replace(/^Expected /, "")
  })
}

/** Options of `section`. */
export interface SectionOptions extends Options {
  /** What happens to keys that are not in the schema, at every depth: `ignore` (default) drops them, `error` fails. */
  readonly onExcessProperty?: "ignore" | "error" | undefined
}

/**
 * Reads the settings of one tool from the file's `configs` and decodes them with a schema.
 *
 * **Details**
 *
 * Absent or empty settings are decoded as `{}`: the schema defines which ones are required. Keys that are not in the
 * schema are dropped, or rejected with `onExcessProperty`.
 *
 * **Gotchas**
 *
 * Failures never contain values. Custom messages of a schema are passed on: keep values out of them, too.
 *
 * **Errors** `InvalidValue`, and those of `read`.
 */
export const section = <A>(
  name: string,
  schema: Schema.ConstraintCodec<A, unknown>,
  options?: SectionOptions
): Effect.Effect<A, ConfigFileError, FileSystem | Path> =>
  Effect.flatMap(read(options), ({ configs, file }) =>
    Schema.decodeUnknownResult(schema)(Redacted.value(configs).get(name) ?? {}, {
      reportInput: false,
      onExcessProperty: options?.onExcessProperty
    }).pipe(
      Result.mapError((error) => failWith(file, firstIssue(keyOf("configs", name), error))),
      Effect.fromResult
    )
  )
