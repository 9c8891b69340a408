/** Describes why there is no response: what happened, and what to do if the address is likely to be wrong. */
import * as Predicate from "effect/Predicate"

/** What is known about the server that did not respond. */
interface Target {
  /** The address, without the path of the request. */
  readonly url: string
  readonly isOfficial: boolean
  /** Whether the server has responded to an earlier request. */
  readonly hasResponded: boolean
}

const usesHttp =
  "the server uses http, not https: write http:// in the address, or secure: false in a credentials file"

const usesHttps =
  "the server uses https, not http: write https:// in the address, or secure: true in a credentials file"

/** How nginx, Apache and servers written in Go respond to http on a port for https. */
const rejectsHttp =
  /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|speaking plain HTTP to an SSL-enabled/i

/** Returns what to do if a response with status 400 says that the server expects https; its text is bounded. @internal */
export const expectsHttps = (text: string): string | undefined =>
  rejectsHttp.test(text) ? usesHttps : undefined

/** One error of a chain of causes. */
interface Cause {
  readonly code: string | undefined
  readonly message: string
  /** The first bytes of what is no HTTP response. */
  readonly data: string | undefined
}

const textAt = (error: Error, key: string): string | undefined =>
  Predicate.hasProperty(error, key) && typeof error[key] === "string" ? error[key] : undefined

/** Returns the causes, the outermost first: runtimes wrap "connection refused" in errors that say "fetch failed". */
const causesOf = (first: unknown): ReadonlyArray<Cause> => {
  const causes: Array<Cause> = []
  for (let cause = first; causes.length < 5 && cause instanceof Error; cause = cause.cause)
    causes.push({ code: textAt(cause, "code"), message: cause.message, data: textAt(cause, "data") })
  return causes
}

/** Whether the server responded without TLS; OpenSSL's own message has addresses and line numbers around it. */
const isNoTls = ({ code, message }: Cause): boolean =>
  code === "ERR_SSL_WRONG_VERSION_NUMBER" || message.includes(":wrong version number:")

/** Whether the server sent something else than HTTP. */
const isNoHttp = ({ code, message }: Cause): boolean =>
  code?.startsWith("HPE_") === true || message.includes("does not match the HTTP/1.1 protocol")

/** Whether the server sent a message of TLS instead: an alert. */
const isTlsAlert = ({ data }: Cause): boolean => data?.startsWith("\u0015\u0003") === true

const isRefused = ({ code, message }: Cause): boolean =>
  code === "ECONNREFUSED" || code === "UND_ERR_CONNECT_TIMEOUT" || message.includes("ECONNREFUSED")

/** Whether the server closed the connection without a response, as servers do that expect TLS. */
const isClosed = ({ code, message }: Cause): boolean =>
  code === "UND_ERR_SOCKET" || code === "ECONNRESET" || message === "other side closed"

/** Returns what to do about a connection that failed, if the address shows it. */
const adviceFor = (causes: ReadonlyArray<Cause>, { hasResponded, isOfficial, url }: Target) => {
  if (isOfficial || !URL.canParse(url)) return undefined
  const { hostname, port, protocol } = new URL(url)
  if (port === "" && causes.some(isRefused))
    return `the port of the game's own server is 21025: write it in the address, as in http://${hostname}:21025`
  if (protocol !== "http:" || hasResponded) return undefined
  if (causes.some(isNoHttp))
    return "that is no HTTP server: the game's own server uses port 21025, and 21026 for its command line"
  return causes.some(isClosed) ? "if the server uses https, write https:// in the address" : undefined
}

/** Returns the innermost code that a system or a runtime gave, such as `ECONNREFUSED`. */
const codeOf = (causes: ReadonlyArray<Cause>): string | undefined =>
  causes.findLast(({ code }) => code !== undefined && /^[A-Z][A-Z0-9_]{0,39}$/.test(code))?.code

const detailOf = (
  causes: ReadonlyArray<Cause>,
  { initial, target }: { readonly initial: string; readonly target: Target }
): string => {
  if (target.url.startsWith("https:") && causes.some(isNoTls)) return usesHttp
  if (target.url.startsWith("http:") && causes.some(isTlsAlert)) return usesHttps
  const message = causes.reduce((before, { code, message }) => message || code || before, initial)
  const advice = adviceFor(causes, target)
  return advice === undefined ? message : `${message}; ${advice}`
}

/** Describes a connection that failed, by the innermost message and code. @internal */
export const describe = (first: unknown, description: string | undefined, target: Target) => {
  const causes = causesOf(first)
  const initial = first === undefined && description !== undefined ? description : "the connection failed"
  return { detail: detailOf(causes, { initial, target }), code: codeOf(causes) }
}
