/** What a response was like, without its values: the kinds at each path, its rate limit, and a common error text. */
import type { AnyOperation } from "@screeps-effect/api/Operation"
import type { Response } from "@screeps-effect/api/ScreepsEvents"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { memoize } from "effect/Function"
import { isReadonlyObject as isObject } from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parse } from "../../output/json.ts"
import { type HidesKey, maxDepth } from "./keys.ts"

/** A response as an event has it. */
export type Received = Pick<Response, "status" | "headers" | "text" | "at">

/** Kinds of values by path, such as `users{}.badge.color1` and `string`; `{}` stands for keys that are not in a schema. */
export type Shape = Readonly<Record<string, string>>

/** A report has no more paths of one response. */
const mostPaths = 1000

/** Returns the names of all properties in a JSON Schema. */
const propertiesIn = (json: unknown, found = new Set<string>()): ReadonlySet<string> => {
  if (!isObject(json)) return found
  if (isObject(json["properties"])) for (const name of Object.keys(json["properties"])) found.add(name)
  for (const inner of Object.values(json)) propertiesIn(inner, found)
  return found
}

const namesIn = memoize((schema: Schema.Constraint) => propertiesIn(Schema.toJsonSchemaDocument(schema)))

/** Returns the schema of a room object, whose fields are not in the schemas of responses. */
const roomObjectOf = (value: Readonly<Record<string, unknown>>) => {
  const type = RoomObject.types.find((one) => one === value["type"])
  return type && { type, names: namesIn(RoomObject.schemas[type]) }
}

const kindOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "empty list"
  if (typeof value === "object") return "empty object"
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction"
  return typeof value
}

/** Returns the kinds of values in a body, by path. Keys are those of the schema, and of known kinds of room objects. */
export const shapeOf = ({ output }: Pick<AnyOperation, "output">, body: unknown, hides: HidesKey): Shape => {
  const found = new Map<string, Set<string>>()
  const add = (path: string, kind: string) => {
    const kinds = found.get(path)
    if (kinds !== undefined) kinds.add(kind)
    else if (found.size < mostPaths) found.set(path, new Set([kind]))
  }
  const walk = (value: unknown, path: string, names: ReadonlySet<string>, depth: number): void => {
    if (depth === maxDepth) return
    const inner = Array.isArray(value) || isObject(value) ? Object.entries(value) : []
    if (inner.length === 0) return add(path === "" ? "response" : path, kindOf(value))
    if (Array.isArray(value)) {
      for (const entry of value) walk(entry, `${path}[]`, names, depth + 1)
      return
    }
    const object = isObject(value) ? roomObjectOf(value) : undefined
    const place = object === undefined ? path : `${path}(${object.type})`
    for (const [key, entry] of inner) {
      // The server's own fields of a room object are no names of users, even those that its schema lacks.
      const isShown = (object !== undefined || names.has(key)) && !hides(key)
      const at = isShown ? (place === "" ? key : `${place}.${key}`) : `${place}{}`
      walk(entry, at, object?.names ?? names, depth + 1)
    }
  }
  walk(body, "", namesIn(output), 0)
  return Object.fromEntries(
    [...found]
      .map(([path, kinds]) => [path, [...kinds].toSorted().join(" | ")] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
  )
}

/** The rate limit that the headers of a response report. */
export interface ReportedLimit {
  readonly limit?: number
  readonly remaining?: number
  /** Seconds from the response to the reset. */
  readonly resetIn?: number
}

/** Returns the rate limit in the headers of a response; `undefined` without such headers. */
export const rateLimitOf = ({ at, headers }: Received): ReportedLimit | undefined => {
  const numberOf = (name: string) => {
    const value = headers[`x-ratelimit-${name}`]
    return typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : undefined
  }
  const [limit, remaining, reset] = [numberOf("limit"), numberOf("remaining"), numberOf("reset")]
  if (limit === undefined && remaining === undefined && reset === undefined) return undefined
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(reset === undefined ? {} : { resetIn: reset - Math.round(at / 1000) })
  }
}

/** Error texts of servers that are shown: they contain no name and no value. */
const commonErrors = [
  "unauthorized",
  "forbidden",
  "not found",
  "result not found",
  "user not found",
  "token not found",
  "invalid params",
  "invalid room",
  "invalid token",
  "rate limit exceeded"
]

/** Returns the error text of a response if it is a common one, `other` for any other text, `undefined` without one. */
export const errorOf = ({ text }: Received): string | undefined => {
  const body = parse(Redacted.value(text))
  const error = Result.isSuccess(body) && isObject(body.success) ? body.success["error"] : undefined
  if (typeof error !== "string") return undefined
  const lower = error.slice(0, 100).toLowerCase()
  return commonErrors.includes(lower) ? lower : "other"
}
