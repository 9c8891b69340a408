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
    /** Replaces the deployments of a branch; those after the twentieth are dropped. */
    readonly save: (
      branch: Branch,
      deployments: ReadonlyArray<Deployment>
    ) => Effect.Effect<void, DeploymentsError>
  }
>()("@screeps-effect/mcp/Deployments") {}

/** The records could not be read or written: nothing was deployed. */
export class DeploymentsError extends Schema.Error<DeploymentsError>("@screeps-effect/mcp/DeploymentsError")({
  message: Schema.String
}) {}

const most = 20

const Records = Schema.fromJsonString(Schema.Array(Deployment))

const fail = (what: string) => (error: { readonly message: string }) =>
  new DeploymentsError({ message: `The record of deployments could not be ${what}: ${error.message}` })

const make = (store: KeyValueStore): Deployments["Service"] => {
  const keyOf = ({ branch, server, user }: Branch) => JSON.stringify(["deployments", server, user, branch])
  return Deployments.of({
    list: (branch) =>
      Effect.flatMap(Effect.mapError(store.get(keyOf(branch)), fail("read")), (text) =>
        text === undefined
          ? Effect.succeed([])
          : Effect.mapError(Schema.decodeEffect(Records)(text), fail("read"))
      ),
    save: (branch, deployments) =>
      Schema.encodeEffect(Records)(deployments.slice(0, most)).pipe(
        Effect.flatMap((text) => store.set(keyOf(branch), text)),
        Effect.mapError(fail("written"))
      )
  })
}

/** Keeps the records in a store, such as files (`KeyValueStore.layerFileSystem`). */
export const layer: Layer.Layer<Deployments, never, KeyValueStore> = Layer.effect(
  Deployments,
  Effect.map(Store, make)
)

/** Keeps the records for as long as the program runs. */
export const layerMemory: Layer.Layer<Deployments> = Layer.provide(layer, memory)
