/** Clients of the tools on worlds in memory: the reference implementation of the protocol, over the lines of stdio. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  ResourceUpdatedNotificationSchema
} from "@modelcontextprotocol/sdk/types.js"
import type * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { Access, AuditLog, Deployments, ScreepsMcp, TokenBudget } from "../../src/index.ts"

/** A world whose player's script only runs console commands. */
export const quietWorld: Effect.Effect<ScreepsWorld.ScreepsWorld> = SampleWorld.make({
  evaluate: (run) => ScreepsWorld.evaluate({ ...run, modules: { main: "" } })
})

/** What a client may do. */
export interface Options {
  readonly server?: TestServer.ScreepsOptions
  readonly access?: Partial<Access.Access>
  readonly budget?: number
  /** Answers the questions of tools; without it, the client cannot be asked. */
  readonly answer?: (question: string) => boolean | "cancel"
  /** The source maps that are kept; without them, the program has no store. */
  readonly sourceMaps?: Layer.Layer<SourceMaps.Archive>
  readonly audit?: (entry: AuditLog.Entry) => void
  /** The branch of the server, as in a credentials file. */
  readonly branch?: string
}

/** The text of an answer, and whether it is an error. */
export interface Answer {
  readonly text: string
  readonly isError: boolean
}

const encoder = new TextEncoder()

/** Connects a client to the tools for the player of a world. */
export const connect = Effect.fnUntraced(function* (world: ScreepsWorld.ScreepsWorld, options: Options = {}) {
  const { access, answer, audit, branch, budget, server, sourceMaps = Layer.empty } = options
  const withBranch = Layer.effect(
    ScreepsClient,
    Effect.map(ScreepsClient, (client) =>
      branch === undefined
        ? client
        : { ...client, server: { ...client.server, branch: Result.succeed(branch) } }
    )
  )
  const input = yield* Queue.unbounded<Uint8Array>()
  const written: Array<string> = []
  const transport: Transport = {
    start: () => Promise.resolve(),
    send: (message) => {
      Queue.offerUnsafe(input, encoder.encode(`${JSON.stringify(message)}\n`))
      return Promise.resolve()
    },
    close: () => Promise.resolve()
  }
  let rest = ""
  const receive = (chunk: string | Uint8Array) =>
    Effect.sync(() => {
      const lines = (rest + (typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk))).split("\n")
      rest = lines.pop() ?? ""
      for (const line of lines) {
        if (line === "") continue
        written.push(line)
        const message: JSONRPCMessage = JSONRPCMessageSchema.parse(JSON.parse(line))
        transport.onmessage?.(message)
      }
    })
  const stdio = Stdio.layerTest({
    stdin: Stream.fromQueue(input),
    stdout: () => Sink.forEach(receive)
  })
  // In a fiber of its own, which ends with standard input.
  const serving = Layer.launch(
    ScreepsMcp.layerStdio({ name: "screeps", version: "0.0.0" }).pipe(
      Layer.provide([
        withBranch.pipe(
          Layer.provideMerge(
            TestServer.layerScreeps(world, { account: SampleWorld.account.username, ...server })
          )
        ),
        Deployments.layerMemory,
        stdio,
        sourceMaps,
        Layer.succeed(Access.Access, { write: false, yesTo: [], ...access }),
        ...(budget === undefined ? [] : [Layer.succeed(TokenBudget.TokenBudget, budget)]),
        ...(audit === undefined
          ? []
          : [Layer.succeed(AuditLog.AuditLog, (entry: AuditLog.Entry) => Effect.sync(() => audit(entry)))])
      ])
    )
  )
  yield* Effect.forkScoped(serving)
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { capabilities: answer === undefined ? {} : { elicitation: {} } }
  )
  const questions: Array<string> = []
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message)
      const said = answer(params.message)
      return said === "cancel" ? { action: "cancel" } : { action: "accept", content: { confirm: said } }
    })
  }
  const updates: Array<string> = []
  client.setNotificationHandler(
    ResourceUpdatedNotificationSchema,
    ({ params }) => void updates.push(params.uri)
  )
  yield* Effect.promise(() => client.connect(transport))
  yield* Effect.addFinalizer(() => Effect.promise(() => client.close()))
  const call = (name: string, parameters: object = {}): Effect.Effect<Answer> =>
    Effect.promise(async () => {
      const result = await client.callTool({ name, arguments: { ...parameters } }, CallToolResultSchema)
      const { content, isError } = CallToolResultSchema.parse(result)
      return {
        text: content.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join("\n"),
        isError: isError === true
      }
    })
  /** Lets ticks pass until a call ends. */
  const callDuring = (name: string, parameters: object = {}): Effect.Effect<Answer> =>
    Effect.gen(function* () {
      const calling = yield* Effect.forkChild(call(name, parameters))
      const ticking = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            world.tick,
            Effect.promise(() => new Promise(setImmediate))
          )
        )
      )
      const answer = yield* Fiber.join(calling)
      yield* Fiber.interrupt(ticking)
      return answer
    })
  return { client, call, callDuring, questions, updates, written }
})
