import { assert, describe, it } from "@effect/vitest"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Milestone from "../src/Milestone.ts"
import * as Milestones from "../src/run/milestones.ts"
import type { Sample } from "../src/Sample.ts"
import { controller, creep, other, sampleOf, spawn } from "./support/samples.ts"

/** Returns the states of one milestone after each sample. */
const play = (milestone: Milestone.Milestone, samples: ReadonlyArray<Sample>) => {
  let progress = Milestones.begin([milestone])
  return samples.map((sample) => {
    progress = Milestones.advance(progress, sample)
    return progress.map(({ status }) => status).join()
  })
}

const error = { kind: "error", text: "Error: broken\n    at main:1" } as const

describe("a milestone", () => {
  it("passes in the first tick in which its condition holds, and stays passed", () => {
    const samples = [sampleOf(1, [controller(1, 199)]), sampleOf(2, [controller(2, 0)]), sampleOf(3, [])]
    assert.deepStrictEqual(play({ controllerLevel: 2 }, samples), ["open", "passed", "passed"])
  })

  it("fails in the last tick in which it may be reached, and not before", () => {
    const samples = [1, 2, 3].map((tick) => sampleOf(tick, []))
    assert.deepStrictEqual(play({ creeps: 1, within: 2 }, samples), ["open", "failed", "failed"])
    assert.deepStrictEqual(play({ creeps: 1, within: 2 }, [sampleOf(1, []), sampleOf(2, [creep("a")])]), [
      "open",
      "passed"
    ])
  })

  it("does not count creeps that are being spawned, nor those of others", () => {
    const objects = [creep("a"), creep("b", undefined, true), creep("c", other)]
    assert.deepStrictEqual(play({ creeps: 2 }, [sampleOf(1, objects)]), ["open"])
    assert.deepStrictEqual(play({ creeps: 1 }, [sampleOf(1, objects)]), ["passed"])
  })

  it("looks at structures and their energy", () => {
    const sample = sampleOf(1, [spawn(200), spawn(100, other)])
    assert.deepStrictEqual(play({ spawnPlaced: true }, [sample]), ["passed"])
    assert.deepStrictEqual(play({ structures: { spawn: 1 } }, [sample]), ["passed"])
    assert.deepStrictEqual(play({ structures: { spawn: 1, tower: 1 } }, [sample]), ["open"])
    assert.deepStrictEqual(play({ energy: 200 }, [sample]), ["passed"])
    assert.deepStrictEqual(play({ energy: 201 }, [sample]), ["open"])
  })

  it("for running code passes in the first tick in which the script runs without an error", () => {
    const samples = [
      sampleOf(1, [], { cpu: undefined }),
      sampleOf(2, [], { console: [error] }),
      sampleOf(3, [])
    ]
    assert.deepStrictEqual(play({ codeRuns: true }, samples), ["open", "open", "passed"])
    const seen = samples.map(
      (sample) => Milestones.advance(Milestones.begin([{ codeRuns: true }]), sample)[0]?.seen
    )
    assert.deepStrictEqual(seen, ["the script did not run", "Error: broken", "no error"])
  })

  it("for a claim passes when the bot owns the controller of that room", () => {
    const claim = { roomClaimed: "W1N1" } as const
    const samples = [
      sampleOf(1, [controller(0, 0)]),
      sampleOf(2, [controller(1, 0, other)]),
      sampleOf(3, [controller(1, 0)])
    ]
    assert.deepStrictEqual(play(claim, samples), ["open", "open", "passed"])
    assert.deepStrictEqual(play({ roomClaimed: "W2N1" }, samples), ["open", "open", "open"])
  })

  it("for an order passes when one for that resource has no units left", () => {
    const order = (resourceType: string, remainingAmount: number) => ({
      _id: ObjectId.make("0b7"),
      type: "sell" as const,
      resourceType,
      price: 1,
      amount: 0,
      remainingAmount
    })
    const samples = [
      sampleOf(1, []),
      sampleOf(2, [], { orders: [order("H", 40), order("energy", 0)] }),
      sampleOf(3, [], { orders: [order("H", 7), order("H", 0)] })
    ]
    assert.deepStrictEqual(play({ orderFilled: "H" }, samples), ["open", "open", "passed"])
    const seen = samples.map(
      (sample) => Milestones.advance(Milestones.begin([{ orderFilled: "H" }]), sample)[0]?.seen
    )
    assert.deepStrictEqual(seen, ["no order", "40 units are left", "0 units are left"])
  })

  it("for a tick passes in that tick", () => {
    const samples = [1, 2, 3].map((tick) => sampleOf(tick, []))
    assert.deepStrictEqual(play({ tick: 2 }, samples), ["open", "passed", "passed"])
  })

  it("has a name that says what has to be reached", () =>
    assert.deepStrictEqual(
      [{ codeRuns: true }, { roomClaimed: "W2N1" }, { orderFilled: "H" }, { tick: 9 }].map((one) =>
        Milestones.nameOf(Schema.decodeUnknownSync(Milestone.Milestone)(one))
      ),
      ["code runs", "W2N1 claimed", "order for H filled", "tick 9"]
    ))

  it("says whether samples need Memory and market orders", () => {
    assert.deepStrictEqual(Milestones.reads([{ creeps: 1 }]), { memory: false, orders: false })
    assert.deepStrictEqual(Milestones.reads([{ orderFilled: "H" }]), { memory: false, orders: true })
    assert.deepStrictEqual(Milestones.reads([{ memory: { path: "a", atLeast: 1 } }]), {
      memory: true,
      orders: false
    })
    assert.deepStrictEqual(Milestones.reads([{ when: () => true }]), { memory: true, orders: true })
  })

  it("looks only in its room", () => {
    const sample = sampleOf(1, [spawn(0)])
    assert.deepStrictEqual(play({ spawnPlaced: true, room: "W2N1" }, [sample]), ["open"])
    assert.deepStrictEqual(play({ spawnPlaced: true, room: "W1N1" }, [sample]), ["passed"])
  })

  it("compares a value in Memory, and never one that Memory inherits", () => {
    const sample = sampleOf(1, [], { memory: { stats: { count: 3, list: [{ a: 1 }] } } })
    assert.deepStrictEqual(play({ memory: { path: "stats.count", atLeast: 3 } }, [sample]), ["passed"])
    assert.deepStrictEqual(play({ memory: { path: "stats.count", atLeast: 4 } }, [sample]), ["open"])
    assert.deepStrictEqual(play({ memory: { path: "stats.list", equals: [{ a: 1 }] } }, [sample]), ["passed"])
    assert.deepStrictEqual(play({ memory: { path: "stats.list.0.a", equals: 1 } }, [sample]), ["passed"])
    assert.deepStrictEqual(play({ memory: { path: "stats.toString.length", atLeast: 0 } }, [sample]), [
      "open"
    ])
  })

  it("finds its text in the console literally", () => {
    const lines = [{ kind: "log", text: "ready (1.5)" }] as const
    assert.deepStrictEqual(play({ console: "(1.5" }, [sampleOf(1, [], { console: lines })]), ["passed"])
    assert.deepStrictEqual(play({ console: "r.ady" }, [sampleOf(1, [], { console: lines })]), ["open"])
  })

  it("that requires no errors fails at the first one, and passes at its end", () => {
    const [fine, broken] = [sampleOf(1, []), sampleOf(2, [], { console: [error] })]
    assert.deepStrictEqual(play({ noErrors: true }, [fine, broken]), ["open", "failed"])
    assert.deepStrictEqual(play({ noErrors: true, within: 1 }, [fine, broken]), ["passed", "passed"])
    const [failed] = Milestones.advance(Milestones.begin([{ noErrors: true }]), broken)
    assert.strictEqual(failed?.seen, "Error: broken")
  })

  it("names one creep in the singular", () => {
    const [progress] = Milestones.advance(Milestones.begin([{ creeps: 2 }]), sampleOf(1, [creep("a")]))
    assert.deepStrictEqual([Milestones.nameOf({ creeps: 1 }), progress?.seen], ["1 creep", "1 creep"])
  })

  it("calls its function with the sample and the bot", () => {
    const seen: Array<unknown> = []
    const sample = sampleOf(7, [])
    const when = (one: Sample, bot: unknown) => seen.push(one.tick, bot) > 0
    assert.deepStrictEqual(play({ name: "mine", when }, [sample]), ["passed"])
    assert.deepStrictEqual(seen, [7, sample.bots.get("player")])
  })

  it("belongs to the first bot, or to the named one", () => {
    const sample = sampleOf(1, [spawn(0, other)], {}, [["rival", { user: other }]])
    assert.deepStrictEqual(play({ spawnPlaced: true }, [sample]), ["open"])
    assert.deepStrictEqual(play({ spawnPlaced: true, bot: "rival" }, [sample]), ["passed"])
  })

  it("has exactly one condition", () => {
    const decode = Schema.decodeUnknownResult(Milestone.Milestone)
    assert.isTrue(Result.isSuccess(decode({ creeps: 1 })))
    assert.isTrue(Result.isFailure(decode({ within: 3 })))
    assert.isTrue(Result.isFailure(decode({ creeps: 1, energy: 1 })))
    assert.isTrue(Result.isFailure(decode({ memory: { path: "a" } })))
    assert.isTrue(Result.isFailure(decode({ when: "Game.time > 3" })))
  })
})

