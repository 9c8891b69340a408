/** `screeps admin users|create-user|update-user|ban|unban|remove-user|set-password|bots|spawn-bot|reload-bot|remove-bot` */
import * as Bots from "@screeps-effect/private-server/Bots"
import * as Users from "@screeps-effect/private-server/Users"
import * as Gcl from "@screeps-effect/schema/Gcl"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { accept, optional, positive, roomArgument } from "../../input/flags.ts"
import * as Input from "../../input/input.ts"
import * as Output from "../../output/output.ts"
import { format, oneLine, plain } from "../../output/text.ts"
import { Usage } from "../../runner/failure.ts"
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

export const users = Command.make("users", Target.reads, ({ cli }) =>
  Target.read(cli, Users.list, (list) => Output.rows(list, accounts))
).pipe(Command.withDescription("List the accounts of the server"))

const username = Argument.String("username").pipe(Argument.withDescription("Name of the account"))

const passwordFile = (description: string) => optional(Flag.String("password-file"), description, "<file>")

const amount = (name: string, description: string) =>
  Flag.Finite(name).pipe(
    accept((value: number) => value >= 0, "a number that is not negative"),
    Flag.withMetavar("<number>"),
    Flag.withDefault(undefined),
    Flag.withDescription(description)
  )

const settings = {
  cpu: amount("cpu", "CPU limit, in milliseconds per tick"),
  gcl: optional(positive("a level of 1 or more")(Flag.Int("gcl")), "Global control level", "<level>"),
  credits: amount("credits", "Credits")
}

const pointsAt = (level: number | undefined) => (level === undefined ? undefined : Gcl.pointsAt(level))

export const createUser = Command.make(
  "create-user",
  {
    ...Target.changes,
    username,
    passwordFile: passwordFile(
      "File that contains only the password; - for standard input (default: no password)"
    ),
    ...settings
  },
  Effect.fnUntraced(function* ({ cpu, credits, gcl, passwordFile, username, ...target }) {
    const password =
      passwordFile === undefined ? undefined : yield* Input.secretFrom(passwordFile, "screeps-password")
    yield* Target.execute(
      target,
      Users.create({ username, password, cpu, credits, gcl: pointsAt(gcl) }),
      (id) => Output.value({ id, username }, () => oneLine(id))
    )
  })
).pipe(
  Command.withDescription("Create an account, and print its id; passwords require the mod screepsmod-auth"),
  Command.withExamples([{ command: "screeps admin create-user bob --password-file password.txt --gcl 3" }])
)

export const updateUser = Command.make(
  "update-user",
  { ...Target.changes, username, ...settings },
  ({ cpu, credits, gcl, username, ...target }) =>
    [cpu, credits, gcl].every((one) => one === undefined)
      ? new Usage({ message: "nothing to change: pass --cpu, --gcl or --credits" })
      : Target.execute(target, Users.update({ username, cpu, credits, gcl: pointsAt(gcl) }), Target.nothing)
).pipe(
  Command.withDescription("Set the CPU limit, the level or the credits of an account"),
  Command.withExamples([{ command: "screeps admin update-user bob --cpu 200 --credits 1000" }])
)

export const ban = Command.make("ban", { ...Target.changes, username }, ({ username, ...target }) =>
  Target.execute(target, Users.ban(username), Target.nothing)
).pipe(Command.withDescription("Ban an account: its scripts do not run, and it may not place a spawn"))

export const unban = Command.make("unban", { ...Target.changes, username }, ({ username, ...target }) =>
  Target.execute(target, Users.unban(username), Target.nothing)
).pipe(Command.withDescription("Lift the ban of an account"))

export const removeUser = Command.make(
  "remove-user",
  { ...Target.changes, username },
  ({ username, ...target }) => Target.execute(target, Users.remove(username), Target.nothing)
).pipe(Command.withDescription("Remove an account, its creeps and its code; its structures become ruins"))

export const setPassword = Command.make(
  "set-password",
  {
    ...Target.changes,
    username,
    passwordFile: passwordFile(
      "File that contains only the new password; - for standard input (default: a prompt)"
    )
  },
  Effect.fnUntraced(function* ({ passwordFile, username, ...target }) {
    const password =
      passwordFile !== undefined
        ? yield* Input.secretFrom(passwordFile, "screeps-password")
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
).pipe(Command.withDescription("List the accounts of bots"))

export const spawnBot = Command.make(
  "spawn-bot",
  {
    ...Target.changes,
    bot: Argument.String("bot").pipe(Argument.withDescription("Name of the bot in the server's mods.json")),
    room: roomArgument("Room that nobody owns, such as W7N3"),
    username: optional(Flag.String("username"), "Name of its account (default: a random one)", "<name>"),
    x: optional(Flag.Int("x"), "Column of its spawn, from 0 in the west (default: a random one)"),
    y: optional(Flag.Int("y"), "Row of its spawn, from 0 in the north (default: a random one)"),
    cpu: settings.cpu,
    gcl: settings.gcl
  },
  ({ bot, cpu, gcl, room, username, x, y, ...target }) =>
    Target.execute(target, Bots.spawn({ bot, room, username, x, y, cpu, gcl }), ({ _id, username }) =>
      Output.fields({ username, id: _id })
    )
).pipe(
  Command.withDescription("Create an account for a bot, with a spawn in a room"),
  Command.withExamples([{ command: "screeps admin spawn-bot rival W7N3 --username Rival" }])
)

export const reloadBot = Command.make(
  "reload-bot",
  {
    ...Target.changes,
    bot: Argument.String("bot").pipe(Argument.withDescription("Name of the bot in the server's mods.json"))
  },
  ({ bot, ...target }) => Target.execute(target, Bots.reload(bot), Target.nothing)
).pipe(Command.withDescription("Load a bot's scripts from its folder again, for all its accounts"))

export const removeBot = Command.make(
  "remove-bot",
  { ...Target.changes, username },
  ({ username, ...target }) => Target.execute(target, Bots.remove(username), Target.nothing)
).pipe(Command.withDescription("Remove the account of a bot; its structures become ruins"))
