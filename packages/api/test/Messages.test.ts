import * as Messages from "@screeps-effect/api/Messages"
import * as Message from "@screeps-effect/schema/Message"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { always, ask } from "./support/fake.ts"
import {
  alwaysReported,
  checkNothingSent,
  checkRefusal,
  checkRequest,
  official,
  untyped
} from "./support/asking.ts"

const carol = UserId.make("0db5e39e7adf237")
const id = ObjectId.make("90fee3db4d816ea")
const nobody = "Unauthorized: the API token was rejected"

describe("the index of conversations", () => {
  it.effect("has the newest message of each, and the users without their secrets", () =>
    Effect.gen(function* () {
      yield* checkRequest(Messages.index(), "user/messages-index.empty", "GET /api/user/messages/index")
      const server = alwaysReported("messages.index.official")
      const { messages, users } = yield* ask(Messages.index(), server, official)
      assert.strictEqual(messages[0]?.message.text, "Hello")
      assert.deepStrictEqual(Object.values(users), [
        { _id: UserId.make("57874d42d0ae911e3bd15bbd"), username: "Bob" }
      ])
    })
  )

  it.effect("is grouped wrongly by private servers, and tells the other user all the same", () =>
    Effect.gen(function* () {
      const { messages } = yield* ask(Messages.index(), always("user/messages-index.some"))
      assert.deepStrictEqual(
        messages.map((entry) => [entry._id, Message.respondent(entry)]),
        [["7c8fe39e74fdae1", carol]]
      )
    })
  )

  it.effect("is told although somebody has no name, or a badge that is none", () =>
    Effect.gen(function* () {
      const message = {
        date: "2026-11-21T10:00:00.000Z",
        type: "in",
        text: "hi",
        unread: true,
        respondent: carol
      }
      const messages = [{ _id: carol, message: { _id: id, user: carol, ...message } }]
      const users = { [carol]: { _id: carol, badge: { color1: "#ff0000" } } }
      const index = yield* ask(Messages.index(), always({ ok: 1, messages, users }))
      assert.strictEqual(index.messages[0]?.message.text, "hi")
      assert.isUndefined(index.users[carol]?.username)
    })
  )

  it.effect("is the user's own (messages-index.noauth)", () =>
    checkRefusal(Messages.index(), "user/messages-index.noauth", nobody)
  )
})

describe("a conversation", () => {
  it.effect("is listed by the other user's identity, oldest first (messages-list.conversation)", () =>
    Effect.gen(function* () {
      const call = Messages.list({ respondent: carol })
      const line = "GET /api/user/messages/list?respondent=0db5e39e7adf237"
      yield* checkRequest(call, "user/messages-list.conversation", line)
      const { messages } = yield* ask(call, always("user/messages-list.conversation"))
      assert.deepStrictEqual([messages[0]?.type, messages[1]?.type], ["out", "in"])
      assert.strictEqual(messages[1]?.text, "Hello Bob")
      assert.deepStrictEqual(messages[1]?.outMessage, ObjectId.make("d82fe3db4d8ba87"))
      assert.notProperty(messages[0], "$loki")
    })
  )

  it.effect("has five fields per message on official servers", () =>
    Effect.gen(function* () {
      const server = alwaysReported("messages.list.official")
      const { messages } = yield* ask(Messages.list({ respondent: carol }), server, official)
      assert.deepStrictEqual(Object.keys(messages[0] ?? {}).toSorted(), [
        "_id",
        "date",
        "text",
        "type",
        "unread"
      ])
    })
  )

  it.effect("with an unknown user is empty (messages-list.unknown-respondent)", () =>
    Effect.gen(function* () {
      const call = Messages.list({ respondent: UserId.make("nope") })
      assert.isEmpty((yield* ask(call, always("user/messages-list.unknown-respondent"))).messages)
    })
  )

  it.effect("is the user's own (messages-list.noauth)", () =>
    checkRefusal(Messages.list({ respondent: carol }), "user/messages-list.noauth", nobody)
  )
})

describe("a message", () => {
  it.effect("is sent to an identity (messages-send.ok)", () =>
    checkRequest(
      Messages.send({ respondent: carol, text: "Hello Carol" }),
      "user/messages-send.ok",
      'POST /api/user/messages/send {"respondent":"0db5e39e7adf237","text":"Hello Carol"}'
    )
  )

  it.effect("may be empty (messages-send.empty-text), or just short enough", () =>
    Effect.gen(function* () {
      const server = always("user/messages-send.empty-text")
      yield* ask(Messages.send({ respondent: carol, text: "" }), server)
      yield* ask(Messages.send({ respondent: carol, text: "x".repeat(102400) }), server)
      assert.lengthOf(server.asked, 2)
    })
  )

  it.effect("is rejected for somebody unknown (messages-send.username-instead-of-id)", () =>
    checkRefusal(
      Messages.send({ respondent: UserId.make("Carol"), text: "x" }),
      "user/messages-send.username-instead-of-id",
      "Rejected: invalid respondent"
    )
  )

  it.effect("is not sent when it is too long, or no text", () =>
    Effect.gen(function* () {
      yield* checkNothingSent(Messages.send({ respondent: carol, text: "x".repeat(102401) }), "text")
      yield* checkNothingSent(untyped(Messages.send, { respondent: carol, text: 5 }), "text")
      yield* checkNothingSent(untyped(Messages.send, { respondent: carol }), "text")
    })
  )

  it("is never sent twice by itself", () => {
    assert.isFalse(Messages.send.idempotent)
  })

  it.effect("is marked as read by its own identity (messages-mark-read.ok)", () =>
    Effect.gen(function* () {
      const call = Messages.markRead({ id })
      const line = 'POST /api/user/messages/mark-read {"id":"90fee3db4d816ea"}'
      yield* checkRequest(call, "user/messages-mark-read.ok", line)
      yield* checkRequest(call, "user/messages-mark-read.again", line)
      yield* checkRequest(call, "messages.mark-read.official", line, official)
    })
  )

  for (const whose of ["outgoing", "someone-elses", "unknown"]) {
    it.effect(`is not marked as read when it is none the user received (messages-mark-read.${whose})`, () =>
      checkRefusal(Messages.markRead({ id }), `user/messages-mark-read.${whose}`, "Rejected: invalid id")
    )
  }
})

describe("unread messages", () => {
  it.effect("are counted (messages-unread-count.zero)", () =>
    Effect.gen(function* () {
      const call = Messages.unreadCount()
      yield* checkRequest(call, "user/messages-unread-count.zero", "GET /api/user/messages/unread-count")
      assert.strictEqual((yield* ask(call, always("user/messages-unread-count.one"))).count, 1)
    })
  )

  it.effect("are the user's own (messages-unread-count.noauth)", () =>
    checkRefusal(Messages.unreadCount(), "user/messages-unread-count.noauth", nobody)
  )
})
