import { assert } from "@effect/vitest"
import * as Auth from "@screeps-effect/api/Auth"
import * as Construction from "@screeps-effect/api/Construction"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Intents from "@screeps-effect/api/Intents"
import * as Market from "@screeps-effect/api/Market"
import * as User from "@screeps-effect/api/User"
import * as Intent from "@screeps-effect/schema/Intent"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as Effect from "effect/Effect"
import { asNewcomer, type Case, has, isNotSent, refuses, same, serverCase } from "../case.ts"
import { add, change, creepOf, pendingIn, pendingOf, settle, shows, theOnly, things } from "../world.ts"

const nowhere = "W120N120"

/** Returns the objects of a type in a room. */
const ofType = (room: string, type: string) =>
  Effect.map(things(room), (list) => list.filter((thing) => thing.type === type))

const isGone = (list: ReadonlyArray<unknown>) => list.length === 0

export const intents: ReadonlyArray<Case> = [
  serverCase(
    "removes the given construction sites and no others",
    { accepts: [Intents.addObjectIntent] },
    asNewcomer(
      Effect.gen(function* () {
        const { clearings, room } = yield* settle
        for (const square of clearings.slice(0, 3)) {
          yield* Construction.create({ room, ...square, structureType: "road" })
        }
        const sites = (yield* ofType(room, "constructionSite")).map(({ _id }) => _id)
        assert.lengthOf(sites, 3)
        const [kept, ...named] = sites
        const left = Effect.map(ofType(room, "constructionSite"), (list) => list.map(({ _id }) => _id))
        const remove = Intents.removeSites({ room, sites: named })
        yield* shows(
          remove,
          pendingIn(room),
          left,
          (ids) => ids.length === 1 && ids[0] === kept,
          "two of three sites are gone"
        )
        yield* isNotSent(Intents.removeSites({ room, sites: [] }), "intent")
      })
    )
  ),
  serverCase(
    "removes the given flag and no other",
    { accepts: [Intents.addObjectIntent] },
    asNewcomer(
      Effect.gen(function* () {
        const { room } = yield* settle
        yield* Flags.create({ room, x: 20, y: 20, name: "Goes" })
        yield* Flags.create({ room, x: 21, y: 21, name: "Stays" })
        const isFree = (name: string) =>
          Effect.map(Effect.result(Game.checkUniqueFlagName({ name })), ({ _tag }) => _tag === "Success")
        const look = Effect.andThen(things(room), isFree("Goes"))
        yield* shows(
          Intents.removeFlag({ room, name: "Goes" }),
          pendingIn(room),
          look,
          (free) => free,
          "the flag is gone"
        )
        assert.isFalse(yield* isFree("Stays"))
      })
    )
  ),
  serverCase(
    "destroys structures, several at once, and leaves ruins",
    { accepts: [Intents.addObjectIntent] },
    asNewcomer(
      Effect.gen(function* () {
        const { clearings, room, user } = yield* settle
        const extension = { type: "extension", room, user, hits: 1000, hitsMax: 1000, store: { energy: 0 } }
        yield* add(
          "rooms.objects",
          clearings
            .slice(0, 2)
            .map((square) => ({ ...extension, ...square, storeCapacityResource: { energy: 50 } }))
        )
        const structures = (yield* ofType(room, "extension")).map(({ _id }) => _id)
        assert.lengthOf(structures, 2)
        const destroy = Intents.destroyStructures({ room, structures, user })
        yield* shows(destroy, pendingIn(room), ofType(room, "extension"), isGone, "the extensions are gone")
        assert.lengthOf(yield* ofType(room, "ruin"), 2)
      })
    )
  ),
  serverCase(
    "lets a creep commit suicide",
    { accepts: [Intents.addObjectIntent] },
    asNewcomer(
      Effect.gen(function* () {
        const { clearings, room, user } = yield* settle
        const { x = 25, y = 25 } = clearings[0] ?? {}
        yield* add("rooms.objects", [creepOf(user, { room, x, y }, ["tough", "move"])])
        const { _id: creep } = yield* theOnly(room, "creep")
        yield* shows(
          Intents.addObjectIntent({ _id: creep, room, ...Intent.suicide() }),
          pendingIn(room),
          ofType(room, "creep"),
          isGone,
          "the creep is dead"
        )
        has(yield* theOnly(room, "tombstone"), { x, y })
      })
    )
  ),
  serverCase(
    "activates safe mode in a room, unless it is active already",
    { accepts: [Intents.addObjectIntent], refuses: [Intents.addObjectIntent] },
    asNewcomer(
      Effect.gen(function* () {
        const { controller, room } = yield* settle
        const activate = Intents.activateSafeMode({ room, controller: controller._id })
        yield* refuses(activate, "safe mode active already")
        const charged = { safeMode: null, safeModeAvailable: 1, safeModeCooldown: null }
        yield* change("rooms.objects", { _id: controller._id }, { $set: charged })
        const until = ({ safeMode }: { readonly safeMode?: number | null }) => typeof safeMode === "number"
        yield* shows(activate, pendingIn(room), theOnly(room, "controller"), until, "safe mode is on")
        yield* refuses(activate, "safe mode active already")
        const elsewhere = Intents.activateSafeMode({ room: nowhere, controller: controller._id })
        yield* refuses(elsewhere, "invalid room")
      })
    )
  ),
  serverCase(
    "unclaims a player's room",
    { accepts: [Intents.addObjectIntent] },
    asNewcomer(
      Effect.gen(function* () {
        const { controller, room } = yield* settle
        const unclaim = Intents.unclaim({ room, controller: controller._id })
        const until = ({ user }: { readonly user?: string | null }) => user === null
        yield* shows(
          unclaim,
          pendingIn(room),
          theOnly(room, "controller"),
          until,
          "the controller has no owner"
        )
        assert.strictEqual((yield* theOnly(room, "controller")).level, 0)
        assert.strictEqual((yield* User.worldStatus()).status, "lost")
      })
    )
  ),
  serverCase(
    "ignores unknown intents",
    { accepts: [Intents.addObjectIntent, Intents.addGlobalIntent] },
    asNewcomer(
      Effect.gen(function* () {
        const { room, spawn } = yield* settle
        yield* Intents.addObjectIntent({ _id: spawn._id, room, name: "fly", intent: {} })
        const { intents } = yield* Intents.addGlobalIntent({ name: "fly", intent: {} })
        same(intents, {})
        yield* isNotSent(
          Intents.addObjectIntent({
            _id: spawn._id,
            room,
            ...Intent.cancelOrder({ orderId: ObjectId.make("1") })
          }),
          "name"
        )
      })
    )
  ),
  serverCase(
    "creates and cancels an order on the market, at a fee",
    { accepts: [Intents.addGlobalIntent, Market.myOrders, User.moneyHistory] },
    asNewcomer(
      Effect.gen(function* () {
        const { _id } = yield* User.whoAmI()
        yield* change("users", { _id }, { $set: { money: 1_000_000 } })
        const wanted = { type: "buy", resourceType: "pixel", price: 2.5, totalAmount: 10 } as const
        const placed = Effect.map(Market.myOrders(), Market.withShards)
        const create = Intents.addGlobalIntent(Intent.createOrder(wanted))
        const { intents, user } = yield* shows(
          create,
          pendingOf(_id),
          placed,
          (list) => list.length > 0,
          "the order stands"
        )
        assert.strictEqual(user, _id)
        has(intents?.["createOrder"]?.[0], { resourceType: "pixel", price: 2500 })
        const [first] = yield* placed
        assert.isUndefined(first?.shard)
        has(first?.order, wanted)

        const orders = (yield* placed).map(({ order }) => order)
        const fee = 1.25 * orders.length
        assert.strictEqual((yield* Auth.me()).money, 1000 - fee)
        const { list } = yield* User.moneyHistory()
        assert.lengthOf(list, orders.length)
        has(list[0], { type: "market.fee", change: -1.25, balance: 1000 - fee })

        for (const { _id: orderId } of orders) {
          const left = Effect.map(placed, (all) => all.filter(({ order }) => order._id === orderId))
          yield* shows(
            Intents.addGlobalIntent(Intent.cancelOrder({ orderId })),
            pendingOf(_id),
            left,
            isGone,
            "the order is gone"
          )
        }
      })
    )
  )
]
