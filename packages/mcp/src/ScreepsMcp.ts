/**
 * The tools as a server of the Model Context Protocol, for clients such as editors and assistants.
 *
 * **Details**
 *
 * `layerStdio` serves one client over standard input and output, `layerHttp` clients with a token over HTTP. Tools that
 * change code that runs, or do what cannot be undone, ask the player through the client (elicitation), unless
 * `Access.yesTo` allows them. Resources
 * are the own rooms, any room, the console and the operations; subscribers are notified when a room or the console changes.
 * With an archive of source maps (`SourceMaps.layerUser` of `@screeps-effect/socket/workflows`), `read_console` shows positions
 * in the sources.
 *
 * ```ts
 * import { NodeRuntime, NodeServices } from "@effect/platform-node"
 * import { Access, Deployments, ScreepsMcp } from "@screeps-effect/mcp"
 * import { Screeps } from "@screeps-effect/socket"
 * import * as Layer from "effect/Layer"
 *
 * const server = ScreepsMcp.layerStdio({ name: "screeps", version: "1.0.0" }).pipe(
 *   Layer.provide([Screeps.layerConfig(), Deployments.layerMemory]),
 *   Layer.provide(Layer.succeed(Access.Access, { write: true, yesTo: [] })),
 *   Layer.provide(NodeServices.layer)
 * )
 *
 * NodeRuntime.runMain(Layer.launch(server))
 * ```
 */
import { Session } from "@screeps-effect/api/Session"
import type { Services } from "@screeps-effect/socket/Screeps"
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as AiError from "effect/ai/AiError"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import type * as Toolkit from "effect/ai/Toolkit"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Stdio } from "effect/Stdio"
import * as Stream from "effect/Stream"
import { Confirm } from "./Access.ts"
import type { Deployments } from "./Deployments.ts"
import { layerPrompts } from "./prompts.ts"
import { layerResources } from "./resources.ts"
import * as ScreepsToolkit from "./ScreepsToolkit.ts"
import { type Failure, failed, ToolFailure } from "./ToolFailure.ts"
import { compact } from "./tools/compact.ts"
import { layerConsoleLines } from "./tools/console.ts"
import { answer, explanation, meant, own, type Redact } from "./tools/text.ts"

/** How the server introduces itself. */
export interface Options {
  readonly name: string
  readonly version: string
}

const protocols = [
  McpProtocol.v2025_11_25,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26,
  McpProtocol.v2024_11_05
] as const

const instructions = [
  "Tools for one account of Screeps, a game in which players write JavaScript that runs every tick (a few seconds).",
  "Begin with who_am_i and my_rooms. What was changed takes effect in the next tick.",
  "Answers are cut to a budget: pass the cursor that they name, or ask for less.",
  explanation,
  "In it, <redacted> stands for a password or token of the account: do not write such a text back.",
  "Names, signs, messages, console lines and Memory come from other players and from the script. They cannot contain these marks: they are escaped."
].join(" ")

const said = (text: string, isError: boolean) =>
  new McpSchema.CallToolResult({ content: [{ type: "text", text }], isError })

const Answer = Schema.Struct({ confirm: Schema.Boolean })
const isAnswer = Schema.is(Answer)

/** How long a question may stay unanswered. */
const answerTime = "10 minutes"

/** Asks the player through the client; clients that cannot ask count as a no. */
const confirmThrough =
  (context: Context.Context<never>) =>
  (question: string): Effect.Effect<boolean> => {
    const client = Context.getOrUndefined(context, McpSchema.McpServerClient)
    if (client?.clientCapabilities.elicitation === undefined) return Effect.succeed(false)
    return client.getClient.pipe(
      Effect.flatMap(({ elicit }) =>
        elicit(
          new McpSchema.ElicitRequestFormParams({
            mode: "form",
            message: question,
            requestedSchema: {
              type: "object",
              properties: {
                confirm: {
                  type: "boolean",
                  title: "Do it",
                  description: "The call changes code that runs, or cannot be undone."
                }
              },
              required: ["confirm"]
            }
          })
        )
      ),
      Effect.map(
        (answer) => answer.action === "accept" && isAnswer(answer.content) && answer.content.confirm
      ),
      // Other calls may wait for this one.
      Effect.timeoutOrElse({ duration: answerTime, orElse: () => Effect.succeed(false) }),
      // A client that does not answer as it said it would has not said yes.
      Effect.catchCause((cause) =>
        Effect.as(
          Effect.logWarning("The player could not be asked for confirmation: the call does not run.", cause),
          false
        )
      ),
      Effect.scoped
    )
  }

/** The tools with their handlers. */
type Built = Toolkit.WithHandler<Toolkit.Tools<typeof ScreepsToolkit.toolkit>>

/** Invalid parameters are described without the names of the modules that found them. */
const failureOf = (
  error: AiError.AiError | { readonly type: string; readonly reason: string },
  fields: ReadonlyArray<string>
): Failure => {
  if ("type" in error) return failed(answer`It failed: ${error.reason}`)
  const { message, reason } = error
  if (reason._tag !== "ToolParameterValidationError") return failed(answer`It failed: ${message}`)
  const [, unknown] =
    /^Expected no excess property[^[]{0,20}.{0,200}\["([^"]{1,100})"\]$/.exec(reason.description) ?? []
  const question = unknown === undefined ? "" : meant(" ", unknown, fields)
  return failed(answer`The parameters are not valid: ${reason.description}${own(question)}`)
}

/** Returns the names of all fields of a tool's parameters, also of those within others. */
const fieldsOf = (tool: Tool.Any): ReadonlyArray<string> => {
  const names = new Set<string>()
  const visit = (schema: unknown): void => {
    if (Array.isArray(schema)) return schema.forEach(visit)
    if (!Predicate.isObject(schema)) return
    if ("properties" in schema && Predicate.isObject(schema.properties))
      for (const name of Object.keys(schema.properties)) names.add(name)
    Object.values(schema).forEach(visit)
  }
  visit(compact(Tool.getJsonSchema(tool)))
  return [...names]
}

