/** `screeps mcp` */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Access from "@screeps-effect/mcp/Access"
import * as AuditLog from "@screeps-effect/mcp/AuditLog"
import * as Deployments from "@screeps-effect/mcp/Deployments"
import * as ScreepsMcp from "@screeps-effect/mcp/ScreepsMcp"
import * as TokenBudget from "@screeps-effect/mcp/TokenBudget"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as UserDirectories from "effect/persistence/UserDirectories"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import { accept, type Address, optional, parseAddress } from "../input/flags.ts"
import * as client from "../config/client.ts"
import { define } from "../runner/define.ts"
import { Usage } from "../runner/failure.ts"
import { Version } from "../runner/define.ts"
import * as Input from "../input/input.ts"
import * as Output from "../output/output.ts"
import { format, join, oneLine, plain } from "../output/text.ts"

/** Keeps replaced code in the folder for state of the user's applications; without one, while the program runs. */
const deployments = Layer.unwrap(
  Effect.gen(function* () {
    const { state } = yield* UserDirectories.UserDirectories
    const path = yield* Path
    const folder = yield* Effect.option(state("screeps"))
    return Option.match(folder, {
      onNone: () => Deployments.layerMemory,
      onSome: (own) => Deployments.layerFolder(path.join(own, "deployments"))
    })
  })
).pipe(Layer.provide(UserDirectories.layer))

const services = RoomFeed.layer().pipe(Layer.provideMerge(client.bothLasting))

const isLoopback = ({ host }: Address) => ["127.0.0.1", "localhost", "::1"].includes(host)

/** Parses an address such as `127.0.0.1:7777`. */
const parseLoopback = (text: string) => Option.filter(parseAddress(text), isLoopback)

const randomToken = Effect.sync(() =>
  Redacted.make(randomBytes(24).toString("base64url"), { label: "token" })
)

const serveHttp = Effect.fnUntraced(function* ({ host, port }: Address, token: string | undefined) {
  const version = yield* Version
  const output = yield* Output.Output
  const secret = yield* token === undefined ? randomToken : Input.secretFrom(token, "token")
  const url = `http://${host === "::1" ? "[::1]" : host}:${port}/mcp`
  // A new token is shown to nobody else; that of a file is known.
  const shown = token === undefined ? { url, token: Redacted.value(secret) } : { url }
  yield* Output.value(shown, (_, paint) =>
    join(
      [
        format`${paint("bold", oneLine(url))}`,
        ...(shown.token === undefined ? [] : [format`Authorization: Bearer ${plain(shown.token)}`])
      ],
      "\n"
    )
  )
  yield* output.note(format`Press Ctrl-C to stop.`)
  return yield* HttpRouter.serve(ScreepsMcp.layerHttp({ name: "screeps", version, token: secret }), {
    disableListenLog: true,
    disableLogger: true
  }).pipe(Layer.provide(NodeHttpServer.layer(createServer, { host, port })), Layer.launch)
})

export default define(
  Command.make(
    "mcp",
    {
      allow: Flag.Literals("allow", ["read", "write"]).pipe(
        Flag.withDefault("read"),
        Flag.withDescription(
          "What tools may do: only read, or also write and run code. You are asked before running code is changed and before what cannot be undone (default: read)"
        )
      ),
      yesTo: Flag.String("yes-to").pipe(
        Flag.withMetavar("<tool|operation>"),
        Flag.atLeast(1),
        Flag.withDefault<ReadonlyArray<string>>([]),
        Flag.withDescription(
          "With --allow write: do not ask before this tool or operation, such as run_console, deploy_code or user.respawn; * for everything; repeatable"
        )
      ),
      budget: Flag.Int("budget").pipe(
        Flag.withMetavar("<tokens>"),
        accept((tokens: number) => tokens >= 200 && tokens <= 100_000, "between 200 and 100000"),
        Flag.withDefault(4000),
        Flag.withDescription("Longest answer, in tokens (default: 4000)")
      ),
      audit: optional(
        Flag.String("audit"),
        "File to which every call is appended as a line of JSON",
        "<file>"
      ),
      http: Flag.String("http").pipe(
        Flag.withMetavar("<address>"),
        Flag.filterMap(parseLoopback, () => "a loopback address with a port, such as 127.0.0.1:7777"),
        Flag.withDefault(undefined),
        Flag.withDescription("Serve HTTP at this address instead of standard input and output")
      ),
      token: optional(
        Flag.String("http-token-file"),
        "File that contains only the token that HTTP clients must send; - for standard input (default: a new token)",
        "<file>"
      )
    },
    Effect.fnUntraced(function* ({ allow, audit, budget, http, token, yesTo }) {
      const version = yield* Version
      if (allow === "read" && yesTo.length > 0)
        return yield* new Usage({ message: "--yes-to requires --allow write" })
      if (http === undefined && token !== undefined)
        return yield* new Usage({ message: "--http-token-file requires --http" })
      const serving =
        http === undefined
          ? Layer.launch(ScreepsMcp.layerStdio({ name: "screeps", version }))
          : serveHttp(http, token)
      return yield* serving.pipe(
        Effect.provide(
          Layer.mergeAll(
            services,
            deployments,
            SourceMaps.layerUser,
            audit === undefined ? Layer.empty : AuditLog.layerFile(audit)
          )
        ),
        Effect.provideService(Access.Access, { write: allow === "write", yesTo }),
        Effect.provideService(TokenBudget.TokenBudget, budget)
      )
    })
  ).pipe(
    Command.withDescription("Serve tools for AI agents over the Model Context Protocol"),
    Command.withExamples([
      {
        command: "screeps mcp",
        description: "Over standard input and output, for a client that starts it; tools only read"
      },
      { command: "screeps mcp --allow write --yes-to run_console --audit calls.jsonl" },
      { command: "screeps mcp --http 127.0.0.1:7777" }
    ])
  )
)
