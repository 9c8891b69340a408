import * as Messages from "@screeps-effect/api/Messages"
import * as Message from "@screeps-effect/schema/Message"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { makeWorld, play, playOfficial } from "./support/play.ts"
import { alice, bob, makeServer } from "./support/server.ts"

interface Internals {
  readonly first: {
    readonly events: {
      readonly listen: (
        listener: (event: { readonly type: string; readonly user: string }) => void
      ) => () => void
    }
  }
}

const carol = { username: "carol", password: "secret" }

/** A world with three users who can exchange messages, and their ids. */
const setUp = Effect.gen(function* () {
  const world = makeWorld({ accounts: [alice, bob, carol] })
  const { _id: toAlice } = yield* world.users.get("alice")
  const { _id: toBob } = yield* world.users.get("bob")
  const { _id: toCarol } = yield* world.users.get("carol")
  return { world, toAlice, toBob, toCarol, alices: play(world, alice), bobs: play(world, bob) }
})

const texts = (messages: ReadonlyArray<Message.Message>) =>
  messages.map(({ text, type, unread }) => [type, text, unread])

describe("a message on TestServer", () => {
  it.effect("is listed for both users, and unread until the receiver marks it", () =>
    Effect.gen(function* () {
      const { alices, bobs, toAlice, toBob } = yield* setUp
      yield* bobs(Messages.send({ respondent: toAlice, text: "hello **you**" }))
      assert.strictEqual((yield* alices(Messages.unreadCount())).count, 1)
      assert.strictEqual((yield* bobs(Messages.unreadCount())).count, 0)
      const { messages } = yield* alices(Messages.list({ respondent: toBob }))
      assert.deepStrictEqual(texts(messages), [["in", "hello **you**", true]])
      const [received] = messages
      assert.isDefined(received)
      yield* alices(Messages.markRead({ id: received._id }))
      yield* alices(Messages.markRead({ id: received._id }))
      assert.strictEqual((yield* alices(Messages.unreadCount())).count, 0)
      const { messages: sent } = yield* bobs(Messages.list({ respondent: toAlice }))
      assert.deepStrictEqual(texts(sent), [["out", "hello **you**", false]])
      assert.strictEqual(received.outMessage, sent[0]?._id)
    })
  )

  it.effect("is among the last hundred of its conversation, oldest first", () =>
    Effect.gen(function* () {
      const { bobs, toAlice, toCarol, world } = yield* setUp
      for (let n = 1; n <= 101; n++) yield* world.users.sendMessage("bob", "alice", String(n))
      yield* world.users.sendMessage("bob", "carol", "else")
      const { messages } = yield* bobs(Messages.list({ respondent: toAlice }))
      assert.deepStrictEqual([messages.length, messages[0]?.text, messages.at(-1)?.text], [100, "2", "101"])
      assert.strictEqual((yield* bobs(Messages.list({ respondent: toCarol }))).messages.length, 1)
    })
  )

  it.effect("is published as the sender's copy, the receiver's copy, a notice, and when it is read", () =>
    Effect.gen(function* () {
      const { alices, bobs, toAlice, toBob, world } = yield* setUp
      const received: Array<readonly [string, string]> = []
      // The first shard is not a public member: the types do not include it.
      const { events } = (world as unknown as Internals).first
      const stop = events.listen(({ type, user }) => {
        if (type === "conversation" || type === "newMessage") received.push([type, user])
      })
      yield* bobs(Messages.send({ respondent: toAlice, text: "hello" }))
      const { messages } = yield* alices(Messages.list({ respondent: toBob }))
      for (const { _id: id } of messages) yield* alices(Messages.markRead({ id }))
      stop()
      assert.deepStrictEqual(received, [
        ["conversation", toBob],
        ["conversation", toAlice],
        ["newMessage", toAlice],
        ["conversation", toAlice],
        ["conversation", toBob]
      ])
    })
  )

  it.effect("is the latest of each conversation in the index, which private servers group by its owner", () =>
    Effect.gen(function* () {
      const { bobs, toBob, toCarol, world } = yield* setUp
      yield* world.users.sendMessage("alice", "bob", "first")
      yield* TestClock.adjust("1 second")
      yield* world.users.sendMessage("bob", "carol", "second")
      const { messages, users } = yield* bobs(Messages.index())
      assert.deepStrictEqual(
        messages.map(({ _id, message }) => [_id, message.respondent, message.text]),
        [[toBob, toCarol, "second"]]
      )
      assert.deepStrictEqual(Object.keys(users ?? {}), [toBob])
    })
  )
})

