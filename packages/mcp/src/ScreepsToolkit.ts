/**
 * The tools: what a player does with a colony, and every operation of the HTTP API.
 *
 * **Details**
 *
 * All tools return text and fail with `ToolFailure`. Text of players and servers in it is between `«` and `»`, without
 * invisible characters. `toolkit` is an Effect `Toolkit`: pass it to a `LanguageModel`, or
 * serve it with `ScreepsMcp`. `Access` says what tools may change (by default nothing), `TokenBudget` how long answers
 * may be, `AuditLog` where calls are recorded.
 *
 * ```ts
 * import { Access, ScreepsToolkit } from "@screeps-effect/mcp"
 * import { Screeps } from "@screeps-effect/socket"
 * import { Effect, Layer } from "effect"
 * import { LanguageModel } from "effect/ai"
 *
 * const advice = LanguageModel.generateText({
 *   prompt: "Look at my rooms and say what to build next.",
 *   toolkit: ScreepsToolkit.toolkit
 * })
 *
 * const tools = ScreepsToolkit.layerMemory.pipe(Layer.provide(Screeps.layerConfig))
 *
 * // A model that may also build, and deploy code to branches that do not run.
 * const program = advice.pipe(
 *   Effect.provide(tools),
 *   Effect.provideService(Access.Access, { write: true, yesTo: [] })
 * )
 * ```
 */
import type { Services } from "@screeps-effect/socket/Screeps"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Toolkit from "effect/ai/Toolkit"
import * as Deployments from "./Deployments.ts"
import type { ToolFailure } from "./ToolFailure.ts"
import * as Account from "./tools/account.ts"
import * as Code from "./tools/code.ts"
import * as Colony from "./tools/colony.ts"
import * as Console from "./tools/console.ts"
import * as Market from "./tools/market.ts"
import * as Memory from "./tools/memory.ts"
import * as Operations from "./tools/operations.ts"
import * as Rooms from "./tools/rooms.ts"
import { layerTurns, type Turns } from "./tools/inTurn.ts"

/** The tools. */
export const toolkit = Toolkit.make(
  ...Account.tools,
  ...Rooms.tools,
  ...Console.tools,
  ...Memory.tools,
  ...Code.tools,
  ...Colony.tools,
  ...Market.tools,
  ...Operations.tools
)

const handlers = {
  ...Account.handlers,
  ...Rooms.handlers,
  ...Console.handlers,
  ...Memory.handlers,
  ...Code.handlers,
  ...Colony.handlers,
  ...Market.handlers,
  ...Operations.handlers
}

type Handlers = typeof handlers
type Needs = Services | Deployments.Deployments | Rooms.ShownRooms | Console.ConsoleLines | Turns

/** The handlers without requirements: a service that is missing from `Needs` would be a type error in `toLayer`. */
type Provided = {
  [K in keyof Handlers]: Handlers[K] extends (parameters: infer P) => Effect.Effect<infer A, infer E, infer R>
    ? (parameters: P) => Effect.Effect<A, E, Exclude<R, Needs>>
    : never
}

const provide = (services: Context.Context<Needs>): Provided =>
  // The compiler cannot follow a mapped type through `Object.entries`.
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      (parameters: never) => {
        const answer: Effect.Effect<string, ToolFailure, Needs> = handler(parameters)
        return Effect.provideContext(answer, services)
      }
    ])
  ) as unknown as Provided

const handling = toolkit.toLayer(Effect.map(Effect.context<Needs>(), provide))

/** The handlers of all tools: what a `LanguageModel` needs besides the toolkit. */
export type Handled = Layer.Success<typeof handling>

/** Provides the tools with lines of the console that others read, too. @internal */
export const layerWithConsole: Layer.Layer<
  Handled,
  never,
  Services | Deployments.Deployments | Console.ConsoleLines
> = Layer.provide(
  handling,
  Layer.merge(
    Layer.sync(Rooms.ShownRooms, () => new Map()),
    layerTurns
  )
)

/** Provides the tools; deployments are recorded where `Deployments` says. */
export const layer: Layer.Layer<Handled, never, Services | Deployments.Deployments> = Layer.provide(
  layerWithConsole,
  Console.layerConsoleLines
)

/** Provides the tools; deployments are recorded for as long as the program runs. */
export const layerMemory: Layer.Layer<Handled, never, Services> = Layer.provide(
  layer,
  Deployments.layerMemory
)
