/** `screeps stats init`: writes the files that start the exporter, Prometheus and Grafana in containers. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Containers from "@screeps-effect/stats/Containers"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import * as Output from "../../output/output.ts"
import { format, oneLine } from "../../output/text.ts"
import { Refused } from "../../runner/failure.ts"
import { Version } from "../../runner/version.ts"

/** @internal */
export const init = Command.make(
  "init",
  {
    folder: Argument.Directory("folder").pipe(
      Argument.withDefault("screeps-stats"),
      Argument.withDescription("Folder to create (default: screeps-stats)")
    )
  },
  ({ folder }) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem
      const path = yield* Path
      const output = yield* Output.Output
      const files = Containers.files({ version: yield* Version })
      for (const file of files) {
        const target = path.join(folder, file.path)
        if (yield* fs.exists(target))
          return yield* new Refused({ message: `nothing was written: ${target} exists` })
      }
      const written: Array<string> = []
      const write = Effect.forEach(
        files,
        (file) => {
          const target = path.join(folder, file.path)
          // Only `screeps.yaml` will hold secrets.
          const isPrivate = file.path === "screeps.yaml"
          return LocalFile.write(target, file.text, { existing: "fail", isPrivate }).pipe(
            Effect.tap(Effect.sync(() => written.push(target))),
            Effect.uninterruptible
          )
        },
        { discard: true }
      )
      // Without all of its files the folder is of no use, and the next attempt would find some of them.
      yield* Effect.onError(write, () =>
        Effect.forEach(written, (target) => Effect.ignore(fs.remove(target)), { discard: true })
      )
      yield* Output.rows(
        files.map((file) => ({ file: path.join(folder, file.path) })),
        [{ head: "file", of: ({ file }) => file }]
      )
      yield* output.note(
        format`Next: put your accounts into ${oneLine(path.join(folder, "screeps.yaml"))}, then run docker compose up --detach in the folder and open http://127.0.0.1:3000`
      )
    })
).pipe(
  Command.withDescription(
    "Write files for containers: the exporter, Prometheus, and Grafana with dashboards"
  ),
  Command.withExamples([{ command: "screeps stats init monitoring" }])
)
