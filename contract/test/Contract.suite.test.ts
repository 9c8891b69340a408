import * as Game from "@screeps-effect/api/Game"
import * as Server from "@screeps-effect/api/Server"
import * as Contract from "@screeps-effect/contract"
import * as Fake from "@screeps-effect/testing/Fake"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Socket from "effect/socket/Socket"

interface Defined {
  readonly name: string
  readonly path: ReadonlyArray<string>
  readonly skipped: boolean
  readonly body: () => Promise<void>
}

/** A test framework that runs nothing and records its calls. */
const recorder = () => {
  const path: Array<string> = []
  const tests: Array<Defined> = []
  const last: Array<() => Promise<void>> = []
  const define = (skipped: boolean) => (name: string, body: () => Promise<void>) =>
    tests.push({ name, path: [...path], skipped, body })
  const runner: Contract.Runner = {
    describe: (name, body) => {
      path.push(name)
      body()
      path.pop()
    },
    it: Object.assign(define(false), { skip: define(true) }),
    afterAll: (body) => last.push(body)
  }
  return { runner, tests, last }
}

const server = Server.layer(Server.privateServer("http://screeps.test"))
/** A server with only these responses. */
const only = (...routes: ReadonlyArray<Fake.Route>) =>
  Layer.mergeAll(Socket.layerWebSocketConstructorGlobal, Fake.layer(...routes), server)

/** Runs one test of the suite against a server; returns the error that it throws, or nothing. */
const run = (test: string, layer: ReturnType<typeof only>) =>
  Effect.promise(async () => {
    const { last, runner, tests } = recorder()
    Contract.suite(runner, "a server", layer)
    const one = tests.find(({ name }) => name === test)
    assert.isDefined(one, `No test is named "${test}"`)
    const thrown: unknown = await one.body().then(
      () => undefined,
      (error: unknown) => error
    )
    for (const end of last) await end()
    return thrown instanceof Error ? thrown.message : thrown
  })

const version = (protocol: number) =>
  Fake.answer(Game.version, () =>
    Effect.succeed({ ok: 1, protocol, packageVersion: "4.3.0", serverData: { historyChunkSize: 20 } })
  )

describe("Contract.names", () => {
  it("has no duplicates, and every name completes the sentence that starts with: a private server", () => {
    assert.strictEqual(new Set(Contract.names).size, Contract.names.length)
    assert.isAbove(Contract.names.length, 80)
    for (const name of Contract.names) assert.match(name, /^[a-z][^.]*[^.\s]$/)
  })
})

describe("Contract.suites", () => {
  it("lists many suites, each with tests, and all of their tests are in Contract.names", () => {
    assert.isAtLeast(Contract.suites.length, 14)
    for (const { name, tests } of Contract.suites) assert.isNotEmpty(tests, name)
    assert.deepStrictEqual(
      Contract.suites.flatMap(({ tests }) => tests),
      Contract.names
    )
  })

  it("has skips with a reason and the name of a test, each test once", () => {
    for (const list of Object.values(Contract.skips)) {
      assert.lengthOf(new Set(list.map(({ test }) => test)), list.length)
      for (const { reason, test } of list) {
        assert.isNotEmpty(reason)
        assert.include(Contract.names, test)
      }
    }
  })

  it("has at most fifteen skips for servers of the game, and at least forty tests for every server", () => {
    const { inMemory, privateServer, xxscreeps } = Contract.skips
    assert.isAtMost(inMemory.length, 15)
    assert.isAtMost(privateServer.length, 15)
    assert.isAtLeast(Contract.names.length - xxscreeps.length, 40)
  })
})

