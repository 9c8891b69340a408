/** Room history: of a private server with or without a history mod, and of official servers. */
import * as History from "@screeps-effect/api/History"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { text } from "../pages.ts"
import { open, route, type Route } from "../router.ts"
import { ok, refuse } from "./words.ts"
import type { Chunk } from "../../world/state/history.ts"

const html = "text/html; charset=utf-8"

/** Private servers send a chunk as JSON text with the content type of a page. */
const withMod = ({ shard }: RouteContext): Route["answer"] => {
  const respond = (chunk: Chunk | undefined, path: string) =>
    chunk === undefined
      ? Response.json({ errno: -2, code: "ENOENT", syscall: "open", path }, { status: 500 })
      : text(JSON.stringify(chunk), html)
  return (_, { searchParams }) =>
    Effect.sync(() => {
      const room = searchParams.get("room")
      const time = searchParams.get("time") ?? "undefined"
      if (room === null) return Response.json({ code: "ERR_INVALID_ARG_TYPE" }, { status: 500 })
      const chunk = shard.history.chunk(room, Number(time), shard.time)
      return respond(chunk, `history/${room}/${time}.json`)
    })
}

const withoutMod: Route["answer"] = () => Effect.succeed(text("not implemented", html, 500))

const missing = () =>
  text("<html><head><title>404 Not Found</title></head><body>404 Not Found</body></html>", "text/html", 404)

/** What servers read: the path. */
const SharedChunk = Schema.Struct({ code: Schema.String, tick: Schema.String })

/** Official servers serve chunks only at the root of the host, with the shard in the path. */
const official = ({ shard }: RouteContext): ReadonlyArray<Route> => [
  route(
    History.officialChunk,
    open,
    ({ room, shard: name, tick }, _, { url }) => {
      const named = shard.shards.find((one) => one.name === name)
      const chunk = url.pathname.startsWith("/room-history/")
        ? named?.history.chunk(room, tick, named.time)
        : undefined
      if (chunk === undefined) return Effect.fail(missing())
      const response = Response.json(chunk)
      response.headers.set("cache-control", "public, max-age=31536000")
      return Effect.succeed(response)
    },
    missing
  ),
  { method: "GET", path: "/room-history/*", answer: () => Effect.succeed(missing()) },
  route(History.share, open, ({ room, time }) => {
    if (shard.rooms.named(room) === undefined) return refuse("invalid room")
    const code = shard.ids.next()
    const share = { shard: shard.name, room, time }
    shard.shares.set(code, share)
    return { ...ok, code, ...share, time: Tick.make(time) }
  }),
  route(History.shared, open, ({ code }) => {
    const share = shard.shares.get(code)
    const own = shard.shards.find(({ name }) => name === share?.shard)
    const room = own?.rooms.named(share?.room)
    if (share === undefined || room === undefined) return refuse("invalid code")
    const { size } = shard.history
    const base = share.time - (share.time % size)
    return {
      ...ok,
      room: room.name,
      terrain: Terrain.encode(room.terrain),
      minTime: Tick.make(base),
      maxTime: Tick.make(base + size - 1)
    }
  }),
  route({ ...History.sharedChunk, input: SharedChunk }, open, ({ code, tick }) => {
    const share = shard.shares.get(code)
    const own = shard.shards.find(({ name }) => name === share?.shard)
    const chunk = share && own?.history.chunk(share.room, Number(tick), own.time)
    return chunk === undefined ? missing() : Response.json(chunk)
  })
]

/** @internal */
export const history = (context: RouteContext): ReadonlyArray<Route> => {
  if (context.dialect.kind === "official") return official(context)
  if (!context.dialect.mods.has("history")) {
    return [{ method: "GET", path: "/room-history*", answer: withoutMod }]
  }
  const answer = withMod(context)
  // Real servers read the query of every path with this prefix.
  return ["/room-history", "/room-history/*"].map((path) => ({ method: "GET", path, answer }))
}
