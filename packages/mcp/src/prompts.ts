/** Prompts that begin common tasks. */
import { RoomName } from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import * as McpServer from "effect/ai/McpServer"
import * as Layer from "effect/Layer"

/** Registers the prompts. @internal */
export const layerPrompts: Layer.Layer<never, never, McpServer.McpServer> = Layer.mergeAll(
  McpServer.prompt({
    name: "first_colony",
    description: "From a new account to a first colony that harvests and upgrades",
    content: () =>
      Effect.succeed(
        [
          "Start a colony in Screeps.",
          "1. who_am_i: the status must be empty; otherwise the account already plays: use my_rooms instead.",
          "2. search_operations with worldStartRoom and map_of_rooms: choose a free room with a controller and two sources; look_at_room shows it.",
          "3. place_first_spawn on a plain square near the sources, at least two squares from walls and exits.",
          "4. deploy_code with a main module that spawns workers, harvests, fills the spawn and upgrades the controller; use watch_seconds.",
          "5. room_changes after some ticks: a creep must have been spawned, and energy must move."
        ].join("\n")
      )
  }),
  McpServer.prompt({
    name: "find_errors",
    description: "Find out why the script fails, and repair it",
    content: () =>
      Effect.succeed(
        [
          "Find out why the Screeps script of this account fails.",
          "read_console twice, some seconds apart, and collect the errors. list_code and read_code show the modules that the traces name.",
          "Explain the cause. Repair it with deploy_code and watch_seconds; if errors remain, rollback_code brings the old code back."
        ].join("\n")
      )
  }),
  McpServer.prompt({
    name: "review_room",
    description: "Review one of the rooms and say what to do next",
    parameters: { room: RoomName.annotate({ description: "Name of the room, such as W7N3" }) },
    content: ({ room }) =>
      Effect.succeed(
        [
          `Review the Screeps room ${room}.`,
          "look_at_room shows it, room_changes what happens in it, read_memory what the script remembers about it.",
          "Say what limits it (energy, hauling, CPU, defence), and which three changes would help most. Change nothing yet."
        ].join("\n")
      )
  })
)
