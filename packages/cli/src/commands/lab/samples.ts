/** Samples of a run as lines of JSON in a file. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Report from "@screeps-effect/lab/Report"
import type { Sample } from "@screeps-effect/lab/Sample"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { FileSystem } from "effect/FileSystem"
import type { Path } from "effect/Path"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"

/**
 * Runs with a function that receives the samples and writes them to a file, as lines of JSON, which has all of them when the
 * run has ended or was interrupted. A run whose samples cannot be written fails.
 *
 * @internal
 */
export const written = <A, E, R>(
  file: string,
  run: (write: (sample: Sample) => Effect.Effect<void>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | LocalFile.LocalFileError, FileSystem | Path | R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const samples = yield* Queue.bounded<Sample, Cause.Done>(16)
      const lines = Stream.map(Stream.fromQueue(samples), (sample) => `${Report.jsonLine(sample)}\n`)
      const fiber = yield* Effect.forkChild(restore(LocalFile.writeStream(file, lines)))
      let count = 0
      const running = run((sample) => {
        count++
        return Effect.asVoid(Queue.offer(samples, sample))
      })
      const failing = Effect.andThen(Fiber.join(fiber), Effect.never)
      const exit = yield* Effect.exit(restore(Effect.raceFirst(running, failing)))
      // A run that did not begin replaces no file.
      if (count === 0 && Exit.isFailure(exit)) yield* Fiber.interrupt(fiber)
      else {
        yield* Queue.end(samples)
        const written = yield* Fiber.await(fiber)
        if (Exit.isSuccess(exit)) yield* written
      }
      return yield* exit
    })
  )
