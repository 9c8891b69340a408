import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Intent from "@screeps-effect/schema/Intent"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { inject } from "vitest"
import * as RealServer from "./support/server.ts"

const mod = fileURLToPath(new URL("published.cjs", import.meta.url))

const id = ObjectId.make("cbefe41954704cb")
const other = ObjectId.make("9e72e446f9cbaef")
const square = { roomName: "W1N1", x: 10, y: 20 } as const
const load = { id, resourceType: "XGH2O", amount: 300 } as const

/** Every intent with every field it can have. */
const samples: { readonly [N in Intent.IntentName]: ReadonlyArray<Extract<Intent.Intent, { name: N }>> } = {
  move: [Intent.move({ direction: 8 }), Intent.move({ id })],
  pull: [Intent.pull({ id })],
  harvest: [Intent.harvest({ id })],
  attack: [Intent.attack({ id, x: 1, y: 2 })],
  rangedAttack: [Intent.rangedAttack({ id })],
  rangedMassAttack: [Intent.rangedMassAttack()],
  heal: [Intent.heal({ id, x: 1, y: 2 })],
  rangedHeal: [Intent.rangedHeal({ id })],
  build: [Intent.build({ id, x: 1, y: 2 })],
  repair: [Intent.repair({ id, x: 1, y: 2 })],
  dismantle: [Intent.dismantle({ id })],
  transfer: [Intent.transfer(load)],
  withdraw: [Intent.withdraw(load)],
  pickup: [Intent.pickup({ id })],
  drop: [Intent.drop({ resourceType: "energy", amount: 1 })],
  say: [Intent.say({ message: "hello", isPublic: true })],
  suicide: [Intent.suicide()],
  claimController: [Intent.claimController({ id })],
  reserveController: [Intent.reserveController({ id })],
  attackController: [Intent.attackController({ id })],
  upgradeController: [Intent.upgradeController({ id })],
  signController: [Intent.signController({ id, sign: "mine" })],
  generateSafeMode: [Intent.generateSafeMode({ id })],
  usePower: [Intent.usePower({ power: 19, id })],
  enableRoom: [Intent.enableRoom({ id })],
  renew: [Intent.renew({ id })],
  claimReactor: [Intent.claimReactor({ id })],
  createCreep: [
    Intent.createCreep({
      name: "Bob",
      body: ["work", "ranged_attack", "move"],
      energyStructures: [id, other],
      directions: [1, 8]
    })
  ],
  setSpawnDirections: [Intent.setSpawnDirections({ directions: [3, 4] })],
  cancelSpawning: [Intent.cancelSpawning()],
  renewCreep: [Intent.renewCreep({ id })],
  recycleCreep: [Intent.recycleCreep({ id })],
  boostCreep: [Intent.boostCreep({ id, bodyPartsCount: 50 })],
  unboostCreep: [Intent.unboostCreep({ id })],
  runReaction: [Intent.runReaction({ lab1: id, lab2: other })],
  reverseReaction: [Intent.reverseReaction({ lab1: id, lab2: other })],
  produce: [Intent.produce({ resourceType: "essence", amount: 1 })],
  processPower: [Intent.processPower()],
  send: [
    Intent.send({
      targetRoomName: "E5S5",
      resourceType: "battery",
      amount: 1_000_000_000,
      description: "yours"
    })
  ],
  launchNuke: [Intent.launchNuke(square)],
  observeRoom: [Intent.observeRoom({ roomName: "W1N1" })],
  setPublic: [Intent.setPublic({ isPublic: true })],
  activateSafeMode: [Intent.activateSafeMode()],
  unclaim: [Intent.unclaim()],
  notifyWhenAttacked: [Intent.notifyWhenAttacked({ enabled: false })],
  remove: [Intent.remove()],
  destroy: [Intent.destroy()],
  setColor: [Intent.setColor({ color: 1, secondaryColor: 10 })],
  setPosition: [Intent.setPosition(square)],
  createConstructionSite: [
    Intent.createConstructionSite([
      { ...square, structureType: "spawn", name: "Spawn2" },
      { ...square, structureType: "factory" }
    ])
  ],
  removeConstructionSite: [
    Intent.removeConstructionSite([
      { roomName: "W1N1", id },
      { roomName: "W1N1", id: other }
    ])
  ],
  destroyStructure: [Intent.destroyStructure([{ roomName: "W1N1", id, user: UserId.invader }])],
  createFlag: [Intent.createFlag([{ ...square, name: "a|b~c", color: 10, secondaryColor: 1 }])],
  removeFlag: [Intent.removeFlag([{ roomName: "W1N1", name: "Flag1" }])],
  createOrder: [
    Intent.createOrder({
      type: "buy",
      resourceType: "H",
      price: 0.25,
      totalAmount: 1_000_000_000,
      roomName: "W1N1"
    }),
    Intent.createOrder({ type: "sell", resourceType: "pixel", price: 1_000_000_000, totalAmount: 1 })
  ],
  changeOrderPrice: [Intent.changeOrderPrice({ orderId: id, newPrice: 0.001 })],
  extendOrder: [Intent.extendOrder({ orderId: id, addAmount: 5 })],
  cancelOrder: [Intent.cancelOrder({ orderId: id })],
  deal: [Intent.deal({ orderId: id, amount: 5, targetRoomName: "W1N1" })],
  createPowerCreep: [Intent.createPowerCreep({ name: "Ann", className: "operator" })],
  renamePowerCreep: [Intent.renamePowerCreep({ id, name: "Ann" })],
  deletePowerCreep: [Intent.deletePowerCreep({ id, cancel: true })],
  upgradePowerCreep: [Intent.upgradePowerCreep({ id, power: 1 })],
  spawnPowerCreep: [Intent.spawnPowerCreep({ id, name: "Ann" })],
  suicidePowerCreep: [Intent.suicidePowerCreep({ id })],
  notify: [Intent.notify({ message: "help", groupInterval: 1440 })]
}

