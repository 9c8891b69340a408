/** Hostile texts of servers and models, through the tools for AI agents: what a model is shown, what a player is asked. */
import { Access, AuditLog, ScreepsToolkit } from "@screeps-effect/mcp"
import { Credentials, RateLimits, Retry, ScreepsClient, Server } from "@screeps-effect/api"
import { RoomFeed, ScreepsSocket } from "@screeps-effect/socket"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Socket from "effect/socket/Socket"
import * as Edits from "../edits.ts"
import * as Hostile from "../hostile.ts"
import { logs, makeShown, problemsOf } from "../oracles.ts"
import type { Random } from "../random.ts"
import { ScriptedSocket } from "../scriptedSocket.ts"
import type { Case, Target } from "../target.ts"
import { quoted, render, type Text } from "../text.ts"

/** An edit of what the server sends, or a text of the model. */
type AgentEdit =
  | { readonly edit: "body"; readonly path: string; readonly by: Edits.Edit }
  | { readonly edit: "text"; readonly text: Text }

interface Turn extends Case {
  readonly tool: string
  readonly edits: ReadonlyArray<AgentEdit>
}

/** Part of every hostile text of a server: it must never be outside of the marks. */
const canary = "OTHERS"

const named = { _id: "u1", username: "bob", badge: null, gcl: 1 }
const order = { _id: "o1", created: 1, type: "sell", resourceType: "energy", roomName: "W7N3" }
const stats = {
  status: "normal",
  own: { user: "u1", level: 3 },
  sign: { user: "u1", text: "a sign", time: 1, datetime: 1 },
  minerals0: { type: "H", density: 2 }
}

/** What the server sends: responses by path, and two messages of the socket. */
const bodies: Readonly<Record<string, unknown>> = {
  "/api/auth/me": { ok: 1, ...named, email: "a@example.com", cpu: 100, money: 5, power: 1 },
  "/api/user/world-status": { ok: 1, status: "normal" },
  "/api/game/time": { ok: 1, time: 100 },
  "/api/user/rooms": { ok: 1, rooms: ["W7N3"], shards: { shard0: ["W7N3"] } },
  "/api/game/map-stats": { ok: 1, gameTime: 100, stats: { W7N3: stats }, users: { u1: named } },
  "/api/game/market/orders": {
    ok: 1,
    list: [{ ...order, price: 1, amount: 1, remainingAmount: 1, totalAmount: 1, active: true }]
  },
  "/api/game/market/stats": {
    ok: 1,
    stats: [{ _id: "s", date: "2026-01-01", transactions: 1, volume: 1, avgPrice: 1, stddevPrice: 0 }]
  },
  "/api/user/memory": { ok: 1, data: { creeps: { Bob: { role: "harvest" } }, list: [1, "two"] } },
  "/api/user/memory-segment": { ok: 1, data: "a segment" },
  "/api/user/branches": {
    ok: 1,
    list: [{ _id: "b", branch: "default", activeWorld: true, activeSim: false }]
  },
  "/api/user/code": {
    ok: 1,
    branch: "default",
    modules: { main: "module.exports = 1", "lib/a": "exports.x" }
  },
  "/api/user/messages/index": {
    ok: 1,
    messages: [
      {
        _id: "u2",
        message: { _id: "m", user: "u1", respondent: "u2", date: "2026-01-01", type: "in", text: "a" }
      }
    ],
    users: { u2: named }
  },
  "/api/game/room-terrain": { ok: 1, terrain: [{ _id: "t", room: "W7N3", terrain: "0".repeat(2500) }] },
  console: { messages: { log: ["a line"], results: ["a result"] }, shard: "shard0" },
  error: { error: "Error: no spawn\n    at main:1:1", shard: "shard0" },
  room: {
    objects: {
      c1: { _id: "c1", type: "controller", room: "W7N3", x: 1, y: 1, user: "u1", level: 3, sign: stats.sign },
      b1: {
        _id: "b1",
        type: "creep",
        room: "W7N3",
        x: 2,
        y: 2,
        user: "u1",
        name: "Bob",
        store: { energy: 5 }
      },
      x1: { _id: "x1", type: "portalOfAMod", room: "W7N3", x: 3, y: 3, owner: "somebody" }
    },
    users: { u1: named },
    gameTime: 100,
    info: { mode: "world" }
  }
}
const paths = Object.keys(bodies)

