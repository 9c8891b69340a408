/** Resources: own rooms, rooms, the console, operations; and prompts that begin common tasks. */
import { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as Effect from "effect/Effect"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as FiberMap from "effect/FiberMap"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { ToolFailure } from "./ToolFailure.ts"
import { ConsoleLines } from "./tools/services.ts"

/** Runs a tool by name and returns its answer. @internal */
export type Run = (name: string, parameters: object) => Effect.Effect<string, ToolFailure>

/** A server sends two rooms at once. */
const mostWatched = 2

/** Notifies clients that subscribed to a resource that it changed. */
const updated = (uri: string) =>
  Effect.flatMap(McpServer.McpServer, ({ notifications }) =>
    Effect.ignore(notifications["notifications/resources/updated"]({ uri }))
  )

const uriOf = (room: RoomName) => `screeps://room/${room}`

/** Watches the rooms that were read last, and notifies subscribers when they change. */
const watching = Effect.gen(function* () {
  const server = yield* McpServer.McpServer
  const feed = yield* RoomFeed.RoomFeed
  // A room whose feed ended is watched again when it is read again.
  const watched = yield* FiberMap.make<RoomName>()
  return (room: RoomName) =>
    Effect.gen(function* () {
      const rooms = Array.from(watched, ([room]) => room)
      if (rooms.includes(room)) return
      const [oldest] = rooms
      if (oldest !== undefined && rooms.length >= mostWatched) yield* FiberMap.remove(watched, oldest)
      const changes = RoomFeed.changes(room).pipe(
        Stream.drop(1),
        Stream.runForEach(() => Effect.provideService(updated(uriOf(room)), McpServer.McpServer, server)),
        Effect.provideService(RoomFeed.RoomFeed, feed),
        Effect.ignore
      )
      yield* FiberMap.run(watched, room, changes)
    })
})

/** Registers the resources. @internal */
export const layerResources = (
  run: Run
): Layer.Layer<never, never, McpServer.McpServer | RoomFeed.RoomFeed | ConsoleLines> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const watch = yield* watching
      const server = yield* McpServer.McpServer
      const { onLine } = yield* ConsoleLines
      yield* onLine(Effect.provideService(updated("screeps://console"), McpServer.McpServer, server))
      yield* McpServer.registerResource({
        uri: "screeps://rooms",
        name: "My rooms",
        description: "The rooms that the account owns",
        mimeType: "text/plain",
        content: run("my_rooms", {})
      })
      yield* McpServer.registerResource({
        uri: "screeps://console",
        name: "Console",
        description: "The latest lines of the console. Read it once before subscribing to it.",
        mimeType: "text/plain",
        content: run("read_console", {})
      })
      yield* McpServer.registerResource`screeps://room/${McpSchema.param("room", RoomName)}`({
        name: "Room",
        description:
          "A room as it is now. Read it before subscribing to it; the two rooms read last are watched.",
        mimeType: "text/plain",
        content: (_uri, room) => Effect.andThen(watch(room), run("look_at_room", { room }))
      })
      yield* McpServer.registerResource`screeps://operation/${McpSchema.param("name", Schema.String)}`({
        name: "Operation",
        description: "What an operation of the HTTP API does, and its input",
        mimeType: "text/plain",
        content: (_uri, name) => run("search_operations", { words: name })
      })
    })
  )
