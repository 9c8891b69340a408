/** `screeps login` */
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import type * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as LocalFile from "@screeps-effect/api/LocalFile"
import type * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { Stdio } from "effect/Stdio"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import * as client from "../config/client.ts"
import * as servers from "../config/servers.ts"
import type { Chosen } from "../config/servers.ts"
import * as Settings from "../config/settings.ts"
import { accept, optional, toggle } from "../input/flags.ts"
import * as Input from "../input/input.ts"
import * as Output from "../output/output.ts"
import { format, oneLine, plain, type PlainText } from "../output/text.ts"
import { define } from "../runner/define.ts"
import { describe, Refused, Usage } from "../runner/failure.ts"

/** The fields of an entry, with secrets in plain text. */
type EntryFields = Readonly<Record<string, string | number | boolean>>

/**
 * Returns an address in the fields of the standard, which has no `url` (other tools would use the official server), or in
 * those of JSON files.
 */
const addressOf = (url: string, isJson: boolean): EntryFields => {
  const { hostname, pathname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, "")
  const isSecure = protocol === "https:"
  return isJson
    ? {
        protocol: isSecure ? "https" : "http",
        hostname: host,
        port: Number(port) || (isSecure ? 443 : 80),
        path: pathname
      }
    : {
        host,
        ...(port === "" ? {} : { port: Number(port) }),
        secure: isSecure,
        ...(pathname === "/" ? {} : { path: pathname })
      }
}

const entryOf = ({ method, server }: Chosen, isJson: boolean): EntryFields => ({
  ...addressOf(server.url, isJson),
  ...(server.shard === undefined ? {} : { shard: server.shard }),
  ...(server.password === undefined ? {} : { serverPassword: Redacted.value(server.password) }),
  ...(server.historyUrl === undefined ? {} : { historyUrl: server.historyUrl }),
  ...(server.branch === undefined || Result.isFailure(server.branch)
    ? {}
    : { branch: server.branch.success }),
  ...(method._tag === "Token" ? { token: Redacted.value(method.token) } : {}),
  ...(method._tag === "Password"
    ? { username: method.username, password: Redacted.value(method.password) }
    : {})
})

const notSaved = (detail: string) =>
  new Refused({ message: `nothing was saved: ${detail}; add the server by hand` })

/** Quotes a text as JSON, which is also valid YAML. */
const quoted = (value: string | number | boolean) => JSON.stringify(value)

