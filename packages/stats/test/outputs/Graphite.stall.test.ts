/** In a file of its own: it counts the connections of the process. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Queue from "effect/Queue"
import * as TestClock from "effect/testing/TestClock"
import { started, stop } from "./support/graphite.ts"
import { delivery, until, withRegistry } from "./support/registry.ts"
import * as TcpServer from "./support/tcpServer.ts"

it.effect("the Graphite output keeps one connection and few rounds while a server never reads", () =>
  Effect.gen(function* () {
    const server = yield* TcpServer.listen()
    server.state.mode = "stall"
    const words = Metric.frequency("words")
    // More than the buffers of both ends of a connection hold.
    for (let i = 0; i < 100_000; i++) yield* Metric.update(words, "x".repeat(80) + i)
    const connections = () => {
      const all = process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap")
      return all.length - server.open.size
    }
    const scope = yield* started(server.port, { bufferPayloads: 2, attemptTimeout: "5 seconds" })
    for (let attempt = 1; attempt <= 5; attempt++) {
      while (Queue.sizeUnsafe(server.events) < attempt) yield* TestClock.adjust("5 seconds")
      assert.isAtMost(connections(), 1)
      yield* TestClock.adjust("5 seconds")
      yield* until("graphite", ({ failures }) => failures === attempt)
    }
    const { dropped = 0, queued, sent } = yield* delivery("graphite")
    assert.strictEqual(sent, 0)
    assert.strictEqual(queued, 2)
    assert.isAbove(dropped, 0)
    yield* stop(scope)
    assert.strictEqual(connections(), 0)
  }).pipe(withRegistry)
)
