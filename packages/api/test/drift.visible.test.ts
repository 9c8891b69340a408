/** What could not be read of a response is seen: as a warning, or as a failure if nothing could. */
import { type Recording, recordings } from "@screeps-effect/fixtures"
import { all } from "@screeps-effect/api/Endpoints"
import * as Auth from "@screeps-effect/api/Auth"
import * as Code from "@screeps-effect/api/Code"
import * as Market from "@screeps-effect/api/Market"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Envelope from "@screeps-effect/schema/Envelope"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Result from "effect/Result"
import { explainedDrift } from "../src/client/explainedDrift.ts"
import { operationOf } from "./replay/requests.ts"
import { callOf } from "./replay/run.ts"
import { always, fake, type Options, run } from "./support/fake.ts"

const tolerant: Options = { settings: Layer.succeed(ScreepsClient.Strictness, "tolerant") }

const order = {
  _id: "1",
  type: "sell",
  price: 9,
  amount: 10,
  remainingAmount: 10,
  resourceType: "H",
  roomName: "W1N1"
}
const orders = Market.orders({ resourceType: "H" })

/** Collects log lines with their levels and the annotation of drift. */
const logging = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ fiber, logLevel, message }) => {
    const annotated = fiber.getRef(References.CurrentLogAnnotations)["drift"]
    lines.push(`${logLevel} ${String(message)}${typeof annotated === "string" ? ` @ ${annotated}` : ""}`)
  })
  const layer = Layer.merge(Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, "Debug"))
  return { lines, layer }
}

const source = "GET /api/game/market/orders"
const later = "The result lacks what cannot be read; later ones are logged at the level Debug."

describe("an entry that cannot be read", () => {
  const partly = always({ ok: 1, list: [order, { ...order, price: "x" }] })
  const difference = `${source}: list[].price: expected number, found string`

  it.effect("is a warning the first time, and at the level Debug each time", () =>
    Effect.gen(function* () {
      const { layer, lines } = logging()
      const program = Effect.replicateEffect(orders, 2)
      const [first] = yield* Effect.provide(run(program, partly, tolerant), layer)
      assert.lengthOf(first?.list ?? [], 1)
      assert.deepStrictEqual(lines, [
        `Warn ${difference}. ${later} @ ${source}`,
        `Debug ${difference}`,
        `Debug ${difference}`
      ])
    })
  )

  it.effect("is a warning of its own for another part, and for another client", () =>
    Effect.gen(function* () {
      const { layer, lines } = logging()
      let entry: object = { ...order, price: "x" }
      const server = fake(() => Response.json({ ok: 1, list: [order, entry] }))
      const program = Effect.gen(function* () {
        yield* orders
        entry = { ...order, price: "x", amount: null }
        yield* orders
      })
      yield* Effect.provide(run(program, server, tolerant), layer)
      yield* Effect.provide(run(orders, server, tolerant), layer)
      const warnings = lines.filter((line) => line.startsWith("Warn"))
      assert.deepStrictEqual(
        warnings.map((line) =>
          [...line.matchAll(/list\[\]\.(\w+)/g)]
            .map(([, key = ""]) => key)
            .toSorted((a, b) => a.localeCompare(b))
        ),
        [["price"], ["amount"], ["amount", "price"]]
      )
    })
  )
})

