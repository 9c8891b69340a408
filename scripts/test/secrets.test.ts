/** What tests show is searched for their secrets; here a secret is planted in every kind of place, and found. */
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { assert, describe, it } from "vitest"
import { floors, shortfalls } from "../secrets/reporter.ts"
import { type Kind, kinds, make, noPlaces, searcher, shaped } from "../secrets/scanner.ts"

const { secretsScanner } = globalThis

class Leak extends Data.TaggedError("Leak")<{ readonly text: string }> {}

/** A logger of the program's own, which keeps the terminal clean. */
const silently = Effect.provide(Logger.layer([Logger.make(() => {})]))

const thrown = (make: () => Error) => {
  try {
    throw make()
  } catch {
    return undefined
  }
}

/** What shows a secret: an effect, or a call that has done so. */
const leaks: ReadonlyArray<readonly [where: string, Kind, (secret: string) => unknown]> = [
  ["a message", "log", (secret) => silently(Effect.logWarning("hello", { secret }))],
  ["the cause of a message", "log", (secret) => silently(Effect.logWarning("hello", Cause.fail(secret)))],
  [
    "the annotation of a message",
    "log",
    (secret) => silently(Effect.annotateLogs(Effect.logWarning("hello"), "who", secret))
  ],
  ["the span of a message", "log", (secret) => silently(Effect.withLogSpan(Effect.logInfo("hello"), secret))],
  ["a message to the default logger", "log", (secret) => Effect.logWarning("planted on purpose", secret)],
  ["the name of a span", "span", (secret) => Effect.withSpan(Effect.void, `GET /${secret}`)],
  [
    "the attribute of a span",
    "span",
    (secret) => Effect.withSpan(Effect.annotateCurrentSpan("url.query", { token: secret }), "GET")
  ],
  [
    "the event of a span",
    "span",
    (secret) =>
      Effect.withSpan(
        Effect.map(Effect.currentSpan, (span) => span.event(secret, 0n)),
        "GET"
      )
  ],
  [
    "the failure of a span",
    "span",
    (secret) => Effect.ignore(Effect.withSpan(Effect.fail(new Leak({ text: secret })), "GET"))
  ],
  ["the value of a span", "span", (secret) => Effect.withSpan(Effect.succeed({ secret }), "GET")],
  ["a failure that is handled", "failure", (secret) => Effect.ignore(Effect.fail({ body: secret }))],
  [
    "a defect that is handled",
    "failure",
    (secret) =>
      Effect.exit(
        Effect.sync(() => {
          throw new Error("no", { cause: secret })
        })
      )
  ],
  ["an error in a result", "error", (secret) => Result.fail(new Leak({ text: secret }))],
  [
    "an error that is thrown",
    "error",
    (secret) => thrown(() => new Leak({ text: `?q=${encodeURI(secret)}` }))
  ],
  [
    "the label of a metric",
    "metric",
    (secret) => Metric.update(Metric.counter("requests", { attributes: { token: secret } }), 1)
  ],
  [
    "the label around a metric",
    "metric",
    (secret) =>
      Effect.provideService(Metric.update(Metric.counter("requests"), 1), Metric.CurrentMetricAttributes, {
        token: secret
      })
  ],
  ["what a metric counts", "metric", (secret) => Metric.update(Metric.frequency("words"), secret)],
  ["the console", "output", (secret) => console.debug("planted on purpose", { secret })],
  ["the standard output", "output", (secret) => process.stdout.write(`planted on purpose ${secret}\n`)],
  [
    "the standard error",
    "output",
    (secret) => process.stderr.write(new TextEncoder().encode(`planted on purpose ${secret}\n`))
  ]
]

describe("a secret that is planted", () => {
  for (const [index, [where, kind, leak]] of leaks.entries()) {
    it(`is found in ${where}`, async () => {
      const secret = `secret "${index}" planted`
      Redacted.make(secret)
      const shown = leak(secret)
      if (Effect.isEffect(shown)) await Effect.runPromise(shown as Effect.Effect<unknown>)
      const found = secretsScanner?.claim(secret) ?? []
      assert.include(
        found.map((one) => one.kind),
        kind
      )
    })
  }

  it("is found in every kind of place", () => {
    assert.sameMembers([...new Set(leaks.map(([, kind]) => kind))], [...kinds])
  })
})

describe("the scanner", () => {
  it("finds a secret that is learnt after it was shown", () => {
    const scanner = make()
    scanner.meet("log", ["hello correct-password"])
    scanner.learn("correct-password")
    const { counts, found, secrets } = scanner.end()
    assert.deepStrictEqual(found, [
      { kind: "log", secret: "correct-password", text: "hello correct-password" }
    ])
    assert.deepStrictEqual([counts.log, secrets], [1, 1])
    assert.deepStrictEqual(scanner.end(), { counts: noPlaces(), found: [], secrets: 1 })
  })

  it("finds in later files what is no ordinary word: modules that files share make their secrets once", () => {
    const scanner = make()
    for (const secret of ["correct-password", "secret"]) scanner.learn(secret)
    scanner.end()
    scanner.meet("log", ["correct-password", "a secret is nowhere shown"])
    assert.deepStrictEqual(
      scanner.end().found.map(({ secret }) => secret),
      ["correct-password"]
    )
  })

  it("finds secrets as addresses and JSON write them, and no part of one", () => {
    const find = searcher(["pass word&1", 'a "quoted" one', "correct-password"])
    assert.deepStrictEqual(find(`?p=${encodeURIComponent("pass word&1")}`), ["pass word&1"])
    assert.deepStrictEqual(find(JSON.stringify({ p: 'a "quoted" one' })), ['a "quoted" one'])
    assert.deepStrictEqual(find("correct-passwor pass word a quoted one"), [])
  })

  it("finds mail addresses and tokens that nobody said to be secret", () => {
    const token = "0123456789abcdef0123456789abcdef01234567"
    assert.deepStrictEqual(shaped(`user bob@example.com has ${token}.`), ["bob@example.com", token])
    assert.deepStrictEqual(shaped(`W7N3 @ 12 5bbcab9a9099fc012e6353ee ${token}0`), [])
  })

  it("passes over stand-ins that are too short to be told from words", () => {
    const scanner = make()
    scanner.learn("pw")
    scanner.meet("output", ["pw"])
    assert.deepStrictEqual(scanner.end().found, [])
  })
})

describe("a whole run", () => {
  it("has a floor for every kind of place that tests of the API have", () => {
    assert.hasAllKeys(floors["api"], ["log", "span", "failure", "error", "metric"])
  })

  it("is refused when it searched too few places", () => {
    assert.lengthOf(shortfalls("api", noPlaces()), 5)
    assert.isEmpty(shortfalls("examples", noPlaces()))
  })
})
