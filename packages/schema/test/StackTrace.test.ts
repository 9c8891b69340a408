import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"

class NoSpawn extends withoutStackTrace(Schema.TaggedError<NoSpawn>()("NoSpawn", { room: Schema.String })) {
  override get message() {
    return `${this.room} has no spawn`
  }
}

describe("withoutStackTrace", () => {
  it("keeps the class, its schema and its message", () => {
    const error = new NoSpawn({ room: "W7N3" })
    assert.instanceOf(error, NoSpawn)
    assert.instanceOf(error, Error)
    assert.strictEqual(String(error), "NoSpawn: W7N3 has no spawn")
    assert.deepStrictEqual(Schema.decodeUnknownSync(NoSpawn)({ _tag: "NoSpawn", room: "W7N3" }), error)
    assert.throws(() => Schema.decodeUnknownSync(NoSpawn)({ _tag: "NoSpawn", room: 1 }))
  })

  it("removes the stack trace, and leaves that of other errors", () => {
    const before = Error.stackTraceLimit
    assert.notInclude(new NoSpawn({ room: "W7N3" }).stack ?? "", " at ")
    assert.strictEqual(Error.stackTraceLimit, before)
    assert.include(new Error("another").stack ?? "", " at ")
  })

  it.effect("leaves the places that Effect.fn records", () =>
    Effect.gen(function* () {
      const place = Effect.fn("place")(function* () {
        return yield* new NoSpawn({ room: "W7N3" })
      })
      const exit = yield* Effect.exit(place())
      const printed = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
      assert.match(printed, /^NoSpawn: W7N3 has no spawn\n {4}at place /)
    })
  )
})
