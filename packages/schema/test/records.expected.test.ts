import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import { ConversationEvent } from "@screeps-effect/schema/ConversationEvent"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Message from "@screeps-effect/schema/Message"
import { RoomHistory } from "@screeps-effect/schema/RoomHistory"
import { ScoreboardEntry } from "@screeps-effect/schema/ScoreboardEntry"
import { Season } from "@screeps-effect/schema/Season"
import { UserBrief } from "@screeps-effect/schema/UserBrief"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const read = <A>(schema: Schema.ConstraintCodec<A, unknown>, data: unknown) => {
  const drift: Array<string> = []
  const result = Decoder.tolerant(schema)(data, (one) => drift.push(one.path))
  return { value: Result.getOrThrow(result), drift }
}

describe("a record is kept", () => {
  it("for a user without an id, whose entry in a map has the id as its key", () => {
    const users = { abc: { username: "bob" } }
    const { drift, value } = read(Schema.Record(Schema.String, UserBrief), users)
    assert.deepStrictEqual(value, users)
    assert.deepStrictEqual(drift, ["{}._id"])
  })

  it("for a message without a direction, which counts as unread unless it was sent", () => {
    const message = { _id: "1", text: "hi", unread: true, date: "2026-11-22T17:30:55.103Z" }
    const { drift, value } = read(Message.Message, message)
    assert.deepStrictEqual(drift, ["type"])
    assert.isFalse(Message.isIncoming(value))
    assert.deepStrictEqual<unknown>(read(ConversationEvent, { message }).value, { message })
  })

  it("for a season without dates and number", () => {
    assert.deepStrictEqual<unknown>(read(Season, { _id: "1", title: "one" }), {
      value: { _id: "1", title: "one" },
      drift: ["index", "startDate", "endDate"]
    })
  })

  it("for a player on the scoreboard without a rank", () => {
    const { drift, value } = read(ScoreboardEntry, { username: "bob", score: 5 })
    assert.deepStrictEqual([value.score, drift], [5, ["rank"]])
  })

  it("for a chunk of history without the time of its recording", () => {
    const chunk = { room: "W1N1", base: 20, ticks: {} }
    assert.deepStrictEqual<unknown>(read(RoomHistory, chunk), { value: chunk, drift: ["timestamp"] })
  })

  it("for console output without its log or its results", () => {
    const lines = (messages: object) =>
      ConsoleEvent.lines(read(ConsoleEvent.ConsoleEvent, { messages }).value)
    assert.deepStrictEqual(lines({ log: ["a"] }), [{ kind: "log", text: "a" }])
    assert.deepStrictEqual(lines({ results: ["1"], log: 5 }), [{ kind: "result", text: "1" }])
    assert.deepStrictEqual(lines({}), [])
  })
})
