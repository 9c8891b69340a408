import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { serveSample, output, errorLine } from "./support/example.ts"

const file = "10_read-a-room.ts"

const checkPicture = (out: string) => {
  assert.match(out, /^\nW7N3, owned by bob, at tick \d+\n\n/)
  const rows = out.split("\n").slice(3, 53)
  for (const row of rows) assert.match(row, /^[.#~+EGTSCMsmoxB]{50}( |$)/)
  const squares = rows.map((row) => row.slice(0, 50)).join("")
  const count = (letter: string) => squares.split(letter).length - 1
  assert.deepStrictEqual(["E", "S", "C", "s", "m"].map(count), [20, 1, 1, 2, 1])
  assert.match(out, /\n1 × controller, 2 × source, .*20 × extension/)
}

describe("10_read-a-room", () => {
  it.live("draws terrain and objects in plain letters if its output is not a terminal", () =>
    Effect.map(output(file, [], { source: true }), checkPicture)
  )

  it.live("draws the same from a server that returns objects over HTTP", () =>
    Effect.gen(function* () {
      const { env } = yield* serveSample({ mods: ["screepsmod-auth", "screepsmod-admin-utils"] })
      checkPicture(yield* output(file, ["W7N3"], { env }))
    })
  )

  it.live("fails with one sentence for a malformed room, an unknown room, and a wrong server address", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* errorLine(file, ["kitchen"]),
        '"kitchen" is not a valid room name (expected a name such as W12N3)'
      )
      assert.strictEqual(
        yield* errorLine(file, ["W99N99"]),
        "GET /api/game/room-terrain: Rejected (invalid room)"
      )
      // No service listens on port 2, which is reserved for the system.
      const nowhere = { SCREEPS_URL: "http://127.0.0.1:2", SCREEPS_TOKEN: "any" }
      assert.match(yield* errorLine(file, [], { env: nowhere }), /Unreachable \(connect ECONNREFUSED/)
      assert.match(
        yield* errorLine(file, [], { env: { SCREEPS_URL: "kitchen", SCREEPS_TOKEN: "any" } }),
        /a server address looks like http:\/\/127\.0\.0\.1:21025 at \["SCREEPS_URL"\]/
      )
    })
  )
})
