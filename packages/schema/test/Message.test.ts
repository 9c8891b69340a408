import { recording } from "@screeps-effect/fixtures"
import * as Message from "@screeps-effect/schema/Message"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const List = Schema.Struct({ messages: Schema.Array(Message.Message) })
const Index = Schema.Struct({ messages: Schema.Array(Message.MessageIndexEntry) })
const list = (name: string) =>
  Schema.decodeUnknownSync(List)(recording(`user/messages-list.${name}`).response.body).messages

describe("a message", () => {
  it("is received or sent, by the type of its own copy", () => {
    const mine = list("conversation").map(Message.isIncoming)
    const theirs = list("other-side").map(Message.isIncoming)
    assert.deepStrictEqual(mine, [false, true, true, false])
    assert.deepStrictEqual(theirs, [true, false, false, true])
  })

  it("contains the identifier of the sender's copy when it was received", () => {
    const sent = list("conversation").filter((message) => !Message.isIncoming(message))
    const received = list("other-side").filter(Message.isIncoming)
    assert.deepStrictEqual(
      received.map(({ outMessage }) => outMessage),
      sent.map(({ _id }) => _id)
    )
  })

  it("accepts up to 100 KiB of text, and an empty text", () => {
    const encode = Schema.encodeUnknownResult(Message.MessageText)
    assert.isTrue(Result.isSuccess(encode("")))
    assert.isTrue(Result.isSuccess(encode("x".repeat(Message.maxLength))))
    const { message } = Result.getOrThrow(Result.flip(encode("x".repeat(Message.maxLength + 1))))
    assert.include(message, "a message of at most 100 KiB")
  })
})

describe("the other user of a conversation", () => {
  it("is read from the message on private servers, which group by the owner", () => {
    const [entry] = Schema.decodeUnknownSync(Index)(
      recording("user/messages-index.some").response.body
    ).messages
    assert.isDefined(entry)
    if (entry === undefined) return
    assert.strictEqual(entry._id, entry.message.user)
    assert.strictEqual(Message.respondent(entry), entry.message.respondent)
  })

  it("is the identifier of the entry on official servers", () => {
    const entry = Schema.decodeUnknownSync(Message.MessageIndexEntry)(reported.messageIndexEntry)
    assert.strictEqual(Message.respondent(entry), entry._id)
  })
})
