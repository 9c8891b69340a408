import * as Construction from "@screeps-effect/api/Construction"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Invaders from "@screeps-effect/api/Invaders"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import * as Flag from "@screeps-effect/schema/Flag"
import { colors } from "@screeps-effect/schema/FlagColor"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Effect from "effect/Effect"
import {
  fails,
  failsWithServerFault,
  has,
  isTrue,
  raw,
  rejects,
  same,
  some,
  testAsNewUser,
  type Test
} from "../test.ts"
import { onlyObject, readRoom, testAsListener } from "../listening.ts"
import { roomOutside, settle, unsettledRoom } from "../places.ts"

const unknownId = ObjectId.make("0123456789abcde")

/** Names, flags, construction sites and invaders. */
export const building: ReadonlyArray<Test> = [
  testAsNewUser("generates free names for spawns and flags and rejects names that are taken", function* () {
    yield* Game.checkUniqueObjectName({ type: "spawn", name: "Spawn1" })
    yield* Game.checkUniqueFlagName({ name: "Flag1" })
    const { room } = yield* settle
    yield* Flags.create({ room, x: 20, y: 20, name: "Flag1" })
    yield* same((yield* Game.genUniqueObjectName({ type: "spawn" })).name, "Spawn2", "the spawn's name")
    yield* same((yield* Game.genUniqueFlagName()).name, "Flag2", "the flag's name")
    yield* rejects(Game.checkUniqueObjectName({ type: "spawn", name: "Spawn1" }), "name exists")
    yield* rejects(Game.checkUniqueFlagName({ name: "Flag1" }), "name exists")
    yield* rejects(Game.genUniqueObjectName({ type: "flag" }), "invalid params")
  }),
  testAsListener("creates, moves, recolours and removes flags", function* () {
    const room = unsettledRoom
    const { blue, red, white } = colors
    const flags = Effect.map(readRoom(room), ({ flags }) => Flag.parse(flags))
    yield* Flags.create({ room, x: 3, y: 4, name: "a|b~c", color: red, secondaryColor: blue })
    yield* Flags.create({ room, x: 5, y: 6, name: "plain" })
    const coloured = { name: "a|b~c", color: red, secondaryColor: blue, x: 3, y: 4 }
    const plain = { name: "plain", color: white, secondaryColor: white, x: 5, y: 6 }
    yield* same(yield* flags, [coloured, plain], "the flags")
    yield* Flags.create({ room, x: 7, y: 8, name: "plain" })
    yield* Flags.changeColor({ room, name: "a|b~c", color: white, secondaryColor: red })
    const changed = { ...coloured, color: white, secondaryColor: red }
    yield* same(yield* flags, [changed, { ...plain, x: 7, y: 8 }], "the flags, changed")
    yield* Flags.remove({ room, name: "a|b~c" })
    yield* same(yield* flags, [{ ...plain, x: 7, y: 8 }], "the flags that are left")
  }),
  testAsNewUser("rejects flags outside the world and flags with an unknown colour", function* () {
    yield* rejects(Flags.create({ room: roomOutside, x: 1, y: 1, name: "far" }), "invalid room")
    const body = { room: unsettledRoom, name: "plain", color: 11, secondaryColor: 1 }
    yield* rejects(raw({ method: "POST", path: Flags.changeColor.path, body }), "invalid params")
    yield* rejects(raw({ method: "POST", path: Flags.create.path, body }), "invalid params")
  }),
  testAsListener("creates a construction site", function* () {
    const { room, spots } = yield* settle
    const spot = yield* some(spots[0], "square to build on")
    yield* Construction.create({ room, ...spot, structureType: "road" })
    const site = yield* onlyObject(room, "constructionSite")
    yield* has(site, { ...spot, structureType: "road", progress: 0 }, "the site")
    yield* fails(Construction.create({ room, ...spot, structureType: "road" }), "Rejected")
  }),
  testAsListener(
    "returns the id of a construction site and says why it rejects a second one on the same square",
    function* () {
      const { room, spots } = yield* settle
      const spot = yield* some(spots[0], "square to build on")
      const placed = yield* Construction.create({ room, ...spot, structureType: "road" })
      const site = yield* onlyObject(room, "constructionSite")
      yield* same(RoomObject.id(site), DbInsert.createdId(placed), "the id")
      yield* rejects(Construction.create({ room, ...spot, structureType: "road" }), "invalid location")
    }
  ),
  testAsNewUser(
    "rejects construction sites above the controller's level and outside the world, and spawns without a name",
    function* () {
      const { room, spots } = yield* settle
      const spot = yield* some(spots[0], "square to build on")
      const small = { room, ...spot, structureType: "extension" } as const
      yield* rejects(Construction.create(small), "RCL not enough")
      yield* rejects(Construction.create({ ...small, room: roomOutside }), "invalid room")
      const nameless = { room, ...spot, structureType: "spawn" }
      yield* rejects(
        raw({ method: "POST", path: Construction.create.path, body: nameless }),
        "invalid params"
      )
    }
  ),
  testAsListener(
    "stores whether an object reports attacks and returns a server fault for an unknown object",
    function* () {
      const { room } = yield* settle
      const spawn = yield* some(RoomObject.id(yield* onlyObject(room, "spawn")), "id of the spawn")
      const notify = (_id: ObjectId.ObjectId) => Construction.setNotifyWhenAttacked({ _id, enabled: false })
      yield* same(DbUpdate.changed(yield* notify(spawn)), 1, "the number of changed objects")
      yield* has(yield* onlyObject(room, "spawn"), { notifyWhenAttacked: false }, "the spawn")
      yield* failsWithServerFault(notify(unknownId))
    }
  ),
  testAsNewUser("summons invaders into the player's own room only", function* () {
    const { room, spots } = yield* settle
    const spot = yield* some(spots[0], "square to stand on")
    const invader = { ...spot, size: "small", type: "Melee" } as const
    const summoned = yield* Invaders.create({ room, ...invader })
    yield* isTrue(DbInsert.createdId(summoned) !== undefined, "the response has the invader's id")
    yield* rejects(Invaders.create({ ...invader, room: "W0N0" }), "not owned")
    yield* rejects(Invaders.remove({ _id: unknownId }), "invalid object")
  })
]
