import * as Messages from "@screeps-effect/api/Messages"
import * as User from "@screeps-effect/api/User"
import * as Message from "@screeps-effect/schema/Message"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import { account, has, isTrue, raw, rejects, same, some, test, testAsNewUser, type Test } from "../test.ts"

const unknownId = "0123456789abcde"

const pair = Effect.gen(function* () {
  const ann = yield* account
  const bob = yield* account
  const { _id: annId } = yield* ann.as(User.whoAmI())
  const { _id: bobId } = yield* bob.as(User.whoAmI())
  return { ann: { ...ann, id: annId }, bob: { ...bob, id: bobId } }
})

/** Messages between players. */
export const messages: ReadonlyArray<Test> = [
  test("delivers a message and stores a copy for both players", function* () {
    const { ann, bob } = yield* pair
    yield* ann.as(Messages.send({ respondent: bob.id, text: "Hello <b>ä✓</b>" }))
    yield* bob.as(Messages.send({ respondent: ann.id, text: "Ann" }))
    const copies = (respondent: UserId.UserId) =>
      Effect.map(Messages.list({ respondent }), ({ messages }) =>
        messages.map(({ text, type }) => `${type} ${text}`)
      )
    yield* same(yield* ann.as(copies(bob.id)), ["out Hello <b>ä✓</b>", "in Ann"], "the sender's copies")
    yield* same(yield* bob.as(copies(ann.id)), ["in Hello <b>ä✓</b>", "out Ann"], "the receiver's copies")
  }),
  test("counts unread messages and reports to the sender that one was read", function* () {
    const { ann, bob } = yield* pair
    yield* ann.as(Messages.send({ respondent: bob.id, text: "Hello" }))
    yield* bob.as(
      Effect.gen(function* () {
        yield* same((yield* Messages.unreadCount()).count, 1, "the number of unread messages")
        const { messages } = yield* Messages.list({ respondent: ann.id })
        const message = yield* some(messages[0], "message")
        yield* has(message, { text: "Hello", unread: true }, "the message")
        yield* Messages.markRead({ id: message._id })
        yield* Messages.markRead({ id: message._id })
        yield* same((yield* Messages.unreadCount()).count, 0, "the number of unread messages afterwards")
      })
    )
    const sent = yield* ann.as(Messages.list({ respondent: bob.id }))
    yield* same(sent.messages[0]?.unread, false, "whether the sender's copy is unread")
  }),
  test("returns the latest message, sent or received", function* () {
    const { ann, bob } = yield* pair
    for (const text of ["first", "second"]) yield* ann.as(Messages.send({ respondent: bob.id, text }))
    const { messages } = yield* bob.as(Messages.index())
    yield* same(messages.map(Message.respondent), [ann.id], "the respondents")
    yield* same(messages[0]?.message.text, "second", "the newest")
  }),
  testAsNewUser(
    "rejects messages to unknown users",
    rejects(Messages.send({ respondent: UserId.make(unknownId), text: "?" }), "invalid respondent")
  ),
  test("accepts messages without text, and names both users in every copy", function* () {
    const { ann, bob } = yield* pair
    yield* ann.as(Messages.send({ respondent: bob.id, text: "" }))
    const { messages } = yield* bob.as(Messages.list({ respondent: ann.id }))
    yield* has(yield* some(messages[0], "message"), { text: "", respondent: ann.id }, "the message")
  }),
  testAsNewUser("rejects texts above 100 kB, and marking the messages of others as read", function* () {
    const respondent = UserId.make(unknownId)
    yield* rejects(Messages.markRead({ id: ObjectId.make(unknownId) }), "invalid id")
    const { _id } = yield* User.whoAmI()
    const body = { respondent: _id, text: "x".repeat(102_401) }
    yield* rejects(raw({ method: "POST", path: Messages.send.path, body }), "text too long")
    const { messages } = yield* Messages.list({ respondent })
    yield* isTrue(messages.length === 0, "there is no message")
  })
]
