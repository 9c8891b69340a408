/** Configuration files: found, read, and understood. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import type { Method } from "../session/Method.ts"
import { type Fields, isFlat, isMapping, keyOf, readEntry, unfoldFlat } from "./entry.ts"
import * as Yaml from "./yaml.ts"
import type { Description } from "./address.ts"
import {
  ConfigFileError,
  InvalidValue,
  Malformed,
  NotFound,
  type Reason,
  ServerRequired,
  UnknownServer,
  Unreadable
} from "./ConfigFileError.ts"

/**
 * How a configuration file is written; by default as its name says: JSON when it ends in `.json`, else YAML.
 */
export type Format = "YAML" | "JSON"

/** Which file, and which of its servers. */
export interface Options {
  /** The file; when not told, `SCREEPS_CONFIG` names it, and else it is searched. */
  readonly file?: string | undefined
  /** The server's name in the file; when not told, the only one, else the one called `main`. */
  readonly server?: string | undefined
}

/**
 * A server of a configuration file and who the program is to it; what is wrong with either is told when it is asked
 * for.
 */
export interface Entry {
  readonly server: Result.Result<Description, InvalidValue>
  readonly credentials: Result.Result<Method, InvalidValue>
}

/**
 * A configuration file as data; its secrets are redacted, and so are the settings of tools, which may hold some.
 */
export interface ConfigFile {
  readonly file: string
  /** By name, at least one. */
  readonly servers: ReadonlyMap<string, Entry>
  /** Settings by the name of the tool: see `section`. */
  readonly configs: Redacted.Redacted<ReadonlyMap<string, unknown>>
}

const failWith = (file: string, reason: Reason) => new ConfigFileError({ file, reason })

/** The line at which a text is no JSON, where the engine tells; it may quote the text before, so only the end counts. */
const lineOf = (text: string, error: unknown): { readonly line?: number } => {
  const told = error instanceof Error ? error.message : ""
  const position = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(told)?.[1]
  return position === undefined ? {} : { line: text.slice(0, Number(position)).split("\n").length }
}

const parseJson = (text: string): Result.Result<unknown, Malformed> => {
  const bare = text.replace(/^\uFEFF/, "")
  try {
    return Result.succeed(JSON.parse(bare))
  } catch (error) {
    return Result.fail(new Malformed({ format: "JSON", ...lineOf(bare, error) }))
  }
}

const parseYaml = (text: string): Result.Result<unknown, Malformed> =>
  Result.mapError(
    Yaml.parse(text),
    ({ line, detail: why }) =>
      new Malformed({
        format: "YAML",
        ...(line === undefined ? {} : { line }),
        ...(why === undefined ? {} : { detail: why })
      })
  )

const invalid = (key: string, expected: string) => Result.fail(new InvalidValue({ key, expected }))

const readServers = (
  at: string,
  servers: unknown
): Result.Result<ReadonlyMap<string, Entry>, InvalidValue> => {
  if (!isMapping(servers)) return invalid(at, "servers by name")
  const entries = Object.entries(servers)
  if (entries.length === 0) return invalid(at, "one server at least")
  return Result.succeed(new Map(entries.map(([name, fields]) => [name, readEntry(keyOf(at, name), fields)])))
}

const readConfigs = ({ configs }: Fields): Result.Result<ReadonlyMap<string, unknown>, InvalidValue> => {
  if (configs === undefined || configs === null) return Result.succeed(new Map())
  return isMapping(configs)
    ? Result.succeed(new Map(Object.entries(configs)))
    : invalid("configs", "settings by the name of the tool")
}

type Contents = Pick<ConfigFile, "servers" | "configs">

const readUnified = (document: Fields): Result.Result<Contents, InvalidValue> =>
  Result.gen(function* () {
    const servers = yield* readServers("servers", document["servers"])
    const configs = yield* readConfigs(document)
    return { servers, configs: Redacted.make(configs, { label: "screeps-configs" }) }
  })

const readPlain = (document: Fields): Result.Result<Contents, InvalidValue> =>
  Result.gen(function* () {
    const configs = Redacted.make(new Map(), { label: "screeps-configs" })
    if (!isFlat(document)) return { servers: yield* readServers("", document), configs }
    const entry = readEntry("", yield* unfoldFlat(document))
    return { servers: new Map([["main", entry]]), configs }
  })

/**
 * Understands the text of a configuration file.
 *
 * **Details**
 *
 * Only what makes the file unusable as a whole is a failure; a server's entry is judged when that server is asked
 * for.
 *
 * **Errors** `Malformed`, `InvalidValue`.
 */
export const parse = (
  text: string,
  options: { readonly file: string; readonly format?: Format | undefined }
): Result.Result<ConfigFile, ConfigFileError> => {
  const { file } = options
  const isJson = (options.format ?? (/\.json$/i.test(file) ? "JSON" : "YAML")) === "JSON"
  return Result.gen(function* () {
    const document = yield* isJson ? parseJson(text) : parseYaml(text)
    if (!isMapping(document)) {
      return yield* invalid(
        "",
        isJson ? "a JSON object of servers" : "servers by name, under the key servers"
      )
    }
    const isUnified = !isJson || Object.hasOwn(document, "servers")
    return { file, ...(yield* isUnified ? readUnified(document) : readPlain(document)) }
  }).pipe(Result.mapError((reason) => failWith(file, reason)))
}

