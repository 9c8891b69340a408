/** Messages to the players of a server. */
import { record } from "@screeps-effect/schema/Record"
import * as Schema from "effect/Schema"
import { type Command, defineVoid } from "./command.ts"
import { userNamed } from "./snippets.ts"

const broadcastText = defineVoid({
  name: "Messages.broadcast",
  input: Schema.Struct({ text: Schema.String }),
  code: `({ text }) => system.sendServerMessage(text)`
})

/** Sends a text to all clients that are connected now: `Channels.serverMessage` emits it. */
export const broadcast = (text: string): Command<void> => broadcastText({ text })

/** A message between two accounts. */
export class SendOptions extends record<SendOptions>("MessageSendOptions")({
  /** Name of the account that sends it. */
  from: Schema.String,
  /** Name of the account that receives it. */
  to: Schema.String,
  /** Text; at most 100 KiB, as for players. */
  text: Schema.String.check(Schema.isMaxLength(100 * 1024))
}) {}

/**
 * Sends a message from one account to another.
 *
 * **Errors** `Rejected` when an account does not exist.
 */
export const send: (options: SendOptions) => Command<void> = defineVoid({
  name: "Messages.send",
  input: SendOptions,
  code: `async ({ from, to, text }) => {${userNamed}
    const sender = (await userNamed(from))._id, receiver = (await userNamed(to))._id
    const messages = storage.db["users.messages"], { pubsub } = storage
    const common = { date: new Date(), text, unread: true }
    const sent = await messages.insert(Object.assign({ user: sender, respondent: receiver, type: "out" }, common))
    const received = await messages.insert(
      Object.assign({ user: receiver, respondent: sender, type: "in", outMessage: sent._id }, common)
    )
    const publish = (channel, message) => pubsub.publish("user:" + channel, JSON.stringify({ message }))
    await publish(sender + "/message:" + receiver, sent)
    await publish(receiver + "/message:" + sender, received)
    await publish(receiver + "/newMessage", received)
  }`
})
