/** `screeps admin rooms|generate-room|remove-room|open-room|close-room|terrain|set-terrain|objects|add-objects|remove-objects` */
import * as Objects from "@screeps-effect/private-server/Objects"
import * as Rooms from "@screeps-effect/private-server/Rooms"
import { minerals } from "@screeps-effect/schema/Resource"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { optional, roomArgument, toggle } from "../../input/flags.ts"
import * as Input from "../../input/input.ts"
import * as Json from "../../output/json.ts"
import * as Output from "../../output/output.ts"
import { join, plain } from "../../output/text.ts"
import { Usage } from "../../runner/failure.ts"
import * as Target from "./target.ts"

export const rooms = Command.make("rooms", Target.reads, ({ cli }) =>
  Target.read(cli, Rooms.list, (list) =>
    Output.rows(list, [
      { head: "room", of: ({ _id }) => _id },
      { head: "status", of: ({ status }) => status }
    ])
  )
).pipe(Command.withDescription("List the rooms of the world with their status"))

const room = roomArgument("Room, such as W7N3")

export const generateRoom = Command.make(
  "generate-room",
  {
    ...Target.changes,
    room,
    sources: optional(Flag.Int("sources"), "Number of sources, from 0 to 9"),
    mineral: optional(Flag.Literals("mineral", [...minerals, "none"]), "Mineral of the room, or none"),
    withoutController: toggle("without-controller", "Generate a room without a controller")
  },
  ({ mineral, room, sources, withoutController, ...target }) =>
    Target.execute(
      target,
      Rooms.generate({
        room,
        sources,
        mineral: mineral === "none" ? false : mineral,
        controller: !withoutController
      }),
      Target.nothing
    )
).pipe(
  Command.withDescription("Add a room that the server generates; what is not given is random"),
  Command.withExamples([{ command: "screeps admin generate-room E1N1 --sources 2 --mineral X" }])
)

export const removeRoom = Command.make("remove-room", { ...Target.changes, room }, ({ room, ...target }) =>
  Target.execute(target, Rooms.remove(room), Target.nothing)
).pipe(Command.withDescription("Remove a room with its terrain and everything in it"))

export const openRoom = Command.make("open-room", { ...Target.changes, room }, ({ room, ...target }) =>
  Target.execute(target, Rooms.open({ room }), Target.nothing)
).pipe(Command.withDescription("Open a room for players"))

export const closeRoom = Command.make("close-room", { ...Target.changes, room }, ({ room, ...target }) =>
  Target.execute(target, Rooms.close(room), Target.nothing)
).pipe(Command.withDescription("Close a room for players"))

export const terrain = Command.make("terrain", { ...Target.reads, room }, ({ cli, room }) =>
  Target.read(cli, Rooms.terrain(room), (found) => {
    const digits = Terrain.encode(found)
    return Output.value({ room, terrain: digits }, () =>
      join(
        Array.from({ length: Terrain.size }, (_, y) =>
          plain(digits.slice(y * Terrain.size, (y + 1) * Terrain.size))
        ),
        "\n"
      )
    )
  })
).pipe(
  Command.withDescription(
    "Print the terrain of a room: 50 rows of digits (0 plain, 1 wall, 2 swamp, 3 both)"
  ),
  Command.withExamples([{ command: "screeps admin terrain W7N3 > W7N3.txt" }])
)

/** Returns advice for an argument that looks like the name of a file. */
const forFiles = (argument: string) =>
  /^[^@\s{["-][^\s{["]{0,200}\.\w{1,10}$/.test(argument) ? `; for the file, write @${argument}` : ""

export const setTerrain = Command.make(
  "set-terrain",
  {
    ...Target.changes,
    room,
    digits: Argument.String("digits").pipe(
      Argument.withDescription("2,500 digits, with or without line breaks; @file, or - for standard input")
    )
  },
  Effect.fnUntraced(function* ({ digits, room, ...target }) {
    const decoded = Terrain.decode((yield* Input.resolve(digits)).replaceAll(/\s/g, ""))
    if (Result.isFailure(decoded)) {
      return yield* new Usage({
        message: `not the terrain of a room: ${decoded.failure.detail}${forFiles(digits)}`
      })
    }
    yield* Target.execute(target, Rooms.setTerrain([{ room, terrain: decoded.success }]), Target.nothing)
  })
).pipe(
  Command.withDescription(
    "Replace the terrain of a room; restart the server for scripts and the path finder"
  ),
  Command.withExamples([{ command: "screeps admin set-terrain W7N3 @W7N3.txt" }])
)

const objectColumns: ReadonlyArray<Output.Column<RoomObject.RoomObject>> = [
  { head: "id", of: (object) => (object.type === "unknown" ? undefined : object._id) },
  { head: "type", of: (object) => (object.type === "unknown" ? object.kind : object.type) },
  { head: "x", of: (object) => RoomObject.position(object)?.x, align: "right" },
  { head: "y", of: (object) => RoomObject.position(object)?.y, align: "right" }
]

const objectType = Flag.String("type").pipe(
  Flag.withMetavar("<type>"),
  Flag.atLeast(1),
  Flag.withDefault<ReadonlyArray<string>>([]),
  Flag.withDescription("Only objects of this type, such as creep; repeatable")
)

export const objects = Command.make(
  "objects",
  {
    ...Target.reads,
    room,
    type: objectType
  },
  ({ cli, room, type }) =>
    Target.read(cli, Objects.find({ room, ...(type.length === 0 ? {} : { types: type }) }), (list) =>
      Output.rows(list, objectColumns, plain("There are no such objects."))
    )
).pipe(
  Command.withDescription("List the objects in a room"),
  Command.withExamples([{ command: "screeps admin objects W7N3 --type creep --json" }])
)

const decodeObjects = Schema.decodeUnknownEffect(Objects.NewObjects)

export const addObjects = Command.make(
  "add-objects",
  {
    ...Target.changes,
    objects: Argument.String("objects").pipe(
      Argument.withDescription(
        "An object as JSON, or a list of objects; @file, or - for standard input. Fields left out get the game's defaults"
      )
    )
  },
  Effect.fnUntraced(function* ({ objects, ...target }) {
    const given = yield* Json.readJson(yield* Input.resolve(objects))
    const decoded = yield* Effect.mapError(
      decodeObjects(Array.isArray(given) ? given : [given]),
      ({ message }) =>
        new Usage({ message: `not objects of a room: ${message.slice(0, 500)}${forFiles(objects)}` })
    )
    yield* Target.execute(target, Objects.insert(decoded), (ids) =>
      Output.rows(
        ids.map((id) => ({ id })),
        [{ head: "id", of: ({ id }) => id }]
      )
    )
  })
).pipe(
  Command.withDescription("Add objects to rooms, and print their ids"),
  Command.withExamples([{ command: "screeps admin add-objects @objects.json" }])
)

export const removeObjects = Command.make(
  "remove-objects",
  { ...Target.changes, room, type: objectType },
  ({ room, type, ...target }) =>
    Target.execute(
      target,
      Objects.remove({ room, ...(type.length === 0 ? {} : { types: type }) }),
      (removed) => Output.fields({ removed })
    )
).pipe(
  Command.withDescription("Remove the objects in a room, or those of some types"),
  Command.withExamples([{ command: "screeps admin remove-objects W7N3 --type constructedWall --dry-run" }])
)
