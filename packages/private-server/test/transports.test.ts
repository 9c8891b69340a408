import { createServer } from "node:http"
import type { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Administration, System } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { listen, speak } from "./support/commandLine.ts"
import { add, at, echo, message, password, reason } from "./support/commands.ts"

describe("the command line over TCP", () => {
  it.effect(
    "executes the commands of several fibers on one connection, whatever the order of responses",
    () =>
      Effect.gen(function* () {
        let connections = 0
        const releases: Array<(value: unknown) => void> = []
        const names = {
          wait: (value: unknown) =>
            new Promise((resolve) => {
              releases.push(() => resolve(value))
              if (releases.length === 3) for (const release of releases.toReversed()) release(undefined)
            })
        }
        const wait = Administration.define({
          name: "wait",
          changes: false,
          input: Schema.Finite,
          output: Schema.Finite,
          code: "(value) => wait(value)"
        })
        const count = (socket: Socket) => {
          connections += 1
          speak(names)(socket)
        }
        const results = yield* at(count)(
          Effect.forEach([1, 2, 3], (value) => wait(value), { concurrency: "unbounded" })
        )
        assert.deepStrictEqual([results, connections], [[1, 2, 3], 1])
      })
  )

  it.effect("does not mistake printed output for a result", () =>
    Effect.gen(function* () {
      const loud = Administration.define({
        name: "loud",
        changes: false,
        input: Schema.Null,
        output: Schema.String,
        code: "() => { print('0 ok [1]'); print('< '); return 'done' }"
      })
      assert.strictEqual(yield* loud(null), "done")
    }).pipe(at(speak({})))
  )

  it.effect("fails with Unreachable when the connection is lost, and then connects again", () =>
    Effect.gen(function* () {
      const { hangUp, port } = yield* listen(speak({ hangUp: () => hangUp(), never: new Promise(() => {}) }))
      const lose = Administration.define({
        name: "lose",
        changes: false,
        input: Schema.Null,
        output: Schema.Null,
        code: "() => { hangUp(); return never }"
      })
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* echo(1), 1)
        const lost = yield* reason(lose(null))
        assert.strictEqual(lost._tag, "Unreachable")
        assert.strictEqual(yield* echo(2), 2)
      }).pipe(Effect.provide(Administration.layerCli({ port })))
    })
  )

  it.effect("connects again after the server closed an idle connection", () =>
    Effect.gen(function* () {
      const { hangUp, port } = yield* listen(speak({}))
      yield* Effect.gen(function* () {
        yield* echo(1)
        hangUp()
        // Until the client has noticed it, the command fails: nobody knows whether the server received it.
        const again = Effect.retry(echo(2), { times: 100 })
        assert.strictEqual(yield* again, 2)
      }).pipe(Effect.provide(Administration.layerCli({ port })))
    })
  )

  it.effect("fails with Unreachable when nothing listens", () =>
    Effect.gen(function* () {
      const { close, port } = yield* listen(speak({}))
      close()
      const text = yield* message(Effect.provide(echo(1), Administration.layerCli({ port })))
      assert.match(
        text,
        new RegExp(`^The server's command line at 127.0.0.1:${port} cannot be used: .*ECONNREFUSED`)
      )
    })
  )

  it.effect("explains that a command line speaks HTTP", () =>
    Effect.gen(function* () {
      const http = (socket: Socket) => {
        socket.on("error", () => {})
        socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"))
      }
      assert.match(
        yield* message(at(http)(echo(1))),
        /use Administration\.layerHttp\(\{ url: "http:\/\/127\.0\.0\.1:\d+" \}\)$/
      )
    })
  )

  it.effect("explains that a command line does not speak HTTP, and that the port of the game has none", () =>
    Effect.gen(function* () {
      const { port } = yield* listen((socket) => {
        socket.on("error", () => {})
        socket.once("data", () => socket.end("Screeps server v4.3.0 running on port 21025.\r\n"))
      })
      const over = (url: string) =>
        message(
          Effect.provide(
            echo(1),
            Administration.layerHttp({ url }).pipe(Layer.provide(FetchHttpClient.layer))
          )
        )
      const address = `http://127.0.0.1:${port}`
      assert.strictEqual(
        yield* over(address),
        `The server's command line at ${address} cannot be used: it does not speak HTTP, as that of the game's own server: use Administration.layerCli({ host: "127.0.0.1", port: ${port} })`
      )
      const game = createServer((_, response) => response.writeHead(404).end("Not Found"))
      const gameAddress = yield* Effect.acquireRelease(
        Effect.callback<string>((resume) => {
          game.listen(0, "127.0.0.1", () => {
            const bound = game.address()
            resume(Effect.succeed(`http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}`))
          })
        }),
        () => Effect.sync(() => void game.close())
      )
      assert.include(
        yield* over(gameAddress),
        "HTTP status 404: the command line has its own port, 21026 by default, beside the game's"
      )
    })
  )

  it.effect("fails with TimedOut when the server prints without end and never responds", () =>
    Effect.gen(function* () {
      const endless = (socket: Socket) => {
        socket.on("error", () => {})
        const print = () => {
          if (!socket.destroyed) socket.write("< ".repeat(1000), () => setImmediate(print))
        }
        print()
      }
      const fiber = yield* Effect.forkChild(reason(at(endless)(echo(1))))
      yield* TestClock.adjust("10 seconds")
      // The layer waits a second for the response.
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "TimedOut")
    })
  )

  it.effect("allows as much time as the ticks of a step take", () =>
    Effect.gen(function* () {
      const silent = (socket: Socket) => void socket.on("error", () => {}).resume()
      const text = yield* Effect.forkChild(message(at(silent, { timeout: "2 seconds" })(System.step(30))))
      yield* TestClock.adjust("59 seconds")
      assert.isUndefined(text.pollUnsafe())
      yield* TestClock.adjust("1 second")
      yield* TestClock.adjust("1 second")
      assert.match(yield* Fiber.join(text), /^System.step: no response from .* within 60000 ms/)
    })
  )

  it.effect("fails with TooLarge when the server reports it, or sends more than the limit", () =>
    Effect.gen(function* () {
      const long = echo("x".repeat(1000))
      const options = { maxResultLength: 100 }
      const said = yield* message(at(speak({}), options)(long))
      assert.strictEqual(said, "echo: the result is too large: 1004 characters, and the limit is 100")
      // Repeats the mark of the request, and never ends.
      const hostile = (socket: Socket) => {
        socket.on("error", () => {})
        socket.once("data", (line: Buffer) => {
          const [, head, tail] = /\("([\da-f]{16})","([\da-f]{16})",/.exec(line.toString()) ?? []
          socket.write(`${head}${tail}0 ok [${"1,".repeat(20_000)}`)
        })
      }
      assert.strictEqual(
        yield* message(at(hostile, options)(echo(1))),
        "echo: the result is too large: the limit is 100 characters"
      )
    })
  )

  it.effect("fails when the server responds with its mark and no result", () =>
    Effect.gen(function* () {
      const respond = (text: string) => (socket: Socket) => {
        socket.on("error", () => {})
        socket.once("data", (line: Buffer) => {
          const [, head, tail] = /\("([\da-f]{16})","([\da-f]{16})",/.exec(line.toString()) ?? []
          socket.write(`${head}${tail}${text}${head}${tail}`)
        })
      }
      for (const text of ["0 ok [1,2]", "0 ok {}", "0 ok [", "0 ok \u0000"]) {
        const { _tag } = yield* reason(at(respond(text))(echo(1)))
        assert.strictEqual(_tag, "UnexpectedResult", text)
      }
      const { _tag } = yield* reason(at(respond("0 no 5"))(echo(1)))
      assert.strictEqual(_tag, "Unreachable")
    })
  )

  it.effect("stays connected until the server has responded to an interrupted command", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      let onCall = () => {}
      const called = new Promise<void>((resolve) => (onCall = resolve))
      let release: (value: null) => void = () => {}
      const names = {
        slow: () => {
          onCall()
          return new Promise((resolve) => (release = resolve))
        }
      }
      const slow = Administration.define({
        name: "slow",
        changes: true,
        input: Schema.Null,
        output: Schema.Null,
        code: "() => slow()"
      })
      const connection = (socket: Socket) => {
        socket.on("close", () => log.push("closed"))
        speak(names)(socket)
      }
      const closed = yield* at(connection)(
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(slow(null))
          yield* Effect.promise(() => called)
          yield* Fiber.interrupt(fiber)
          yield* Effect.sync(() =>
            setImmediate(() => {
              log.push("responds")
              release(null)
            })
          )
        })
      ).pipe(Effect.as(log))
      assert.strictEqual(closed[0], "responds")
    })
  )
})