describe("the defects of a private server on TestServer", () => {
  const raw = Effect.gen(function* () {
    const server = makeServer({ accounts: [alice, bob, carol] })
    yield* server.world.users.sendMessage("bob", "alice", "to alice")
    yield* server.world.users.sendMessage("bob", "carol", "to carol")
    return server
  })
  const unread = (server: Effect.Success<typeof raw>, username: string) =>
    Effect.map(server.world.users.messages(username), (all) => all.filter(({ unread }) => unread).length)

  it.effect("mark every message of every user as read when no id is sent", () =>
    Effect.gen(function* () {
      const server = yield* raw
      const mark = (headers: Readonly<Record<string, string>>) =>
        Effect.map(server.post("/api/user/messages/mark-read", {}, headers), ({ body }) => body)
      // Bob has never received a message.
      assert.deepStrictEqual(yield* mark(yield* server.signIn(bob)), { error: "invalid id" })
      assert.strictEqual(yield* unread(server, "carol"), 1)
      const headers = yield* server.signIn(alice)
      assert.deepStrictEqual(yield* mark(headers), { "2": { modified: 1 }, ok: 1 })
      for (const username of ["alice", "bob", "carol"]) assert.strictEqual(yield* unread(server, username), 0)
    })
  )

  it.effect("mix all conversations without a respondent, and send such a message to any user", () =>
    Effect.gen(function* () {
      const server = yield* raw
      const headers = yield* server.signIn(bob)
      const { body } = yield* server.get("/api/user/messages/list", {}, headers)
      assert.deepStrictEqual(
        texts((body as { readonly messages: ReadonlyArray<Message.Message> }).messages),
        [
          ["out", "to alice", true],
          ["out", "to carol", true]
        ]
      )
      const sent = yield* server.post("/api/user/messages/send", { text: "lost" }, headers)
      assert.deepStrictEqual(sent.body, { ok: 1 })
      const [, , lost] = yield* server.world.users.messages("bob")
      assert.deepInclude(lost, { type: "out", text: "lost" })
      for (const username of ["alice", "carol"]) assert.strictEqual(yield* unread(server, username), 1)
    })
  )
})

describe("messages on an official TestServer", () => {
  it.effect("have one entry per conversation in the index, latest first, and five fields in lists", () =>
    Effect.gen(function* () {
      const { toAlice, toCarol, world } = yield* setUp
      yield* world.users.sendMessage("alice", "bob", "first")
      yield* world.users.sendMessage("alice", "bob", "again")
      yield* world.users.sendMessage("bob", "carol", "second")
      const bobs = playOfficial(world, bob, "shard0")
      const { messages, users } = yield* bobs(Messages.index())
      assert.deepStrictEqual(
        messages.map((entry) => [entry._id, Message.respondent(entry), entry.message.text]),
        [
          [toCarol, toCarol, "second"],
          [toAlice, toAlice, "again"]
        ]
      )
      assert.sameMembers(Object.keys(users ?? {}), [toAlice, toCarol])
      const { messages: list } = yield* bobs(Messages.list({ respondent: toAlice }))
      assert.deepStrictEqual(
        list.map((message) => Object.keys(message).toSorted()),
        Array.from({ length: 2 }, () => ["_id", "date", "text", "type", "unread"])
      )
    })
  )

  it.effect("require an id to be marked, and a respondent to be sent", () =>
    Effect.gen(function* () {
      const server = makeServer({}, { dialect: "official" })
      yield* server.world.users.sendMessage("alice", "bob", "hello")
      const headers = yield* server.withToken("bob")
      const post = (path: string, body: unknown) =>
        Effect.map(server.post(`/api/user/messages/${path}`, body, headers), ({ body }) => body)
      assert.deepStrictEqual(yield* post("mark-read", {}), { error: "invalid id" })
      assert.deepStrictEqual(yield* post("send", { text: "x" }), { error: "invalid respondent" })
      const [{ _id: id } = { _id: "" }] = yield* server.world.users.messages("bob")
      const counts = { ok: 1, n: 1, nModified: 1 }
      assert.deepStrictEqual(yield* post("mark-read", { id }), {
        "0": counts,
        "1": counts,
        "2": counts,
        ok: 1
      })
    })
  )
})
