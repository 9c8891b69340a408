/**
 * Calls every operation with marked secrets and texts of the player. The marks must appear in the requests, and in no
 * event, however it is shown.
 */
import { inspect } from "node:util"
import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as AuthTokens from "@screeps-effect/api/AuthTokens"
import * as Code from "@screeps-effect/api/Code"
import * as Construction from "@screeps-effect/api/Construction"
import * as Decorations from "@screeps-effect/api/Decorations"
import * as Endpoints from "@screeps-effect/api/Endpoints"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Intents from "@screeps-effect/api/Intents"
import * as Memory from "@screeps-effect/api/Memory"
import * as Messages from "@screeps-effect/api/Messages"
import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as Register from "@screeps-effect/api/Register"
import * as Scoreboard from "@screeps-effect/api/Scoreboard"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as Segments from "@screeps-effect/api/Segments"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { type Call, untyped } from "./support/calls.ts"
import { collectEvents } from "./support/events.ts"
import { asAlice, run, fake, type Options, privateServer } from "./support/fake.ts"
import { pass } from "@screeps-effect/fixtures/time"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import * as Server from "@screeps-effect/api/Server"

const mark = "h1sh3d"
const secret = Redacted.make(`${mark}-secret`)
const short = Redacted.make(`${mark}00`)
const at = { room: "W1N1", x: 5, y: 5 } as const

interface SecretInput {
  readonly operation: { readonly method: string; readonly path: string }
  readonly input: Readonly<Record<string, unknown>>
  /** Fields that must not be shown. */
  readonly hidden: ReadonlyArray<string>
  /** Fields that may be shown: all others that are sent. */
  readonly shown?: ReadonlyArray<string>
}

const secretInputs: ReadonlyArray<SecretInput> = [
  {
    operation: Auth.signIn,
    input: { email: `${mark}@example.org`, password: secret, recaptcha: secret },
    hidden: ["email", "password", "recaptcha"]
  },
  {
    operation: Auth.steamTicket,
    input: { ticket: secret, useNativeAuth: true },
    hidden: ["ticket"],
    shown: ["useNativeAuth"]
  },
  { operation: Auth.queryToken, input: { token: secret }, hidden: ["token"] },
  {
    operation: Register.submit,
    input: {
      username: "alice",
      password: secret,
      email: `${mark}@example.org`,
      modules: { main: mark },
      recaptcha: secret
    },
    hidden: ["password", "email", "modules", "recaptcha"],
    shown: ["username"]
  },
  { operation: Register.checkEmail, input: { email: `${mark}@example.org` }, hidden: ["email"] },
  {
    operation: Register.setUsername,
    input: { username: "alice", email: `${mark}@example.org`, recaptcha: secret },
    hidden: ["email", "recaptcha"],
    shown: ["username"]
  },
  {
    operation: Game.checkUniqueObjectName,
    input: { type: "spawn", name: mark },
    hidden: ["name"],
    shown: ["type"]
  },
  { operation: Game.checkUniqueFlagName, input: { name: mark }, hidden: ["name"] },
  {
    operation: Game.placeSpawn,
    input: { ...at, name: mark },
    hidden: ["name"],
    shown: ["room", "x", "y"]
  },
  {
    operation: Flags.create,
    input: { ...at, name: mark, color: 1, secondaryColor: 2 },
    hidden: ["name"],
    shown: ["room", "x", "y", "color", "secondaryColor"]
  },
  {
    operation: Flags.changeColor,
    input: { room: "W1N1", name: mark, color: 1, secondaryColor: 2 },
    hidden: ["name"],
    shown: ["room", "color", "secondaryColor"]
  },
  { operation: Flags.remove, input: { room: "W1N1", name: mark }, hidden: ["name"], shown: ["room"] },
  {
    operation: Construction.create,
    input: { ...at, structureType: "spawn", name: mark },
    hidden: ["name"],
    shown: ["room", "x", "y", "structureType"]
  },
  {
    operation: Intents.addObjectIntent,
    input: { _id: "5f1a", room: "W1N1", name: "say", intent: { message: mark } },
    hidden: ["name", "intent"],
    shown: ["_id", "room"]
  },
  {
    operation: Intents.addGlobalIntent,
    input: { name: "createOrder", intent: { note: mark } },
    hidden: ["name", "intent"]
  },
  {
    operation: PowerCreeps.create,
    input: { name: mark, className: "operator" },
    hidden: ["name"],
    shown: ["className"]
  },
  {
    operation: PowerCreeps.upgrade,
    input: { id: "5f1a", powers: { "1": 5 } },
    hidden: ["powers"],
    shown: ["id"]
  },
  { operation: PowerCreeps.rename, input: { id: "5f1a", name: mark }, hidden: ["name"], shown: ["id"] },
  { operation: User.console, input: { expression: `say("${mark}")` }, hidden: ["expression"] },
  { operation: Account.githubRepo, input: { repo: mark, folder: mark }, hidden: ["repo", "folder"] },
  {
    operation: Code.set,
    input: { branch: "main", modules: { main: `// ${mark}` }, _hash: mark },
    hidden: ["modules", "_hash"],
    shown: ["branch"]
  },
  {
    operation: Code.cloneBranch,
    input: { newName: "copy", defaultModules: { main: `// ${mark}` }, existing: "overwrite" },
    hidden: ["defaultModules"],
    shown: ["newName"]
  },
  { operation: Memory.get, input: { path: `plans.${mark}` }, hidden: ["path"] },
  { operation: Memory.set, input: { path: `plans.${mark}`, value: { of: mark } }, hidden: ["path", "value"] },
  { operation: Segments.set, input: { segment: 5, data: mark }, hidden: ["data"], shown: ["segment"] },
  {
    operation: Messages.send,
    input: { respondent: "5f1a", text: `meet me, ${mark}` },
    hidden: ["text"],
    shown: ["respondent"]
  },
  { operation: Decorations.convert, input: { decorations: ["5f1a"] }, hidden: ["decorations"] },
  {
    operation: Decorations.activate,
    input: { _id: "5f1a", active: { text: mark } },
    hidden: ["active"],
    shown: ["_id"]
  },
  { operation: Decorations.deactivate, input: { decorations: ["5f1a"] }, hidden: ["decorations"] },
  {
    operation: Account.badge,
    input: {
      badge: { type: 1, color1: "#000000", color2: "#000000", color3: "#000000", param: 0, flip: false }
    },
    hidden: ["badge"]
  },
  { operation: Account.email, input: { email: `${mark}@example.org` }, hidden: ["email"] },
  {
    operation: Account.changePassword,
    input: { oldPassword: secret, password: secret, acknowledge: "a wrong old password ends the server" },
    hidden: ["oldPassword", "password"]
  },
  { operation: Account.cpuShards, input: { cpu: { shard3: 20 } }, hidden: ["cpu"] },
  {
    operation: AuthTokens.create,
    input: { type: "full", description: mark },
    hidden: ["description", "endpoints", "websockets", "memorySegments"],
    shown: ["type"]
  },
  { operation: AuthTokens.remove, input: { tokenId: `${mark}00` }, hidden: ["tokenId"] },
  {
    operation: AuthTokens.noratelimit,
    input: { token: short, recaptcha: secret },
    hidden: ["token", "recaptcha"]
  },
  {
    operation: Scoreboard.list,
    input: { limit: 5, offset: 5, search: mark },
    hidden: ["search"],
    shown: ["limit", "offset"]
  }
]

