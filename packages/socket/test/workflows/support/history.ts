/** A server with room history as a test defines it. */
import { recording, reported, toResponse } from "@screeps-effect/fixtures"
import type * as Server from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import { type FakeRequest, type Fake, fake } from "./server.ts"

export interface HistoryServer extends Fake {
  /** Returns the highest number of concurrent requests. */
  readonly mostAtOnce: () => number
}

/** How a chunk is recorded: complete, not at all, with an error response, or only with the given ticks. */
type Recorded = "whole" | "missing" | "broken" | ReadonlyArray<number>

const missing = (kind: Server.Kind) =>
  toResponse(
    kind === "private" ? recording("game/room-history.mod.missing-chunk") : reported("room-history.missing")
  )

const source = { _id: "a1", type: "source", x: 1, y: 2, energyCapacity: 3000, ticksToRegeneration: 300 }

/** Creates a chunk with a source whose energy equals the tick's number. */
export const chunkOf = (room: string, base: number, ticks: ReadonlyArray<number>) => ({
  timestamp: 1_795_268_643_964,
  room,
  base,
  ticks: Object.fromEntries(
    ticks.map((tick, i) => [
      String(tick),
      { a1: i === 0 ? { ...source, room, energy: tick } : { energy: tick } }
    ])
  )
})

/** Creates a server with a room's history in chunks of `size` ticks; by default each is complete. */
export const historyServer = (
  size: number,
  recorded: (base: number) => Recorded = () => "whole",
  options: { readonly server?: Server.Description; readonly delay?: (base: number) => number } = {}
): HistoryServer => {
  let atOnce = 0
  let most = 0
  const kind = options.server?.kind ?? "private"

  const respond = (room: string, base: number): Response => {
    const how = base % size === 0 ? recorded(base) : "missing"
    if (how === "missing") return missing(kind)
    if (how === "broken") return Response.json({ error: "out of order" })
    const all = Array.from({ length: size }, (_, i) => base + i)
    return Response.json(chunkOf(room, base, how === "whole" ? all : how))
  }

  const chunkIn = ({ url }: FakeRequest): readonly [room: string, base: number] => {
    const [, , , room, file] = url.pathname.split("/")
    return kind === "private"
      ? [url.searchParams.get("room") ?? "", Number(url.searchParams.get("time"))]
      : [room ?? "", Number.parseInt(file ?? "", 10)]
  }

  const server = fake(
    (request) =>
      Effect.gen(function* () {
        if (request.url.pathname === "/api/version") {
          return Response.json({ ok: 1, protocol: 14, serverData: { historyChunkSize: size } })
        }
        const [room, base] = chunkIn(request)
        most = Math.max(most, ++atOnce)
        yield* Effect.sleep(options.delay?.(base) ?? 100)
        atOnce--
        return respond(room, base)
      }),
    options.server
  )
  return { ...server, mostAtOnce: () => most }
}
