/** The programs of the page for users of screeps-api, run as it shows them. */
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Server } from "@screeps-effect/api/Server"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const page = readFileSync(join(import.meta.dirname, "../../docs/guide/migrating.md"), "utf8")
const [before = "", withoutEffect = "", withEffect = "", ...others] = Array.from(
  page.matchAll(/^```(?:js|ts)\n([\s\S]*?)^```/gm),
  ([, code]) => code
)

/** Runs a program as a module of this folder, and returns what it prints. */
const run = (code: string) =>
  Effect.callback<string>((resume) => {
    const args = ["--disable-warning=ExperimentalWarning", "--input-type=module-typescript", "--eval", code]
    const child = spawn(process.execPath, args, {
      cwd: import.meta.dirname,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (more: Buffer) => {
        output += more.toString()
      })
    child.once("close", () => resume(Effect.succeed(output)))
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

/** Runs a program of the page against a server of its own; returns what it prints, and what the server has afterwards. */
const outcome = (code: string) =>
  Effect.gen(function* () {
    const world = ScreepsWorld.make({ accounts: [{ username: "bob", password: "secret" }] })
    const { _id: user } = yield* world.users.get("bob")
    yield* world.rooms.addObject("W7N3", {
      type: "spawn",
      x: 25,
      y: 25,
      user,
      name: "Spawn1",
      hits: 5000,
      hitsMax: 5000,
      store: { energy: 300 },
      storeCapacityResource: { energy: 300 }
    })
    yield* world.users.setMemory("bob", { reserve: 500 })
    const printed = yield* Effect.flatMap(Server, ({ url }) =>
      run(code.replace("21025", new URL(url).port))
    ).pipe(Effect.provide(TestServer.layerHttp(world, { tickEvery: "50 millis" })))
    // The programs see the room in a tick after their write, which waits for one.
    const memory = yield* world.users.memory("bob")
    const { branches } = yield* world.users.get("bob")
    return { printed, memory, branches }
  }).pipe(Effect.provide(Layer.fresh(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))))

const overUndici = withoutEffect
  .replace(/^/, 'import * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"\n')
  .replace('password: "secret"', 'password: "secret",\n  ...UndiciHttpClient.transport')

describe("the page for users of screeps-api", () => {
  it.live.each([
    { program: "before", code: before },
    { program: "without Effect", code: withoutEffect },
    { program: "without Effect, over undici", code: overUndici },
    { program: "with Effect", code: withEffect }
  ])("has a program that does what the others do: $program", ({ code }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* outcome(code), {
        printed: "bob reserve: 500\nobjects: 5\n",
        memory: { reserve: 1500 },
        branches: { default: { main: "module.exports.loop = () => {}" } }
      })
    })
  )

  it("has these three programs, and one of them over undici", () => {
    assert.isEmpty(others)
    assert.include(before, "new ScreepsAPI(")
    assert.include(withoutEffect, "await connect(")
    assert.include(withEffect, "Effect.runPromise(")
    assert.include(overUndici, "...UndiciHttpClient.transport")
  })
})
