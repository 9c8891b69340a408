import * as Reservation from "@screeps-effect/schema/Reservation"
import * as Container from "@screeps-effect/schema/Container"
import * as Controller from "@screeps-effect/schema/Controller"
import * as Creep from "@screeps-effect/schema/Creep"
import * as Deposit from "@screeps-effect/schema/DepositObject"
import * as Factory from "@screeps-effect/schema/Factory"
import * as InvaderCore from "@screeps-effect/schema/InvaderCore"
import * as KeeperLair from "@screeps-effect/schema/KeeperLair"
import * as Lab from "@screeps-effect/schema/Lab"
import * as Mineral from "@screeps-effect/schema/MineralObject"
import * as Nuke from "@screeps-effect/schema/Nuke"
import * as Nuker from "@screeps-effect/schema/Nuker"
import * as Portal from "@screeps-effect/schema/Portal"
import * as PowerBank from "@screeps-effect/schema/PowerBank"
import * as PowerCreep from "@screeps-effect/schema/PowerCreep"
import * as Rampart from "@screeps-effect/schema/Rampart"
import * as Road from "@screeps-effect/schema/Road"
import * as Ruin from "@screeps-effect/schema/Ruin"
import * as Seasonal from "@screeps-effect/schema/Seasonal"
import * as Source from "@screeps-effect/schema/Source"
import * as Terminal from "@screeps-effect/schema/Terminal"
import * as Tombstone from "@screeps-effect/schema/Tombstone"
import * as Wall from "@screeps-effect/schema/Wall"
import * as Spawning from "@screeps-effect/schema/Spawning"
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

  type Views = Readonly<Record<string, (moment: Tick.Tick) => number | undefined>>
  const controller = oneOf("controller")
  const core = oneOf("invaderCore")
  const views: Views = {
    "a container loses hits": (nextDecayTime) =>
      Container.nextDecayTicksLeft(changed(oneOf("container"), { nextDecayTime }), now),
    "a rampart loses hits": (nextDecayTime) =>
      Rampart.nextDecayTicksLeft(changed(oneOf("rampart"), { nextDecayTime }), now),
    "a road loses hits": (nextDecayTime) =>
      Road.nextDecayTicksLeft(changed(oneOf("road"), { nextDecayTime }), now),
    "a controller is downgraded": (downgradeTime) =>
      Controller.downgradeTicksLeft(changed(controller, { downgradeTime }), now),
    "safe mode ends": (safeMode) => Controller.safeModeTicksLeft(changed(controller, { safeMode }), now),
    "safe mode can be activated again": (safeModeCooldown) =>
      Controller.safeModeCooldownTicksLeft(changed(controller, { safeModeCooldown }), now),
    "a controller can be upgraded again": (upgradeBlocked) =>
      Controller.upgradeBlockedTicksLeft(changed(controller, { upgradeBlocked }), now),
    "a reservation ends": (endTime) => {
      const { reservation } = oneOf("controller", (object) => object.reservation != null)
      return Reservation.ticksLeft(
        { reservation: reservation ? changed(reservation, { endTime }) : null },
        now
      )
    },
    "a creep dies": (ageTime) => Creep.lifeTicksLeft(changed(oneOf("creep"), { ageTime }), now),
    "a power creep dies": (ageTime) =>
      PowerCreep.lifeTicksLeft(changed(oneOf("powerCreep"), { ageTime }), now),
    "a deposit disappears": (decayTime) =>
      Deposit.decayTicksLeft(changed(oneOf("deposit"), { decayTime }), now),
    "a deposit can be harvested": (cooldownTime) =>
      Deposit.cooldownTicksLeft(changed(oneOf("deposit"), { cooldownTime }), now),
    "a factory can produce": (cooldownTime) =>
      Factory.cooldownTicksLeft(changed(oneOf("factory"), { cooldownTime }), now),
    "a laboratory can run a reaction": (cooldownTime) =>
      Lab.cooldownTicksLeft(changed(oneOf("lab"), { cooldownTime }), now),
    "a nuker can launch": (cooldownTime) =>
      Nuker.cooldownTicksLeft(changed(oneOf("nuker"), { cooldownTime }), now),
    "a terminal can send": (cooldownTime) =>
      Terminal.cooldownTicksLeft(changed(oneOf("terminal"), { cooldownTime }), now),
    "a core deploys": (deployTime) => InvaderCore.deployTicksLeft(changed(core, { deployTime }), now),
    "a core expands": (nextExpandTime) => InvaderCore.expandTicksLeft(changed(core, { nextExpandTime }), now),
    "a stronghold collapses": (decayTime) => InvaderCore.decayTicksLeft(changed(core, { decayTime }), now),
    "a keeper spawns": (nextSpawnTime) =>
      KeeperLair.spawnTicksLeft(changed(oneOf("keeperLair"), { nextSpawnTime }), now),
    "a mineral regenerates": (nextRegenerationTime) =>
      Mineral.regenerationTicksLeft(changed(oneOf("mineral"), { nextRegenerationTime }), now),
    "a source regenerates": (nextRegenerationTime) =>
      Source.regenerationTicksLeft(changed(oneOf("source"), { nextRegenerationTime }), now),
    "a nuke lands": (landTime) => Nuke.landTicksLeft(changed(oneOf("nuke"), { landTime }), now),
    "a portal disappears": (decayTime) => Portal.decayTicksLeft(changed(oneOf("portal"), { decayTime }), now),
    "a power bank disappears": (decayTime) =>
      PowerBank.decayTicksLeft(changed(oneOf("powerBank"), { decayTime }), now),
    "a ruin disappears": (decayTime) => Ruin.decayTicksLeft(changed(oneOf("ruin"), { decayTime }), now),
    "a tombstone disappears": (decayTime) =>
      Tombstone.decayTicksLeft(changed(oneOf("tombstone"), { decayTime }), now),
    "a container of score disappears": (decayTime) =>
      Seasonal.decayTicksLeft(changed(oneOf("scoreContainer"), { decayTime }), now),
    "a container of symbols disappears": (decayTime) =>
      Seasonal.decayTicksLeft(changed(oneOf("symbolContainer"), { decayTime }), now),
    "a wall disappears": (decayTime) =>
      Wall.decayTicksLeft(changed(oneOf("constructedWall"), { decayTime }), now),
    "a creep is spawned": (spawnTime) =>
      Spawning.ticksLeft({ spawning: { name: "Bob", needTime: 60, spawnTime } }, now)
  }
  for (const [what, view] of Object.entries(views)) {
    it(`are counted until ${what}`, () => {
      assert.strictEqual(view(soon), 40)
      assert.strictEqual(view(past), 0)
    })
  }
})