describe("a part that a supported server does not send", () => {
  it.effect("is no warning", () =>
    Effect.gen(function* () {
      const { layer, lines } = logging()
      const server = always({ ok: 1, _id: "57874d42", username: "alice" })
      yield* Effect.provide(run(Auth.me(), server, tolerant), layer)
      const about = lines.filter((line) => line.includes(" money: "))
      assert.deepStrictEqual(about, ["Debug GET /api/auth/me: money: expected number, found absent"])
    })
  )

  it.effect("is a warning if it is malformed", () =>
    Effect.gen(function* () {
      const { layer, lines } = logging()
      const server = always({ ok: 1, _id: "57874d42", username: "alice", money: "much" })
      yield* Effect.provide(run(Auth.me(), server, tolerant), layer)
      assert.isTrue(lines.some((line) => line.startsWith("Warn") && line.includes("money: expected number")))
    })
  )

  it("is one that recordings show, and all that they show are known", () => {
    const seen = new Set<string>()
    const wrong: Array<string> = []
    for (const one of [...recordings(), ...recordings("xxscreeps")]) {
      const operation = operationOf(one)
      if (operation === undefined || !isSuccess(one)) continue
      const decode = Decoder.tolerant(operation.output as Parameters<typeof Decoder.tolerant>[0])
      decode(one.response.body, ({ found, path }) => {
        seen.add(`${operation.method} ${operation.path} ${path}`)
        if (found !== "absent") wrong.push(`${one.name}: ${path}`)
      })
    }
    assert.deepStrictEqual([...explainedDrift].toSorted(), [...seen].toSorted())
    assert.deepStrictEqual(wrong, [])
  })
})

const isSuccess = ({ response: { body, status } }: Recording) =>
  status === 200 && Envelope.errorText(body) === undefined

/** Replaces all entries of a list or map by a value that no entry is. */
const unreadable = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(() => false)
    : Object.fromEntries(Object.keys(Object(value)).map((key) => [key, false]))

describe("a read of whose essential list or map no entry can be read", () => {
  it.effect.each([
    [
      { ok: 1, list: [3] },
      "200: list: expected an entry that can be read, found array; list[]: expected Order, found number"
    ],
    [
      { ok: 1, list: [{ ...order, price: "x" }] },
      "200: list: expected an entry that can be read, found array; list[].price: expected number, found string"
    ]
  ] as const)("fails, and names the list and what is wrong in it: %j", ([body, message]) =>
    Effect.gen(function* () {
      const { reason } = yield* Effect.flip(run(orders, always(body), tolerant))
      assert.strictEqual(reason._tag, "UnexpectedResponse")
      assert.strictEqual(reason.message, message)
    })
  )

  it.effect("succeeds if the list is empty", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* run(orders, always({ ok: 1, list: [] }), tolerant)).list, [])
    })
  )

  const reads = all.filter(({ changes }) => changes === "nothing")
  const cases = reads.flatMap((operation) =>
    Decoder.essentialCollections(operation.output).map((key) => ({ operation, key }))
  )
  const valueOf = ({ response: { body } }: Recording, key: string): unknown =>
    key === "" ? body : Object(body)[key]
  const found = cases.flatMap(({ key, operation }) => {
    const recording = [...recordings(), ...recordings("xxscreeps")].find(
      (one) =>
        operationOf(one) === operation &&
        isSuccess(one) &&
        typeof valueOf(one, key) === "object" &&
        Object.keys(Object(valueOf(one, key))).length > 0
    )
    return recording === undefined ? [] : [{ key, operation, recording }]
  })

  it("is tested below for most of them", () => {
    assert.isAbove(found.length, 20)
  })

  for (const { key, operation, recording } of found) {
    it.effect(`fails: ${operation.method} ${operation.path} ${key}`, () =>
      Effect.gen(function* () {
        const lost = unreadable(valueOf(recording, key))
        const body = key === "" ? lost : { ...Object(recording.response.body), [key]: lost }
        const result = yield* Effect.result(run(callOf(recording, operation), always(body), tolerant))
        assert.strictEqual(Result.isFailure(result) && result.failure.reason._tag, "UnexpectedResponse")
      })
    )
  }
})

describe("a nested list, or one in the response to a write,", () => {
  it.effect("is empty if no entry can be read", () =>
    Effect.gen(function* () {
      const decoded = Decoder.tolerant(Market.orders.output)({ ok: 1, list: [3] })
      assert.deepStrictEqual(Result.isSuccess(decoded) && decoded.success.list, [])
      const server = always({ ok: 1, timestamp: "x", list: [3] })
      assert.strictEqual((yield* run(Code.set({ modules: { main: "" } }), server, tolerant)).ok, 1)
    })
  )
})
