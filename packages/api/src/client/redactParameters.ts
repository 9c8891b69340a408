/** Redacts parameters and headers: every value that is not known to be harmless. */
import * as Redacted from "effect/Redacted"
import type { Method } from "../session/Method.ts"
import * as Base64 from "./base64.ts"
import { type Redact, redact } from "./redact.ts"
import { parameters, type Request } from "./Request.ts"

/** Fields that are shown: places, times and identifiers, never what a player wrote, owns or signs in with. */
const shownFields: ReadonlySet<string> = new Set([
  "_id",
  "activeName",
  "boosted",
  "border",
  "branch",
  "className",
  "color",
  "count",
  "disabled",
  "disabledOnMessages",
  "enabled",
  "encoded",
  "errorsInterval",
  "id",
  "interval",
  "legacy",
  "limit",
  "mode",
  "newName",
  "offset",
  "page",
  "reservation",
  "resourceType",
  "respondent",
  "room",
  "roomName",
  "rooms",
  "season",
  "secondaryColor",
  "segment",
  "sendOnline",
  "shard",
  "size",
  "start",
  "statName",
  "structureType",
  "targetRoomName",
  "theme",
  "tick",
  "time",
  "type",
  "useNativeAuth",
  "userId",
  "username",
  "visible",
  "withCode",
  "x",
  "y"
])

const shownHeaders: ReadonlySet<string> = new Set([
  "age",
  "cache-control",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "etag",
  "keep-alive",
  "last-modified",
  "retry-after",
  "server",
  "transfer-encoding",
  "vary",
  "x-powered-by",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset"
])

/** Harmless texts are short and contain nothing that looks like a secret. */
const isHarmlessText = (text: string, redactText: Redact) => text.length <= 100 && redactText(text) === text

const isHarmless = (value: unknown): boolean =>
  typeof value === "string"
    ? isHarmlessText(value, redact)
    : value === null || typeof value === "number" || typeof value === "boolean"

const hide = <A>(value: A, label: string): Redacted.Redacted<A> => Redacted.make(value, { label })

/** Returns the fields of a request, redacted; `secret` names those that the operation declares secret. @internal */
export const redactParameters = (
  fields: Readonly<Record<string, unknown>>,
  secret: ReadonlyArray<string> = []
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      if (value === undefined) return []
      const isShown =
        shownFields.has(field) &&
        !secret.includes(field) &&
        (Array.isArray(value) ? value.every(isHarmless) : isHarmless(value))
      return [[field, isShown ? value : Redacted.isRedacted(value) ? value : hide(value, field)]]
    })
  )

/** Returns the headers of a response, redacted, by names in lower case. @internal */
export const redactHeaders = (
  headers: Readonly<Record<string, string | undefined>>,
  /** Also replaces the secrets of the request and the account, which a server may repeat. */
  redactKnown: Redact
): Record<string, string | Redacted.Redacted> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, shownHeaders.has(name) && isHarmlessText(value, redactKnown) ? value : hide(value, name)]]
    )
  )

/** Names of fields that contain secrets in raw requests. @internal */
export const secretNames = /pass|token|ticket|secret|mail/i

/** Returns the secrets of an account; a name that is a mail address is recognised by its form. @internal */
export const secretsOf = (credentials: Method): ReadonlyArray<string> => {
  switch (credentials._tag) {
    case "Guest":
      return []
    case "Token":
      return [Redacted.value(credentials.token)]
    case "Password":
      return [Redacted.value(credentials.password)]
    case "SteamTicket":
      return [Redacted.value(credentials.ticket)]
  }
}

/** Returns the secrets among the fields and headers of a request. @internal */
export const secretsIn = (request: Request): ReadonlyArray<string> => [
  ...Object.entries(parameters(request)).flatMap(([field, value]) =>
    typeof value === "string" && (request.secret?.includes(field) || secretNames.test(field)) ? [value] : []
  ),
  ...Object.values(request.headers ?? {}).flatMap((value) =>
    Redacted.isRedacted(value) ? [Redacted.value(value), ...passwordIn(Redacted.value(value))] : []
  )
]

/** Returns the password in a header of HTTP Basic authorization. */
const passwordIn = (header: string): ReadonlyArray<string> => {
  const [, digits] = /^Basic (\S+)$/.exec(header) ?? []
  if (digits === undefined) return []
  const text = Base64.decodeText(digits)
  return [text.slice(text.indexOf(":") + 1)]
}
