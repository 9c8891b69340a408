/** One server's entry of a configuration file: from loose fields to its address and its account. */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { InvalidValue } from "./ConfigFileError.ts"
import type { Method } from "../session/Method.ts"
import { type Description, readAddress } from "./address.ts"

/** Data as parsed. @internal */
export type Fields = Readonly<Record<string, unknown>>

/** Is this a mapping, in the words of YAML; an object, in those of JSON? @internal */
export const isMapping = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A key below another one. @internal */
export const keyOf = (parent: string, key: string) => (parent === "" ? key : `${parent}.${key}`)

/** Fields, and the key under which they stand; no value ever gets into a failure. */
interface Entry {
  readonly at: string
  readonly fields: Fields
}
type Read<A> = Result.Result<A, InvalidValue>

const wrong = (entry: Entry, name: string, expected: string) =>
  Result.fail(new InvalidValue({ key: keyOf(entry.at, name), expected }))

/** What is absent, `null` or empty is not given. */
const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ""

/** The first of some fields that is given. */
const given = ({ fields }: Entry, names: ReadonlyArray<string>) => {
  const name = names.find((one) => isGiven(fields[one]))
  return name === undefined ? undefined : { name, value: fields[name] }
}

const textOf = (entry: Entry, ...names: ReadonlyArray<string>): Read<string | undefined> => {
  const found = given(entry, names)
  if (found === undefined) return Result.succeed(undefined)
  if (typeof found.value === "string") return Result.succeed(found.value)
  const isScalar = typeof found.value === "number" || typeof found.value === "boolean"
  return wrong(entry, found.name, isScalar ? "text: put it in quotes" : "text")
}

const secretOf = (entry: Entry, label: string, name: string): Read<Redacted.Redacted | undefined> =>
  Result.map(textOf(entry, name), (text) => (text === undefined ? undefined : Redacted.make(text, { label })))

const flagOf = (entry: Entry, name: string): Read<boolean | undefined> => {
  const found = given(entry, [name])
  if (found === undefined) return Result.succeed(undefined)
  return typeof found.value === "boolean"
    ? Result.succeed(found.value)
    : wrong(entry, name, "true or false, without quotes")
}

const portOf = (entry: Entry): Read<number | undefined> => {
  const found = given(entry, ["port"])
  if (found === undefined) return Result.succeed(undefined)
  const { value } = found
  const port = typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : value
  return typeof port === "number" && Number.isInteger(port) && port >= 1 && port <= 65535
    ? Result.succeed(port)
    : wrong(entry, "port", "a whole number from 1 to 65535")
}

const schemeOf = (entry: Entry): Read<"http" | "https"> =>
  Result.flatMap(textOf(entry, "protocol"), (protocol) => {
    const named = protocol === undefined ? undefined : /^(https?):?$/.exec(protocol)?.[1]
    if (protocol !== undefined) {
      return named === "http" || named === "https"
        ? Result.succeed(named)
        : wrong(entry, "protocol", "http or https")
    }
    return Result.map(flagOf(entry, "secure"), (secure) => (secure === false ? "http" : "https"))
  })

/** The host as it stands in an address, with its port. */
const hostOf = (entry: Entry): Read<string> =>
  Result.gen(function* () {
    const names = ["hostname", "host"]
    const host = (yield* textOf(entry, ...names)) ?? "screeps.com"
    const port = yield* portOf(entry)
    const isBareIPv6 = /^[0-9a-f:.]+$/i.test(host) && host.split(":").length > 2
    const written = isBareIPv6 ? `[${host}]` : host
    const parts = /^(\[[0-9a-f:.]+\]|[^\s/?#@:%\\[\]]+)(?::(\d+))?$/i.exec(written)
    if (parts === null) {
      const name = given(entry, names)?.name ?? "host"
      return yield* wrong(entry, name, "the name of a host such as 127.0.0.1; write a whole address as url")
    }
    if (port === undefined) return written
    if (parts[2] !== undefined) return yield* wrong(entry, "port", "no port beside the one of the host")
    return `${written}:${port}`
  })

const pathOf = (entry: Entry): Read<string> =>
  Result.gen(function* () {
    const path = yield* textOf(entry, "pathname", "path")
    const ptr = yield* flagOf(entry, "ptr")
    const season = yield* flagOf(entry, "season")
    if (path !== undefined) return `/${path.replaceAll(/^\/+|\/+$/g, "")}`
    return ptr === true ? "/ptr" : season === true ? "/season" : ""
  })

const serverOf = (entry: Entry): Read<Description> =>
  Result.gen(function* () {
    const url = yield* textOf(entry, "url")
    const text = url ?? `${yield* schemeOf(entry)}://${yield* hostOf(entry)}${yield* pathOf(entry)}`
    const key = url === undefined ? entry.at : keyOf(entry.at, "url")
    const {
      kind,
      shard,
      url: address
    } = yield* Result.mapError(
      readAddress(text),
      (why) => new InvalidValue({ key, expected: `another address: ${why}` })
    )
    const named = yield* textOf(entry, "shard")
    if (named !== undefined && !/^[A-Za-z0-9_-]+$/.test(named)) {
      return yield* wrong(entry, "shard", "the name of a shard such as shard3")
    }
    const password = yield* secretOf(entry, "screeps-server-password", "serverPassword")
    return { kind, url: address, shard: named ?? shard, password }
  })

const credentialsOf = (entry: Entry): Read<Method> =>
  Result.gen(function* () {
    const token = yield* secretOf(entry, "screeps-token", "token")
    if (token !== undefined) return { _tag: "Token", token } as const
    const user = yield* textOf(entry, "email", "username")
    const password = yield* secretOf(entry, "screeps-password", "password")
    if (user !== undefined && password !== undefined)
      return { _tag: "Password", username: user, password } as const
    const expected = "a token, or a username (or email) with a password"
    return yield* Result.fail(new InvalidValue({ key: entry.at, expected }))
  })

/** Reads an entry; its secrets are redacted, and what is wrong with it is kept for whoever asks for it. @internal */
export const readEntry = (
  at: string,
  fields: unknown
): { readonly server: Read<Description>; readonly credentials: Read<Method> } => {
  if (isMapping(fields)) {
    const entry = { at, fields }
    return { server: serverOf(entry), credentials: credentialsOf(entry) }
  }
  const failure = Result.fail(new InvalidValue({ key: at, expected: "host, token and the like, by name" }))
  return { server: failure, credentials: failure }
}

const fields = ["token", "email", "username", "password", "url", "host", "hostname"]

/** Is this the older form of a JSON file: one server's fields, without a name? @internal */
export const isFlat = (document: Fields): boolean =>
  fields.some((name) => Object.hasOwn(document, name) && !isMapping(document[name]))

/** Fields of the older form that stand for others: `server` as one of three words, or as an address in parts. @internal */
export const unfoldFlat = (document: Fields): Read<Fields> => {
  const { server } = document
  if (!isGiven(server)) return Result.succeed(document)
  if (isMapping(server)) {
    const { host, http, path, port } = server
    return Result.succeed({ ...document, host, port, path, ...(http === true ? { secure: false } : {}) })
  }
  switch (server) {
    case "persistent":
      return Result.succeed(document)
    case "ptr":
      return Result.succeed({ ...document, ptr: true })
    case "season":
      return Result.succeed({ ...document, season: true })
    default:
      return Result.fail(
        new InvalidValue({ key: "server", expected: "persistent, ptr, season, or an object with host" })
      )
  }
}