describe("the ticks left without a tick", () => {
  it("are undefined when the event may never happen", () => {
    const { nextRegenerationTime, ...full } = oneOf("mineral", (mineral) => mineral.mineralAmount > 0)
    assert.isUndefined(nextRegenerationTime)
    assert.isUndefined(Mineral.regenerationTicksLeft(full, now))
    assert.isUndefined(
      Source.regenerationTicksLeft(changed(oneOf("source"), { nextRegenerationTime: null }), now)
    )
    assert.isUndefined(KeeperLair.spawnTicksLeft(changed(oneOf("keeperLair"), { nextSpawnTime: null }), now))
    assert.isUndefined(
      Controller.downgradeTicksLeft(changed(oneOf("controller"), { downgradeTime: null }), now)
    )
    assert.isUndefined(Reservation.ticksLeft({}, now))
    assert.isUndefined(Spawning.ticksLeft({ spawning: null }, now))
    assert.isUndefined(InvaderCore.deployTicksLeft(changed(oneOf("invaderCore"), { deployTime: null }), now))
  })

  it("are 0 when the action is possible now", () => {
    assert.strictEqual(Terminal.cooldownTicksLeft(changed(oneOf("terminal"), { cooldownTime: null }), now), 0)
    assert.strictEqual(Controller.safeModeTicksLeft(changed(oneOf("controller"), { safeMode: null }), now), 0)
    assert.strictEqual(
      Controller.upgradeBlockedTicksLeft(changed(oneOf("controller"), { upgradeBlocked: null }), now),
      0
    )
  })
})

describe("the lifetime of a creep", () => {
  const { ageTime, ticksToLive: _, ...creep } = oneOf("creep", (object) => object.ageTime !== undefined)

  it("is undefined while the creep is spawning", () => {
    assert.isDefined(ageTime)
    assert.isUndefined(Creep.lifeTicksLeft(changed(creep, { spawning: true }), now))
  })

  it("is ticksToLive for an invader in its first tick", () => {
    assert.strictEqual(Creep.lifeTicksLeft(changed(creep, { ticksToLive: 1500 }), now), 1500)
    assert.strictEqual(Creep.lifeTicksLeft(changed(creep, { ticksToLive: 1500, ageTime: soon }), now), 40)
  })
})

describe("the spawning of a creep", () => {
  it("reads the remaining time of old recordings", () => {
    assert.strictEqual(
      Spawning.ticksLeft({ spawning: { name: "Bob", needTime: 144, remainingTime: 79 } }, now),
      79
    )
  })

  it("has ticks left on a recorded spawn", () => {
    const spawn = oneOf("spawn", ({ spawning }) => spawning != null)
    assert.isNumber(Spawning.ticksLeft(spawn, Tick.make(0)))
  })
})

describe("the cooldown of a power creep's power", () => {
  const creep = oneOf("powerCreep")
  const powers = { "1": { level: 1, cooldownTime: soon }, "2": { level: 3 } }

  it("is counted until its end, and is 0 without a cooldown", () => {
    assert.strictEqual(PowerCreep.cooldownTicksLeft(changed(creep, { powers }), 1, now), 40)
    assert.strictEqual(PowerCreep.cooldownTicksLeft(changed(creep, { powers }), 2, now), 0)
  })

  it("is undefined for a power that the creep does not have", () => {
    assert.isUndefined(PowerCreep.cooldownTicksLeft(changed(creep, { powers }), 19, now))
  })
})
