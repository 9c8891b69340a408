/** `screeps messages [user]` */
import * as Messages from "@screeps-effect/api/Messages"
import * as User from "@screeps-effect/api/User"
import * as Message from "@screeps-effect/schema/Message"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as client from "../config/client.ts"
import { define } from "../runner/define.ts"
import { Refused, isUnknownUser } from "../runner/failure.ts"
import * as Output from "../output/output.ts"
import { format, oneLine, plain } from "../output/text.ts"

const when = (date = "") => date.slice(0, 16).replace("T", " ")

const columns: ReadonlyArray<Output.Column<{ readonly with: string; readonly message: Message.Message }>> = [
  { head: "when", of: ({ message }) => when(message.date) },
  {
    head: "who",
    of: (row) => `${Message.isIncoming(row.message) ? "from" : "to"} ${row.with}`,
    paint: ({ message }) => (message.unread && Message.isIncoming(message) ? "bold" : undefined)
  },
  { head: "text", of: ({ message }) => message.text }
]

const conversations = Effect.gen(function* () {
  const { messages, users } = yield* Messages.index()
  // Private servers return the owner instead of the other user.
  const named = yield* Effect.forEach(messages, (entry) => {
    const id = Message.respondent(entry)
    const known = users?.[id]
    const user =
      known === undefined
        ? User.find({ id }).pipe(
            Effect.map(({ user }) => user),
            Effect.catchReason("ScreepsError", "Rejected", () => Effect.undefined)
          )
        : Effect.succeed(known)
    // Accounts created through a game platform may have no username yet.
    return Effect.map(user, (other) => ({ with: other?.username ?? id, message: entry.message }))
  })
  yield* Output.rows(named, columns, plain("You have no messages."))
})

const conversation = Effect.fnUntraced(function* (username: string) {
  const { user } = yield* Effect.mapError(User.find({ username }), (error) =>
    isUnknownUser(error) ? new Refused({ message: `there is no user ${username}` }) : error
  )
  const { messages } = yield* Messages.list({ respondent: user._id })
  const name = user.username ?? username
  const named = messages.map((message) => ({ with: name, message }))
  yield* Output.rows(
    named.toSorted((a, b) => ((a.message.date ?? "") < (b.message.date ?? "") ? -1 : 1)),
    columns,
    format`You have no messages from or to ${oneLine(name)}.`
  )
})

export default define(
  Command.make(
    "messages",
    {
      user: Argument.String("user").pipe(
        Argument.withDescription(
          "User whose conversation to show; default: the newest message of each conversation"
        ),
        Argument.withDefault(undefined)
      )
    },
    ({ user }) => Effect.provide(user === undefined ? conversations : conversation(user), client.http)
  ).pipe(
    Command.withDescription("Read messages"),
    Command.withExamples([{ command: "screeps messages" }, { command: "screeps messages alice" }])
  )
)
