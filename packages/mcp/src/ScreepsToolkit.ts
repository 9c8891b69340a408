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
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as LanguageModel from "effect/ai/LanguageModel"
 *
 * const advice = LanguageModel.generateText({
 *   prompt: "Look at my rooms and say what to build next.",
 *   toolkit: ScreepsToolkit.toolkit
 * })
 *
 * const tools = ScreepsToolkit.layerMemory.pipe(Layer.provide(Screeps.layerConfig()))
 *
 * // A model that may also build, and deploy code to branches that do not run.
 * const program = advice.pipe(
 *   Effect.provide(tools),
 *   Effect.provideService(Access.Access, { write: true, yesTo: [] })
 * )
 * ```
 */
import type { Services } from "@screeps-effect/socket/Screeps"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Toolkit from "effect/ai/Toolkit"
import * as Deployments from "./Deployments.ts"
import * as Account from "./tools/account.ts"
import * as Code from "./tools/code.ts"
import * as Colony from "./tools/colony.ts"
import * as Console from "./tools/console.ts"
import * as Market from "./tools/market.ts"
import * as Memory from "./tools/memory.ts"
import * as Operations from "./tools/operations.ts"
import * as Rooms from "./tools/rooms.ts"
import { Handler } from "./tools/define.ts"
import { type ConsoleLines, layerTurns, type Needs, ShownRooms } from "./tools/services.ts"

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

const handling = toolkit.toLayer(
  Effect.map(
    Effect.context<Needs>(),
    (services) =>
      // The compiler cannot follow a mapped type through `Object.entries`: the handler of each tool is its annotation.
      Object.fromEntries(
        Object.entries(toolkit.tools).map(([name, tool]) => {
          const handler = Context.getUnsafe(tool.annotations, Handler)
          return [name, (parameters: never) => Effect.provideContext(handler(parameters), services)]
        })
      ) as unknown as Toolkit.HandlersFrom<Toolkit.Tools<typeof toolkit>>
  )
)

/** The handlers of all tools: what a `LanguageModel` needs besides the toolkit. */
export type Handled = Layer.Success<typeof handling>

/** Provides the tools with lines of the console that others read, too. @internal */
export const layerWithConsole: Layer.Layer<
  Handled,
  never,
  Services | Deployments.Deployments | ConsoleLines
> = Layer.provide(
  handling,
  Layer.merge(
    Layer.sync(ShownRooms, () => new Map()),
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
