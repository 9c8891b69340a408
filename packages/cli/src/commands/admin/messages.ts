/** `screeps admin broadcast|send-message` */
import * as Messages from "@screeps-effect/private-server/Messages"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Input from "../../input/input.ts"
import * as Target from "./target.ts"

const text = Argument.String("text").pipe(Argument.withDescription("Text; @file, or - for standard input"))

/** @internal */
export const broadcast = Command.make("broadcast", { ...Target.changes, text }, ({ text, ...target }) =>
  Effect.flatMap(Input.resolve(text), (text) =>
    Target.execute(target, Messages.broadcast(text), Target.nothing)
  )
).pipe(
  Command.withDescription("Send a text to all clients that are connected now"),
  Command.withExamples([{ command: 'screeps admin broadcast "Restart in five minutes"' }])
)

/** @internal */
export const sendMessage = Command.make(
  "send-message",
  {
    ...Target.changes,
    from: Flag.String("from").pipe(Flag.withDescription("Name of the account that sends it")),
    to: Flag.String("to").pipe(Flag.withDescription("Name of the account that receives it")),
    text
  },
  ({ from, text, to, ...target }) =>
    Effect.flatMap(Input.resolve(text), (text) =>
      Target.execute(target, Messages.send({ from, to, text }), Target.nothing)
    )
).pipe(
  Command.withDescription("Send a message from one account to another"),
  Command.withExamples([{ command: 'screeps admin send-message --from ann --to bob "Hello"' }])
)
