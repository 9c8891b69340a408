import * as ActionLog from "@screeps-effect/schema/ActionLog"
import * as Say from "@screeps-effect/schema/Say"
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import { oneOf, recorded } from "./support/recorded.ts"

describe("what an object did", () => {
  it("is what stands in its log", () => {
    const healer = oneOf("creep", ({ name }) => name === "invader_W8N3_471")
    assert.deepStrictEqual(ActionLog.entries(healer), [
      { action: "healed", value: { x: 26, y: 5 } },
      { action: "heal", value: { x: 26, y: 5 } }
    ])
  })

  it("is nothing without a log, and where the log has only nulls", () => {
    const { actionLog, ...idle } = oneOf("tower")
    assert.isDefined(actionLog)
    assert.deepStrictEqual(ActionLog.entries(idle), [])
    assert.deepStrictEqual(ActionLog.entries({ ...idle, actionLog: null }), [])
    assert.deepStrictEqual(ActionLog.entries({ ...idle, actionLog: { attack: null } }), [])
  })

  it("does not name what a mod wrote there", () => {
    const actionLog = { attack: { x: 1, y: 2 }, teleport: { x: 3, y: 4 } }
    assert.deepStrictEqual(ActionLog.entries({ type: "tower", actionLog }), [
      { action: "attack", value: { x: 1, y: 2 } }
    ])
  })

  it("is told of every kind that keeps a log", () => {
    const did = [
      ...recorded("creep"),
      ...recorded("powerCreep"),
      ...recorded("tower"),
      ...recorded("link"),
      ...recorded("lab"),
      ...recorded("factory"),
      ...recorded("invaderCore")
    ].flatMap((object) => ActionLog.entries(object).map(({ action }) => `${object.type} ${action}`))
    assert.includeMembers(did, [
      "creep say",
      "creep harvest",
      "creep attacked",
      "powerCreep power",
      "tower repair",
      "link transferEnergy",
      "lab runReaction",
      "lab reverseReaction",
      "factory produce"
    ])
  })

  it("is told apart by the action", () => {
    for (const entry of ActionLog.entries(oneOf("creep"))) {
      if (entry.action === "say") expectTypeOf(entry.value).toEqualTypeOf<Say.Say>()
      if (entry.action === "attack") expectTypeOf(entry.value.x).toEqualTypeOf<number>()
    }
    assert.isNotEmpty(ActionLog.entries(oneOf("creep")))
  })

  it("is every key of its record", () => {
    const logs = {
      creep: ActionLog.CreepActionLog,
      powerCreep: ActionLog.PowerCreepActionLog,
      tower: ActionLog.TowerActionLog,
      link: ActionLog.LinkActionLog,
      lab: ActionLog.LabActionLog,
      factory: ActionLog.FactoryActionLog,
      invaderCore: ActionLog.InvaderCoreActionLog
    } as const
    for (const [type, { fields }] of Object.entries(logs)) {
      const actionLog = Object.fromEntries(Object.keys(fields).map((action) => [action, { x: 1, y: 1 }]))
      const actions = ActionLog.entries({ type: type as keyof typeof logs, actionLog }).map(
        ({ action }) => action
      )
      assert.sameMembers(actions, Object.keys(fields), type)
    }
  })
})

describe("what a creep says", () => {
  it("is in its log, public or not", () => {
    const creep = oneOf("creep", ({ name }) => name === "dep_7064")
    assert.deepStrictEqual(Say.of(creep), { message: "dep", isPublic: true })
    const operator = oneOf("powerCreep", ({ actionLog }) => actionLog?.say != null)
    assert.match(Say.of(operator)?.message ?? "", /^op \d+$/)
  })

  it("is nothing when it is silent, or still being made", () => {
    assert.isUndefined(Say.of({}))
    assert.isUndefined(Say.of({ actionLog: null }))
    assert.isUndefined(Say.of({ actionLog: { say: null } }))
  })
})
