/** `screeps admin add-invader|remove-invaders|spawn-stronghold|expand-stronghold` */
import * as Invaders from "@screeps-effect/private-server/Invaders"
import * as Strongholds from "@screeps-effect/private-server/Strongholds"
import * as Invader from "@screeps-effect/schema/Invader"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { toggle } from "../../input/flags.ts"
import * as Room from "../../input/room.ts"
import * as Output from "../../output/output.ts"
import * as Target from "./target.ts"

/** @internal */
export const addInvader = Command.make(
  "add-invader",
  {
    ...Target.changes,
    room: Room.argument.pipe(Argument.withDescription("Room, such as W7N3")),
    x: Argument.Int("x").pipe(Argument.withDescription("Column, from 0 to 49")),
    y: Argument.Int("y").pipe(Argument.withDescription("Row, from 0 to 49")),
    type: Flag.Literals("type", Invader.types).pipe(
      Flag.withDefault("Melee"),
      Flag.withDescription("Melee, Ranged or Healer (default: Melee)")
    ),
    size: Flag.Literals("size", Invader.sizes).pipe(
      Flag.withDefault("small"),
      Flag.withDescription("small (10 parts) or big (50 parts); default: small")
    ),
    boosted: toggle("boosted", "Boost its parts")
  },
  ({ boosted, room, size, type, x, y, ...target }) =>
    Target.execute(target, Invaders.create({ room, x, y, type, size, boosted }), (id) =>
      Output.fields({ id })
    )
).pipe(
  Command.withDescription("Add an invader to a room, and print its id"),
  Command.withExamples([{ command: "screeps admin add-invader W7N3 25 25 --type Ranged" }])
)

/** @internal */
export const removeInvaders = Command.make(
  "remove-invaders",
  { ...Target.changes, room: Room.argument.pipe(Argument.withDescription("Room, such as W7N3")) },
  ({ room, ...target }) =>
    Target.execute(target, Invaders.remove(room), (removed) => Output.fields({ removed }))
).pipe(Command.withDescription("Remove all creeps of invaders from a room"))

/** @internal */
export const spawnStronghold = Command.make(
  "spawn-stronghold",
  {
    ...Target.changes,
    room: Room.argument.pipe(Argument.withDescription("Room that nobody owns, such as W5N5")),
    template: Flag.String("template").pipe(
      Flag.optional,
      Flag.withDescription("bunker1 to bunker5, or one of a mod (default: a random one)")
    ),
    deployTime: Flag.Int("deploy-time").pipe(
      Flag.optional,
      Flag.withMetavar("<ticks>"),
      Flag.withDescription("Ticks until it is deployed (default: 1)")
    )
  },
  ({ deployTime, room, template, ...target }) =>
    Target.execute(
      target,
      Strongholds.spawn({
        room,
        template: Option.getOrUndefined(template),
        deployTime: Option.getOrUndefined(deployTime)
      }),
      Target.nothing
    )
).pipe(
  Command.withDescription("Create a stronghold of invaders in a room; the server chooses the place"),
  Command.withExamples([{ command: "screeps admin spawn-stronghold W5N5 --template bunker2" }])
)

/** @internal */
export const expandStronghold = Command.make(
  "expand-stronghold",
  { ...Target.changes, room: Room.argument.pipe(Argument.withDescription("Room of the stronghold")) },
  ({ room, ...target }) => Target.execute(target, Strongholds.expand(room), Target.nothing)
).pipe(Command.withDescription("Make a stronghold place a lesser core in a room nearby"))
