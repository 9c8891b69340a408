/** `screeps admin strongholds|spawn-stronghold|expand-stronghold|create-invader|remove-invaders` */
import * as Invaders from "@screeps-effect/private-server/Invaders"
import * as Strongholds from "@screeps-effect/private-server/Strongholds"
import * as Invader from "@screeps-effect/schema/Invader"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { accept, optional, positive, roomArgument, toggle } from "../../input/flags.ts"
import * as Output from "../../output/output.ts"
import { format, oneLine } from "../../output/text.ts"
import * as Target from "./target.ts"

const room = roomArgument("Room, such as W7N3")

export const strongholds = Command.make("strongholds", Target.reads, ({ cli }) =>
  Target.read(cli, Strongholds.templates, (list) =>
    Output.rows(
      list.map((template) => ({ template })),
      [{ head: "template", of: ({ template }) => template }]
    )
  )
).pipe(Command.withDescription("List the templates of strongholds"))

export const spawnStronghold = Command.make(
  "spawn-stronghold",
  {
    ...Target.changes,
    room,
    template: optional(
      Flag.String("template"),
      "Template, such as bunker3 (default: a random one)",
      "<name>"
    ),
    deployTime: optional(
      positive("at least one tick")(Flag.Int("deploy-time")),
      "Ticks until it is deployed (default: 1)",
      "<ticks>"
    )
  },
  ({ deployTime, room, template, ...target }) =>
    Target.execute(target, Strongholds.spawn({ room, template, deployTime }), Target.nothing)
).pipe(
  Command.withDescription("Create a stronghold in a room that nobody owns or reserves"),
  Command.withExamples([{ command: "screeps admin spawn-stronghold W7N3 --template bunker2" }])
)

export const expandStronghold = Command.make(
  "expand-stronghold",
  { ...Target.changes, room },
  ({ room, ...target }) => Target.execute(target, Strongholds.expand(room), Target.nothing)
).pipe(Command.withDescription("Make the stronghold of a room place a lesser core in a room nearby"))

const coordinate = (name: string) =>
  Argument.Int(name).pipe(
    accept((value: number) => value >= 0 && value <= 49, "a number from 0 to 49"),
    Argument.withDescription(name === "x" ? "Column, from 0 in the west" : "Row, from 0 in the north")
  )

export const createInvader = Command.make(
  "create-invader",
  {
    ...Target.changes,
    room,
    x: coordinate("x"),
    y: coordinate("y"),
    type: Flag.Literals("type", Invader.types).pipe(
      Flag.withDefault("Melee"),
      Flag.withDescription("Type of its body (default: Melee)")
    ),
    size: Flag.Literals("size", Invader.sizes).pipe(
      Flag.withDefault("small"),
      Flag.withDescription("Size of its body (default: small)")
    ),
    boosted: toggle("boosted", "Boost its parts")
  },
  ({ boosted, room, size, type, x, y, ...target }) =>
    Target.execute(target, Invaders.create({ room, x, y, type, size, boosted }), (id) =>
      Output.value({ id }, () => oneLine(id))
    )
).pipe(
  Command.withDescription("Add an invader to a room, and print its id"),
  Command.withExamples([{ command: "screeps admin create-invader W7N3 25 25 --type Healer --size big" }])
)

export const removeInvaders = Command.make(
  "remove-invaders",
  { ...Target.changes, room },
  ({ room, ...target }) =>
    Target.execute(target, Invaders.remove(room), (removed) =>
      Output.value({ removed }, () => format`${removed} removed`)
    )
).pipe(Command.withDescription("Remove all creeps of invaders from a room"))