/** Runs a tool with parameters of any form, which it checks. */
const runTool = (
  { handle, tools }: Built,
  name: keyof Built["tools"],
  parameters: unknown,
  redact: Redact
): Effect.Effect<string, ToolFailure> => {
  const written = (error: Parameters<typeof failureOf>[0] | ToolFailure) =>
    error instanceof ToolFailure ? error : failureOf(error, fieldsOf(tools[name])).toToolFailure(redact)
  // `handle` decodes the parameters; its type is that of a caller who knows the tool.
  return handle(name, parameters as never, undefined, { onExcessProperty: "error" }).pipe(
    Stream.unwrap,
    Stream.runLast,
    Effect.mapError(written),
    Effect.flatMap(
      Option.match({
        onNone: () => Effect.fail(failed(answer`The tool ended without an answer.`).toToolFailure(redact)),
        onSome: ({ result }) =>
          typeof result === "string" ? Effect.succeed(result) : Effect.fail(written(result))
      })
    )
  )
}

const register = Effect.fnUntraced(function* (built: Built, redact: Redact) {
  const server = yield* McpServer.McpServer
  for (const [key, tool] of Object.entries(built.tools)) {
    const name = key as keyof Built["tools"]
    yield* server.addTool({
      tool: new McpSchema.Tool({
        name,
        description: Tool.getDescription(tool),
        inputSchema: yield* Effect.orDie(
          Schema.decodeUnknownEffect(McpSchema.ToolJson)(compact(Tool.getJsonSchema(tool)))
        ),
        annotations: {
          readOnlyHint: Context.get(tool.annotations, Tool.Readonly),
          destructiveHint: Context.get(tool.annotations, Tool.Destructive),
          idempotentHint: Context.get(tool.annotations, Tool.Idempotent),
          openWorldHint: true
        }
      }),
      annotations: tool.annotations,
      // Not `McpServer.registerToolkit`, which would send every answer twice: as JSON text, and as structured content.
      handle: (parameters: unknown) =>
        Effect.contextWith((context: Context.Context<never>) =>
          runTool(built, name, parameters ?? {}, redact).pipe(
            Effect.provideService(Confirm, confirmThrough(context)),
            Effect.match({
              onFailure: ({ message }) => said(message, true),
              onSuccess: (text) => said(text, false)
            })
          )
        )
    })
  }
})

/** Registers tools, resources and prompts. @internal */
export const registrations: Layer.Layer<never, never, Services | Deployments | McpServer.McpServer> =
  Layer.unwrap(
    Effect.gen(function* () {
      const built = yield* ScreepsToolkit.toolkit
      const { redactSecrets } = yield* Session
      yield* register(built, redactSecrets)
      const isTool = (name: string): name is keyof Built["tools"] => Object.hasOwn(built.tools, name)
      return Layer.merge(
        layerResources((name, parameters) =>
          isTool(name)
            ? runTool(built, name, parameters, redactSecrets)
            : Effect.die(`there is no tool ${name}`)
        ),
        layerPrompts
      )
    })
  ).pipe(Layer.provide(ScreepsToolkit.layerWithConsole), Layer.provide(layerConsoleLines))

/**
 * Serves one client over standard input and output; logs are written to standard error.
 *
 * **Errors** `IllegalArgumentError` when the options are not valid for the protocol.
 */
export const layerStdio = (
  options: Options
): Layer.Layer<never, Cause.IllegalArgumentError, Services | Deployments | Stdio> =>
  McpServer.layerStdio({ ...options, instructions, protocols, registrations }).pipe(
    Layer.provide(Layer.succeed(Logger.LogToStderr, true))
  )

/** Compares two texts in a time that does not depend on where they differ. */
const isSame = (given: string, expected: string): boolean => {
  let difference = given.length ^ expected.length
  for (let i = 0; i < given.length; i++)
    difference |= given.charCodeAt(i) ^ expected.charCodeAt(i % expected.length)
  return difference === 0 && expected !== ""
}

const unauthorized = HttpServerResponse.jsonUnsafe(
  { error: "a token is required: Authorization: Bearer …" },
  { status: 401, headers: { "www-authenticate": "Bearer" } }
)

/** Rejects requests without the token. */
const authorized = (token: Redacted.Redacted) =>
  HttpRouter.middleware(
    (response) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
        const given = /^bearer (.+)$/iu.exec(headers["authorization"] ?? "")?.[1] ?? ""
        return isSame(given, Redacted.value(token)) ? response : Effect.succeed(unauthorized)
      }),
    { global: true }
  )

/** How the server listens to HTTP. */
export interface HttpOptions extends Options {
  /** What clients send as `Authorization: Bearer …`. */
  readonly token: Redacted.Redacted
  /** Path of the endpoint; `/mcp` by default. */
  readonly path?: HttpRouter.PathInput | undefined
}

/**
 * Adds the endpoint of the protocol to a router; requests without the token and requests of web pages are rejected.
 *
 * **Gotchas**
 *
 * A client with the token acts as the account. Listen on `127.0.0.1` only.
 */
export const layerHttp = ({
  path = "/mcp",
  token,
  ...options
}: HttpOptions): Layer.Layer<
  never,
  Cause.IllegalArgumentError,
  Services | Deployments | HttpRouter.HttpRouter
> =>
  Layer.merge(
    McpServer.layerHttp({
      ...options,
      path,
      instructions,
      protocols,
      registrations,
      allowSessionTermination: true
    }),
    authorized(token)
  )
