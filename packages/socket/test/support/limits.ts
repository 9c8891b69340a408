/** Lines of the console as frames, and a socket with narrow limits. */
import { deflateSync } from "node:zlib"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as Effect from "effect/Effect"
import { alice } from "./fakeServer.ts"

export const consoleName = `user:${alice}/console`

export const log = (text: string) => ({ messages: { log: [text], results: [] } })

export const plain = (text: string) => JSON.stringify([consoleName, log(text)])

export const packed = (text: string) => `gz:${deflateSync(plain(text)).toString("base64")}`

/** Runs a socket that accepts frames of 1,000 bytes and keeps 4,000 bytes waiting. */
export const limited = <A, E>(program: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.provideService(program, ScreepsSocket.Limits, { frameBytes: 1_000, waitingBytes: 4_000 })
