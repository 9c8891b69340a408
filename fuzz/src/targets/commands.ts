/** Hostile texts in responses, printed by the commands of `screeps` at a terminal and written to files. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { recordings } from "@screeps-effect/fixtures"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Terminal from "effect/Terminal"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import { Fetch } from "effect/http/FetchHttpClient"
import { ChildProcessSpawner, make as makeSpawner } from "effect/process/ChildProcessSpawner"
import * as TestConsole from "effect/testing/TestConsole"
// oxlint-disable-next-line no-restricted-imports -- the command is an application, which exports nothing
import { run } from "../../../packages/cli/src/runner/run.ts"
import * as Edits from "../edits.ts"
import * as Hostile from "../hostile.ts"
import { makeShown } from "../oracles.ts"
import type { Random } from "../random.ts"
import type { Case, Target } from "../target.ts"

interface BodyEdit {
  readonly edit: "body"
  readonly path: string
  readonly by: Edits.Edit
}

interface Run extends Case {
  readonly args: ReadonlyArray<string>
  readonly columns: number
  readonly edits: ReadonlyArray<BodyEdit>
}

/** `FOLDER` stands for a new folder. */
const commands: ReadonlyArray<readonly [args: ReadonlyArray<string>, paths: ReadonlyArray<string>]> = [
  [["whoami"], ["/api/auth/me", "/api/user/name"]],
  [["messages"], ["/api/user/messages/index"]],
  [
    ["messages", "alice"],
    ["/api/user/messages/list", "/api/user/find"]
  ],
  [["market", "orders", "energy"], ["/api/game/market/orders"]],
  [["market", "mine"], ["/api/game/market/my-orders"]],
  [["code", "branches"], ["/api/user/branches"]],
  [["code", "pull", "FOLDER", "--branch", "default"], ["/api/user/code"]],
  [["code", "diff", "FOLDER", "--branch", "default"], ["/api/user/code"]],
  [["memory", "get"], ["/api/user/memory"]],
  [["segments", "get", "1"], ["/api/user/memory-segment"]],
  [
    ["map", "W7N3"],
    ["/api/game/map-stats", "/api/game/room-terrain"]
  ],
  [["history", "download", "W7N3", "FOLDER", "--from", "100", "--to", "120"], ["/room-history"]],
  [["doctor"], ["/api/version", "/api/auth/me", "/api/authmod"]],
  [["limits"], ["/api/auth/query-token"]],
  [["call", "game", "time"], ["/api/game/time"]],
  [["call", "user", "name"], ["/api/user/name"]]
]

const texts = (name: string) => `<${name}>`

/** Recorded responses by path, and invented ones where the recorded ones are empty. */
const bodies = new Map<string, unknown>([
  ...recordings().flatMap(({ request, response }): ReadonlyArray<readonly [string, unknown]> =>
    response.status === 200 &&
    typeof response.body === "object" &&
    response.body !== null &&
    "ok" in response.body
      ? [[request.path.startsWith("/room-history") ? "/room-history" : request.path, response.body]]
      : []
  ),
  [
    "/api/user/messages/index",
    {
      ok: 1,
      messages: [
        {
          _id: "u2",
          message: {
            _id: "m",
            user: "u1",
            respondent: "u2",
            date: "2026-01-01T00:00:00.000Z",
            type: "in",
            text: texts("text"),
            unread: true
          }
        }
      ],
      users: { u2: { _id: "u2", username: texts("user"), badge: null } }
    }
  ],
  ["/api/user/find", { ok: 1, user: { _id: "u2", username: "alice", badge: null, gcl: 1 } }],
  [
    "/api/game/market/orders",
    {
      ok: 1,
      list: [
        {
          _id: texts("id"),
          created: 1,
          type: "sell",
          resourceType: "energy",
          roomName: texts("room"),
          price: 1,
          amount: 1,
          remainingAmount: 1,
          totalAmount: 1,
          active: true
        }
      ]
    }
  ],
  [
    "/api/user/branches",
    { ok: 1, list: [{ _id: "b", branch: texts("branch"), activeWorld: true, activeSim: false }] }
  ],
  [
    "/api/user/code",
    { ok: 1, branch: "default", modules: { main: "module.exports = 1", "lib/a": texts("code") } }
  ],
  [
    "/api/game/map-stats",
    {
      ok: 1,
      gameTime: 100,
      stats: {
        W7N3: {
          status: "normal",
          own: { user: "u2", level: 3 },
          sign: { user: "u2", text: texts("sign"), time: 1, datetime: 1 },
          minerals0: { type: "H", density: 2 }
        }
      },
      users: { u2: { _id: "u2", username: texts("owner"), badge: null } }
    }
  ]
])

