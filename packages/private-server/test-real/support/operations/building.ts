import { assert } from "@effect/vitest"
import * as Construction from "@screeps-effect/api/Construction"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Invaders from "@screeps-effect/api/Invaders"
import * as User from "@screeps-effect/api/User"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import { colors } from "@screeps-effect/schema/FlagColor"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { asNewcomer, type Case, has, raw, refuses, serverCase, failsInternally } from "../case.ts"
import { add, change, creepOf, drop, js, settle, theOnly, things, evaluate, wildRoom } from "../world.ts"

const nowhere = "W120N120"
const unknownId = ObjectId.make("0123456789abcde")

/** The flags of a user in a room, as the server stores them. */
const flagsOf = (user: string, room: string) =>
  Effect.map(
    evaluate(
      Schema.NullOr(Schema.Struct({ data: Schema.String })),
      `storage.db['rooms.flags'].findOne({ user: ${js(user)}, room: ${js(room)} })`
    ),
    (record) => record?.data ?? ""
  )

export const building: ReadonlyArray<Case> = [
  serverCase(
    "generates names for spawns and flags, and rejects taken ones",
    {
      accepts: [
        Game.genUniqueObjectName,
        Game.checkUniqueObjectName,
        Game.genUniqueFlagName,
        Game.checkUniqueFlagName
      ],
      refuses: [Game.genUniqueObjectName, Game.checkUniqueObjectName, Game.checkUniqueFlagName]
    },
    asNewcomer(
      Effect.gen(function* () {
        assert.strictEqual((yield* Game.genUniqueObjectName({ type: "spawn" })).name, "Spawn1")
        assert.strictEqual((yield* Game.genUniqueFlagName()).name, "Flag1")
        yield* Game.checkUniqueObjectName({ type: "spawn", name: "Spawn1" })
        yield* Game.checkUniqueFlagName({ name: "Flag1" })
        const { room } = yield* settle
        yield* Flags.create({ room, x: 20, y: 20, name: "Flag1" })
        assert.strictEqual((yield* Game.genUniqueObjectName({ type: "spawn" })).name, "Spawn2")
        assert.strictEqual((yield* Game.genUniqueFlagName()).name, "Flag2")
        yield* refuses(Game.checkUniqueObjectName({ type: "spawn", name: "Spawn1" }), "name exists")
        yield* refuses(Game.checkUniqueFlagName({ name: "Flag1" }), "name exists")
        yield* refuses(Game.genUniqueObjectName({ type: "flag" }), "invalid params")
      })
    )
  ),
  serverCase(
    "creates flags anywhere, moves, colours and removes them",
    { accepts: [Flags.create, Flags.changeColor, Flags.remove], refuses: [Flags.create, Flags.changeColor] },
    asNewcomer(
      Effect.gen(function* () {
        const { _id: user } = yield* User.whoAmI()
        const room = yield* wildRoom
        const { blue, red, white } = colors
        const first = yield* Flags.create({
          room,
          x: 3,
          y: 4,
          name: "a|b~c",
          color: red,
          secondaryColor: blue
        })
        assert.strictEqual(first.inserted, 1)
        const second = yield* Flags.create({ room, x: 5, y: 6, name: "plain" })
        assert.strictEqual(second.modified, 1)
        const flag = (name: string, ...rest: ReadonlyArray<number>) => [name, ...rest].join("~")
        const escaped = "a$VLINE$b$TILDE$c"
        const kept = [flag(escaped, red, blue, 3, 4), flag("plain", white, white, 5, 6)]
        assert.strictEqual(yield* flagsOf(user, room), kept.join("|"))

        yield* Flags.create({ room, x: 7, y: 8, name: "plain" })
        yield* Flags.changeColor({ room, name: "a|b~c", color: white, secondaryColor: red })
        const changed = [flag(escaped, white, red, 3, 4), flag("plain", white, white, 7, 8)]
        assert.strictEqual(yield* flagsOf(user, room), changed.join("|"))
        yield* Flags.remove({ room, name: "a|b~c" })
        assert.strictEqual(yield* flagsOf(user, room), flag("plain", white, white, 7, 8))

        yield* refuses(Flags.create({ room: nowhere, x: 1, y: 1, name: "far" }), "invalid room")
        const body = { room, name: "plain", color: 11, secondaryColor: 1 }
        yield* refuses(raw({ method: "POST", path: Flags.changeColor.path, body }), "invalid params")
        yield* refuses(raw({ method: "POST", path: Flags.create.path, body }), "invalid params")
        const many = Array.from({ length: 10_000 }, (_, i) => flag(`f${i}`, 1, 1, 0, 0)).join("|")
        yield* change("rooms.flags", { user, room }, { $set: { data: many } })
        yield* refuses(Flags.create({ room, x: 1, y: 1, name: "one more" }), "flags limit exceeded")
        yield* change("rooms.flags", { user, room }, { $set: { data: "" } })
      })
    )
  ),
  serverCase(
    "places construction sites on free squares",
    { accepts: [Construction.create], refuses: [Construction.create] },
    asNewcomer(
      Effect.gen(function* () {
        const { clearings, controller, room, user } = yield* settle
        const [road, extension, tower, ...more] = clearings
        assert(road !== undefined && extension !== undefined && tower !== undefined)
        const placed = yield* Construction.create({ room, ...road, structureType: "road" })
        const site = yield* theOnly(room, "constructionSite")
        assert.strictEqual(site._id, DbInsert.createdId(placed))
        has(site, { user, ...road })

        yield* refuses(Construction.create({ room, ...road, structureType: "road" }), "invalid location")
        const small = { room, ...extension, structureType: "extension" } as const
        yield* refuses(Construction.create(small), "RCL not enough")
        yield* change("rooms.objects", { _id: controller._id }, { $set: { level: 8 } })
        yield* Construction.create(small)
        const second = { room, ...tower, structureType: "spawn", name: "Spawn2" } as const
        yield* Construction.create(second)
        yield* refuses(Game.checkUniqueObjectName({ type: "spawn", name: "Spawn2" }), "name exists")
        yield* refuses(Construction.create({ ...small, room: nowhere }), "invalid room")
        yield* refuses(Construction.create({ ...small, room: "W9N9" }), "not a controller owner")
        const { name: _, ...nameless } = second
        const body = { ...nameless, ...more[0] }
        yield* refuses(raw({ method: "POST", path: Construction.create.path, body }), "invalid params")

        const elsewhere = yield* wildRoom
        const sites = Array.from({ length: 97 }, (_, i) => ({
          type: "constructionSite",
          room: elsewhere,
          x: 1 + (i % 48),
          y: 1 + Math.floor(i / 48),
          structureType: "road",
          user,
          progress: 0,
          progressTotal: 300
        }))
        yield* add("rooms.objects", sites)
        yield* refuses(
          Construction.create({ room, ...more[0], x: 25, y: 25, structureType: "road" }),
          "too many"
        )
        yield* User.respawn()
      })
    )
  ),
  serverCase(
    "stores whether an object reports attacks, for the user's own objects only",
    { accepts: [Construction.setNotifyWhenAttacked], refuses: [Construction.setNotifyWhenAttacked] },
    asNewcomer(
      Effect.gen(function* () {
        const { room, spawn } = yield* settle
        const notify = (_id: ObjectId.ObjectId) => Construction.setNotifyWhenAttacked({ _id, enabled: false })
        assert.strictEqual(DbUpdate.changed(yield* notify(spawn._id)), 1)
        assert.isFalse((yield* theOnly(room, "spawn")).notifyWhenAttacked)
        const theirs = yield* things("W9N9")
        const owned = theirs.find(({ type, user }) => type === "spawn" && typeof user === "string")
        const unowned = theirs.find(({ type }) => type === "source")
        assert(owned !== undefined && unowned !== undefined)
        yield* refuses(notify(owned._id), "not owner")
        yield* refuses(notify(unowned._id), "not controller owner")
        yield* failsInternally(notify(unknownId))
      })
    )
  ),
  serverCase(
    "creates up to five invaders in the user's own room, and removes them",
    { accepts: [Invaders.create, Invaders.remove], refuses: [Invaders.create, Invaders.remove] },
    asNewcomer(
      Effect.gen(function* () {
        const { clearings, room, user } = yield* settle
        const [first, second, ...squares] = clearings
        assert(first !== undefined && second !== undefined)
        // Invaders without enemies remove themselves, and safe mode keeps them from attacking.
        yield* add("rooms.objects", [creepOf(user, { room, ...second }, ["tough", "move"])])
        const invaders = Effect.map(things(room), (list) => list.filter((it) => it.user === UserId.invader))
        const small = { room, ...first, size: "small", type: "Melee" } as const
        const summoned = yield* Invaders.create(small)
        const [invader, ...more] = yield* invaders
        assert(invader !== undefined)
        assert.isEmpty(more)
        has(invader, { _id: DbInsert.createdId(summoned), type: "creep" })
        yield* Invaders.remove({ _id: invader._id })
        assert.isEmpty(yield* invaders)
        yield* refuses(Invaders.remove({ _id: invader._id }), "invalid object")

        for (const square of squares.slice(0, 5))
          yield* Invaders.create({ ...small, ...square, boosted: true })
        yield* refuses(Invaders.create(small), "too many invaders exist")
        yield* drop("rooms.objects", { room, type: "creep" })
        yield* refuses(Invaders.create({ ...small, room: yield* wildRoom }), "not owned")
        const body = { ...small, size: "huge" }
        yield* failsInternally(raw({ method: "POST", path: Invaders.create.path, body }))
        const { user: other = null } = yield* theOnly("W9N9", "controller")
        assert(other !== null)
        yield* add("rooms.objects", [creepOf(other, { room, ...first }, ["tough", "move"])])
        yield* refuses(Invaders.create(small), "hostiles present")
        yield* drop("rooms.objects", { room, type: "creep" })
      })
    )
  )
]