/** Intents here that a server without mods does not know. */
const seasonal: Readonly<Record<string, string>> = { claimReactor: "in the mod of the fifth season only" }

/** Fields here that the server drops. */
const dropped: Readonly<Record<string, string>> = {
  "destroyStructure.user": "specification; not read by servers"
}

type Item = { readonly [field: string]: unknown }
const Item: Schema.Codec<Item> = Schema.Record(Schema.String, Schema.Unknown)
const Items = Schema.Array(Item)
const isList = Schema.is(Items)

/** Returns the things that an intent contains, one or several. */
const items = (intent: Item | ReadonlyArray<Item>) => (isList(intent) ? intent : [intent])

const all: ReadonlyArray<Intent.Intent> = Object.values(samples).flat()

/** The fields that the server accepts, by the name of the intent. */
const taken = (name: string, item: Item) =>
  Object.entries(item).filter(([field]) => !Object.hasOwn(dropped, `${name}.${field}`))

/** Servers store prices in thousandths of a credit. */
const inThousandths = ([field, value]: readonly [string, unknown]) =>
  typeof value === "number" && /price/i.test(field) ? [field, Math.round(value * 1000)] : [field, value]

const evaluate = <A>(schema: Schema.Codec<A, unknown>, expression: string) =>
  Effect.gen(function* () {
    const { cli } = yield* PrivateServer.PrivateServer
    return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(yield* cli(expression))
  })

describe.skipIf(inject("whyNot") !== "")("the server's intents", () => {
  it.layer(RealServer.layer({ mods: [mod] }), { timeout: "2 minutes", excludeTestServices: true })((it) => {
    const known = evaluate(Schema.Record(Schema.String, Schema.Array(Schema.String)), "published.intents()")

    it.effect("are the sixty-five declared names", () =>
      Effect.gen(function* () {
        const names = Object.keys(yield* known)
        assert.lengthOf(names, 65)
        assert.sameMembers([...names, ...Object.keys(seasonal)], Object.keys(samples))
        assert.sameMembers(
          Object.keys(samples),
          Object.keys({ ...Intent.objectIntents, ...Intent.roomIntents, ...Intent.globalIntents })
        )
      })
    )

    it.effect("have exactly the declared fields", () =>
      Effect.gen(function* () {
        const theirs = yield* known
        for (const [name, intents] of Object.entries<ReadonlyArray<Intent.Intent>>(samples)) {
          if (Object.hasOwn(seasonal, name)) continue
          const fields = intents
            .flatMap(({ intent }) => items(intent))
            .flatMap((item) => taken(name, item).map(([field]) => field))
          assert.sameMembers([...new Set(fields)], [...(theirs[name] ?? [])], name)
        }
      })
    )

    it.effect("are stored as sent, with prices in thousandths", () =>
      Effect.gen(function* () {
        const Kept = Schema.Array(Schema.Record(Schema.String, Schema.Union([Items, Item])))
        const kept = yield* evaluate(Kept, `published.kept(${JSON.stringify(all)})`)
        for (const [i, intent] of all.entries()) {
          assert.isTrue(Schema.is(Intent.Intent)(intent), intent.name)
          if (Object.hasOwn(seasonal, intent.name)) continue
          const found = items(kept[i]?.[intent.name] ?? [])
          const sent = items(intent.intent).map((item) => taken(intent.name, item).map(inThousandths))
          assert.lengthOf(found, sent.length, intent.name)
          for (const [j, fields] of sent.entries()) {
            assert.deepInclude(found[j], Object.fromEntries(fields), intent.name)
          }
        }
      })
    )
  })
})