/** Characters that a terminal obeys, and those that nobody sees, but for the joiners. */
const control = /(?![\n\t\u200c\u200d])[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

const edit = (random: Random, paths: ReadonlyArray<string>): BodyEdit => {
  const path = random.pick(paths)
  const body = bodies.get(path) ?? { ok: 1 }
  return {
    edit: "body",
    path,
    by: random.chance(0.9) ? Edits.ofValue(random, body) : Edits.ofText(random)
  }
}

const terminal = (columns: number) =>
  Terminal.make({
    columns: Effect.succeed(columns),
    rows: Effect.succeed(24),
    size: Effect.die("not expected"),
    readInput: Effect.die("not expected"),
    readLine: Effect.die("not expected"),
    display: () => Effect.void
  })

const runCommand = (args: ReadonlyArray<string>, columns: number, fetch: typeof globalThis.fetch) =>
  Effect.gen(function* () {
    const status = yield* run(args, "1.2.3")
    const out = (yield* TestConsole.logLines).map(String).join("\n")
    const err = (yield* TestConsole.errorLines).map(String).join("\n")
    return { status, out, err }
  }).pipe(
    Effect.provide(
      Layer.mergeAll(
        NodeFileSystem.layer,
        NodePath.layer,
        Layer.succeed(Terminal.Terminal, terminal(columns)),
        Stdio.layerTest({
          stdin: Stream.empty,
          stdoutIsTerminal: Effect.succeed(true),
          stderrIsTerminal: Effect.succeed(true),
          stdinIsTerminal: Effect.succeed(false)
        }),
        Layer.succeed(
          ChildProcessSpawner,
          makeSpawner(() => Effect.die("no process is started"))
        ),
        Layer.succeed(TerminalCapabilities, { canColor: false, canAnimate: false, canPrompt: false }),
        ConfigProvider.layer(
          ConfigProvider.fromEnv({
            env: {
              SCREEPS_URL: "http://127.0.0.1:21025",
              SCREEPS_USERNAME: "fuzz",
              SCREEPS_PASSWORD: Hostile.secrets.password
            }
          })
        ),
        Layer.succeed(Fetch, fetch),
        TestConsole.layer
      ),
      { local: true }
    )
  )

export const commandLines: Target<Run> = {
  name: "commands",
  // `doctor` calls a hundred operations.
  stall: 1_000,
  size: () => 1,
  make: (random) => {
    const [args, paths] = random.pick(commands)
    return {
      args: random.chance(0.2) ? [...args, "--json"] : args,
      columns: random.pick([20, 80, 200]),
      edits: Array.from({ length: 1 + random.below(6) }, () => edit(random, paths))
    }
  },
  prepare: ({ args, columns, edits }) => {
    const sent = new Map(
      [...bodies].map(([path, body]) => {
        const own = edits.filter((one) => one.path === path).map(({ by }) => by)
        return [path, new Uint8Array(Edits.apply(body, own))] as const
      })
    )
    const bytes = edits.reduce((sum, { path }) => sum + (sent.get(path)?.length ?? 0), 0)
    const run = async () => {
      const root = mkdtempSync(join(tmpdir(), "fuzz-"))
      const folder = join(root, "outer", "inner")
      mkdirSync(folder, { recursive: true })
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const { pathname } = new URL(new Request(input, init).url)
        if (pathname.endsWith("/auth/signin")) return Response.json({ ok: 1, token: Hostile.secrets.session })
        const path = pathname.startsWith("/room-history") ? "/room-history" : pathname
        const body = sent.get(path)
        if (body === undefined) return new Response("<!DOCTYPE html>", { status: 404 })
        return new Response(body, { headers: { "content-type": "application/json" } })
      }
      try {
        const { err, out, status } = await Effect.runPromise(
          runCommand(
            args.map((arg) => (arg === "FOLDER" ? folder : arg)),
            columns,
            fetch
          )
        )
        const shown = makeShown(["password", "session"])
        shown.search("standard error", err)
        const [outControl, errControl] = [control.exec(out), control.exec(err)]
        const left = readdirSync(root).length > 1 || readdirSync(join(root, "outer")).length > 1
        return [
          ...(err.includes("This is a bug") ? [`defect: status ${status}: ${err.slice(0, 300)}`] : []),
          ...(outControl === null ? [] : ["a control character is printed to standard output"]),
          ...(errControl === null ? [] : ["a control character is printed to standard error"]),
          ...(left ? ["a file is written outside of the folder"] : []),
          ...shown.leaks
        ]
      } finally {
        rmSync(root, { recursive: true, force: true })
      }
    }
    return { bytes, run }
  }
}