const nameOf = ({ method, path }: SecretInput["operation"]) => `${method} ${path}`

/** A server that repeats the request, and sends a token, a hash and a mail address. */
const leakingServer = () =>
  fake(({ body, url }) =>
    Response.json(
      {
        ok: 1,
        events: [body, url.search],
        token: `${mark}-token`,
        users: { "5f1a": { username: "alice", email: `${mark}@example.org`, salt: `${mark}-salt` } }
      },
      {
        headers: {
          "x-token": `${mark}-next`,
          "set-cookie": `session=${mark}`,
          location: `/?token=${mark}`
        }
      }
    )
  )

const server = Server.privateServer(privateServer.url, { password: Redacted.make(`${mark}-server-password`) })
const credentials = Credentials.layerPassword({ username: `${mark}-alice`, password: secret })

/** Everything that a listener may show about a call. */
const caught = (call: Call, options: Options = { server, credentials }, fakeServer = leakingServer()) =>
  Effect.gen(function* () {
    const shown: Array<string> = []
    const show = (value: unknown) => {
      shown.push(String(value), inspect(value, { depth: 10, showHidden: true }), JSON.stringify(value) ?? "")
    }
    const loggers = [Logger.formatJson, Logger.formatLogFmt, Logger.formatSimple, Logger.formatStructured]
    const program = Effect.gen(function* () {
      const events = yield* collectEvents
      yield* Effect.exit(Effect.provideService(call, ScreepsEvents.OnEvent, [show]))
      yield* pass(1)
      show(events)
      for (const event of events) {
        show(event)
        yield* Effect.logInfo("event", event).pipe(Effect.annotateLogs({ event }))
      }
      return events
    })
    const events = yield* run(program, fakeServer, options).pipe(
      Effect.provide(Logger.layer(loggers.map((logger) => Logger.map(logger, show))))
    )
    return { requests: fakeServer.requests, events, shown }
  })

const parametersOf = (event: ScreepsEvents.Event | undefined) =>
  event?._tag === "ResponseResult" ? event.parameters : {}

