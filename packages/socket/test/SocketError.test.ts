import {
  AuthRefused,
  Ended,
  InvalidInput,
  LimitExceeded,
  ShardRequired,
  SignInFailed,
  SocketError,
  TimedOut,
  TooSlow,
  UnexpectedPayload,
  Unreachable,
  WebSocketRefused
} from "@screeps-effect/socket/SocketError"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const errors: ReadonlyArray<readonly [SocketError["reason"], message: string]> = [
  [new AuthRefused({ detail: "no" }), "AuthRefused: no"],
  [
    new Unreachable({ detail: "the connection was closed (1006)" }),
    "Unreachable: the connection was closed (1006)"
  ],
  [
    new WebSocketRefused({ after: Duration.seconds(4) }),
    "WebSocketRefused: HTTP works, but the WebSocket cannot be opened: let proxies between here and the server forward the upgrade of /socket/websocket"
  ],
  [new TimedOut({ after: Duration.seconds(10) }), "TimedOut: no response within 10s"],
  [
    new TooSlow({ channel: "frames", bound: 3, unit: "items" }),
    "TooSlow: the listener was too slow: more than 3 items were waiting on frames"
  ],
  [
    new LimitExceeded({ limit: "frame", bound: 9 }),
    "LimitExceeded: the server sent a frame of more than 9 bytes"
  ],
  [
    new LimitExceeded({ limit: "waiting", bound: 9 }),
    "LimitExceeded: the server sent frames faster than they could be read: more than 9 bytes were waiting"
  ],
  [
    new UnexpectedPayload({ channel: "room:W7N3", detail: "Expected object" }),
    "UnexpectedPayload: room:W7N3: Expected object"
  ],
  [new SignInFailed({ detail: "odd" }), "SignInFailed: odd"],
  [new Ended(), "Ended: the socket was closed"],
  [new InvalidInput({ field: "path", detail: "odd" }), "InvalidInput: path: odd"],
  [
    new ShardRequired(),
    "ShardRequired: official servers need a shard: pass { shard }, or set a default such as SCREEPS_SHARD"
  ]
]

describe("SocketError", () => {
  it("has a message of one line for each reason", () => {
    for (const [reason, message] of errors) assert.strictEqual(new SocketError({ reason }).message, message)
  })

  it("can be encoded and decoded", () => {
    for (const [reason] of errors) {
      const error = new SocketError({ reason })
      const back = Schema.decodeSync(SocketError)(Schema.encodeSync(SocketError)(error))
      assert.instanceOf(back, SocketError)
      assert.strictEqual(back.message, error.message)
    }
  })

  it.effect("is caught by its reason", () =>
    Effect.gen(function* () {
      const failing = Effect.fail(
        new SocketError({ reason: new TooSlow({ channel: "frames", bound: 3, unit: "items" }) })
      )
      const caught = failing.pipe(
        Effect.catchReason("SocketError", "TooSlow", ({ bound }) => Effect.succeed(bound))
      )
      assert.strictEqual(yield* caught, 3)
    })
  )
})