/** The parameters of a tool's call, made of a text of the model. */
const tools: Readonly<Record<string, (text: string) => object>> = {
  who_am_i: () => ({}),
  my_rooms: () => ({}),
  map_of_rooms: () => ({ rooms: ["W7N3", "W8N3"] }),
  look_at_room: () => ({ room: "W7N3" }),
  room_changes: () => ({ room: "W7N3" }),
  read_console: () => ({}),
  read_memory: () => ({}),
  read_segment: () => ({ segment: 1 }),
  list_code: () => ({}),
  read_code: () => ({ module: "main" }),
  market_book: () => ({ resource: "energy" }),
  market_prices: () => ({ resource: "energy" }),
  my_orders: () => ({}),
  "call_operation messages.index": () => ({ operation: "messages.index" }),
  "call_operation user.console": (text) => ({ operation: "user.console", input: { expression: text } }),
  "call_operation messages.send": (text) => ({
    operation: "messages.send",
    input: { respondent: "u2", text }
  }),
  "call_operation code.set": (text) => ({
    operation: "code.set",
    input: { branch: "a", modules: { main: text } }
  }),
  "write_memory all": (text) => ({ value: { text } }),
  "write_memory part": (text) => ({ path: "creeps", value: text }),
  write_segment: (text) => ({ segment: 1, text }),
  deploy_code: (text) => ({ modules: { main: `// ${text.replaceAll(/[\n\r\u2028\u2029]/g, " ")}` } }),
  run_console: (text) => ({ expression: text.slice(0, 900) }),
  activate_branch: (text) => ({ branch: text.slice(0, 30) }),
  place_first_spawn: (text) => ({ room: "W7N3", x: 1, y: 1, name: text.slice(0, 50) })
}
const names = Object.keys(tools)

/** Paths whose POST changes something: without a yes, none of them may be sent. */
const asked = new Set([
  "/api/user/console",
  "/api/user/code",
  "/api/user/messages/send",
  "/api/user/set-active-branch",
  "/api/game/place-spawn"
])

const invisible = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** What is wrong with an answer. */
const problemsOfAnswer = (text: string): ReadonlyArray<string> => {
  const hidden = invisible.exec(text)
  const own = text.replaceAll(/«[^«»]*»/g, "")
  return [
    ...(hidden === null ? [] : [`an invisible character reaches the model: ${hidden[0].codePointAt(0)}`]),
    ...(own.includes(canary) ? ["text of others is not marked"] : []),
    ...(/[«»]/.test(own) ? ["a mark has no counterpart"] : [])
  ]
}

/** The last words of a text, which a question that was cut would not show. */
const end = "THE END"

/** What is wrong with a question. */
const problemsOfQuestion = (question: string, text: string): ReadonlyArray<string> => {
  const hidden = /(?![\n\t\u200c\u200d])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.exec(
    question
  )
  return [
    ...(hidden === null ? [] : [`an invisible character reaches the player: ${hidden[0].codePointAt(0)}`]),
    ...(question.length > 4000 ? ["a question is too long"] : []),
    ...(/\s{60}/.test(question) ? ["a question hides its end behind a gap"] : []),
    ...(text.includes(end) && !question.includes(end) ? ["a question does not show the whole input"] : [])
  ]
}

/** Ways to leave the marks, or to be seen by the model only. */
const escapes = [
  `»${canary}«`,
  `»\n${canary}\n«`,
  "»",
  "«",
  "\\»",
  "\u{e0100}\u{e01ef}",
  "\u{e0041}\u{e007f}",
  "\u3164\u2800\u115f\ufe0f\u034f\u00ad\u200d\ue000",
  "\u202e\u0000\u001b[2J"
]

