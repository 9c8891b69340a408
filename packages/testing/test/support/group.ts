/** Groups of operations with the recordings, and reports of official servers, that they are compared with. */
import type { AnyOperation } from "@screeps-effect/api/Operation"
import type { Recording } from "@screeps-effect/fixtures"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import type * as TestServer from "@screeps-effect/testing/TestServer"
import * as Effect from "effect/Effect"
import { bob, home, type Server, type Received } from "./server.ts"

/** Prepares a world for recorded rejections. */
export interface Situation {
  readonly options?: ScreepsWorld.Options
  readonly server?: TestServer.Options
  /** Prepares the world; returns the token that replaces the recorded one. */
  readonly before: (server: Server) => Effect.Effect<string | undefined>
  readonly cases: ReadonlyArray<string>
  /** Completes partly recorded requests, and replaces names that the world does not have. */
  readonly change?: (sent: Recording["request"]) => Recording["request"]
}

/** Successes by `GET /api/path`, or `GET /api/path as …` where one endpoint has several forms. */
export type Successes = Readonly<Record<string, Received>>

/** One group of operations. */
export interface Group {
  /** The operations that it serves. */
  readonly operations: ReadonlyArray<AnyOperation>
  /** A success of each operation, from a private server with all mods and data. */
  readonly successes: Effect.Effect<Successes>
  /** Returns the name in `successes` for a recording, where that is not method and path. */
  readonly form?: (recording: Recording) => string | undefined
  /** Recorded successes that are not compared, with reasons. */
  readonly aside?: Readonly<Record<string, string>>
  /** Keys that the schema and recordings have and the in-memory server lacks, with reasons. */
  readonly lacks?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Recorded rejections that are replayed. */
  readonly situations?: Readonly<Record<string, Situation>>
  /** Recorded rejections with a different response or none, with reasons. */
  readonly different?: Readonly<Record<string, string>>
  /** The same for an official server, compared with reports. */
  readonly official?: {
    readonly successes: Effect.Effect<Successes>
    readonly form?: (recording: Recording) => string | undefined
    readonly aside?: Readonly<Record<string, string>>
    readonly lacks?: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
}

/** Sends no token. */
export const nothing = () => Effect.succeed(undefined)
/** Signs in bob. */
export const signIn = (server: Server): Effect.Effect<string | undefined> =>
  Effect.map(server.signIn(bob), (headers) => headers["x-token"])
/** Signs in bob and places his first spawn. */
export const settle = (server: Server): Effect.Effect<string | undefined> =>
  Effect.map(server.settle(bob, home), (headers) => headers["x-token"])

/** Changes fields of the request's body. */
export const posting =
  (fields: Readonly<Record<string, unknown>>) =>
  ({ body, rawBody: _text, ...sent }: Recording["request"]): Recording["request"] => ({
    ...sent,
    body: { ...(body as object | undefined), ...fields }
  })
