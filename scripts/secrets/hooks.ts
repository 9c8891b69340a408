/**
 * The places themselves: whatever is made `Redacted` is learnt, whatever a program shows is met.
 *
 * Effect has no seams for this, so its objects are wrapped where they live. A wrap that no longer holds is a test that
 * fails: `scripts/test/secrets.test.ts` plants a secret in every kind of place.
 */
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { inspect } from "node:util"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import type { Redacted } from "effect/Redacted"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import type { Scanner } from "./scanner.ts"

/** Wraps a method where it lives: `before` sees the object and what it is called with. */
const wrap = (
  where: object,
  name: string,
  before: (self: unknown, given: ReadonlyArray<unknown>) => void
): void => {
  const original: unknown = Reflect.get(where, name)
  if (typeof original !== "function") throw new Error(`there is no method ${name} to be watched`)
  const value = function (this: unknown, ...given: ReadonlyArray<unknown>): unknown {
    before(this, given)
    return Reflect.apply(original, this, given)
  }
  Object.defineProperty(where, name, { value, writable: true, configurable: true })
}

/** The object that another one inherits from. */
const parentOf = (thing: object): object => {
  const parent: unknown = Object.getPrototypeOf(thing)
  if (typeof parent !== "object" && typeof parent !== "function") throw new Error("it has no prototype")
  return parent ?? {}
}

const quietly = (show: () => string | undefined): string => {
  try {
    return show() ?? ""
  } catch {
    return "" // cycles in JSON, getters that throw
  }
}

/** A thing in all the ways in which programs show things; for an error that is with its stack and its causes. */
const show = (thing: unknown): ReadonlyArray<string> =>
  typeof thing !== "object" || thing === null
    ? [String(thing)]
    : [
        // oxlint-disable-next-line typescript/no-base-to-string -- as programs do, fit or not
        quietly(() => String(thing)),
        quietly(() => inspect(thing, { depth: 10 })),
        quietly(() => JSON.stringify(thing))
      ]

const errors = new WeakMap<Error, ReadonlyArray<string>>()

/** The same, once for every error: one passes through many places. */
const shown = (thing: unknown): ReadonlyArray<string> => {
  if (!(thing instanceof Error)) return show(thing)
  const texts = errors.get(thing) ?? show(thing)
  errors.set(thing, texts)
  return texts
}

/**
 * What an HTTP client says to the SDK holds requests whole, with their tokens. What becomes of it is what the SDK
 * says, and is met in errors, spans and logs.
 */
const ofHttpClient = [
  "HttpClientError",
  "TransportError",
  "EncodeError",
  "InvalidUrlError",
  "StatusCodeError",
  "DecodeError",
  "EmptyBodyError"
]

/** Effect's own, made of what a server said: they are met when they are failures, not when they are only looked at. */
const ofEffect = [...ofHttpClient, "SchemaError", "HeaderParseError", "InvalidRetryAfter"]

const isOneOf = (tags: ReadonlyArray<unknown>, thing: unknown): boolean =>
  typeof thing === "object" && thing !== null && "_tag" in thing && tags.includes(thing._tag)

const shownCause = (cause: Cause.Cause<unknown>): ReadonlyArray<string> => [
  quietly(() => Cause.pretty(cause)),
  ...cause.reasons.flatMap((reason) =>
    reason._tag === "Fail" ? shown(reason.error) : reason._tag === "Die" ? shown(reason.defect) : []
  )
]

const isCauseOfHttpClient = ({ reasons }: Cause.Cause<unknown>) =>
  reasons.every((reason) => reason._tag === "Fail" && isOneOf(ofHttpClient, reason.error))

/**
 * Whatever is made `Redacted` is a secret, but for what is only hidden to be on the safe side: its label says so
 * (`answer`, the name of a field). Effect keeps these in a map of its own.
 */
const learnSecrets = async (scanner: Scanner) => {
  const effect = dirname(createRequire(import.meta.url).resolve("effect/package.json"))
  const inside: unknown = await import(pathToFileURL(join(effect, "dist/internal/redacted.js")).href)
  const { redactedRegistry } = inside as { readonly redactedRegistry: object }
  wrap(redactedRegistry, "set", (_, [redacted, secret]) => {
    const { label = "secret" } = redacted as Redacted
    if (typeof secret === "string" && /secret|pass|token|ticket|url/i.test(label)) scanner.learn(secret)
  })
}

