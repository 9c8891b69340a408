import * as Code from "@screeps-effect/api/Code"
import * as Memory from "@screeps-effect/api/Memory"
import * as Segments from "@screeps-effect/api/Segments"
import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { asNewcomer, type Case, isNotSent, raw, refuses, same, serverCase } from "../case.ts"
import { eventually, settle } from "../world.ts"

const Plan = Schema.Struct({ rooms: Schema.Array(Schema.String), until: Schema.DateFromString })

/** All of Memory. */
const everything = Effect.map(Memory.read({}, Schema.Json), Option.getOrNull)

/** Waits until Memory equals this value. */
const holds = (value: Schema.Json) =>
  eventually(
    everything,
    (found) => JSON.stringify(found) === JSON.stringify(value),
    `Memory is ${JSON.stringify(value)}`
  )

export const memory: ReadonlyArray<Case> = [
  serverCase(
    "writes, reads, removes and empties Memory as the player's code runs",
    { accepts: [Memory.set, Memory.get], refuses: [Memory.set] },
    asNewcomer(
      Effect.gen(function* () {
        yield* settle
        yield* Code.set({ modules: { main: "module.exports.loop = () => {}" } })
        yield* Memory.set({ value: { a: 1, b: { c: [1, "zwei", null] } } })
        yield* holds({ a: 1, b: { c: [1, "zwei", null] } })
        same(yield* Memory.read({ path: "b.c.1" }, Schema.String), Option.some("zwei"))
        same(yield* Memory.read({ path: "b.d" }, Schema.String), Option.none())
        yield* refuses(Memory.read({ path: "no.such" }, Schema.String), "Incorrect memory path")

        const plan = { rooms: ["W1N1"], until: new Date(1_790_000_000_000) }
        yield* Memory.write({ path: "plan", value: plan }, Plan)
        const read = Memory.read({ path: "plan" }, Plan)
        same(yield* eventually(read, Option.isSome, "the plan is written"), Option.some(plan))
        yield* Memory.remove({ path: "plan" })
        yield* Memory.remove({ path: "b" })
        yield* holds({ a: 1 })
        yield* Memory.clear()
        yield* holds({})

        const body = { path: "big", value: "x".repeat(1024 * 1024) }
        yield* isNotSent(Memory.set(body), "value")
        yield* refuses(raw({ method: "POST", path: Memory.set.path, body }), "memory size is too large")
        yield* isNotSent(Memory.set({ value: [] }), "value")
      })
    )
  ),
  serverCase(
    "runs lines in the player's console, up to 1024 characters",
    { accepts: [User.console], refuses: [User.console] },
    asNewcomer(
      Effect.gen(function* () {
        yield* settle
        yield* Code.set({ modules: { main: "module.exports.loop = () => {}" } })
        yield* User.console({ expression: "Memory.answer = 6 * 7" })
        yield* holds({ answer: 42 })
        yield* User.console({ expression: "1".repeat(1022) })
        const body = { expression: "1".repeat(1023) }
        yield* isNotSent(User.console(body), "expression")
        yield* refuses(raw({ method: "POST", path: User.console.path, body }), "expression size is too large")
      })
    )
  ),
  serverCase(
    "stores memory segments unchanged, at once",
    { accepts: [Segments.set, Segments.get], refuses: [Segments.set, Segments.get] },
    asNewcomer(
      Effect.gen(function* () {
        yield* Segments.set({ segment: 7, data: "gz:not packed" })
        yield* Segments.set({ segment: 99, data: "" })
        yield* Segments.set({ segment: 0, data: "ä✓".repeat(51_200) })
        same(yield* Segments.read({ segment: 7 }), Option.some("gz:not packed"))
        const texts = yield* Segments.readMany({ segments: [99, 8, 7, 0] })
        same(texts, [
          Option.some(""),
          Option.none(),
          Option.some("gz:not packed"),
          Option.some("ä✓".repeat(51_200))
        ])
        const write = (body: unknown) => raw({ method: "POST", path: Segments.set.path, body })
        yield* write({ segment: 8, data: { any: "JSON" } })
        same(yield* Segments.read({ segment: 8 }), Option.some('{"any":"JSON"}'))
        same((yield* Segments.get({ segment: "7,99" })).data, "gz:not packed")
        yield* refuses(write({ segment: 100, data: "" }), "invalid segment ID")
        yield* refuses(write({ segment: 1, data: "x".repeat(102_401) }), "length limit exceeded")
        const query = { segment: 100 }
        yield* refuses(raw({ method: "GET", path: Segments.get.path, query }), "invalid segment ID")
      })
    )
  )
]
