/**
 * Runs one program, with the room of the in-memory server. `site/playground.mjs` compiles this script, and the frame starts it
 * as a worker without an origin and without a network: it may hang or be hostile, and is ended from outside.
 */
import * as Schema from "@screeps-effect/schema"
import * as Api from "@screeps-effect/api"
import { Update } from "@screeps-effect/pictures/RoomPage"
import * as Pictures from "@screeps-effect/pictures"
import * as Socket from "@screeps-effect/socket"
import * as Workflows from "@screeps-effect/socket/workflows"
import * as Testing from "@screeps-effect/testing"
// oxlint-disable-next-line no-restricted-imports -- programs may import any module
import * as EffectIndex from "effect"
import { transform } from "sucrase"
import { output } from "./output.ts"

const { Cause, Effect, Stream } = EffectIndex
const { RoomFeed } = Socket
const { SampleWorld } = Testing

/** The world that is drawn: `SampleWorld.layer()` of the program serves it, too. */
const world = Effect.runSync(SampleWorld.make())
const { account, room } = SampleWorld

/** What `@effect/platform-node/NodeRuntime` is here: there is no process to end. */
const NodeRuntime = {
  runMain: EffectIndex.Runtime.makeRunMain(({ fiber, teardown }) => {
    fiber.addObserver((exit) =>
      teardown(exit, (code) => {
        output.line(
          "note",
          code === 0 ? "The program has ended." : `The program has ended with code ${code}.`
        )
      })
    )
  })
}

const modules: Readonly<Record<string, object>> = {
  "@effect/platform-node": { NodeRuntime },
  "@screeps-effect/api": Api,
  "@screeps-effect/pictures": Pictures,
  "@screeps-effect/schema": Schema,
  "@screeps-effect/socket": Socket,
  "@screeps-effect/socket/workflows": Workflows,
  "@screeps-effect/testing": {
    ...Testing,
    SampleWorld: {
      ...SampleWorld,
      // The drawn world ticks by itself. A world with a script or a password of its own is another one.
      layer: (options: Testing.SampleWorld.Options = {}) =>
        options.evaluate === undefined && options.password === undefined
          ? SampleWorld.layer({ tickEvery: undefined, world, ...options })
          : SampleWorld.layer(options)
    }
  },
  effect: EffectIndex
}

/** Returns a module by its name: a package, or a module that its index exports as a namespace. */
const requireModule = (name: string): unknown => {
  const whole = Object.hasOwn(modules, name) ? modules[name] : undefined
  if (whole !== undefined) return whole
  const cut = name.lastIndexOf("/")
  const [index, part] = [modules[name.slice(0, Math.max(0, cut))], name.slice(cut + 1)]
  const found = Object.entries(index ?? {}).find(([key, value]) => key === part && typeof value === "object")
  if (found !== undefined) return found[1]
  const known = Object.keys(modules).join(", ")
  throw new Error(`The playground has no module ${JSON.stringify(name.slice(0, 100))}, only ${known}.`)
}

/** The part of Node's `process` that programs read to choose a server. */
const processOfProgram = { argv: ["node", "program.ts"], env: {}, stdout: { isTTY: false } }

/** Draws the room, tick by tick, until the worker ends. */
const draw = Effect.gen(function* () {
  output.send({ kind: "room", update: Update.room(room, yield* Api.Game.terrain({ room })) })
  let before: Schema.RoomState.RoomState | undefined
  yield* RoomFeed.states(room).pipe(
    Stream.runForEach((state) =>
      Effect.sync(() => {
        // The next state is a difference from one that was sent.
        if (output.send({ kind: "room", update: Update.state(room, before, state) })) before = state
      })
    )
  )
}).pipe(
  Effect.provide(SampleWorld.layer({ world })),
  Effect.catchCause((cause) => Effect.sync(() => output.line("error", Cause.pretty(cause))))
)

/** Runs a program as a module, with its types removed and its imports replaced by look-ups. */
const run = async (code: string): Promise<void> => {
  const compiled = transform(code, {
    transforms: ["typescript", "imports"],
    enableLegacyTypeScriptModuleInterop: true,
    disableESTransforms: true,
    filePath: "program.ts"
  })
  const source = `export default async (require, exports, process) => {${compiled.code}\n}`
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }))
  output.program = url
  const program: { readonly default: (...services: ReadonlyArray<unknown>) => Promise<void> } = await import(
    url
  )
  await program.default(requireModule, {}, processOfProgram)
}

output.listen(({ code }) => {
  Effect.runFork(draw)
  run(code).catch((error: unknown) => output.failure(error))
})
output.send({ kind: "ready", user: Effect.runSync(world.users.get(account.username))._id })
