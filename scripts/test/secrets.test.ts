/** Plants a secret in every kind of place, and checks that the scanner finds it. */
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

/** A custom logger, which keeps the terminal clean. */
const silently = Effect.provide(Logger.layer([Logger.make(() => {})]))

const thrown = (make: () => Error) => {
  try {
    throw make()
  } catch {
    return undefined
  }
}

/** Shows a secret: an effect, or a call that has done so. */
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
  ["the value that a metric counts", "metric", (secret) => Metric.update(Metric.frequency("words"), secret)],
  ["the console", "output", (secret) => console.debug("planted on purpose", { secret })],
  ["the standard output", "output", (secret) => process.stdout.write(`planted on purpose ${secret}\n`)],
  [
    "the standard error",
    "output",
    (secret) => process.stderr.write(new TextEncoder().encode(`planted on purpose ${secret}\n`))
  ]
]

describe("a planted secret", () => {
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
  it("finds a secret that is registered after it was shown", () => {
    const scanner = make()
    scanner.addTexts("log", ["hello correct-password"])
    scanner.addSecret("correct-password")
    const { counts, found, secrets } = scanner.end()
    assert.deepStrictEqual(found, [
      { kind: "log", secret: "correct-password", text: "hello correct-password" }
    ])
    assert.deepStrictEqual([counts.log, secrets], [1, 1])
    assert.deepStrictEqual(scanner.end(), { counts: noPlaces(), found: [], secrets: 1 })
  })

  it("finds a distinct secret in later files, since modules that files share create it once", () => {
    const scanner = make()
    for (const secret of ["correct-password", "secret"]) scanner.addSecret(secret)
    scanner.end()
    scanner.addTexts("log", ["correct-password", "a secret is nowhere shown"])
    assert.deepStrictEqual(
      scanner.end().found.map(({ secret }) => secret),
      ["correct-password"]
    )
  })

  it("finds URL-encoded and JSON-encoded secrets, and no parts of secrets", () => {
    const find = searcher(["pass word&1", 'a "quoted" one', "correct-password"])
    assert.deepStrictEqual(find(`?p=${encodeURIComponent("pass word&1")}`), ["pass word&1"])
    assert.deepStrictEqual(find(JSON.stringify({ p: 'a "quoted" one' })), ['a "quoted" one'])
    assert.deepStrictEqual(find("correct-passwor pass word a quoted one"), [])
  })

  it("finds mail addresses and tokens that are not registered", () => {
    const token = "0123456789abcdef0123456789abcdef01234567"
    assert.deepStrictEqual(shaped(`user bob@example.com has ${token}.`), ["bob@example.com", token])
    assert.deepStrictEqual(shaped(`W7N3 @ 12 5bbcab9a9099fc012e6353ee ${token}0`), [])
  })

  it("ignores secrets that are too short to be distinguished from words", () => {
    const scanner = make()
    scanner.addSecret("pw")
    scanner.addTexts("output", ["pw"])
    assert.deepStrictEqual(scanner.end().found, [])
  })
})

describe("a complete run", () => {
  it("has a minimum for every kind of place that tests of the API have", () => {
    assert.hasAllKeys(floors["api"], ["log", "span", "failure", "error", "metric"])
  })

  it("fails with too few searched places", () => {
    assert.lengthOf(shortfalls("api", noPlaces()), 5)
    assert.isEmpty(shortfalls("examples", noPlaces()))
  })
})
