import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { Kill, Sample } from "../src/Sample.ts"
import * as Duels from "../src/run/duels.ts"
import * as World from "../src/run/world.ts"
import * as Duel from "../src/scenario/duel.ts"
import * as Scenario from "../src/scenario/scenario.ts"
import { controller, creep, other, sampleOf, spawn, user } from "./support/samples.ts"

const bots = { a: { code: { main: "" } }, b: { code: { main: "" } } }
const make = (input: Omit<Duel.Input, "bots"> = {}) => Result.getOrThrow(Duel.make({ bots, ...input }))

/** A sample with the bots a and b. */
const between = (tick: number, objects: ReadonlyArray<object>, kills: ReadonlyArray<Kill> = []): Sample => {
  const sample = sampleOf(tick, objects, {}, [["rival", { user: other }]])
  const [a, b] = [...sample.bots.values()]
  return {
    ...sample,
    kills,
    bots: new Map([
      ["a", a ?? assert.fail()],
      ["b", b ?? assert.fail()]
    ])
  }
}
const both = [spawn(0), spawn(0, other)]

/** Plays samples until a winner is known. */
const play = (duel: Duel.Duel, samples: ReadonlyArray<Sample>) => {
  let standing = Duels.begin(duel)
  for (const sample of samples) {
    standing = Duels.advance(standing, sample)
    const verdict = Duels.judge(duel, standing, sample)
    if (verdict !== undefined) return { ...verdict, tick: sample.tick }
  }
  const last = samples.at(-1) ?? assert.fail("no samples")
  return { ...Duels.judgeAtLimit(duel, standing, last), tick: last.tick }
}

describe("a duel", () => {
  it("is won when the other bot has no spawn", () => {
    const samples = [between(1, both), between(2, [spawn(0)]), between(3, both)]
    assert.deepStrictEqual(play(make(), samples), { winner: "a", reason: "b has no spawn", tick: 2 })
  })

  it("is a draw when no bot has a spawn", () => {
    assert.deepStrictEqual(play(make(), [between(1, [])]), {
      winner: undefined,
      reason: "no bot has a spawn",
      tick: 1
    })
  })

  it("is won by the first bot that reaches the milestone", () => {
    const duel = make({ first: { controllerLevel: 2 } })
    const samples = [
      between(1, [...both, controller(1, 0), controller(1, 0, other)]),
      between(2, [...both, controller(1, 9), controller(2, 0, other)])
    ]
    assert.deepStrictEqual(play(duel, samples), {
      winner: "b",
      reason: "reached controller level 2 first",
      tick: 2
    })
    const tied = between(1, [...both, controller(2, 0), controller(2, 0, other)])
    assert.strictEqual(play(duel, [tied]).winner, undefined)
  })

  it("is decided at the limit by the first score that differs", () => {
    // Level 2 begins after 200 control points.
    const sample = between(9, [...both, controller(2, 5), controller(1, 199, other)])
    assert.deepStrictEqual(play(make(), [sample]), {
      winner: "a",
      reason: "more control points at the limit: 205 to 199",
      tick: 9
    })
    assert.strictEqual(play(make({ scores: ["rooms"] }), [sample]).reason, "the scores are equal")
  })

  it("counts the creeps that a bot killed, but not those that it lost by itself", () => {
    const duel = make({ scores: ["kills"] })
    const samples = [
      between(1, both, [{ victim: other, killers: [user] }]),
      between(2, both, [
        { victim: user, killers: [other] },
        { victim: other, killers: [user, other] }
      ]),
      between(3, both, [{ victim: other, killers: [other] }])
    ]
    assert.deepStrictEqual(play(duel, samples), {
      winner: "a",
      reason: "more killed creeps at the limit: 2 to 1",
      tick: 3
    })
    assert.strictEqual(play(duel, [between(1, [...both, creep("c")])]).winner, undefined)
  })

  it("has the same start on both sides, mirrored, and swapped in a second game", () => {
    const tower = { type: "tower", x: 20, y: 30 }
    const duel = make({ room: { sources: [{ x: 10, y: 20 }], objects: [tower] }, spawn: { x: 30, y: 25 } })
    const worldOf = (isSwapped: boolean) => {
      const scenario = Result.getOrThrow(Scenario.make(Duels.toScenario(duel, isSwapped)))
      const { objects, users } = Result.getOrThrow(World.make(scenario, 1))
      const at = (room: string) =>
        objects
          .filter((object) => object.room === room)
          .map(({ type, x, y }) => ({ type, y, x: room === "W1N1" ? 49 - x : x }))
      const spawns = objects.flatMap((object) =>
        object.type === "spawn" ? [[object.room, object.user]] : []
      )
      return { west: at("W2N1"), east: at("W1N1"), spawns, users }
    }
    const normal = worldOf(false)
    assert.deepStrictEqual(normal.east, normal.west)
    const [a, b] = [normal.users.get("a"), normal.users.get("b")]
    assert.deepStrictEqual(normal.spawns, [
      ["W2N1", a],
      ["W1N1", b]
    ])
    assert.deepStrictEqual(worldOf(true).spawns, [
      ["W2N1", b],
      ["W1N1", a]
    ])
  })

  it("has mirrored terrain, with and without line breaks", () => {
    const row = `##~${".".repeat(47)}`
    for (const terrain of [`${row}\n`.repeat(50), row.repeat(50)]) {
      const { rooms } = Duels.toScenario(make({ room: { terrain } }), false)
      assert.deepStrictEqual(rooms?.["W2N1"]?.terrain, terrain)
      assert.deepStrictEqual(rooms?.["W1N1"]?.terrain?.split("\n"), Array(50).fill(`${".".repeat(47)}~##`))
    }
  })

  it("needs two bots and a controller, and is read from YAML with the lines of mistakes", () => {
    const message = (text: string) => {
      const parsed = Duel.parse(text, "d.yaml")
      return Result.isFailure(parsed) ? parsed.failure.message : assert.fail("it is valid")
    }
    assert.include(message("bots: { a: { code: x } }"), "d.yaml: line 1: bots: ")
    assert.include(
      message("bots: { a: { code: x }, b: { code: y } }\nroom: { controller: false }"),
      "line 2: room.controller: "
    )
    assert.include(
      message("bots: { a: { code: x }, b: { code: y } }\nfist: 3"),
      "line 2: fist: there is no such field"
    )
    assert.include(
      message("bots: { a: { code: x }, b: { code: y } }\nfirst: { creeps: 3, bot: a }"),
      "line 2: first: "
    )
  })
})