const entryOf = ({ file, servers }: ConfigFile, name?: string): Result.Result<Entry, ConfigFileError> => {
  const known = [...servers.keys()]
  const chosen = name ?? (known.length === 1 ? known[0] : "main")
  const entry = chosen === undefined ? undefined : servers.get(chosen)
  if (entry !== undefined) return Result.succeed(entry)
  return Result.fail(
    failWith(file, name === undefined ? new ServerRequired({ known }) : new UnknownServer({ name, known }))
  )
}

/**
 * A server of the file, by name; without one the only server, else the one called `main`.
 *
 * **Errors** `UnknownServer`, `ServerRequired`, `InvalidValue`.
 */
export const server = (self: ConfigFile, name?: string): Result.Result<Description, ConfigFileError> =>
  Result.flatMap(entryOf(self, name), (entry) =>
    Result.mapError(entry.server, (reason) => failWith(self.file, reason))
  )

/**
 * Who the program is to a server of the file, by name; without one to the only server, else to the one called `main`.
 *
 * **Details**
 *
 * A token wins over a password, a mail address over a name.
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

/** Where a file is searched, in this order; all YAML files come before any JSON file. */
const candidates: Effect.Effect<ReadonlyArray<string>, ConfigFileError, Path> = Effect.gen(function* () {
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
})

const whyUnreadable = ({ reason }: PlatformError) =>
  reason._tag === "PermissionDenied"
    ? "the permission to read it is missing"
    : `it cannot be read (${reason._tag})`

/** The text of a file; `undefined` when there is none. */
const textOf = (file: string): Effect.Effect<string | undefined, ConfigFileError, FileSystem> =>
  Effect.gen(function* () {
    const files = yield* FileSystem
    const text = yield* Effect.result(files.readFileString(file))
    if (Result.isSuccess(text)) return text.success
    if (text.failure.reason._tag === "NotFound") return undefined
    const info = yield* Effect.result(files.stat(file))
    if (Result.isSuccess(info) && info.success.type === "Directory") {
      return yield* failWith(file, new Unreadable({ detail: "it is a directory, not a file" }))
    }
    // A file stands where its folder should be.
    if (Result.isFailure(info) && text.failure.reason._tag === "BadResource") return undefined
    return yield* failWith(file, new Unreadable({ detail: whyUnreadable(text.failure) }))
  })

/**
 * Finds and reads the configuration file; the first one that is there decides.
 *
 * **Details**
 *
 * It is the file of the options, else the one that `SCREEPS_CONFIG` names, else the first of `.screeps.yaml`,
 * `$XDG_CONFIG_HOME/screeps/config.yaml`, `~/.config/screeps/config.yaml`, `%APPDATA%/screeps/config.yaml`,
 * `~/Library/Application Support/screeps/config.yaml`, `~/.screeps.yaml` (all of them with the ending `.yml`, too),
 * then `.screeps.json` and `screeps.json` here, at home, and in the folders for settings. The variables come from
 * Effect's configuration.
 *
 * **Gotchas**
 *
 * A file that was named and is not there is a failure: no other is read in its place.
 *
 * **Errors** `NotFound`, `Unreadable`, `Malformed`, `InvalidValue`.
 */
export const read = (options?: Options): Effect.Effect<ConfigFile, ConfigFileError, FileSystem | Path> =>
  Effect.gen(function* () {
    const fromVariable = options?.file === undefined ? yield* variable("SCREEPS_CONFIG") : undefined
    const named = options?.file ?? fromVariable
    const looked = named === undefined ? yield* candidates : [named]
    for (const file of looked) {
      const text = yield* textOf(file)
      if (text !== undefined) return yield* Effect.fromResult(parse(text, { file }))
    }
    if (named === undefined) {
      return yield* new ConfigFileError({ reason: new NotFound({ namedBy: "search", looked }) })
    }
    const namedBy = fromVariable === undefined ? "option" : "SCREEPS_CONFIG"
    return yield* failWith(named, new NotFound({ namedBy, looked }))
  })

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** A schema's first complaint, by key and expectation; `reportInput` is off, so that values stay out of it. */
const complaint = (at: string, { issue }: Schema.SchemaError): InvalidValue => {
  const first = formatIssue(issue).issues[0]
  const key = (first?.path ?? [])
    .map((part) => String(typeof part === "object" ? part.key : part))
    .reduce(keyOf, at)
  const told = first?.message ?? "what the tool takes"
  return new InvalidValue({
    key,
    expected: told === "Missing key" ? "a value" : told.replace(/^Expected /, "")
  })
}

/**
 * The settings of one tool, read by its schema from the file's `configs`.
 *
 * **Details**
 *
 * Settings that are absent, or nothing, are read as none at all, `{}`: the schema says which ones must be there. Keys
 * that it does not name are dropped.
 *
 * **Gotchas**
 *
 * Failures never hold values. A message that a schema makes of its own is passed on: keep values out of it, too.
 *
 * **Errors** `InvalidValue`, and those of `read`.
 */
export const section = <A>(
  name: string,
  schema: Schema.ConstraintCodec<A, unknown>,
  options?: Options
): Effect.Effect<A, ConfigFileError, FileSystem | Path> =>
  Effect.flatMap(read(options), ({ configs, file }) =>
    Schema.decodeUnknownResult(schema)(Redacted.value(configs).get(name) ?? {}, { reportInput: false }).pipe(
      Result.mapError((error) => failWith(file, complaint(keyOf("configs", name), error))),
      Effect.fromResult
    )
  )
