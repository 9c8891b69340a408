/** Sends requests one after another that change the same record of a server. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Middleware } from "./Send.ts"

/** The requests of one key: one in flight, the others waiting. */
interface Line {
  readonly turn: Semaphore.Semaphore
  length: number
}

/** Creates the middleware of a client, whose calls share the lines. @internal */
export const makeSerialize = (): Middleware => {
  const lines = new Map<string, Line>()
  const join = (key: string) =>
    Effect.sync(() => {
      const line = lines.get(key) ?? { turn: Semaphore.makeUnsafe(1), length: 0 }
      lines.set(key, line)
      line.length++
      return line
    })
  const leave = (key: string, line: Line) =>
    Effect.sync(() => {
      if (--line.length === 0) lines.delete(key)
    })
  return (send) => (request) => {
    const { serialKey } = request
    return serialKey === undefined
      ? send(request)
      : Effect.acquireUseRelease(
          join(serialKey),
          ({ turn }) => turn.withPermit(send(request)),
          (line) => leave(serialKey, line)
        )
  }
}
