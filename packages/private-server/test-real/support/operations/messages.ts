import { assert } from "@effect/vitest"
import * as Messages from "@screeps-effect/api/Messages"
import * as User from "@screeps-effect/api/User"
import * as Message from "@screeps-effect/schema/Message"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import { account, type Case, has, isNotSent, raw, refuses, same, serverCase } from "../case.ts"

const unknownId = "0123456789abcde"

export const messages: ReadonlyArray<Case> = [
  serverCase(
    "delivers messages between two players, with marks of reading",
    {
      accepts: [Messages.send, Messages.list, Messages.index, Messages.markRead, Messages.unreadCount],
      refuses: [Messages.send, Messages.markRead]
    },
    Effect.gen(function* () {
      const ann = yield* account
      const bob = yield* account
      const { _id: annId } = yield* ann.as(User.whoAmI())
      const { _id: bobId } = yield* bob.as(User.whoAmI())
      yield* ann.as(Messages.send({ respondent: bobId, text: "Hello <b>ä✓</b>" }))
      yield* bob.as(
        Effect.gen(function* () {
          assert.strictEqual((yield* Messages.unreadCount()).count, 1)
          const { messages } = yield* Messages.list({ respondent: annId })
          const [message, ...more] = messages
          assert.isEmpty(more)
          assert(message !== undefined && Message.isIncoming(message))
          has(message, { text: "Hello <b>ä✓</b>", unread: true, respondent: annId })
          const { messages: index, users } = yield* Messages.index()
          same(index.map(Message.respondent), [annId])
          assert.lengthOf(Object.keys(users ?? {}), 1)

          yield* Messages.markRead({ id: message._id })
          yield* Messages.markRead({ id: message._id })
          assert.strictEqual((yield* Messages.unreadCount()).count, 0)
          yield* Messages.send({ respondent: annId, text: "" })
        })
      )
      yield* ann.as(
        Effect.gen(function* () {
          const { messages } = yield* Messages.list({ respondent: bobId })
          same(
            messages.map(({ text, type, unread }) => ({ text, type, unread })),
            [
              { text: "Hello <b>ä✓</b>", type: "out", unread: false },
              { text: "", type: "in", unread: true }
            ]
          )
          const [sent] = messages
          yield* refuses(Messages.markRead({ id: sent?._id ?? ObjectId.make(unknownId) }), "invalid id")
          yield* refuses(Messages.markRead({ id: ObjectId.make(unknownId) }), "invalid id")
          yield* refuses(
            Messages.send({ respondent: UserId.make(unknownId), text: "?" }),
            "invalid respondent"
          )
          const body = { respondent: bobId, text: "x".repeat(102_401) }
          yield* isNotSent(Messages.send(body), "text")
          yield* refuses(raw({ method: "POST", path: Messages.send.path, body }), "text too long")
          assert.isEmpty((yield* Messages.list({ respondent: UserId.make(unknownId) })).messages)
        })
      )
    })
  )
]
