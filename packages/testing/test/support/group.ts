/** What a group of operations is compared with: recordings, and reports of official servers. */
import type { AnyOperation } from "@screeps-effect/api/Operation"
import type { Recording } from "@screeps-effect/fixtures"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import type * as TestServer from "@screeps-effect/testing/TestServer"
import * as Effect from "effect/Effect"
import { bob, home, type Server, type Told } from "./server.ts"

/** Brings a world to where it was when refusals were recorded. */
export interface Situation {
  readonly options?: ScreepsWorld.Options
  readonly server?: TestServer.Options
  /** Gives the token that is sent in place of the recorded one. */
  readonly before: (server: Server) => Effect.Effect<string | undefined>
  readonly cases: ReadonlyArray<string>
  /** Changes requests that were recorded in part, or that name what another world does not have. */
  readonly change?: (sent: Recording["request"]) => Recording["request"]
}

/** Successes by `GET /api/path`, or `GET /api/path as …` where one endpoint answers in several forms. */
export type Successes = Readonly<Record<string, Told>>

/** One group of operations. */
export interface Group {
  /** The operations that it answers. */
  readonly operations: ReadonlyArray<AnyOperation>
  /** A success of each, told by a private server in which everything that can be there is there. */
  readonly asked: Effect.Effect<Successes>
  /** Under which name of `asked` a recording is compared, where it is not method and path. */
  readonly form?: (recording: Recording) => string | undefined
  /** Recorded successes that are not compared, with reasons. */
  readonly aside?: Readonly<Record<string, string>>
  /** Keys that operations name and recordings have, and the fake has not, with reasons. */
  readonly lacks?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Recorded refusals that are replayed. */
  readonly situations?: Readonly<Record<string, Situation>>
  /** Recorded refusals that are answered differently or not at all, with reasons. */
  readonly different?: Readonly<Record<string, string>>
  /** The same of an official server, compared with reports. */
  readonly official?: {
    readonly asked: Effect.Effect<Successes>
    readonly form?: (recording: Recording) => string | undefined
    readonly aside?: Readonly<Record<string, string>>
    readonly lacks?: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
}

/** Sends no token. */
export const nothing = () => Effect.succeed(undefined)
/** Signs bob in. */
export const signIn = (server: Server): Effect.Effect<string | undefined> =>
  Effect.map(server.signIn(bob), (headers) => headers["x-token"])
/** Signs bob in, who settles at home. */
export const settle = (server: Server): Effect.Effect<string | undefined> =>
  Effect.map(server.settle(bob, home), (headers) => headers["x-token"])

/** Changes fields of what was posted. */
export const posting =
  (fields: Readonly<Record<string, unknown>>) =>
  ({ body, rawBody: _text, ...sent }: Recording["request"]): Recording["request"] => ({
    ...sent,
    body: { ...(body as object | undefined), ...fields }
  })
