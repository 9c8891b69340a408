import * as Messages from "@screeps-effect/api/Messages"
import * as Effect from "effect/Effect"
import { type Group, nothing, posting, signIn } from "../support/group.ts"
import { alice, bob, makeServer, type Server } from "../support/server.ts"

/** Exchanges messages between bob and alice; bob has the unread one. */
const chat = (server: Server) =>
  Effect.gen(function* () {
    const { users } = server.world
    yield* users.sendMessage("bob", "alice", "hello")
    yield* users.sendMessage("alice", "bob", "hello yourself")
    const [sent, received] = yield* users.messages("bob")
    const { _id: respondent } = yield* users.get("alice")
    return { sent: sent?._id, received: received?._id, respondent }
  })

/** The same world generates the same ids. */
const known = Effect.runSync(chat(makeServer()))

const talking = (who: typeof bob) => (server: Server) =>
  Effect.andThen(
    chat(server),
    Effect.map(server.signIn(who), (headers): string | undefined => headers["x-token"])
  )

const callAll = (server: Server, headers: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { received: id, respondent } = yield* chat(server)
    const get = (path: string, query = {}) => server.get(path, query, headers)
    const post = (path: string, body: unknown) => server.post(path, body, headers)
    return {
      "GET /api/user/messages/index": yield* get("/api/user/messages/index"),
      "GET /api/user/messages/list": yield* get("/api/user/messages/list", { respondent }),
      "GET /api/user/messages/unread-count": yield* get("/api/user/messages/unread-count"),
      "POST /api/user/messages/send": yield* post("/api/user/messages/send", { respondent, text: "so" }),
      "POST /api/user/messages/mark-read": yield* post("/api/user/messages/mark-read", { id })
    }
  })

export const messages: Group = {
  operations: [Messages.index, Messages.list, Messages.send, Messages.markRead, Messages.unreadCount],
  successes: Effect.gen(function* () {
    const server = makeServer()
    return yield* callAll(server, yield* server.signIn(bob))
  }),
  situations: {
    "a request without a token": {
      before: nothing,
      cases: [
        "user/messages-index.noauth",
        "user/messages-list.noauth",
        "user/messages-mark-read.noauth",
        "user/messages-send.noauth",
        "user/messages-unread-count.noauth"
      ]
    },
    "a user who has just signed in": {
      before: signIn,
      cases: [
        "user/messages-mark-read.unknown",
        "user/messages-send.no-text",
        "user/messages-send.text-not-string",
        "user/messages-send.username-instead-of-id"
      ]
    },
    "a user with a too long message": {
      before: signIn,
      change: posting({ respondent: known.respondent, text: "x".repeat(100 * 1024 + 1) }),
      cases: ["user/messages-send.too-long"]
    },
    "a user who sent the message": {
      before: talking(bob),
      change: posting({ id: known.sent }),
      cases: ["user/messages-mark-read.outgoing"]
    },
    "a user who neither sent nor received the message": {
      before: talking(alice),
      change: posting({ id: known.received }),
      cases: ["user/messages-mark-read.someone-elses"]
    }
  },
  official: {
    successes: Effect.gen(function* () {
      const server = makeServer({}, { dialect: "official" })
      return yield* callAll(server, yield* server.withToken("bob"))
    })
  }
}