describe("a parameter that may be a secret", () => {
  for (const { hidden, input, operation, shown: admitted = [] } of secretInputs) {
    it.effect(`is not shown in any event: ${nameOf(operation)}`, () =>
      Effect.gen(function* () {
        const { requests, events, shown } = yield* caught(untyped(operation, input))
        assert.isAbove(shown.length, 20)
        assert.deepStrictEqual(
          shown.filter((text) => text.includes(mark)),
          []
        )
        const result = events.findLast(({ _tag }) => _tag === "ResponseResult")
        assert.strictEqual(
          result?._tag === "ResponseResult" ? `${result.response.method} ${result.response.path}` : "",
          nameOf(operation)
        )
        const parameters = parametersOf(result)
        assert.sameMembers(Object.keys(parameters), [...hidden, ...admitted])
        for (const field of hidden) {
          assert.strictEqual(JSON.stringify(parameters[field]), `"<redacted:${field}>"`)
        }
        for (const field of admitted) assert.strictEqual(parameters[field], input[field])
        // It was sent, and a listener can read it by unwrapping.
        const sent = requests.at(-1)
        const sentText = `${decodeURIComponent(sent?.url.search ?? "")} ${JSON.stringify(sent?.body)}`
        for (const field of hidden) {
          const parameter = parameters[field]
          const value: unknown = Redacted.isRedacted(parameter) ? Redacted.value(parameter) : undefined
          assert.isDefined(value)
          assert.include(
            sentText,
            typeof value === "string" ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value)
          )
        }
      })
    )
  }

  it.effect("is listed here for every operation; all other parameters are harmless", () =>
    Effect.gen(function* () {
      const hiddenOf = new Map(secretInputs.map(({ hidden, operation }) => [nameOf(operation), hidden]))
      for (const operation of Endpoints.all) {
        const fields = Object.keys(fieldsOf(operation.input)).filter(
          (field) => !notInEvents(operation).includes(field)
        )
        const plain = Object.fromEntries(fields.map((field) => [field, "plain"]))
        const { method, path } = operation
        const call = Effect.flatMap(ScreepsClient, (client) =>
          client.send({
            method,
            path,
            auth: "never",
            ...(method === "GET" ? { query: plain } : { body: plain })
          })
        )
        const { events } = yield* caught(call, { credentials: asAlice })
        const parameters = parametersOf(events[1])
        assert.sameMembers(Object.keys(parameters), fields)
        assert.sameMembers(
          fields.filter((field) => parameters[field] !== "plain"),
          [...(hiddenOf.get(nameOf(operation)) ?? [])],
          nameOf(operation)
        )
      }
      const known = new Set(Endpoints.all.map(nameOf))
      for (const { operation } of secretInputs) assert.isTrue(known.has(nameOf(operation)))
    })
  )

  it.effect("is redacted in raw requests under any name, also in lists and nested objects", () =>
    Effect.gen(function* () {
      const body = {
        apiKey: mark,
        room: { name: mark },
        rooms: ["W1N1", { of: mark }],
        id: `${mark}-00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000`,
        username: "5ec4e700000000000000000000000000000070ce",
        type: Redacted.make(mark),
        x: 5
      }
      const call = Effect.flatMap(ScreepsClient, (client) =>
        client.send({ method: "POST", path: "/api/mod", body, query: { key: mark }, auth: "never" })
      )
      const { events, shown } = yield* caught(call)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(parametersOf(events[1]))), {
        key: "<redacted:key>",
        apiKey: "<redacted:apiKey>",
        room: "<redacted:room>",
        rooms: "<redacted:rooms>",
        id: "<redacted:id>",
        username: "<redacted:username>",
        type: "<redacted>",
        x: 5
      })
      assert.isEmpty(shown.filter((text) => text.includes(mark) || text.includes("5ec4e7")))
    })
  )

  it.effect("is not shown when a server repeats it in a header that is harmless otherwise", () =>
    Effect.gen(function* () {
      const headers = { server: `${mark}-secret`, "content-type": `application/json;${mark}-secret` }
      const repeating = fake(() => new Response('{"ok":1,"time":1}', { headers }))
      const { events, shown } = yield* caught(Game.time(), undefined, repeating)
      assert.isNotEmpty(events)
      assert.isEmpty(shown.filter((text) => text.includes(mark)))
    })
  )

  it.effect("is redacted when the caller lists it as secret, despite a harmless name", () =>
    Effect.gen(function* () {
      const call = Effect.flatMap(ScreepsClient, (client) =>
        client.send({ method: "GET", path: "/api/mod", query: { id: mark }, secret: ["id"], auth: "never" })
      )
      const { shown } = yield* caught(call)
      assert.isEmpty(shown.filter((text) => text.includes(mark)))
    })
  )
})

/** Fields that events never contain: they are sent in the path, in a header, or not at all. */
const notInEvents = ({
  basicAuth,
  clientOnly,
  pathFields
}: AnyOperation): ReadonlyArray<string | undefined> => [
  ...clientOnly,
  ...pathFields,
  basicAuth?.name,
  basicAuth?.password
]

/** The fields of an input, which is a `Struct` in every operation. */
const fieldsOf = (input: object): object =>
  "fields" in input && typeof input.fields === "object" && input.fields !== null ? input.fields : {}
