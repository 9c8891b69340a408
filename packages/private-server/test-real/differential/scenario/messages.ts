import * as Effect from "effect/Effect"
import { type Scene, textOf } from "../stage.ts"

/** Messages, while both players listen. */
export const messages: Scene = ({ announce, dial, get, id, post }) =>
  Effect.gen(function* () {
    const [ann, bob] = [id("ann"), id("bob")]
    const annSends = yield* dial("ann's letters", "ann")
    const bobSends = yield* dial("bob's letters", "bob")
    const guest = yield* dial("a guest")
    yield* guest("subscribe server-message")
    yield* annSends("subscribe server-message")
    yield* annSends(`subscribe user:${ann}/newMessage`)
    yield* annSends(`subscribe user:${ann}/message:${bob}`)
    yield* bobSends(`subscribe user:${bob}/newMessage`)
    yield* bobSends(`subscribe user:${bob}/message:${ann}`)
    yield* bobSends(`subscribe user:${ann}/newMessage`)
    yield* get("ann", "/api/user/messages/unread-count")
    yield* post("bob", "/api/user/messages/send", { respondent: ann, text: "Hello <b>ä✓</b>" })
    yield* post("bob", "/api/user/messages/send", { respondent: ann, text: "" })
    yield* post("ann", "/api/user/messages/send", { respondent: bob, text: "Yes?" })
    yield* get("ann", "/api/user/messages/unread-count")
    yield* get("ann", "/api/user/messages/index")
    const { body } = yield* get("ann", "/api/user/messages/list", { respondent: bob })
    yield* post("ann", "/api/user/messages/mark-read", { id: textOf(body, "messages", 0, "_id") })
    yield* post("ann", "/api/user/messages/mark-read", { id: textOf(body, "messages", 2, "_id") })
    yield* get("ann", "/api/user/messages/unread-count")
    yield* get("bob", "/api/user/messages/list", { respondent: ann })
    yield* get("bob", "/api/user/messages/index")
    yield* post("bob", "/api/user/messages/send", { respondent: "0123456789abcde", text: "?" })
    yield* post("bob", "/api/user/messages/send", { respondent: ann, text: "x".repeat(102_401) })
    yield* post("bob", "/api/user/messages/mark-read", { id: "0123456789abcde" })
    yield* get("bob", "/api/user/messages/list", { respondent: "0123456789abcde" })
    yield* announce("Back in <five> minutes: é")
  }).pipe(Effect.scoped)
