/**
 * Hooks of the secrets scanner: every new `Redacted` is a secret, and everything that a program shows is searched.
 *
 * Effect has no extension points for this, so its objects are wrapped in place. A wrap that stops working fails a test:
 * `scripts/test/secrets.test.ts` plants a secret in every kind of place.
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

/** Wraps a method in place: `before` receives the object and the arguments. */
const wrap = (
  where: object,
  name: string,
  before: (self: unknown, given: ReadonlyArray<unknown>) => void
): void => {
  const original: unknown = Reflect.get(where, name)
  if (typeof original !== "function") throw new Error(`There is no method ${name} to wrap.`)
  const value = function (this: unknown, ...given: ReadonlyArray<unknown>): unknown {
    before(this, given)
    return Reflect.apply(original, this, given)
  }
  Object.defineProperty(where, name, { value, writable: true, configurable: true })
}

/** Returns the prototype of an object. */
const parentOf = (thing: object): object => {
  const parent: unknown = Object.getPrototypeOf(thing)
  if (typeof parent !== "object" && typeof parent !== "function")
    throw new Error("The object has no prototype.")
  return parent ?? {}
}

const quietly = (show: () => string | undefined): string => {
  try {
    return show() ?? ""
  } catch {
    return "" // cycles in JSON, getters that throw
  }
}

/** Formats a value in every way in which programs show values; an error with its stack and its causes. */
const show = (thing: unknown): ReadonlyArray<string> =>
  typeof thing !== "object" || thing === null
    ? [String(thing)]
    : [
        // oxlint-disable-next-line typescript/no-base-to-string -- as programs do, useful or not
        quietly(() => String(thing)),
        quietly(() => inspect(thing, { depth: 10 })),
        quietly(() => JSON.stringify(thing))
      ]

const errors = new WeakMap<Error, ReadonlyArray<string>>()

/** The same, cached for each error, since one passes through many places. */
const shown = (thing: unknown): ReadonlyArray<string> => {
  if (!(thing instanceof Error)) return show(thing)
  const texts = errors.get(thing) ?? show(thing)
  errors.set(thing, texts)
  return texts
}

/**
 * Errors of an HTTP client contain whole requests with their tokens. The SDK converts them to its own errors, spans and
 * logs, which are searched instead.
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

/** Effect's own errors made from server responses: searched when they are failures, not when they are created. */
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
 * Registers every `Redacted` as a secret, except those that are redacted only as a precaution: their label says so
 * (`answer`, the name of a field). Effect keeps the values in its own registry.
 */
const addSecrets = async (scanner: Scanner) => {
  const effect = dirname(createRequire(import.meta.url).resolve("effect/package.json"))
  const inside: unknown = await import(pathToFileURL(join(effect, "dist/internal/redacted.js")).href)
  const { redactedRegistry } = inside as { readonly redactedRegistry: object }
  wrap(redactedRegistry, "set", (_, [redacted, secret]) => {
    const { label = "secret" } = redacted as Redacted
    if (typeof secret === "string" && /secret|pass|token|ticket|url/i.test(label)) scanner.addSecret(secret)
  })
}

/** Failures and defects of any fiber, handled ones included. */
const watchFailures = ({ addTexts }: Scanner) => {
  const seen = new WeakSet()
  wrap(parentOf(Exit.fail("")), "~effect/Effect/evaluate", (self) => {
    const { cause } = self as { readonly cause: Cause.Cause<unknown> }
    if (seen.has(cause) || Cause.hasInterruptsOnly(cause) || isCauseOfHttpClient(cause)) return
    seen.add(cause)
    addTexts("failure", shownCause(cause))
  })
}

/** Errors from their creation on, whether thrown, in a `Result`, or unused. */
const watchErrors = ({ addTexts }: Scanner) => {
  class Watched extends Error {
    constructor(...given: ConstructorParameters<typeof Error>) {
      super(...given)
      // Its fields are set later.
      addTexts("error", () => (isOneOf(ofEffect, this) ? [] : shown(this)))
    }
  }
  Object.setPrototypeOf(parentOf(Data.Error), Watched)
}

/** Spans with names, attributes, events, links, and results. */
const watchSpans = ({ addTexts }: Scanner) =>
  wrap(Tracer.NativeSpan.prototype, "end", (self, [, exit]) => {
    const { attributes, events, links, name } = self as Tracer.NativeSpan
    const ended = exit as Exit.Exit<unknown, unknown>
    addTexts("span", [
      name,
      ...[...attributes].flat().flatMap(shown),
      ...events.flatMap(([event, , fields]) => [event, ...shown(fields)]),
      ...links.flatMap(({ attributes }) => shown(attributes)),
      ...(Exit.isFailure(ended) ? shownCause(ended.cause) : shown(ended.value))
    ])
  })

/** Input of all loggers, whatever they do with it. */
const watchLogs = ({ addTexts }: Scanner) => {
  const log = (_: unknown, [options]: ReadonlyArray<unknown>) => {
    const { cause, fiber, message } = options as Logger.Options<unknown>
    addTexts("log", [
      ...shown(message),
      ...shownCause(cause),
      ...shown(fiber.getRef(References.CurrentLogAnnotations)),
      ...fiber.getRef(References.CurrentLogSpans).map(([label]) => label)
    ])
  }
  for (const logger of Object.values(Logger)) if (Logger.isLogger(logger)) wrap(logger, "log", log)
  // Loggers are created by giving `log` to an object of this prototype.
  Object.defineProperty(parentOf(Logger.make(() => {})), "log", {
    configurable: true,
    set(this: object, value: unknown) {
      Object.defineProperty(this, "log", { value, writable: true, enumerable: true, configurable: true })
      wrap(this, "log", log)
    }
  })
}

/** Metrics with their names and labels, and the words that they count. */
const watchMetrics = ({ addTexts }: Scanner) => {
  for (const name of ["updateUnsafe", "modifyUnsafe"]) {
    wrap(parentOf(parentOf(Metric.counter(""))), name, (self, [input, context]) => {
      const { attributes, description, id } = self as Metric.Metric<unknown, unknown>
      const around = Context.get(context as Context.Context<never>, Metric.CurrentMetricAttributes)
      addTexts("metric", [
        id,
        description ?? "",
        ...[attributes, around].flatMap((labels) => Object.entries(labels ?? {}).flat()),
        ...shown(input)
      ])
    })
  }
}

/** Output to the terminal. */
const watchOutput = ({ addTexts }: Scanner) => {
  for (const name of ["debug", "dir", "error", "group", "info", "log", "table", "trace", "warn"]) {
    wrap(console, name, (_, given) => addTexts("output", given.flatMap(shown)))
  }
  for (const stream of [process.stdout, process.stderr]) {
    wrap(stream, "write", (_, [chunk]) =>
      addTexts("output", [chunk instanceof Uint8Array ? new TextDecoder().decode(chunk) : String(chunk)])
    )
  }
}

/** Installs a scanner for the whole process, once. */
export const install = async (scanner: Scanner): Promise<void> => {
  await addSecrets(scanner)
  watchFailures(scanner)
  watchErrors(scanner)
  watchSpans(scanner)
  watchLogs(scanner)
  watchMetrics(scanner)
  watchOutput(scanner)
}