describe("a run", () => {
  const after = (milestones: ReadonlyArray<Milestone.Milestone>, sample: Sample) =>
    Milestones.advance(Milestones.begin(milestones), sample)

  it("is decided when all milestones are, apart from those that hold until the end", () => {
    const sample = sampleOf(1, [creep("a")])
    assert.isTrue(Milestones.isDecided(after([{ creeps: 1 }, { noErrors: true }], sample)))
    assert.isFalse(Milestones.isDecided(after([{ creeps: 1 }, { noErrors: true, within: 2 }], sample)))
    assert.isFalse(Milestones.isDecided(after([{ noErrors: true }], sample)))
    assert.isFalse(Milestones.isDecided(after([], sample)))
  })

  it("is decided at the first failure", () => {
    assert.isTrue(Milestones.isDecided(after([{ creeps: 1, within: 1 }, { energy: 1 }], sampleOf(1, []))))
  })

  it("that ends at a limit fails what is open, and passes what held until then", () => {
    const progress = after([{ creeps: 1 }, { noErrors: true }], sampleOf(1, []))
    assert.deepStrictEqual(
      Milestones.end(progress, 9).map(({ status, tick }) => [status, tick]),
      [
        ["failed", 9],
        ["passed", 9]
      ]
    )
  })

  it("that ends at a failure leaves the others open", () => {
    const progress = after([{ creeps: 1, within: 1 }, { energy: 1 }, { noErrors: true }], sampleOf(1, []))
    assert.deepStrictEqual(
      Milestones.end(progress, 1).map(({ status }) => status),
      ["failed", "open", "open"]
    )
  })
})
