/** Parses one server's entry of a configuration file: its address and its account. */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { InvalidValue } from "./ConfigFileError.ts"
import type { Method } from "../session/Method.ts"
import { type Description, readAddress, trimSlashes } from "./address.ts"

/** Fields of a mapping, not checked yet. @internal */
export type Fields = Readonly<Record<string, unknown>>

/** Returns whether a value is a YAML mapping or JSON object. @internal */
export const isMapping = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const token = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns a key or the name of a server for errors: an API token in the wrong place is not shown. @internal */
export const shownName = (name: string): string => (token.test(name) ? "<redacted>" : name)

/** Returns the path of a key below another one, for errors. @internal */
export const keyOf = (parent: string, key: string) =>
  parent === "" ? shownName(key) : `${parent}.${shownName(key)}`

/** The fields of an entry and the path of its key; failures never contain values. */
interface Entry {
  readonly at: string
  readonly fields: Fields
}
type Read<A> = Result.Result<A, InvalidValue>

const wrong = (entry: Entry, name: string, expected: string) =>
  Result.fail(new InvalidValue({ key: keyOf(entry.at, name), expected }))

/** Returns whether a field has a value: not absent, `null` or empty. @internal */
export const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ""

/** Returns the first of several fields that has a value. */
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

/** Returns the host and port of the address. */
const hostOf = (entry: Entry): Read<string> =>
  Result.gen(function* () {
    const names = ["hostname", "host"]
    const host = (yield* textOf(entry, ...names)) ?? "screeps.com"
    const port = yield* portOf(entry)
    const isBareIPv6 = /^[0-9a-f:.]+$/i.test(host) && host.split(":").length > 2
    const bracketed = isBareIPv6 ? `[${host}]` : host
    const parts = /^(\[[0-9a-f:.]+\]|[^\s/?#@:%\\[\]]+)(?::(\d+))?$/i.exec(bracketed)
    if (parts === null) {
      const name = given(entry, names)?.name ?? "host"
      return yield* wrong(entry, name, "a host name such as 127.0.0.1; use url for a full address")
    }
    if (port === undefined) return bracketed
    if (parts[2] !== undefined) return yield* wrong(entry, "port", "no port, because host contains one")
    return `${bracketed}:${port}`
  })

const pathOf = (entry: Entry): Read<string> =>
  Result.gen(function* () {
    const path = yield* textOf(entry, "pathname", "path")
    const ptr = yield* flagOf(entry, "ptr")
    const season = yield* flagOf(entry, "season")
    if (path !== undefined) return `/${trimSlashes(path.replace(/^\/+/, ""))}`
    return ptr === true ? "/ptr" : season === true ? "/season" : ""
  })

/** The branch that Git has checked out, or why there is none. */
export type CheckedOut = Result.Result<string, string>

/** The longest name of a branch: the server creates longer ones, and then rejects them. */
const longestBranch = 30

/** Returns the branch of a name; `auto` is the one that Git has checked out. @internal */
export const branchOf = (key: string, name: string, checkedOut: CheckedOut): Read<string> =>
  Result.gen(function* () {
    if (name !== "auto") return name
    return yield* Result.mapError(
      checkedOut,
      (detail) => new InvalidValue({ key, expected: `the name of a branch, since ${detail}` })
    )
  }).pipe(
    Result.flatMap((branch) => {
      if (branch.length <= longestBranch) return Result.succeed(branch)
      const source = name === "auto" ? `, and that of the branch in Git has ${branch.length}` : ""
      const expected = `a name of at most ${longestBranch} characters${source}`
      return Result.fail(new InvalidValue({ key, expected }))
    })
  )

/** Returns the default branch of an entry. */
const defaultBranch = (entry: Entry, checkedOut: CheckedOut): Pick<Description, "branch"> =>
  isGiven(entry.fields["branch"])
    ? {
        branch: Result.flatMap(textOf(entry, "branch"), (name = "") =>
          branchOf(keyOf(entry.at, "branch"), name, checkedOut)
        )
      }
    : {}

const serverOf = (entry: Entry, checkedOut: CheckedOut): Read<Description> =>
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
      (detail) => new InvalidValue({ key, expected: `a valid address: ${detail}` })
    )
    const named = yield* textOf(entry, "shard")
    if (named !== undefined && !/^[A-Za-z0-9_-]+$/.test(named)) {
      return yield* wrong(entry, "shard", "a shard name such as shard3")
    }
    const password = yield* secretOf(entry, "screeps-server-password", "serverPassword")
    const found = { kind, url: address, shard: named ?? shard, password, ...defaultBranch(entry, checkedOut) }
    const history = yield* textOf(entry, "historyUrl")
    if (history === undefined) return found
    const { url: historyUrl } = yield* Result.mapError(
      readAddress(history),
      (detail) =>
        new InvalidValue({ key: keyOf(entry.at, "historyUrl"), expected: `a valid address: ${detail}` })
    )
    return { ...found, historyUrl }
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

/** Parses an entry; secrets are redacted, and failures are returned per part for the caller that uses it. @internal */
export const readEntry = (
  at: string,
  fields: unknown,
  checkedOut: CheckedOut
): { readonly server: Read<Description>; readonly credentials: Read<Method> } => {
  if (isMapping(fields)) {
    const entry = { at, fields }
    return { server: serverOf(entry, checkedOut), credentials: credentialsOf(entry) }
  }
  const failure = Result.fail(
    new InvalidValue({ key: at, expected: "a mapping with host, token and the like" })
  )
  return { server: failure, credentials: failure }
}

const fields = ["token", "email", "username", "password", "url", "host", "hostname"]

/** Returns whether a JSON file has the older form: the fields of one server, without a name. @internal */
export const isFlat = (document: Fields): boolean =>
  fields.some((name) => Object.hasOwn(document, name) && !isMapping(document[name]))

/** Translates the older form, in which `server` is one of three words or an object with the address. @internal */
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
