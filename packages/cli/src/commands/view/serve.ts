/** The server of the page: on a loopback port, for requests that name it and know its path only. */
import * as RoomPage from "@screeps-effect/pictures/RoomPage"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { Update } from "./updates.ts"

/** The most rooms of a page. */
export const mostRooms = 9

/** Options of the server. */
export interface Options<R> {
  /** The address that it listens at, such as `127.0.0.1:41234`. */
  readonly host: string
  /** The path of the page: a random text of this run. */
  readonly token: string
  /** A path that leads to the page once: arguments of a browser are seen by others. */
  readonly ticket: string
  /** Returns the page: its heading changes when the account is known. */
  readonly page: () => string
  /** What a page that shows these rooms receives. */
  readonly updates: (rooms: ReadonlyArray<RoomName.RoomName>) => Stream.Stream<Update, never, R>
}

const headers = {
  "cache-control": "no-store",
  "content-security-policy": RoomPage.livePolicy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

const refuse = (status: number, text: string) => HttpServerResponse.text(`${text}\n`, { status, headers })

/** Returns the rooms of a query; `undefined` if it names none, too many, or what is no room. */
const roomsOf = (query: URLSearchParams): ReadonlyArray<RoomName.RoomName> | undefined => {
  const named = query.getAll("room")
  if (named.length === 0 || named.length > mostRooms) return undefined
  const rooms = named.map((name) => Result.getOrUndefined(RoomName.parse(name)))
  return rooms.every((room) => room !== undefined) ? [...new Set(rooms)] : undefined
}

const encode = (update: Update) => `data: ${JSON.stringify(update)}\n\n`

/**
 * Returns the handler of all requests. Names that resolve to the loopback address are refused, since a foreign page could
 * have one of them, and so are requests of other pages.
 */
export const app = <R>({ host, page, ticket, token, updates }: Options<R>) => {
  let isTicketValid = true
  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (request.headers["host"] !== host) return refuse(403, `This server is ${host} only.`)
    const { origin } = request.headers
    const site = request.headers["sec-fetch-site"] ?? "none"
    if ((origin !== undefined && origin !== `http://${host}`) || (site !== "none" && site !== "same-origin"))
      return refuse(403, "Requests of other pages are refused.")
    if (request.method !== "GET") return refuse(405, "This server only reads.")
    const { pathname, searchParams } = new URL(request.url, `http://${host}`)
    if (pathname === `/${ticket}` && isTicketValid) {
      isTicketValid = false
      return HttpServerResponse.redirect(`/${token}/`, { status: 303, headers })
    }
    if (pathname === `/${token}/`)
      return HttpServerResponse.html(page()).pipe(HttpServerResponse.setHeaders(headers))
    if (pathname !== `/${token}/events`) return refuse(404, "There is no such page.")
    const rooms = roomsOf(searchParams)
    if (rooms === undefined) return refuse(400, `Name 1 to ${mostRooms} rooms.`)
    const context = yield* Effect.context<R>()
    const events = updates(rooms).pipe(Stream.map(encode), Stream.encodeText, Stream.provideContext(context))
    return HttpServerResponse.stream(events, { contentType: "text/event-stream", headers })
  })
}
