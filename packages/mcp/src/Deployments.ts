/**
 * What `deploy_code` replaced, so that `rollback_code` can bring it back.
 *
 * **Details**
 *
 * `layerFolder` keeps a file for each branch, which only the user can read. It is written whole or not at all, and
 * programs that record deployments at the same time take turns.
 */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import type { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { Path } from "effect/Path"
import * as Schema from "effect/Schema"

/** What a deployment replaced, and by what. */
export class Deployment extends Schema.Opaque<Deployment>()(
  Schema.Struct({
    /** When it began, as ISO 8601 text, UTC. */
    time: Schema.String,
    /** All modules of the branch before. */
    before: CodeModules.CodeModules,
    /** All modules of the branch after: if it has other code by now, somebody else changed it. */
    after: CodeModules.CodeModules
  })
) {}

/** A branch of an account on a server. */
export interface Branch {
  readonly server: string
  readonly user: string
  readonly branch: string
}

/** Keeps what deployments replaced. */
export class Deployments extends Context.Service<
  Deployments,
  {
    /** Returns the deployments of a branch, the latest first. */
    readonly list: (branch: Branch) => Effect.Effect<ReadonlyArray<Deployment>, DeploymentsError>
    /**
     * Changes the deployments of a branch, the latest first; those after the twentieth, and those that need more than
     * 16 million characters together, are dropped.
     */
    readonly update: (
      branch: Branch,
      change: (deployments: ReadonlyArray<Deployment>) => ReadonlyArray<Deployment>
    ) => Effect.Effect<void, DeploymentsError>
  }
>()("@screeps-effect/mcp/Deployments") {}

/** The records could not be read or written: nothing was deployed. */
export class DeploymentsError extends Schema.Error<DeploymentsError>("@screeps-effect/mcp/DeploymentsError")({
  message: Schema.String
}) {}

const most = 20
const mostCharacters = 16_000_000

/** Keeps the records for as long as the program runs. */
export const layerMemory: Layer.Layer<Deployments> = Layer.sync(Deployments, () => {
  const records = new Map<string, ReadonlyArray<Deployment>>()
  const keyOf = ({ branch, server, user }: Branch) => JSON.stringify([server, user, branch])
  return Deployments.of({
    list: (branch) => Effect.sync(() => records.get(keyOf(branch)) ?? []),
    update: (branch, change) =>
      Effect.sync(() => {
        const key = keyOf(branch)
        records.set(key, change(records.get(key) ?? []).slice(0, most))
      })
  })
})

const Records = Schema.fromJsonString(
  Schema.Struct({
    server: Schema.String,
    user: Schema.String,
    branch: Schema.String,
    deployments: Schema.Array(Deployment)
  })
)

/** Names of branches may be in any alphabet, and too long for the name of a file. */
const fileOf = ({ branch, server, user }: Branch): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() =>
      crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify([server, user, branch])))
    ),
    (hash) => `${Hex.encode(new Uint8Array(hash)).slice(0, 32)}.json`
  )

const decode = (file: string, text: string | undefined) =>
  text === undefined
    ? Effect.succeed([])
    : Schema.decodeEffect(Records)(text).pipe(
        Effect.map(({ deployments }) => deployments),
        Effect.mapError(
          () =>
            new DeploymentsError({
              message: `The record of deployments ${file} is damaged. Remove the file to go on without it; the code on the server is not affected.`
            })
        )
      )

const encode = Effect.fnUntraced(function* (branch: Branch, deployments: ReadonlyArray<Deployment>) {
  const kept: Array<Deployment> = []
  let rest = mostCharacters
  for (const deployment of deployments.slice(0, most)) {
    rest -= JSON.stringify(deployment).length
    if (rest < 0) break
    kept.push(deployment)
  }
  if (kept.length === 0 && deployments.length > 0) {
    return yield* new DeploymentsError({
      message: `The code of a deployment needs more than ${mostCharacters} characters: it cannot be recorded.`
    })
  }
  return yield* Effect.orDie(Schema.encodeEffect(Records)({ ...branch, deployments: kept }))
})

/** Why nothing can be written into a folder, however often it is tried. */
const unwritable: ReadonlySet<LocalFile.LocalFileReason> = new Set([
  "ReadOnly",
  "PermissionDenied",
  "NotFolder"
])

/**
 * Keeps the records as files of a folder, which is created when it is needed. Where nothing can be written, a warning is
 * logged once, and new records are kept for as long as the program runs.
 */
export const layerFolder = (folder: string): Layer.Layer<Deployments, never, FileSystem | Path> =>
  Layer.effect(
    Deployments,
    Effect.gen(function* () {
      const path = yield* Path
      const context = yield* Effect.context<FileSystem | Path>()
      const unwritten = new Map<string, ReadonlyArray<Deployment>>()
      let isWarned = false
      const failed = ({ message }: LocalFile.LocalFileError) =>
        Effect.fail(new DeploymentsError({ message: `The record of deployments ${message}` }))
      const read = (file: string) =>
        LocalFile.readText(file).pipe(
          // A path that is not a folder has no files.
          Effect.catchIf(
            ({ reason }) => reason === "NotFolder",
            () => Effect.undefined
          ),
          Effect.catchTag("LocalFileError", failed),
          Effect.flatMap((text) => decode(file, text)),
          Effect.map((deployments) => unwritten.get(file) ?? deployments)
        )
      const keepInMemory = (
        file: string,
        change: (deployments: ReadonlyArray<Deployment>) => ReadonlyArray<Deployment>,
        { message }: LocalFile.LocalFileError
      ) =>
        Effect.gen(function* () {
          unwritten.set(file, change(yield* read(file)).slice(0, most))
          if (isWarned) return
          isWarned = true
          yield* Effect.logWarning(
            `Deployments can be rolled back only until this program ends: the record of deployments ${message}`
          )
        })
      return Deployments.of({
        list: (branch) =>
          Effect.flatMap(fileOf(branch), (file) => read(path.join(folder, file))).pipe(
            Effect.provideContext(context)
          ),
        update: Effect.fnUntraced(function* (branch, change) {
          const file = path.join(folder, yield* fileOf(branch))
          yield* LocalFile.modify(
            file,
            (text) =>
              Effect.gen(function* () {
                const before = unwritten.get(file) ?? (yield* decode(file, text))
                return [undefined, yield* encode(branch, change(before))] as const
              }),
            { isPrivate: true }
          ).pipe(
            Effect.tap(() => Effect.sync(() => unwritten.delete(file))),
            Effect.catchTag("LocalFileError", (error) =>
              unwritable.has(error.reason) ? keepInMemory(file, change, error) : failed(error)
            )
          )
        }, Effect.provideContext(context))
      })
    })
  )