/** Adds an entry directly below `servers:` or `connections:`; the rest, including comments, is unchanged. */
const intoYaml = (text: string | undefined, name: string, entry: EntryFields) => {
  const lines = (text ?? "servers:\n").split("\n")
  const at = lines.findIndex((line) => /^(?:servers|connections):\s*(?:#.*)?$/.test(line))
  if (at < 0) return Result.fail(notSaved("the file has no block servers:"))
  const next = lines.slice(at + 1).find((line) => /^\s*[^\s#]/.test(line))
  const indent = /^ +/.exec(next ?? "")?.[0] ?? "  "
  const added = [
    `${indent}${quoted(name)}:`,
    ...Object.entries(entry).map(([key, value]) => `${indent}${indent}${key}: ${quoted(value)}`)
  ]
  return Result.succeed([...lines.slice(0, at + 1), ...added, ...lines.slice(at + 1)].join("\n"))
}

const intoJson = (text: string, name: string, entry: EntryFields) => {
  const document: unknown = JSON.parse(text)
  if (typeof document !== "object" || document === null)
    return Result.fail(notSaved("the file contains no servers"))
  const inner: unknown = "servers" in document ? document.servers : undefined
  const whole =
    typeof inner === "object" && inner !== null
      ? { ...document, servers: { ...inner, [name]: entry } }
      : { ...document, [name]: entry }
  return Result.succeed(`${JSON.stringify(whole, null, 2)}\n`)
}

/** Returns whether the new text has the same servers as before, and the new one. */
const isRight = (text: string, file: string, before: ReadonlyArray<string>, name: string): boolean => {
  const parsed = ConfigFile.parse(text, { file })
  if (Result.isFailure(parsed)) return false
  const { servers } = parsed.success
  const added = servers.get(name)
  return (
    servers.size === before.length + 1 &&
    before.every((one) => servers.has(one)) &&
    added !== undefined &&
    Result.isSuccess(added.server) &&
    Result.isSuccess(added.credentials)
  )
}

/** Returns the text of the file with the server, or why it cannot be added. */
const withServer = Effect.fnUntraced(function* (
  text: string | undefined,
  file: string,
  name: string,
  chosen: Chosen
) {
  const isBlank = text === undefined || text.trim() === ""
  const before = isBlank
    ? []
    : [...(yield* Effect.fromResult(ConfigFile.parse(text, { file }))).servers.keys()]
  if (before.includes(name)) {
    return yield* new Refused({
      message: `nothing was saved: ${file} already contains a server named ${name}; choose another --name, or edit the file`
    })
  }
  const isJson = /\.json$/i.test(file)
  const entry = entryOf(chosen, isJson)
  const after = yield* Effect.fromResult(
    isJson ? intoJson(isBlank ? "{}" : text, name, entry) : intoYaml(isBlank ? undefined : text, name, entry)
  )
  if (!isRight(after, file, before, name))
    return yield* notSaved(`${file} has a format that cannot be edited automatically`)
  return after
})

/**
 * Adds a server to a credentials file, which is created if it does not exist, and returns the file. An existing server of
 * the same name is never replaced.
 */
const addToFile = Effect.fnUntraced(function* (place: string, name: string, chosen: Chosen) {
  const fs = yield* FileSystem
  // A symbolic link is kept: its target is written, and has the format of its own name.
  const file = yield* Effect.orElseSucceed(fs.realPath(place), () => place)
  return yield* LocalFile.modify(
    file,
    (text) => Effect.map(withServer(text, file, name, chosen), (after) => [file, after] as const),
    { isPrivate: true }
  )
})

const prompt = (
  message: PlainText,
  otherwise: string,
  validate: (typed: string) => Effect.Effect<string, PlainText> = Effect.succeed
) =>
  Effect.andThen(Input.requireTerminal(message, otherwise), Prompt.run(Prompt.String({ message, validate })))

const official = "https://screeps.com"

/** How long a server may take to respond before the prompt appears again. */
const patience = "10 seconds"

/** Succeeds with an address if it is valid and a server responds there; fails with what is wrong otherwise. */
const usable = Effect.fnUntraced(function* (address: string) {
  const { server } = yield* Effect.mapError(servers.at(address), (error) => oneLine(describe(error).message))
  const version = Game.version().pipe(
    Effect.provide(client.httpOf(Effect.succeed({ server, method: { _tag: "Guest" } })), { local: true }),
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(format`${oneLine(server.url)} did not respond within ${plain(patience)}`)
    }),
    Effect.catchTag("ScreepsError", ({ reason }) =>
      // Another failure is reported by the sign-in: the server may require its password for everything.
      reason._tag === "Unreachable" || reason._tag === "UnexpectedResponse"
        ? Effect.fail(
            format`${oneLine(server.url)} does not respond like a Screeps server: ${oneLine(reason.message)}`
          )
        : Effect.void
    )
  )
  return yield* Effect.as(version, address)
})

/**
 * Prompts for the server until it can be used, without a default text in the prompt, so that a typed address is used
 * exactly as typed.
 */
const promptServer = Effect.gen(function* () {
  const context = yield* Effect.context<FileSystem | Path | Stdio | Settings.Settings>()
  return yield* prompt(
    format`Server (Enter for ${oneLine(official)})`,
    "pass its address with --url",
    (typed) => Effect.provideContext(usable(typed.trim() || official), context)
  )
})

interface AccountFlags {
  readonly username: string | undefined
  readonly passwordFile: string | undefined
}

/** Returns whether the flags name another account than the known one, such as that of the environment. */
const isOther = ({ method, server }: servers.Chosen, { passwordFile, username }: AccountFlags) => {
  if (method._tag === "Guest") return true
  // Official servers have no passwords.
  if (server.kind === "official" || username === undefined) return false
  return passwordFile !== undefined || method._tag !== "Password" || method.username !== username
}

/** Prompts for credentials: a token on official servers, an account with its password on others. */
const promptCredentials = Effect.fnUntraced(function* (
  { kind }: Server.Description,
  { passwordFile, username }: AccountFlags
) {
  if (kind === "official") {
    const output = yield* Output.Output
    yield* output.note(format`Create an API token at https://screeps.com/a/#!/account/auth-tokens`)
    return {
      _tag: "Token",
      token: yield* Input.promptSecret(
        format`API token`,
        "screeps-token",
        "pass a file with --token-file, or - for standard input"
      )
    } as const
  }
  const user = username ?? (yield* prompt(format`Username or mail address`, "pass it with --username"))
  const password =
    passwordFile === undefined
      ? yield* Input.promptSecret(
          format`Password of ${oneLine(user)}`,
          "screeps-password",
          "pass a file with --password-file, or - for standard input"
        )
      : yield* Input.secretFrom(passwordFile, "screeps-password")
  return { _tag: "Password", username: user, password } as const
})

/** Signs in and returns the account. */
const check = (chosen: servers.Chosen) =>
  Effect.provide(User.whoAmI(), client.httpOf(Effect.succeed(chosen)), { local: true })

/**
 * Returns the file to save to: the named one, else the user's existing one, else the one in the user's settings folder.
 * A file of the current folder has to be named, because it may be part of a project that others see.
 */
const fileToSave = Effect.gen(function* () {
  const named = yield* servers.namedFile
  if (named !== undefined) return named
  const fs = yield* FileSystem
  const path = yield* Path
  const searched = yield* ConfigFile.searchPaths
  const own = searched.filter((one) => path.isAbsolute(one))
  for (const file of own) if (yield* fs.exists(file)) return file
  const file = own.find((one) => /screeps[\\/]config\.yaml$/.test(one)) ?? own[0]
  return file ?? (yield* new Usage({ message: "there is no home folder to save to: pass --config <file>" }))
})

/** Returns whether a file is below a folder with a Git repository. */
const isInRepository = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem
  const path = yield* Path
  for (let folder = path.resolve(path.dirname(file)); ; folder = path.dirname(folder)) {
    if (yield* fs.exists(path.join(folder, ".git"))) return true
    if (folder === path.dirname(folder)) return false
  }
})

