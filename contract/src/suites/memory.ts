import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import * as Memory from "@screeps-effect/api/Memory"
import * as Segments from "@screeps-effect/api/Segments"
import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { eventually, raw, rejects, same, testAsNewUser, type Test } from "../test.ts"
import { settle } from "../places.ts"

const idle = Code.set({ branch: "$activeWorld", modules: { main: "module.exports.loop = () => {}" } })

const everything = Effect.map(Memory.read({}, Schema.Json), Option.getOrNull)

/** Waits until Memory has this value. */
const becomes = (value: Schema.Json) =>
  eventually(
    everything,
    (found) => JSON.stringify(found) === JSON.stringify(value),
    `Memory is ${JSON.stringify(value)}`
  )

/** Memory, the console and memory segments. */
export const memory: ReadonlyArray<Test> = [
  testAsNewUser("accepts console lines of up to 1024 characters", function* () {
    yield* User.console({ expression: "Game.time" })
    yield* User.console({ expression: "1".repeat(1022) })
    const body = { expression: "1".repeat(1023) }
    yield* rejects(raw({ method: "POST", path: "/api/user/console", body }), "expression size is too large")
  }),
  testAsNewUser("runs console lines in the player's script", function* () {
    yield* settle
    yield* idle
    yield* User.console({ expression: "Memory.answer = 6 * 7" })
    const answer = Memory.read({ path: "answer" }, Schema.Unknown)
    yield* eventually(answer, (found) => Option.getOrNull(found) === 42, "the answer is in Memory")
  }),
  testAsNewUser(
    "writes Memory when the player's script runs and distinguishes missing keys from wrong paths",
    function* () {
      yield* settle
      yield* idle
      const plan = { rooms: ["W1N1"], text: "gz: ä✓ 'quoted' \"twice\" \\ ", nothing: null }
      yield* Memory.set({ path: "plan", value: plan })
      const read = Memory.read({ path: "plan" }, Schema.Unknown)
      const found = yield* eventually(
        Effect.result(read),
        (value) => Result.isSuccess(value) && Option.isSome(value.success),
        "Memory is written"
      )
      yield* same(found, Result.succeed(Option.some(plan)), "the value")
      yield* same(
        yield* Memory.read({ path: "plan.rooms.0" }, Schema.String),
        Option.some("W1N1"),
        "an item of a list"
      )
      for (const path of ["plan.none", "plan.text.none"])
        yield* same(yield* Memory.read({ path }, Schema.Unknown), Option.none(), `a missing key: ${path}`)
      const length = yield* Memory.read({ path: "plan.text.length" }, Schema.Int)
      yield* same(length, Option.some(plan.text.length), "the length of a text")
      for (const path of ["no.such.path", "plan.nothing.else", "plan.text.none.at.all"])
        yield* rejects(Memory.read({ path }, Schema.Unknown), "Incorrect memory path")
    }
  ),
  testAsNewUser("writes a parent in Memory and its child in one tick, or loses both", function* () {
    yield* settle
    yield* idle
    for (const round of [1, 2, 3]) {
      yield* Memory.set({ path: `parent${round}`, value: {} })
      yield* Memory.set({ path: `parent${round}.child`, value: round })
      // The queue of a tick may run in reverse: the child then fails, and its parent is lost.
      yield* Memory.set({ path: "mark", value: round })
      const mark = Memory.read({ path: "mark" }, Schema.Unknown)
      yield* eventually(mark, (found) => Option.getOrNull(found) === round, "the writes are performed")
      const parent = yield* Memory.read({ path: `parent${round}` }, Schema.Unknown)
      yield* same(
        Option.getOrElse(parent, () => ({ child: round })),
        { child: round },
        "the parent"
      )
    }
  }),
  testAsNewUser(
    "writes Memory of an account without objects only after its first spawn is placed",
    function* () {
      yield* idle
      yield* Memory.set({ path: "early", value: true })
      const { time } = yield* Game.time()
      yield* eventually(Game.time(), (now) => now.time > time + 3, "three ticks pass")
      yield* same(yield* everything, {}, "Memory before")
      yield* settle
      yield* becomes({ early: true })
    }
  ),
  testAsNewUser("removes a value from Memory, and empties all of it", function* () {
    yield* settle
    yield* idle
    yield* Memory.set({ value: { a: 1, b: { c: [1, "zwei", null] } } })
    yield* becomes({ a: 1, b: { c: [1, "zwei", null] } })
    yield* Memory.remove({ path: "b.c" })
    yield* becomes({ a: 1, b: {} })
    yield* Memory.clear()
    yield* becomes({})
  }),
  testAsNewUser(
    "rejects writing more than 1 MB to Memory",
    rejects(
      raw({ method: "POST", path: Memory.set.path, body: { path: "big", value: "x".repeat(1024 * 1024) } }),
      "memory size is too large"
    )
  ),
  testAsNewUser("stores memory segments at once and returns them unchanged", function* () {
    yield* Segments.set({ segment: 7, data: "gz:not packed" })
    yield* Segments.set({ segment: 99, data: "" })
    yield* Segments.set({ segment: 0, data: "ä✓".repeat(51_200) })
    yield* same(yield* Segments.read({ segment: 7 }), Option.some("gz:not packed"), "one segment")
    yield* same(
      yield* Segments.readMany({ segments: [99, 8, 7, 0] }),
      [Option.some(""), Option.none(), Option.some("gz:not packed"), Option.some("ä✓".repeat(51_200))],
      "four segments"
    )
  }),
  testAsNewUser("rejects segments beyond 99 and segments of more than 100 kB", function* () {
    const write = (body: unknown) => raw({ method: "POST", path: Segments.set.path, body })
    yield* rejects(write({ segment: 100, data: "" }), "invalid segment ID")
    yield* rejects(write({ segment: 1, data: "x".repeat(102_401) }), "length limit exceeded")
    const query = { segment: 100 }
    yield* rejects(raw({ method: "GET", path: Segments.get.path, query }), "invalid segment ID")
  })
]
