import * as Construction from "@screeps-effect/api/Construction"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Intents from "@screeps-effect/api/Intents"
import * as User from "@screeps-effect/api/User"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Effect from "effect/Effect"
import {
  has,
  isTrue,
  rejects,
  repeatUntil,
  same,
  sameItems,
  some,
  testAsNewUser,
  type Test
} from "../test.ts"
import { onlyObject, readRoom, testAsListener } from "../listening.ts"
import { roomOutside, settle } from "../places.ts"

/** Returns the ids of objects of a type in a room. */
const ofType = (room: RoomName, type: string) =>
  Effect.map(readRoom(room), ({ objects }) =>
    [...objects].flatMap(([id, object]) => (object.type === type ? [id] : []))
  )

const controllerOf = (room: RoomName) =>
  Effect.flatMap(onlyObject(room, "controller"), (found) => some(RoomObject.id(found), "controller"))

/** Intents, which take effect in the next tick. */
export const intents: ReadonlyArray<Test> = [
  testAsListener("removes the named construction sites and keeps the others", function* () {
    const { room, spots } = yield* settle
    const sites = yield* Effect.forEach(spots.slice(0, 3), (spot) =>
      Effect.flatMap(Construction.create({ room, ...spot, structureType: "road" }), (placed) =>
        some(DbInsert.createdId(placed), "id of a site")
      )
    )
    const [kept, ...named] = sites
    const remove = Intents.removeSites({ room, sites: named })
    const remaining = ofType(room, "constructionSite")
    const ids = yield* repeatUntil(remove, remaining, ({ length }) => length === 1, "two of three are gone")
    yield* sameItems(ids, [kept ?? ""], "what is left")
  }),
  testAsNewUser("removes the named flag and keeps the others", function* () {
    const { room } = yield* settle
    yield* Flags.create({ room, x: 20, y: 20, name: "Goes" })
    yield* Flags.create({ room, x: 21, y: 21, name: "Stays" })
    const isFree = (name: string) =>
      Effect.map(Effect.result(Game.checkUniqueFlagName({ name })), ({ _tag }) => _tag === "Success")
    const remove = Intents.removeFlag({ room, name: "Goes" })
    yield* repeatUntil(remove, isFree("Goes"), (free) => free, "the flag is gone")
    yield* isTrue(!(yield* isFree("Stays")), "the other flag stays")
  }),
  testAsListener("destroys structures and leaves ruins", function* () {
    const { room, x, y } = yield* settle
    const { _id: user } = yield* User.whoAmI()
    const structures = yield* ofType(room, "spawn")
    // An earlier test may have left ruins in the room.
    const earlier = yield* ofType(room, "ruin")
    const destroy = Intents.destroyStructures({ room, structures, user })
    yield* repeatUntil(destroy, ofType(room, "spawn"), ({ length }) => length === 0, "the spawn is gone")
    const { objects } = yield* readRoom(room)
    const ruins = [...objects.values()].filter(
      (object) => object.type === "ruin" && !earlier.some((id) => id === RoomObject.id(object))
    )
    yield* same(ruins.length, 1, "the number of new ruins")
    yield* has(yield* some(ruins[0], "the ruin"), { x, y }, "the ruin")
    yield* same((yield* User.worldStatus()).status, "lost", "the status")
  }),
  testAsListener("spawns a creep and moves it", function* () {
    const { room } = yield* settle
    const spawn = yield* some(RoomObject.id(yield* onlyObject(room, "spawn")), "id of the spawn")
    const wanted = { name: "Scout", body: ["move"] }
    const create = Intents.addObjectIntent({ _id: spawn, room, name: "createCreep", intent: wanted })
    const creep = Effect.map(readRoom(room), ({ objects }) =>
      [...objects.values()].filter(RoomObject.is("creep")).find(({ spawning }) => spawning !== true)
    )
    const born = yield* repeatUntil(create, creep, (found) => found !== undefined, "the creep is born")
    const { x, y } = yield* some(born, "creep")
    const id = yield* some(born && RoomObject.id(born), "id of the creep")
    // All squares around the spawn are walkable, and the creep leaves it to the top.
    const move = Intents.addObjectIntent({ _id: id, room, name: "move", intent: { direction: 7 } })
    const away = (found: Effect.Success<typeof creep>) =>
      found !== undefined && (found.x !== x || found.y !== y)
    yield* repeatUntil(move, creep, away, "the creep stands elsewhere")
  }),
  testAsListener("rejects a second safe mode and one outside the world", function* () {
    const { room } = yield* settle
    const controller = yield* controllerOf(room)
    yield* rejects(Intents.activateSafeMode({ room, controller }), "safe mode active already")
    yield* rejects(Intents.activateSafeMode({ room: roomOutside, controller }), "invalid room")
  }),
  testAsListener("releases a room whose controller is unclaimed", function* () {
    const { room } = yield* settle
    const controller = yield* controllerOf(room)
    const owner = Effect.map(Game.roomOverview({ room }), (overview) => overview.owner)
    const unclaim = Intents.unclaim({ room, controller })
    yield* repeatUntil(unclaim, owner, (found) => found === null, "the room has no owner")
    yield* has(yield* onlyObject(room, "controller"), { level: 0 }, "the controller")
    yield* same((yield* User.worldStatus()).status, "lost", "the status")
  }),
  testAsListener("ignores unknown intents", function* () {
    const { room } = yield* settle
    const controller = yield* controllerOf(room)
    yield* Intents.addObjectIntent({ _id: controller, room, name: "fly", intent: {} })
    const { intents } = yield* Intents.addGlobalIntent({ name: "fly", intent: {} })
    yield* same(intents, {}, "the stored intents")
  })
]
