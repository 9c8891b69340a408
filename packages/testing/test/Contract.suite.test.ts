import * as Game from "@screeps-effect/api/Game"
import * as Server from "@screeps-effect/api/Server"
import * as Contract from "@screeps-effect/testing/Contract"
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

/** A test framework that runs nothing and keeps what it is told. */
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
/** A server that answers this and nothing else. */
const only = (...routes: ReadonlyArray<Fake.Route>) =>
  Layer.mergeAll(Socket.layerWebSocketConstructorGlobal, Fake.layer(...routes), server)

/** Runs one test of the suite against a server; gives what it throws, or nothing. */
const run = (test: string, layer: ReturnType<typeof only>) =>
  Effect.promise(async () => {
    const { last, runner, tests } = recorder()
    Contract.suite(runner, "a server", layer)
    const one = tests.find(({ name }) => name === test)
    assert.isDefined(one, `no test is named "${test}"`)
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

describe("the names of the contract", () => {
  it("are all different, and finish the sentence that begins with: a private server", () => {
    assert.strictEqual(new Set(Contract.names).size, Contract.names.length)
    assert.isAbove(Contract.names.length, 80)
    for (const name of Contract.names) assert.match(name, /^[a-z][^.]*[^.\s]$/)
  })
})

describe("the suites of the contract", () => {
  it("are many, each with tests, and all of them are in the names", () => {
    assert.isAtLeast(Contract.suites.length, 14)
    for (const { name, tests } of Contract.suites) assert.isNotEmpty(tests, name)
    assert.deepStrictEqual(
      Contract.suites.flatMap(({ tests }) => tests),
      Contract.names
    )
  })

  it("are skipped in fifteen places at most, each with a reason, and no name is made up", () => {
    for (const list of Object.values(Contract.skips)) {
      assert.isAtMost(list.length, 15)
      for (const { reason, test } of list) {
        assert.isNotEmpty(reason)
        assert.include(Contract.names, test)
      }
    }
  })
})

describe("the suite of the contract", () => {
  it("defines every test, in order, under the name of the server", () => {
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

  it("shows a skipped test with its reason", () => {
    const { runner, tests } = recorder()
    const [test = ""] = Contract.names
    Contract.suite(runner, "my server", only(), { skip: [{ test, reason: "it has no auth mod" }] })
    const skipped = tests.filter((one) => one.skipped).map(({ name }) => name)
    assert.deepStrictEqual(skipped, [`${test} (it has no auth mod)`])
    assert.lengthOf(tests, Contract.names.length)
  })

  it("does not take a skip that names no test", () => {
    const { runner, tests } = recorder()
    const skip = [{ test: "makes coffee", reason: "it has no beans" }]
    assert.throws(
      () => Contract.suite(runner, "my server", only(), { skip }),
      /no test is named "makes coffee"/
    )
    assert.deepStrictEqual(tests, [])
  })

  it.live("builds the layer for the first test only, and ends it after the last", () =>
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

describe("a test of the contract", () => {
  const protocol = "returns its protocol and the size of its history chunks"

  it.live("passes for a server that keeps the promise", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* run(protocol, only(version(14))))
    })
  )

  it.live("fails for a server that breaks the promise, and says what is wrong", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* run(protocol, only(version(13))), "the protocol: expected 14, got 13")
    })
  )

  it.live("fails for a server that lets in who it never gave a token", () =>
    Effect.gen(function* () {
      const anybody = Fake.respond("GET", "/api/auth/me", () =>
        Effect.succeed(Response.json({ ok: 1, _id: "2", cpu: 100, money: 0 }))
      )
      const message = yield* run("refuses a token it never gave", only(anybody))
      assert.match(String(message), /^expected Unauthorized, got the answer/)
    })
  )

  it.live("fails for a server that refuses with other words", () =>
    Effect.gen(function* () {
      const terrain = Fake.answer(Game.roomTerrain, () => Fake.refuse("there is no such room"))
      assert.strictEqual(
        yield* run("knows no terrain of rooms outside its world", only(terrain)),
        'the text of the refusal: expected "invalid room", got "there is no such room"'
      )
    })
  )

  it.live("fails for a server that answers what is no answer", () =>
    Effect.gen(function* () {
      const broken = Fake.respond("GET", "/api/version", () => Effect.succeed(Response.json({ ok: 1 })))
      assert.match(String(yield* run(protocol, only(broken))), /^GET \/api\/version: UnexpectedResponse/)
    })
  )

  it.live("says that nobody operates a server, when it needs somebody who does", () =>
    Effect.gen(function* () {
      const layer = TestServer.layer(ScreepsWorld.make())
      const message = yield* run("cancels an order in the next tick", layer)
      assert.match(String(message), /^nobody operates this server: provide Contract.ServerAdmin/)
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
      const message = String(yield* run("lets somebody register, and signs them in by name", layer))
      assert.include(message, "registration is closed")
      assert.notInclude(message, secret)
      assert.notInclude(message, "secret of")
    })
  )

  it.live("fails for a server whose world is smaller than any", () =>
    Effect.gen(function* () {
      const size = Fake.answer(Game.worldSize, () => Effect.succeed({ ok: 1, width: 1, height: 11 }))
      const message = yield* run("returns the size of its world", only(size))
      assert.strictEqual(message, "the world has eleven rows and columns at least")
    })
  )
})