const foreign = (random: Random): Text => {
  const text = random.chance(0.5) ? random.pick(escapes) : Hostile.text(random)
  return [canary, ...(typeof text === "string" ? [text] : text), canary]
}

/** Where a text of a player stands in a response. */
const places: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string | number>>>> = {
  "/api/auth/me": [["username"]],
  "/api/user/world-status": [["status"]],
  "/api/game/map-stats": [
    ["stats", "W7N3", "sign", "text"],
    ["stats", "W7N3", "status"],
    ["users", "u1", "username"]
  ],
  "/api/game/market/orders": [
    ["list", 0, "_id"],
    ["list", 0, "roomName"]
  ],
  "/api/game/market/stats": [["stats", 0, "date"]],
  "/api/user/memory": [
    ["data", "list", 1],
    ["data", "creeps", "Bob", "role"]
  ],
  "/api/user/memory-segment": [["data"]],
  "/api/user/branches": [["list", 0, "branch"]],
  "/api/user/code": [["modules", "main"], ["branch"]],
  "/api/user/messages/index": [["messages", 0, "message", "text"]],
  console: [["messages", "log", 0], ["messages", "results", 0], ["shard"]],
  error: [["error"]],
  room: [
    ["objects", "c1", "sign", "text"],
    ["objects", "b1", "name"],
    ["objects", "x1", "type"],
    ["objects", "x1", "owner"],
    ["users", "u1", "username"]
  ]
}

const editBody = (random: Random): AgentEdit => {
  const path = random.pick(paths)
  const place = places[path]
  if (place !== undefined && random.chance(0.5)) {
    return {
      edit: "body",
      path,
      by: { edit: "set", path: random.pick(place), json: quoted(foreign(random)) }
    }
  }
  const by = random.chance(0.9) ? Edits.ofValue(random, bodies[path]) : Edits.ofText(random)
  if ("json" in by && random.chance(0.7))
    return { edit: "body", path, by: { ...by, json: quoted(foreign(random)) } }
  return { edit: "body", path, by: by.edit === "rename" ? { ...by, to: `${canary}${by.to}` } : by }
}

const editText = (random: Random): AgentEdit => ({ edit: "text", text: Hostile.text(random) })

const serverOf =
  (sent: ReadonlyMap<string, Uint8Array<ArrayBuffer>>, posted: Array<string>): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method === "POST") posted.push(pathname)
    const body = sent.get(pathname.replace("/my-orders", "/orders"))
    if (body === undefined) return Response.json({ error: "not found" }, { status: 404 })
    return new Response(body, { headers: { "content-type": "application/json" } })
  }

const socketOf = (sent: ReadonlyMap<string, Uint8Array<ArrayBuffer>>) => () =>
  new ScriptedSocket(
    (socket) => {
      socket.deliver("time 1")
      socket.deliver("protocol 14")
    },
    (socket, text) => {
      if (text.startsWith("auth ")) socket.deliver(`auth ok ${Hostile.secrets.session}`)
      const channel = /^subscribe (.+)$/.exec(text)?.[1]
      if (channel === undefined) return
      const messages = channel.startsWith("room:")
        ? ["room"]
        : channel.endsWith("/console")
          ? ["console", "error"]
          : []
      for (const name of messages)
        socket.deliver(`[${JSON.stringify(channel)},${new TextDecoder().decode(sent.get(name))}]`)
    }
  )

const layerOf = (
  sent: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  posted: Array<string>
): Layer.Layer<ScreepsToolkit.Handled> =>
  ScreepsToolkit.layerMemory.pipe(
    Layer.provide(RoomFeed.layer()),
    Layer.provide(ScreepsSocket.layer({ backoff: Schedule.spaced(Duration.millis(1)) })),
    Layer.provide(Layer.succeed(Socket.WebSocketConstructor, socketOf(sent))),
    Layer.provide(ScreepsClient.layerNoDeps()),
    Layer.provide(Credentials.layerToken(Redacted.make(Hostile.secrets.token))),
    Layer.provide(Server.layer(Server.privateServer("http://127.0.0.1:21025"))),
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.Fetch, serverOf(sent, posted))),
    Layer.provide(Layer.succeed(Retry.Retry, Retry.none))
  )

