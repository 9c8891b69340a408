/** `screeps admin users|set-password|bots` */
import * as Bots from "@screeps-effect/private-server/Bots"
import * as Users from "@screeps-effect/private-server/Users"
import * as Gcl from "@screeps-effect/schema/Gcl"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Input from "../../input/input.ts"
import * as Output from "../../output/output.ts"
import { format, oneLine, plain } from "../../output/text.ts"
import * as Target from "./target.ts"

const accounts: ReadonlyArray<Output.Column<Users.Account>> = [
  { head: "username", of: ({ username }) => username },
  { head: "id", of: ({ _id }) => _id },
  { head: "CPU", of: ({ cpu }) => cpu, align: "right" },
  { head: "GCL", of: ({ gcl }) => Gcl.level(gcl), align: "right" },
  { head: "credits", of: ({ credits }) => credits, align: "right" },
  {
    head: "state",
    of: ({ active, blocked, bot }) =>
      [blocked ? "banned" : active ? "active" : "inactive", ...(bot === null ? [] : [`bot ${bot}`])].join(
        ", "
      )
  }
]

/** @internal */
export const users = Command.make("users", Target.reads, ({ cli }) =>
  Target.read(cli, Users.list, (list) => Output.rows(list, accounts))
).pipe(Command.withDescription("List the accounts of the server"))

/** @internal */
export const setPassword = Command.make(
  "set-password",
  {
    ...Target.changes,
    username: Argument.String("username").pipe(Argument.withDescription("Name of the account")),
    passwordFile: Flag.String("password-file").pipe(
      Flag.optional,
      Flag.withMetavar("<file>"),
      Flag.withDescription(
        "File that contains only the new password; - for standard input (default: a prompt)"
      )
    )
  },
  ({ passwordFile, username, ...target }) =>
    Effect.gen(function* () {
      const password = Option.isSome(passwordFile)
        ? yield* Input.secretFrom(passwordFile.value, "screeps-password")
        : yield* Input.promptSecret(
            format`New password of ${oneLine(username)}`,
            "screeps-password",
            "pass a file with --password-file, or - for standard input"
          )
      const { note } = yield* Output.Output
      yield* Target.execute(target, Users.setPassword({ username, password }), () =>
        note(format`The password of ${oneLine(username)} was set.`)
      )
    })
).pipe(
  Command.withDescription("Set the password of an account; the server requires the mod screepsmod-auth"),
  Command.withExamples([{ command: "screeps admin set-password ann --password-file password.txt" }])
)

/** @internal */
export const bots = Command.make("bots", Target.reads, ({ cli }) =>
  Target.read(cli, Bots.list, (list) =>
    Output.rows(
      list,
      [
        { head: "username", of: ({ username }) => username },
        { head: "id", of: ({ _id }) => _id },
        { head: "bot", of: ({ bot }) => bot }
      ],
      plain("The server has no bots.")
    )
  )
).pipe(Command.withDescription("List the accounts that the server plays with scripts"))
