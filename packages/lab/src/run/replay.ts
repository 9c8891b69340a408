/** Records the states of rooms as HTML files with a player. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Fiber from "effect/Fiber"
import type { Path } from "effect/Path"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Sample } from "../Sample.ts"
import type { World } from "./world.ts"

/** A recording. */
export interface Recorder {
  readonly add: (sample: Sample) => Effect.Effect<void>
  /** Completes the files and returns their names. */
  readonly end: Effect.Effect<ReadonlyArray<string>, LocalFile.LocalFileError>
}

/** Returns the file of a room: the given one if there is only one room. */
const fileOf = (file: string, room: RoomName, rooms: number): string =>
  rooms === 1 ? file : file.replace(/(?:\.html)?$/, `-${room}.html`)

/** Starts to record all rooms of a world. */
export const record = (
  file: string,
  { rooms }: World
): Effect.Effect<Recorder, LocalFile.LocalFileError, FileSystem | Path | Scope.Scope> =>
  Effect.gen(function* () {
    const { replay } = yield* Effect.promise(() => import("@screeps-effect/pictures/RoomPage"))
    const recordings = yield* Effect.forEach(rooms, ({ room, terrain }) =>
      Effect.gen(function* () {
        const queue = yield* Queue.bounded<RoomState, Cause.Done>(16)
        const pieces = Stream.fromQueue(queue).pipe(replay({ room, terrain }))
        const path = fileOf(file, room, rooms.length)
        // After a failure no state waits for being written: `end` fails.
        const fiber = yield* Effect.forkScoped(
          Effect.ensuring(LocalFile.writeStream(path, pieces), Queue.shutdown(queue))
        )
        return { room, path, queue, fiber }
      })
    )
    return {
      add: ({ rooms: states }: Sample) =>
        Effect.forEach(
          recordings,
          ({ queue, room }) => {
            const state = states.get(room)
            return state === undefined ? Effect.void : Queue.offer(queue, state)
          },
          { discard: true }
        ),
      end: Effect.forEach(recordings, ({ fiber, path, queue }) =>
        Queue.end(queue).pipe(Effect.andThen(Fiber.join(fiber)), Effect.as(path))
      )
    }
  })
