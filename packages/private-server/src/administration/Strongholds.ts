/** The strongholds of invaders. */
import { StrongholdTemplate } from "@screeps-effect/schema/Invader"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { UserId } from "@screeps-effect/schema/UserId"
import { record } from "@screeps-effect/schema/Record"
import * as Schema from "effect/Schema"
import { type Command, define, defineVoid } from "./command.ts"
import { roomNamed } from "./snippets.ts"

/** Returns the templates of strongholds. */
export const templates: Command<ReadonlyArray<StrongholdTemplate>> = define({
  name: "Strongholds.templates",
  changes: false,
  input: Schema.Null,
  output: Schema.Array(StrongholdTemplate),
  // Only the help text lists them.
  code: String.raw`() => String(strongholds._help).split("Stronghold templates:").slice(1).join("").split("\r\n")
    .map((line) => /^ - (\S+) \[/.exec(line))
    .filter((found) => found)
    .map(([, name]) => name)`
})(null)

/** A new stronghold. */
export class SpawnOptions extends record<SpawnOptions>("StrongholdSpawnOptions")({
  /** A room that nobody owns or reserves. */
  room: RoomName,
  /** A random one by default. */
  template: Schema.optional(StrongholdTemplate),
  /** Owner; the invaders by default. */
  user: Schema.optional(UserId),
  /** Ticks until it is deployed; 1 by default. */
  deployTime: Schema.optional(Schema.Int.check(Schema.isGreaterThan(0)))
}) {}

/**
 * Creates a stronghold on a free place of a room, which the server chooses.
 *
 * **Errors** `Rejected` when the room does not exist, has an owner or no place, or when there is no such template.
 */
export const spawn: (options: SpawnOptions) => Command<void> = defineVoid({
  name: "Strongholds.spawn",
  input: SpawnOptions,
  // The server checks neither the room nor the template, and creates nothing when it is given a square.
  code: `async ({ room, template, user, deployTime }) => {${roomNamed}
    await roomNamed(room)
    if (template !== undefined && !String(strongholds._help).includes(" - " + template + " [")) {
      throw new Error("there is no template " + template)
    }
    const options = { templateName: template, user, deployTime }
    for (const name of Object.keys(options)) if (options[name] === undefined) delete options[name]
    await strongholds.spawn(room, options)
  }`
})

const expandStronghold = defineVoid({
  name: "Strongholds.expand",
  input: Schema.Struct({ room: RoomName }),
  code: `({ room }) => strongholds.expand(room)`
})

/**
 * Makes the stronghold of a room place a lesser core in a room nearby.
 *
 * **Errors** `Rejected` when the room has no stronghold, or when it cannot expand.
 */
export const expand = (room: RoomName): Command<void> => expandStronghold({ room })