describe("the command line over HTTP", () => {
  /** Evaluates the body of `POST /cli` as screeps-launcher does. */
  const launcher = (
    respond: (body: string, authorization: string | undefined) => Promise<Response>,
    options: Partial<Administration.HttpOptions> = {}
  ) => {
    const client = HttpClient.make((request, url) =>
      Effect.promise(async () => {
        assert.strictEqual(`${request.method} ${url.href}`, "POST http://cli.test:21026/cli")
        const { body } = request
        const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
        return HttpClientResponse.fromWeb(request, await respond(text, request.headers["authorization"]))
      })
    )
    return Administration.layerHttp({ url: "http://cli.test:21026", ...options }).pipe(
      Layer.provide(Layer.succeed(HttpClient.HttpClient, client))
    )
  }

  const evaluate = (names: object) => async (body: string) => {
    const { inspect } = await import("node:util")
    const { createContext, runInContext } = await import("node:vm")
    const result: unknown = await runInContext(body, createContext(names))
    return new Response(`'printed'\n${typeof result === "string" ? result : inspect(result)}\n`)
  }

  it.effect("returns results", () =>
    Effect.gen(function* () {
      const value = ["é", { a: null }]
      assert.deepStrictEqual(yield* Administration.batch([echo(value), add(1)]), [value, 1])
    }).pipe(Effect.provide(launcher(evaluate({ numbers: [] }))))
  )

  it.effect("sends name and password by Basic authorization", () =>
    Effect.gen(function* () {
      let sent: string | undefined
      const layer = launcher(
        (body, authorization) => {
          sent = authorization
          return evaluate({})(body)
        },
        { username: "admin", password }
      )
      yield* Effect.provide(echo(1), layer)
      assert.strictEqual(sent, `Basic ${Buffer.from("admin:a secret of bob's").toString("base64")}`)
    })
  )

  it.effect("fails with a reason for each kind of response", () =>
    Effect.gen(function* () {
      const responses: ReadonlyArray<readonly [Response, string]> = [
        [new Response("", { status: 401 }), "AccessDenied"],
        [new Response("", { status: 403 }), "AccessDenied"],
        [new Response("", { status: 413 }), "TooLarge"],
        [new Response("", { status: 502 }), "Unreachable"],
        [new Response("<html>"), "Unreachable"],
        [new Response(null), "Unreachable"]
      ]
      for (const [response, tag] of responses) {
        const layer = launcher(() => Promise.resolve(response))
        const { _tag } = yield* reason(Effect.provide(echo(1), layer))
        assert.strictEqual(_tag, tag)
      }
    })
  )
})
