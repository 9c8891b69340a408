/** Programs with a world on an in-memory server, which counts the requests that arrive at its HTTP layer. */
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as World from "@screeps-effect/world/World"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"

/** The paths of the requests that were sent. */
export interface Sent {
  readonly paths: ReadonlyArray<string>
  /** How many requests went to a path. */
  readonly count: (path: string) => number
}

/** Provides a server and a client of it, whose requests are counted: not those that are sent again with a new token. */
export const counted = (world: ScreepsWorld.ScreepsWorld, options?: TestServer.ScreepsOptions) => {
  const paths: Array<string> = []
  const server = TestServer.layerScreeps(world, options).pipe(
    Layer.provide(
      Layer.succeed(ScreepsClient.TransformClient, (client) =>
        client.pipe(
          HttpClient.tapRequest(({ url }) => Effect.sync(() => paths.push(new URL(url).pathname))),
          HttpClient.tap(({ request, status }) =>
            Effect.sync(() => {
              if (status === 401) paths.splice(paths.lastIndexOf(new URL(request.url).pathname), 1)
            })
          )
        )
      )
    )
  )
  const sent: Sent = { paths, count: (path) => paths.filter((one) => one === path).length }
  return { server, sent }
}

/** Options of the server, the world and its store. */
export interface Options {
  readonly server?: TestServer.ScreepsOptions | undefined
  readonly world?: World.Options | undefined
  readonly store?: Layer.Layer<Persistence.BackingPersistence> | undefined
}

/** Provides a world in memory on a server, and returns what it sends. */
export const kept = (world: ScreepsWorld.ScreepsWorld, options: Options = {}) => {
  const { sent, server } = counted(world, options.server)
  const store = options.store ?? Persistence.layerBackingMemory
  const layer = World.layerWith(options.world ?? {}).pipe(Layer.provide(store), Layer.provideMerge(server))
  return { layer, sent }
}

/** Returns a store in memory that several programs share, one after another. */
export const sharedStore = Effect.map(Layer.build(Persistence.layerBackingMemory), (context) =>
  Layer.succeedContext(context)
)