/** Failures and defects that pass through any fiber, those that are handled, too. */
const meetFailures = ({ meet }: Scanner) => {
  const seen = new WeakSet()
  wrap(parentOf(Exit.fail("")), "~effect/Effect/evaluate", (self) => {
    const { cause } = self as { readonly cause: Cause.Cause<unknown> }
    if (seen.has(cause) || Cause.hasInterruptsOnly(cause) || isCauseOfHttpClient(cause)) return
    seen.add(cause)
    meet("failure", shownCause(cause))
  })
}

/** Errors from the moment they exist, wherever they go: thrown, in a `Result`, or nowhere. */
const meetErrors = ({ meet }: Scanner) => {
  class Watched extends Error {
    constructor(...given: ConstructorParameters<typeof Error>) {
      super(...given)
      // Its fields are set later.
      meet("error", () => (isOneOf(ofEffect, this) ? [] : shown(this)))
    }
  }
  Object.setPrototypeOf(parentOf(Data.Error), Watched)
}

/** Spans with names, attributes, events, links, and how they ended. */
const meetSpans = ({ meet }: Scanner) =>
  wrap(Tracer.NativeSpan.prototype, "end", (self, [, exit]) => {
    const { attributes, events, links, name } = self as Tracer.NativeSpan
    const ended = exit as Exit.Exit<unknown, unknown>
    meet("span", [
      name,
      ...[...attributes].flat().flatMap(shown),
      ...events.flatMap(([event, , fields]) => [event, ...shown(fields)]),
      ...links.flatMap(({ attributes }) => shown(attributes)),
      ...(Exit.isFailure(ended) ? shownCause(ended.cause) : shown(ended.value))
    ])
  })

/** What reaches any logger, whatever that makes of it. */
const meetLogs = ({ meet }: Scanner) => {
  const log = (_: unknown, [options]: ReadonlyArray<unknown>) => {
    const { cause, fiber, message } = options as Logger.Options<unknown>
    meet("log", [
      ...shown(message),
      ...shownCause(cause),
      ...shown(fiber.getRef(References.CurrentLogAnnotations)),
      ...fiber.getRef(References.CurrentLogSpans).map(([label]) => label)
    ])
  }
  for (const logger of Object.values(Logger)) if (Logger.isLogger(logger)) wrap(logger, "log", log)
  // Loggers are made by giving `log` to an object of this prototype.
  Object.defineProperty(parentOf(Logger.make(() => {})), "log", {
    configurable: true,
    set(this: object, value: unknown) {
      Object.defineProperty(this, "log", { value, writable: true, enumerable: true, configurable: true })
      wrap(this, "log", log)
    }
  })
}

/** Metrics with their names and labels, and the words that they count. */
const meetMetrics = ({ meet }: Scanner) => {
  for (const name of ["updateUnsafe", "modifyUnsafe"]) {
    wrap(parentOf(parentOf(Metric.counter(""))), name, (self, [input, context]) => {
      const { attributes, description, id } = self as Metric.Metric<unknown, unknown>
      const around = Context.get(context as Context.Context<never>, Metric.CurrentMetricAttributes)
      meet("metric", [
        id,
        description ?? "",
        ...[attributes, around].flatMap((labels) => Object.entries(labels ?? {}).flat()),
        ...shown(input)
      ])
    })
  }
}

/** What is written to the terminal. */
const meetOutput = ({ meet }: Scanner) => {
  for (const name of ["debug", "dir", "error", "group", "info", "log", "table", "trace", "warn"]) {
    wrap(console, name, (_, given) => meet("output", given.flatMap(shown)))
  }
  for (const stream of [process.stdout, process.stderr]) {
    wrap(stream, "write", (_, [chunk]) =>
      meet("output", [chunk instanceof Uint8Array ? new TextDecoder().decode(chunk) : String(chunk)])
    )
  }
}

/** Puts a scanner behind everything, once in a process. */
export const install = async (scanner: Scanner): Promise<void> => {
  await learnSecrets(scanner)
  meetFailures(scanner)
  meetErrors(scanner)
  meetSpans(scanner)
  meetLogs(scanner)
  meetMetrics(scanner)
  meetOutput(scanner)
}
