/** `screeps login` */
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import type * as Credentials from "@screeps-effect/api/Credentials"
import { Credentials as Account } from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Stdio } from "effect/Stdio"
import { Path } from "effect/Path"
import { define } from "../runner/define.ts"
import { describe, Usage } from "../runner/failure.ts"
import * as Input from "../input/input.ts"
import * as Output from "../output/output.ts"
import { format, oneLine, plain, type PlainText } from "../output/text.ts"
import { add } from "../output/save.ts"
import * as servers from "../config/servers.ts"
import * as Settings from "../config/settings.ts"
import { toggle } from "../input/flags.ts"

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
const usable = (address: string) =>
  Effect.gen(function* () {
    const { server } = yield* Effect.mapError(servers.at(address), (error) =>
      oneLine(describe(error).message)
    )
    const version = Game.version().pipe(
      Effect.provide(
        ScreepsClient.layer.pipe(
          Layer.provide(Server.layer(server)),
          Layer.provide(Layer.succeed(Account, { _tag: "Guest" })),
          Layer.provide(FetchHttpClient.layer)
        ),
        { local: true }
      ),
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
const promptCredentials = ({ kind }: Server.Description, { passwordFile, username }: AccountFlags) =>
  Effect.gen(function* () {
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
const check = ({ method, server }: servers.Chosen) =>
  Effect.provide(
    User.whoAmI(),
    ScreepsClient.layer.pipe(
      Layer.provide(Server.layer(server)),
      Layer.provide(Layer.succeed(Account, method)),
      Layer.provide(FetchHttpClient.layer)
    ),
    { local: true }
  )

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
const isInRepository = (file: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    for (let folder = path.resolve(path.dirname(file)); ; folder = path.dirname(folder)) {
      if (yield* fs.exists(path.join(folder, ".git"))) return true
      if (folder === path.dirname(folder)) return false
    }
  })

/** Saves a server, and warns about a file that may be published or that is not the first one found. */
const save = (name: string, chosen: servers.Chosen) =>
  Effect.gen(function* () {
    const output = yield* Output.Output
    const fs = yield* FileSystem
    const path = yield* Path
    const file = yield* add(yield* fileToSave, name, chosen)
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

/** @internal */
export default define(
  Command.make(
    "login",
    {
      username: Flag.String("username").pipe(
        Flag.optional,
        Flag.withDescription("Username or mail address of the account, on servers with passwords")
      ),
      passwordFile: Flag.String("password-file").pipe(
        Flag.optional,
        Flag.withMetavar("<file>"),
        Flag.withDescription("File that contains only the password; - for standard input")
      ),
      save: toggle("save", "Save server and account in the credentials file, readable only by you"),
      name: Flag.String("name").pipe(
        Flag.withDefault("main"),
        Flag.withDescription("Name of the server in the file (default: main)")
      ),
      branch: Flag.String("branch").pipe(
        Flag.withAlias("b"),
        Flag.filter(
          (branch) => branch !== "" && branch.length <= 30,
          () => "a name of 1 to 30 characters, or auto"
        ),
        Flag.optional,
        Flag.withDescription(
          "Branch that code is pushed to and pulled from, saved with the server; auto for the branch that Git has checked out"
        )
      )
    },
    ({ branch, name, passwordFile, save: saves, username }) =>
      Effect.gen(function* () {
        const output = yield* Output.Output
        if (!/^[\w.-]+$/.test(name)) {
          return yield* new Usage({
            message: "--name: use only letters, digits, dots, dashes and underscores"
          })
        }
        const url = yield* Settings.Url
        const address =
          Option.getOrUndefined(url) ?? (yield* servers.variable("SCREEPS_URL")) ?? (yield* promptServer)
        if (!saves && Option.isSome(branch)) return yield* new Usage({ message: "--branch requires --save" })
        const known = yield* servers.at(address)
        const flags = {
          username: Option.getOrUndefined(username),
          passwordFile: Option.getOrUndefined(passwordFile)
        }
        const method: Credentials.Method = isOther(known, flags)
          ? yield* promptCredentials(known.server, flags)
          : known.method
        const server = Option.match(branch, {
          onNone: () => known.server,
          onSome: (one) => ({ ...known.server, branch: Result.succeed(one) })
        })
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
