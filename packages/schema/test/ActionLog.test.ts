import * as ActionLog from "@screeps-effect/schema/ActionLog"
import * as Say from "@screeps-effect/schema/Say"
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import { oneOf, recorded } from "./support/recorded.ts"

describe("action logs", () => {
  it("lists the actions of an object with their values", () => {
    const healer = oneOf("creep", ({ name }) => name === "invader_W8N3_471")
    assert.deepStrictEqual(ActionLog.entries(healer), [
      { action: "healed", value: { x: 26, y: 5 } },
      { action: "heal", value: { x: 26, y: 5 } }
    ])
  })

  it("is empty for an object without a log, and for a log with only nulls", () => {
    const { actionLog, ...idle } = oneOf("tower")
    assert.isDefined(actionLog)
    assert.deepStrictEqual(ActionLog.entries(idle), [])
    assert.deepStrictEqual(ActionLog.entries({ ...idle, actionLog: null }), [])
    assert.deepStrictEqual(ActionLog.entries({ ...idle, actionLog: { attack: null } }), [])
  })

  it("leaves out actions that a mod added", () => {
    const actionLog = { attack: { x: 1, y: 2 }, teleport: { x: 3, y: 4 } }
    assert.deepStrictEqual(ActionLog.entries({ type: "tower", actionLog }), [
      { action: "attack", value: { x: 1, y: 2 } }
    ])
  })

  it("lists the actions of every kind that has a log", () => {
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

  it("narrows the value of an entry by its action", () => {
    for (const entry of ActionLog.entries(oneOf("creep"))) {
      if (entry.action === "say") expectTypeOf(entry.value).toEqualTypeOf<Say.Say>()
      if (entry.action === "attack") expectTypeOf(entry.value.x).toEqualTypeOf<number>()
    }
    assert.isNotEmpty(ActionLog.entries(oneOf("creep")))
  })

  it("lists every key of the log's record", () => {
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

describe("the text that a creep says", () => {
  it("is read from the action log, public or private", () => {
    const creep = oneOf("creep", ({ name }) => name === "dep_7064")
    assert.deepStrictEqual(Say.of(creep), { message: "dep", isPublic: true })
    const operator = oneOf("powerCreep", ({ actionLog }) => actionLog?.say != null)
    assert.match(Say.of(operator)?.message ?? "", /^op \d+$/)
  })

  it("is undefined for a creep that says nothing or is still spawning", () => {
    assert.isUndefined(Say.of({}))
    assert.isUndefined(Say.of({ actionLog: null }))
    assert.isUndefined(Say.of({ actionLog: { say: null } }))
  })
})
