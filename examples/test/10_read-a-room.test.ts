import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { elsewhere, output, sentence } from "./support/example.ts"

const file = "10_read-a-room.ts"

const checkPicture = (out: string) => {
  assert.match(out, /^\nW7N3, held by bob, at tick \d+\n\n/)
  const rows = out.split("\n").slice(3, 53)
  for (const row of rows) assert.match(row, /^[.#~+EGTSCMsmoxB]{50}( |$)/)
  const squares = rows.map((row) => row.slice(0, 50)).join("")
  const count = (letter: string) => squares.split(letter).length - 1
  assert.deepStrictEqual(["E", "S", "C", "s", "m"].map(count), [20, 1, 1, 2, 1])
  assert.match(out, /\n1 × controller, 2 × source, .*20 × extension/)
}

describe("the example that reads a room", () => {
  it.live("draws terrain and objects, in plain letters when nobody looks", () =>
    Effect.map(output(file), checkPicture)
  )

  it.live("reads the same from a server elsewhere, which tells objects over HTTP", () =>
    Effect.gen(function* () {
      const { env } = yield* elsewhere({ mods: ["screepsmod-auth", "screepsmod-admin-utils"] })
      checkPicture(yield* output(file, ["W7N3"], { env }))
    })
  )

  it.live("says in one sentence what is wrong", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* sentence(file, ["kitchen"]),
        '"kitchen" is not a valid room name (expected a name such as W12N3)'
      )
      assert.strictEqual(
        yield* sentence(file, ["W99N99"]),
        "GET /api/game/room-terrain: Rejected (invalid room)"
      )
      // Ports below 1024 are for services of the system, of which none has number 2.
      const nowhere = { SCREEPS_URL: "http://127.0.0.1:2", SCREEPS_TOKEN: "any" }
      assert.match(yield* sentence(file, [], { env: nowhere }), /Unreachable \(connect ECONNREFUSED/)
      assert.match(
        yield* sentence(file, [], { env: { SCREEPS_URL: "kitchen", SCREEPS_TOKEN: "any" } }),
        /a server address looks like http:\/\/127\.0\.0\.1:21025 at \["SCREEPS_URL"\]/
      )
    })
  )
})