describe("Contract.suite", () => {
  it("defines every test, in order, under the server's name", () => {
    const { runner, tests } = recorder()
    Contract.suite(runner, "my server", only())
    assert.deepStrictEqual(
      tests.map(({ name }) => name),
      Contract.names
    )
    assert.isTrue(
      tests.every(({ path, skipped }) => path[0] === "my server" && path.length === 2 && !skipped)
    )
  })

  it("shows the reason of a skipped test in its title", () => {
    const { runner, tests } = recorder()
    const [test = ""] = Contract.names
    Contract.suite(runner, "my server", only(), { skip: [{ test, reason: "it has no auth mod" }] })
    const skipped = tests.filter((one) => one.skipped).map(({ name }) => name)
    assert.deepStrictEqual(skipped, [`${test} (it has no auth mod)`])
    assert.lengthOf(tests, Contract.names.length)
  })

  it("throws an error for a skip whose name matches no test", () => {
    const { runner, tests } = recorder()
    const skip = [{ test: "makes coffee", reason: "it has no beans" }]
    assert.throws(
      () => Contract.suite(runner, "my server", only(), { skip }),
      /No test is named "makes coffee"/
    )
    assert.deepStrictEqual(tests, [])
  })

  it.live("builds the layer once, at the first test, and releases it after the last", () =>
    Effect.promise(async () => {
      const seen: Array<string> = []
      const watched = Layer.effectDiscard(
        Effect.acquireRelease(
          Effect.sync(() => seen.push("built")),
          () => Effect.sync(() => seen.push("ended"))
        )
      )
      const { last, runner, tests } = recorder()
      Contract.suite(runner, "my server", Layer.merge(only(version(14)), watched))
      assert.deepStrictEqual(seen, [])
      const protocol = tests.filter(({ name }) => name.startsWith("returns its protocol"))
      for (const { body } of [...protocol, ...protocol]) await body()
      assert.deepStrictEqual(seen, ["built"])
      assert.lengthOf(last, 1)
      for (const end of last) await end()
      assert.deepStrictEqual(seen, ["built", "ended"])
    })
  )
})

describe("a contract test", () => {
  const protocol = "returns its protocol and the size of its history chunks"

  it.live("passes for a server with the expected response", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* run(protocol, only(version(14))))
    })
  )

  it.live(
    "fails for a server with another response, and its message has the expected and the actual value",
    () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* run(protocol, only(version(13))), "the protocol: expected 14, got 13")
      })
  )

  it.live("fails for a server that accepts a token it did not issue", () =>
    Effect.gen(function* () {
      const anybody = Fake.respond("GET", "/api/auth/me", () =>
        Effect.succeed(Response.json({ ok: 1, _id: "2", cpu: 100, money: 0 }))
      )
      const message = yield* run("rejects a token that it did not issue", only(anybody))
      assert.match(String(message), /^expected Unauthorized, got the response/)
    })
  )

  it.live("fails for a server that rejects a request with another text", () =>
    Effect.gen(function* () {
      const terrain = Fake.answer(Game.roomTerrain, () => Fake.refuse("there is no such room"))
      assert.strictEqual(
        yield* run("rejects requests for the terrain of rooms outside its world", only(terrain)),
        'the text of the rejection: expected "invalid room", got "there is no such room"'
      )
    })
  )

  it.live("fails for a server whose response does not match the operation's output", () =>
    Effect.gen(function* () {
      const broken = Fake.respond("GET", "/api/version", () => Effect.succeed(Response.json([])))
      assert.match(String(yield* run(protocol, only(broken))), /^GET \/api\/version: UnexpectedResponse/)
    })
  )

  it.live("fails with the name of the missing service when it needs Contract.ServerAdmin", () =>
    Effect.gen(function* () {
      const layer = TestServer.layer(ScreepsWorld.make())
      const message = yield* run("cancels an order in the next tick", layer)
      assert.match(String(message), /^This test needs Contract.ServerAdmin: provide the service/)
    })
  )

  it.live("shows no password when it fails", () =>
    Effect.gen(function* () {
      const secret = "hush, hush"
      const closed = Fake.respond("POST", "/api/register/submit", () =>
        Effect.succeed(Response.json({ error: "registration is closed" }))
      )
      const guarded = Server.layer(
        Server.privateServer("http://screeps.test", { password: Redacted.make(secret) })
      )
      const layer = Layer.merge(only(closed), guarded)
      const message = String(yield* run("registers an account and signs it in by name", layer))
      assert.include(message, "registration is closed")
      assert.notInclude(message, secret)
      assert.notInclude(message, "secret of")
    })
  )

  it.live("fails for a server whose world has fewer than eleven rows", () =>
    Effect.gen(function* () {
      const size = Fake.answer(Game.worldSize, () => Effect.succeed({ ok: 1, width: 1, height: 11 }))
      const message = yield* run("returns the size of its world", only(size))
      assert.strictEqual(message, "the world has at least eleven rows and columns")
    })
  )
})
