import * as Messages from "@screeps-effect/api/Messages"
import * as Message from "@screeps-effect/schema/Message"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { always, run } from "./support/fake.ts"
import {
  alwaysReported,
  checkInvalidInput,
  checkFailure,
  checkRequest,
  official,
  untyped
} from "./support/calls.ts"

const carol = UserId.make("0db5e39e7adf237")
const id = ObjectId.make("90fee3db4d816ea")
const unauthorized = "Unauthorized: the API token was rejected"

describe("Messages.index", () => {
  it.effect("returns the newest message of each conversation, and of users only _id and username", () =>
    Effect.gen(function* () {
      yield* checkRequest(Messages.index(), "user/messages-index.empty", "GET /api/user/messages/index")
      const server = alwaysReported("messages.index.official")
      const { messages, users } = yield* run(Messages.index(), server, official)
      assert.strictEqual(messages[0]?.message.text, "Hello")
      assert.deepStrictEqual(Object.values(users ?? {}), [
        { _id: UserId.make("57874d42d0ae911e3bd15bbd"), username: "Bob" }
      ])
    })
  )

  it.effect("returns the other user despite the wrong grouping of private servers", () =>
    Effect.gen(function* () {
      const { messages } = yield* run(Messages.index(), always("user/messages-index.some"))
      assert.deepStrictEqual(
        messages.map((entry) => [entry._id, Message.respondent(entry)]),
        [["7c8fe39e74fdae1", carol]]
      )
    })
  )

  it.effect("returns conversations with a user without a name or with a malformed badge", () =>
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
      const index = yield* run(Messages.index(), always({ ok: 1, messages, users }))
      assert.strictEqual(index.messages[0]?.message.text, "hi")
      assert.isUndefined(index.users?.[carol]?.username)
    })
  )

  it.effect("fails with Unauthorized without a sign-in (messages-index.noauth)", () =>
    checkFailure(Messages.index(), "user/messages-index.noauth", unauthorized)
  )
})

describe("Messages.list", () => {
  it.effect(
    "returns a conversation by the other user's _id, oldest message first (messages-list.conversation)",
    () =>
      Effect.gen(function* () {
        const call = Messages.list({ respondent: carol })
        const line = "GET /api/user/messages/list?respondent=0db5e39e7adf237"
        yield* checkRequest(call, "user/messages-list.conversation", line)
        const { messages } = yield* run(call, always("user/messages-list.conversation"))
        assert.deepStrictEqual([messages[0]?.type, messages[1]?.type], ["out", "in"])
        assert.strictEqual(messages[1]?.text, "Hello Bob")
        assert.deepStrictEqual(messages[1]?.outMessage, ObjectId.make("d82fe3db4d8ba87"))
        assert.notProperty(messages[0], "$loki")
      })
  )

  it.effect("returns five fields per message on official servers", () =>
    Effect.gen(function* () {
      const server = alwaysReported("messages.list.official")
      const { messages } = yield* run(Messages.list({ respondent: carol }), server, official)
      assert.deepStrictEqual(Object.keys(messages[0] ?? {}).toSorted(), [
        "_id",
        "date",
        "text",
        "type",
        "unread"
      ])
    })
  )

  it.effect("returns an empty list for an unknown user (messages-list.unknown-respondent)", () =>
    Effect.gen(function* () {
      const call = Messages.list({ respondent: UserId.make("nope") })
      assert.isEmpty((yield* run(call, always("user/messages-list.unknown-respondent"))).messages)
    })
  )

  it.effect("fails with Unauthorized without a sign-in (messages-list.noauth)", () =>
    checkFailure(Messages.list({ respondent: carol }), "user/messages-list.noauth", unauthorized)
  )
})

describe("Messages.send and Messages.markRead", () => {
  it.effect("send addresses a user by _id (messages-send.ok)", () =>
    checkRequest(
      Messages.send({ respondent: carol, text: "Hello Carol" }),
      "user/messages-send.ok",
      'POST /api/user/messages/send {"respondent":"0db5e39e7adf237","text":"Hello Carol"}'
    )
  )

  it.effect("send accepts an empty text (messages-send.empty-text) and one of 100 KiB", () =>
    Effect.gen(function* () {
      const server = always("user/messages-send.empty-text")
      yield* run(Messages.send({ respondent: carol, text: "" }), server)
      yield* run(Messages.send({ respondent: carol, text: "x".repeat(102400) }), server)
      assert.lengthOf(server.requests, 2)
    })
  )

  it.effect("send fails with Rejected for an unknown user (messages-send.username-instead-of-id)", () =>
    checkFailure(
      Messages.send({ respondent: UserId.make("Carol"), text: "x" }),
      "user/messages-send.username-instead-of-id",
      "Rejected: invalid respondent"
    )
  )

  it.effect("send rejects a text that is missing, too long or not a string without a request", () =>
    Effect.gen(function* () {
      yield* checkInvalidInput(Messages.send({ respondent: carol, text: "x".repeat(102401) }), "text")
      yield* checkInvalidInput(untyped(Messages.send, { respondent: carol, text: 5 }), "text")
      yield* checkInvalidInput(untyped(Messages.send, { respondent: carol }), "text")
    })
  )

  it("send is not idempotent, so that it is never retried", () => {
    assert.isFalse(Messages.send.idempotent)
  })

  it.effect("markRead addresses a message by its _id (messages-mark-read.ok)", () =>
    Effect.gen(function* () {
      const call = Messages.markRead({ id })
      const line = 'POST /api/user/messages/mark-read {"id":"90fee3db4d816ea"}'
      yield* checkRequest(call, "user/messages-mark-read.ok", line)
      yield* checkRequest(call, "user/messages-mark-read.again", line)
      yield* checkRequest(call, "messages.mark-read.official", line, official)
    })
  )

  for (const whose of ["outgoing", "someone-elses", "unknown"]) {
    it.effect(
      `markRead fails with Rejected for a message that the user did not receive (messages-mark-read.${whose})`,
      () =>
        checkFailure(Messages.markRead({ id }), `user/messages-mark-read.${whose}`, "Rejected: invalid id")
    )
  }
})

describe("Messages.unreadCount", () => {
  it.effect("returns the number of unread messages (messages-unread-count.zero)", () =>
    Effect.gen(function* () {
      const call = Messages.unreadCount()
      yield* checkRequest(call, "user/messages-unread-count.zero", "GET /api/user/messages/unread-count")
      assert.strictEqual((yield* run(call, always("user/messages-unread-count.one"))).count, 1)
    })
  )

  it.effect("fails with Unauthorized without a sign-in (messages-unread-count.noauth)", () =>
    checkFailure(Messages.unreadCount(), "user/messages-unread-count.noauth", unauthorized)
  )
})
