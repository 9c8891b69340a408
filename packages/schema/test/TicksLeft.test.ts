import * as Creep from "@screeps-effect/schema/Creep"
import * as Tick from "@screeps-effect/schema/Tick"
import * as TicksLeft from "@screeps-effect/schema/TicksLeft"
import { assert, describe, it } from "@effect/vitest"
import { changed, oneOf } from "./support/recorded.ts"

const now = Tick.make(1000)
const soon = Tick.make(1040)
const past = Tick.make(900)

describe("the ticks left", () => {
  it("are counted until the tick, and are 0 from then on", () => {
    assert.strictEqual(TicksLeft.of(soon, now), 40)
    assert.strictEqual(TicksLeft.of(now, now), 0)
    assert.strictEqual(TicksLeft.of(past, now), 0)
  })

  it("are undefined without a tick", () => {
    assert.isUndefined(TicksLeft.of(null, now))
    assert.isUndefined(TicksLeft.of(undefined, now))
  })

  it("are counted until a recorded structure acts again", () => {
    const { cooldownTime } = changed(oneOf("terminal"), { cooldownTime: soon })
    assert.strictEqual(TicksLeft.of(cooldownTime, now), 40)
  })
})

describe("the lifetime of a creep", () => {
  const { ageTime, ticksToLive: _, ...creep } = oneOf("creep", (object) => object.ageTime !== undefined)

  it("is counted until the tick in which it dies", () => {
    assert.strictEqual(Creep.lifeTicksLeft(changed(creep, { ageTime: soon }), now), 40)
    assert.strictEqual(Creep.lifeTicksLeft(changed(creep, { ageTime: past }), now), 0)
  })

  it("is undefined while the creep is spawning", () => {
    assert.isDefined(ageTime)
    assert.isUndefined(Creep.lifeTicksLeft(changed(creep, { spawning: true }), now))
  })

  it("is ticksToLive for an invader in its first tick", () => {
    assert.strictEqual(Creep.lifeTicksLeft(changed(creep, { ticksToLive: 1500 }), now), 1500)
    assert.strictEqual(Creep.lifeTicksLeft(changed(creep, { ticksToLive: 1500, ageTime: soon }), now), 40)
  })
})
