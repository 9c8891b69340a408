/** `screeps login` */
import type * as Credentials from "@screeps-effect/api/Credentials"
import { Credentials as Account } from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { define } from "../runner/define.ts"
import { Usage } from "../runner/failure.ts"
import * as Input from "../input/input.ts"
import * as Output from "../output/output.ts"
import { add } from "../output/save.ts"
import * as servers from "../config/servers.ts"
import * as Settings from "../config/settings.ts"
import { toggle } from "../input/flags.ts"

const prompt = (message: string, otherwise: string) =>
  Effect.andThen(Input.requirePerson(message, otherwise), Prompt.run(Prompt.String({ message })))

const official = "https://screeps.com"

/** The prompt is empty: a typed address is used as given, and the password is sent there. */
const askServer = Effect.map(
  prompt(`Server (Enter for ${official})`, "give its address with --url"),
  (typed) => typed.trim() || official
)

/** Who is asked for: a token on official servers, an account with its password on others. */
const askMethod = (
  { kind }: Server.Description,
  username: string | undefined,
  passwordFile: string | undefined
) =>
  Effect.gen(function* () {
    if (kind === "official") {
      const output = yield* Output.Output
      yield* output.note("API tokens are made at https://screeps.com/a/#!/account/auth-tokens")
      return {
        _tag: "Token",
        token: yield* Input.askSecret(
          "API token",
          "screeps-token",
          "--token-file names a file, - standard input"
        )
      } as const
    }
    const user = username ?? (yield* prompt("Name or mail address", "give it with --username"))
    const password =
      passwordFile === undefined
        ? yield* Input.askSecret(
            `Password of ${user}`,
            "screeps-password",
            "--password-file names a file, - standard input"
          )
        : yield* Input.secretFrom(passwordFile, "screeps-password")
    return { _tag: "Password", username: user, password } as const
  })

/** Signs in and prints the account. */
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

/** Where credentials are kept: the file that is there, else the one below the folder for settings. */
const placeToSave = Effect.map(servers.file, ({ file }) => file).pipe(
  Effect.catch((error) => {
    const looked = error.reason._tag === "NotFound" ? error.reason.looked : []
    const place = looked.find((file) => /screeps[\\/]config\.yaml$/.test(file)) ?? looked[0]
    return place === undefined ? Effect.fail(error) : Effect.succeed(place)
  })
)

/** @internal */
export default define(
  Command.make(
    "login",
    {
      username: Flag.String("username").pipe(
        Flag.optional,
        Flag.withDescription("The account's name or mail address, on servers with passwords")
      ),
      passwordFile: Flag.String("password-file").pipe(
        Flag.optional,
        Flag.withMetavar("<file>"),
        Flag.withDescription("A file with the password and nothing else; - for standard input")
      ),
      save: toggle("save", "Write it into the credentials file, readable by nobody else"),
      name: Flag.String("name").pipe(
        Flag.withDefault("main"),
        Flag.withDescription("What the server is called in the file")
      )
    },
    ({ name, passwordFile, save, username }) =>
      Effect.gen(function* () {
        const output = yield* Output.Output
        if (!/^[\w.-]+$/.test(name)) {
          return yield* new Usage({ message: "--name: letters, digits, dots and dashes" })
        }
        const url = yield* Settings.Url
        const address = Option.isSome(url) ? url.value : yield* askServer
        const known = yield* servers.at(address)
        const method: Credentials.Method =
          known.method._tag === "Guest"
            ? yield* askMethod(
                known.server,
                Option.getOrUndefined(username),
                Option.getOrUndefined(passwordFile)
              )
            : known.method
        const chosen = { server: known.server, method }
        const { _id, username: user } = yield* check(chosen)
        const saved = save ? yield* add(yield* placeToSave, name, chosen) : undefined
        yield* Output.fields({ username: user, id: _id, server: chosen.server.url, saved })
        if (!save) yield* output.note("Nothing is stored: --save writes it into the credentials file.")
      })
  ).pipe(
    Command.withDescription("Sign in, and save the credentials on request"),
    Command.withExamples([
      { command: "screeps login", description: "prompts for everything" },
      { command: "screeps login --url http://127.0.0.1:21025 --username bob --save --name local" },
      { command: "screeps login --url https://screeps.com --token-file token.txt --save" }
    ])
  )
)