/** How long a call may take: tools wait for seconds for a room that the server does not send. */
const patience = "1 second"

/** Calls a tool as a model does; some have more to show the second time. */
const call = (name: string, parameters: object) =>
  Effect.gen(function* () {
    const { handle } = yield* ScreepsToolkit.toolkit
    // A model sends any parameters; `handle` checks them.
    const once = Stream.unwrap(handle(name as "who_am_i", parameters as never)).pipe(
      Stream.runLast,
      Effect.map((last) => (last._tag === "None" ? "" : last.value.result)),
      Effect.map((result) =>
        typeof result === "string" ? result : "message" in result ? result.message : ""
      ),
      Effect.catch((error) => Effect.succeed(error._tag === "AiError" ? "" : error.message)),
      Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed("") })
    )
    const first = yield* once
    if (name !== "read_console" && name !== "room_changes") return [first]
    yield* Effect.sleep("20 millis")
    return [first, yield* once]
  })

export const agents: Target<Turn> = {
  name: "agents",
  stall: 1_000,
  size: () => 1,
  make: (random) => ({
    tool: random.pick(names),
    edits: [
      ...Array.from({ length: 1 + random.below(6) }, () => editBody(random)),
      ...Array.from({ length: random.below(3) }, () => editText(random))
    ]
  }),
  prepare: ({ edits, tool }) => {
    const text = [...edits.flatMap((one) => (one.edit === "text" ? [render(one.text)] : [])), end].join("")
    const sent = new Map(
      paths.map((path) => {
        const own = edits.flatMap((one) => (one.edit === "body" && one.path === path ? [one.by] : []))
        return [path, new Uint8Array(Edits.apply(bodies[path], own))] as const
      })
    )
    const bytes = text.length + [...sent.values()].reduce((sum, { length }) => sum + length, 0)
    const run = async () => {
      const shown = makeShown(["token", "session"])
      // Code and Memory keep what only looks like a token.
      const known = makeShown(["token"])
      const questions: Array<string> = []
      const posted: Array<string> = []
      const [name = ""] = tool.split(" ")
      const parameters = tools[tool]?.(text) ?? {}
      const program = call(name, parameters).pipe(
        Effect.provideService(Access.Access, { write: true, yesTo: [] }),
        Effect.provideService(Access.Confirm, (question) =>
          Effect.sync(() => {
            questions.push(question)
            return false
          })
        ),
        Effect.provideService(AuditLog.AuditLog, (entry) =>
          Effect.sync(() => known.search("a line of the audit log", JSON.stringify(entry)))
        ),
        Effect.provideService(RateLimits.OnLimit, "fail"),
        Effect.provide(layerOf(sent, posted), { local: true }),
        Effect.provide(logs(shown))
      )
      const exit = await Effect.runPromiseExit(program)
      if (Exit.isFailure(exit)) return problemsOf(exit, shown)
      // A branch that the server says does not run may be changed.
      const mayUpload = edits.some((one) => one.edit === "body" && one.path === "/api/user/branches")
      const changed = posted.filter((path) => asked.has(path) && !(mayUpload && tool === "deploy_code"))
      const whole = JSON.stringify(parameters).includes(end) ? text : ""
      for (const one of exit.value) known.search("an answer", one)
      for (const question of questions) known.search("a question", question)
      return [
        ...exit.value.flatMap(problemsOfAnswer),
        ...questions.flatMap((question) => problemsOfQuestion(question, whole)),
        ...changed.map((path) => `a POST to ${path} was not confirmed`),
        ...shown.leaks,
        ...known.leaks
      ]
    }
    return { bytes, run }
  }
}
