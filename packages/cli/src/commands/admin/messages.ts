/** `screeps admin broadcast|send-message` */
import * as Messages from "@screeps-effect/private-server/Messages"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Input from "../../input/input.ts"
import * as Target from "./target.ts"

const text = Argument.String("text").pipe(Argument.withDescription("Text; @file, or - for standard input"))

/** @internal */
export const broadcast = Command.make("broadcast", { ...Target.changes, text }, ({ text, ...target }) =>
  Effect.flatMap(Input.resolve(text), (resolved) =>
    Target.execute(target, Messages.broadcast(resolved), () => Effect.void)
  )
).pipe(
  Command.withDescription("Send a text to all clients that are connected now"),
  Command.withExamples([{ command: 'screeps admin broadcast "The server restarts in five minutes."' }])
)

/** @internal */
export const sendMessage = Command.make(
  "send-message",
  {
    ...Target.changes,
    from: Argument.String("from").pipe(Argument.withDescription("Name of the account that sends it")),
    to: Argument.String("to").pipe(Argument.withDescription("Name of the account that receives it")),
    text
  },
  ({ from, text, to, ...target }) =>
    Effect.flatMap(Input.resolve(text), (resolved) =>
      Target.execute(target, Messages.send({ from, to, text: resolved }), () => Effect.void)
    )
).pipe(
  Command.withDescription("Send a message from one account to another"),
  Command.withExamples([{ command: 'screeps admin send-message Screeps ann "Welcome!"' }])
)