/** Saves a server, and warns about a file that may be published or that is not the first one found. */
const save = Effect.fnUntraced(function* (name: string, chosen: servers.Chosen) {
  const output = yield* Output.Output
  const fs = yield* FileSystem
  const path = yield* Path
  const file = yield* addToFile(yield* fileToSave, name, chosen)
  if (yield* isInRepository(file))
    yield* output.note(
      format`${oneLine(file)} contains your credentials and is inside a Git repository: make sure that it is ignored.`
    )
  const [local] = yield* Effect.filter(
    (yield* ConfigFile.searchPaths).filter((one) => !path.isAbsolute(one)),
    fs.exists
  )
  if (local !== undefined && (yield* servers.namedFile) === undefined)
    yield* output.note(
      format`In this folder, ${oneLine(local)} is read instead. To save there, pass --config ${oneLine(local)}.`
    )
  return file
})

export default define(
  Command.make(
    "login",
    {
      username: optional(
        Flag.String("username"),
        "Username or mail address of the account, on servers with passwords",
        "<name>"
      ),
      passwordFile: optional(
        Flag.String("password-file"),
        "File that contains only the password; - for standard input",
        "<file>"
      ),
      save: toggle("save", "Save server and account in the credentials file, readable only by you"),
      name: Flag.String("name").pipe(
        Flag.withMetavar("<name>"),
        Flag.withDefault("main"),
        Flag.withDescription("Name of the server in the file (default: main)")
      ),
      branch: Flag.String("branch").pipe(
        Flag.withAlias("b"),
        Flag.withMetavar("<name>"),
        accept(
          (branch: string) => branch !== "" && branch.length <= 30,
          "a name of 1 to 30 characters, or auto"
        ),
        Flag.withDefault(undefined),
        Flag.withDescription(
          "Branch that code is pushed to and pulled from, saved with the server; auto for the branch that Git has checked out"
        )
      )
    },
    Effect.fnUntraced(function* ({ branch, name, passwordFile, save: saves, username }) {
      const output = yield* Output.Output
      if (!/^[\w.-]+$/.test(name)) {
        return yield* new Usage({
          message: "--name: use only letters, digits, dots, dashes and underscores"
        })
      }
      const url = yield* Settings.Url
      const address = url ?? (yield* servers.variable("SCREEPS_URL")) ?? (yield* promptServer)
      if (!saves && branch !== undefined) return yield* new Usage({ message: "--branch requires --save" })
      const known = yield* servers.at(address)
      const flags = { username, passwordFile }
      const method: Credentials.Method = isOther(known, flags)
        ? yield* promptCredentials(known.server, flags)
        : known.method
      const server = branch === undefined ? known.server : { ...known.server, branch: Result.succeed(branch) }
      const chosen = { server, method }
      const { _id, username: user } = yield* check(chosen)
      const saved = saves ? yield* save(name, chosen) : undefined
      yield* Output.fields({ username: user, id: _id, server: chosen.server.url, saved })
      if (!saves)
        yield* output.note(
          format`Nothing was saved. Use --save to save server and account in the credentials file.`
        )
    })
  ).pipe(
    Command.withDescription("Sign in, and optionally save the credentials"),
    Command.withExamples([
      { command: "screeps login", description: "Prompt for everything" },
      { command: "screeps login --url http://127.0.0.1:21025 --username bob --save --name local" },
      { command: "screeps login --url https://screeps.com --token-file token.txt --save" }
    ])
  )
)
