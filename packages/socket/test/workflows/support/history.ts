/** A server that recorded what a test wants it to have recorded. */
import { recording, reported, toResponse } from "@screeps-effect/fixtures"
import type * as Server from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import { type Asked, type Fake, fake } from "./server.ts"

export interface HistoryServer extends Fake {
  /** How many chunks were asked for at once, at most. */
  readonly mostAtOnce: () => number
}

/** How a chunk is recorded: whole, not at all, only ticks that are told, or as something else. */
type Recorded = "whole" | "missing" | "broken" | ReadonlyArray<number>

const missing = (kind: Server.Kind) =>
  toResponse(
    kind === "private" ? recording("game/room-history.mod.missing-chunk") : reported("room-history.missing")
  )

const source = { _id: "a1", type: "source", x: 1, y: 2, energyCapacity: 3000, ticksToRegeneration: 300 }

/** A chunk in whose ticks a source holds as much energy as the tick is called. */
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

/** A server with a room's history in chunks of so many ticks; by default each is recorded whole. */
export const historyServer = (
  size: number,
  recorded: (base: number) => Recorded = () => "whole",
  options: { readonly server?: Server.Description; readonly delay?: (base: number) => number } = {}
): HistoryServer => {
  let atOnce = 0
  let most = 0
  const kind = options.server?.kind ?? "private"

  const answer = (room: string, base: number): Response => {
    const how = base % size === 0 ? recorded(base) : "missing"
    if (how === "missing") return missing(kind)
    if (how === "broken") return Response.json({ error: "out of order" })
    const all = Array.from({ length: size }, (_, i) => base + i)
    return Response.json(chunkOf(room, base, how === "whole" ? all : how))
  }

  const wanted = ({ url }: Asked): readonly [room: string, base: number] => {
    const [, , , room, file] = url.pathname.split("/")
    return kind === "private"
      ? [url.searchParams.get("room") ?? "", Number(url.searchParams.get("time"))]
      : [room ?? "", Number.parseInt(file ?? "", 10)]
  }

  const server = fake(
    (asked) =>
      Effect.gen(function* () {
        if (asked.url.pathname === "/api/version") {
          return Response.json({ ok: 1, protocol: 14, serverData: { historyChunkSize: size } })
        }
        const [room, base] = wanted(asked)
        most = Math.max(most, ++atOnce)
        yield* Effect.sleep(options.delay?.(base) ?? 100)
        atOnce--
        return answer(room, base)
      }),
    options.server
  )
  return { ...server, mostAtOnce: () => most }
}
