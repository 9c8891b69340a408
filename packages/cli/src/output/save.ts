/** Saves a server and its account in a credentials file, which only the user can read. */
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Refused } from "../runner/failure.ts"
import type { Chosen } from "../config/servers.ts"

/** The fields of an entry, with secrets in plain text. */
type Fields = Readonly<Record<string, string | number | boolean>>

/**
 * Returns an address in the fields of the standard, which has no `url` (other tools would use the official server), or in
 * those of JSON files.
 */
const addressOf = (url: string, isJson: boolean): Fields => {
  const { hostname, pathname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, "")
  const isSecure = protocol === "https:"
  return isJson
    ? {
        protocol: isSecure ? "https" : "http",
        hostname: host,
        port: Number(port) || (isSecure ? 443 : 80),
        path: pathname
      }
    : {
        host,
        ...(port === "" ? {} : { port: Number(port) }),
        secure: isSecure,
        ...(pathname === "/" ? {} : { path: pathname })
      }
}

const entryOf = ({ method, server }: Chosen, isJson: boolean): Fields => ({
  ...addressOf(server.url, isJson),
  ...(server.shard === undefined ? {} : { shard: server.shard }),
  ...(server.password === undefined ? {} : { serverPassword: Redacted.value(server.password) }),
  ...(server.historyUrl === undefined ? {} : { historyUrl: server.historyUrl }),
  ...(server.branch === undefined || Result.isFailure(server.branch)
    ? {}
    : { branch: server.branch.success }),
  ...(method._tag === "Token" ? { token: Redacted.value(method.token) } : {}),
  ...(method._tag === "Password"
    ? { username: method.username, password: Redacted.value(method.password) }
    : {})
})

const notSaved = (detail: string) =>
  new Refused({ message: `nothing was saved: ${detail}; add the server by hand` })

/** Quotes a text as JSON, which is also valid YAML. */
const quoted = (value: string | number | boolean) => JSON.stringify(value)

/** Adds an entry directly below `servers:` or `connections:`; the rest, including comments, is unchanged. */
const intoYaml = (text: string | undefined, name: string, entry: Fields) => {
  const lines = (text ?? "servers:\n").split("\n")
  const at = lines.findIndex((line) => /^(?:servers|connections):\s*(?:#.*)?$/.test(line))
  if (at < 0) return Result.fail(notSaved("the file has no block servers:"))
  const next = lines.slice(at + 1).find((line) => /^\s*[^\s#]/.test(line))
  const indent = /^ +/.exec(next ?? "")?.[0] ?? "  "
  const added = [
    `${indent}${quoted(name)}:`,
    ...Object.entries(entry).map(([key, value]) => `${indent}${indent}${key}: ${quoted(value)}`)
  ]
  return Result.succeed([...lines.slice(0, at + 1), ...added, ...lines.slice(at + 1)].join("\n"))
}

const intoJson = (text: string, name: string, entry: Fields) => {
  const document: unknown = JSON.parse(text)
  if (typeof document !== "object" || document === null)
    return Result.fail(notSaved("the file contains no servers"))
  const inner: unknown = "servers" in document ? document.servers : undefined
  const whole =
    typeof inner === "object" && inner !== null
      ? { ...document, servers: { ...inner, [name]: entry } }
      : { ...document, [name]: entry }
  return Result.succeed(`${JSON.stringify(whole, null, 2)}\n`)
}

/** Returns whether the new text has the same servers as before, and the new one. */
const isRight = (text: string, file: string, before: ReadonlyArray<string>, name: string): boolean => {
  const parsed = ConfigFile.parse(text, { file })
  if (Result.isFailure(parsed)) return false
  const { servers } = parsed.success
  const added = servers.get(name)
  return (
    servers.size === before.length + 1 &&
    before.every((one) => servers.has(one)) &&
    added !== undefined &&
    Result.isSuccess(added.server) &&
    Result.isSuccess(added.credentials)
  )
}

/** Returns the text of the file with the server, or why it cannot be added. */
const withServer = (text: string | undefined, file: string, name: string, chosen: Chosen) =>
  Effect.gen(function* () {
    const isBlank = text === undefined || text.trim() === ""
    const before = isBlank
      ? []
      : [...(yield* Effect.fromResult(ConfigFile.parse(text, { file }))).servers.keys()]
    if (before.includes(name)) {
      return yield* new Refused({
        message: `nothing was saved: ${file} already contains a server named ${name}; choose another --name, or edit the file`
      })
    }
    const isJson = /\.json$/i.test(file)
    const entry = entryOf(chosen, isJson)
    const after = yield* Effect.fromResult(
      isJson
        ? intoJson(isBlank ? "{}" : text, name, entry)
        : intoYaml(isBlank ? undefined : text, name, entry)
    )
    if (!isRight(after, file, before, name))
      return yield* notSaved(`${file} has a format that cannot be edited automatically`)
    return after
  })

/**
 * Adds a server to a credentials file, which is created if it does not exist, and returns the file. An existing server of
 * the same name is never replaced.
 *
 * @internal
 */
export const add = (place: string, name: string, chosen: Chosen) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    // A symbolic link is kept: its target is written, and has the format of its own name.
    const file = yield* Effect.orElseSucceed(fs.realPath(place), () => place)
    return yield* LocalFile.modify(
      file,
      (text) => Effect.map(withServer(text, file, name, chosen), (after) => [file, after] as const),
      { isPrivate: true }
    )
  })
