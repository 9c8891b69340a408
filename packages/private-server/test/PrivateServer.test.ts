import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { PrivateServer, PrivateServerError } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as InternalHome from "../src/installation/home.ts"

const home = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "screeps-server-test-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

/** A folder that is marked as an installation. */
const installed = Effect.tap(home, (path) =>
  Effect.sync(() => {
    mkdirSync(InternalHome.modules(path))
    writeFileSync(InternalHome.stamp(path), readFileSync(join(InternalHome.assets, "pnpm-lock.yaml")))
  })
)

const reason = (path: string, options?: PrivateServer.Options) =>
  PrivateServer.PrivateServer.pipe(
    Effect.provide(Layer.provide(PrivateServer.layer(options), NodeServices.layer)),
    Effect.provideService(PrivateServer.Home, path),
    Effect.flip,
    Effect.map((error) => error.reason)
  )

describe("PrivateServer", () => {
  it.effect("does not start before it is installed", () =>
    Effect.gen(function* () {
      const path = yield* home
      const failure = yield* reason(path)
      assert.strictEqual(failure._tag, "NotInstalled")
      assert.strictEqual(
        failure.message,
        `The game's server is not installed in ${path}; run "npx screeps-private-server-install" or PrivateServer.install once.`
      )
    })
  )

  it.effect("does not start when the server of another version is installed", () =>
    Effect.gen(function* () {
      const path = yield* installed
      writeFileSync(InternalHome.stamp(path), "lockfileVersion: '1.0'")
      assert.strictEqual((yield* reason(path))._tag, "NotInstalled")
    })
  )

  it.effect("does not start on a port that is invalid or in use", () =>
    Effect.gen(function* () {
      const path = yield* installed
      const taken = yield* Effect.acquireRelease(
        Effect.callback<Server>((resume) => {
          const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const address = taken.address()
      const used = typeof address === "object" ? address?.port : undefined
      const messages = {
        [String(used)]: `port ${used} is in use or reserved`,
        "0": "the port must be a whole number from 1 to 65535",
        "65536": "the port must be a whole number from 1 to 65535",
        "80.5": "the port must be a whole number from 1 to 65535"
      }
      for (const [port, detail] of Object.entries(messages)) {
        const failure = yield* reason(path, { port: Number(port) })
        assert.strictEqual(failure.message, `The game's server did not start: ${detail}.`)
      }
    })
  )

  it.effect.each(["0 millis", "1500 micros", "Infinity"] as const)("refuses ticks of %s", (tickRate) =>
    Effect.gen(function* () {
      const failure = yield* reason(yield* home, { tickRate })
      assert.strictEqual(
        failure.message,
        "The game's server did not start: tickRate is not a duration of at least one whole millisecond."
      )
    })
  )

  it.effect("fails with the paths of missing mods", () =>
    Effect.gen(function* () {
      const failure = yield* reason(yield* installed, { mods: ["/no/such/mod.js", "admin-utils"] })
      assert.strictEqual(
        failure.message,
        "The game's server did not start: there is no mod at /no/such/mod.js, admin-utils."
      )
    })
  )

  it.effect("fails with the name of a bot whose folder has no scripts", () =>
    Effect.gen(function* () {
      const failure = yield* reason(yield* installed, { bots: { rival: "/no/such/folder" } })
      assert.strictEqual(
        failure.message,
        "The game's server did not start: the folder of the bot rival has no main.js: /no/such/folder."
      )
    })
  )

  it.effect("fails when the installation is broken", () =>
    Effect.gen(function* () {
      const path = yield* installed
      const failure = yield* reason(path)
      assert.match(failure.message, /^The game's server did not start: NotFound: /)
    })
  )

  it.effect("has errors that can be encoded and decoded", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        PrivateServer.make().pipe(
          Effect.provideService(PrivateServer.Home, yield* home),
          Effect.provide(NodeServices.layer)
        )
      )
      const data = yield* Schema.encodeEffect(PrivateServerError)(error)
      const back = yield* Schema.decodeUnknownEffect(PrivateServerError)(data)
      assert.strictEqual(back.message, error.message)
    })
  )
})
