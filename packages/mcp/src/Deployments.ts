/** What `deploy_code` replaced, so that `rollback_code` can bring it back. */
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  type KeyValueStore,
  KeyValueStore as Store,
  layerMemory as memory
} from "effect/persistence/KeyValueStore"
import * as Schema from "effect/Schema"

/** The code that a deployment replaced. */
export class Replaced extends Schema.Opaque<Replaced>()(
  Schema.Struct({
    /** When it was replaced, as ISO 8601 text, UTC. */
    time: Schema.String,
    /** All modules of the branch before. */
    modules: CodeModules.CodeModules
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
    /** Records what a deployment is about to replace; the oldest record of the branch is dropped after twenty. */
    readonly record: (branch: Branch, replaced: Replaced) => Effect.Effect<void, DeploymentsError>
    /** Returns the records of a branch, the latest first. */
    readonly list: (branch: Branch) => Effect.Effect<ReadonlyArray<Replaced>, DeploymentsError>
    /** Removes the latest record of a branch, once it has been brought back. */
    readonly drop: (branch: Branch) => Effect.Effect<void, DeploymentsError>
  }
>()("@screeps-effect/mcp/Deployments") {}

/** The records could not be read or written: nothing was deployed. */
export class DeploymentsError extends Schema.Error<DeploymentsError>("@screeps-effect/mcp/DeploymentsError")({
  message: Schema.String
}) {}

const most = 20

const Records = Schema.fromJsonString(Schema.Array(Replaced))

const fail = (what: string) => (error: { readonly message: string }) =>
  new DeploymentsError({ message: `The record of deployments could not be ${what}: ${error.message}` })

const make = (store: KeyValueStore): Deployments["Service"] => {
  const keyOf = ({ branch, server, user }: Branch) => JSON.stringify(["deployments", server, user, branch])
  const list = (branch: Branch) =>
    Effect.flatMap(Effect.mapError(store.get(keyOf(branch)), fail("read")), (text) =>
      text === undefined
        ? Effect.succeed([])
        : Effect.mapError(Schema.decodeEffect(Records)(text), fail("read"))
    )
  const save = (branch: Branch, records: ReadonlyArray<Replaced>) =>
    Schema.encodeEffect(Records)(records).pipe(
      Effect.flatMap((text) => store.set(keyOf(branch), text)),
      Effect.mapError(fail("written"))
    )
  return Deployments.of({
    list,
    record: (branch, replaced) =>
      Effect.flatMap(list(branch), (records) => save(branch, [replaced, ...records].slice(0, most))),
    drop: (branch) => Effect.flatMap(list(branch), (records) => save(branch, records.slice(1)))
  })
}

/** Keeps the records in a store, such as files (`KeyValueStore.layerFileSystem`). */
export const layer: Layer.Layer<Deployments, never, KeyValueStore> = Layer.effect(
  Deployments,
  Effect.map(Store, make)
)

/** Keeps the records for as long as the program runs. */
export const layerMemory: Layer.Layer<Deployments> = Layer.provide(layer, memory)
