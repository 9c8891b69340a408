/** `screeps view`: who gets the page, and what it receives. */
import * as RoomPage from "@screeps-effect/pictures/RoomPage"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as TestClock from "effect/testing/TestClock"
import * as TestConsole from "effect/testing/TestConsole"
import { settle } from "@screeps-effect/fixtures/time"
import { app, mostRooms } from "../src/commands/view/serve.ts"
import * as Updates from "../src/commands/view/updates.ts"
import { screeps } from "./support/binary.ts"
import { asBob, makeWorld, screeps as inside, screepsAt } from "./support/inside.ts"
import { environment, world } from "./support/live.ts"

const [host, token, ticket] = ["127.0.0.1:4321", "the-token", "the-ticket"]

/** A server whose pages receive one notice for each of their rooms. */
const makeServer = () => {
  const handler = app({
    host,
    token,
    ticket,
    page: () => RoomPage.live({ rooms: ["W7N3"], events: "events" }),
    updates: (rooms) =>
      Stream.fromIterable(rooms.map((room): Updates.Update => ({ kind: "notice", room, text: "hello" })))
  })
  return (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
    handler.pipe(
      Effect.provideService(
        HttpServerRequest.HttpServerRequest,
        HttpServerRequest.fromWeb(
          new Request(`http://${host}${path}`, { method, headers: { host, ...headers } })
        )
      ),
      Effect.map((response) => HttpServerResponse.toWeb(response))
    )
}

describe("the server of screeps view", () => {
  it.effect("serves the page at its random path only, which other pages cannot frame or read", () =>
    Effect.gen(function* () {
      const get = makeServer()
      const { headers, status } = yield* get(`/${token}/`)
      assert.strictEqual(status, 200)
      assert.match(
        headers.get("content-security-policy") ?? "",
        /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; connect-src 'self'; .*frame-ancestors 'none'$/
      )
      assert.strictEqual(headers.get("cross-origin-resource-policy"), "same-origin")
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.isNull(headers.get("access-control-allow-origin"))
      for (const path of ["/", `/${token}`, "/events?room=W7N3", "/guess/", `/${token}/../`])
        assert.strictEqual((yield* get(path)).status, 404, path)
    })
  )

  it.effect("refuses other host names, foreign pages and requests that write", () =>
    Effect.gen(function* () {
      const get = makeServer()
      for (const path of [`/${token}/`, `/${token}/events?room=W7N3`]) {
        for (const headers of [
          { host: "evil.example" },
          { host: "127.0.0.1" },
          { host: "127.0.0.1:80" },
          { host: "localhost:4321" },
          { origin: "http://evil.example" },
          { origin: "http://127.0.0.1:9999" },
          { origin: "null" },
          { "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "same-site" }
        ] as ReadonlyArray<Record<string, string>>)
          assert.strictEqual((yield* get(path, headers)).status, 403, JSON.stringify(headers))
        assert.strictEqual((yield* get(path, {}, "POST")).status, 405)
        for (const headers of [{ origin: `http://${host}` }, { "sec-fetch-site": "same-origin" }] as const)
          assert.strictEqual((yield* get(path, headers)).status, 200)
      }
    })
  )

  it.effect("leads from the address that a browser is opened with to the page, once", () =>
    Effect.gen(function* () {
      const get = makeServer()
      assert.strictEqual((yield* get(`/${ticket}`, { host: "evil.example" })).status, 403)
      const first = yield* get(`/${ticket}`)
      assert.deepStrictEqual([first.status, first.headers.get("location")], [303, `/${token}/`])
      assert.strictEqual((yield* get(`/${ticket}`)).status, 404)
    })
  )

  it.effect("sends events of valid rooms, each room once", () =>
    Effect.gen(function* () {
      const get = makeServer()
      const events = (query: string) => get(`/${token}/events?${query}`)
      const response = yield* events("room=w7n3&room=W8N3&room=W7N3")
      assert.strictEqual(response.headers.get("content-type"), "text/event-stream")
      const text = yield* Effect.promise(() => response.text())
      assert.deepStrictEqual(
        text
          .split("\n\n")
          .filter((event) => event !== "")
          .map((event) => JSON.parse(event.replace("data: ", "")).room),
        ["W7N3", "W8N3"]
      )
      const many = Array.from({ length: mostRooms + 1 }, (_, i) => `room=W${i}N1`).join("&")
      for (const query of ["", "room=kitchen", "room=W7N3&room=", many])
        assert.strictEqual((yield* events(query)).status, 400, query)
    })
  )
})

describe("the updates of a page", () => {
  const { account, room } = SampleWorld

  /** Collects the updates of a page while a world runs some ticks; `enough` ends it. */
  const collect = (
    rooms: ReadonlyArray<RoomName>,
    viewer: "own" | "guest",
    isEnough: (updates: ReadonlyArray<Updates.Update>) => boolean
  ) =>
    Effect.gen(function* () {
      const sample = yield* SampleWorld.make()
      yield* Effect.repeat(sample.tick, { times: 60 })
      const { _id } = yield* sample.users.get(account.username)
      const updates = Updates.make(
        { user: () => (viewer === "own" ? _id : undefined), shard: undefined },
        Updates.makeTerrains(undefined)
      )
      const seen: Array<Updates.Update> = []
      yield* updates(rooms).pipe(
        Stream.takeUntil((update) => isEnough([...seen, update])),
        Stream.runForEach((update) => Effect.sync(() => void seen.push(update))),
        Effect.raceFirst(Effect.forever(Effect.delay(sample.tick, "50 millis"))),
        Effect.provide(
          RoomFeed.layer({ turn: "200 millis" }).pipe(Layer.provideMerge(TestServer.layerScreeps(sample)))
        )
      )
      return seen
    })

  const states = (updates: ReadonlyArray<Updates.Update>) => updates.filter(({ kind }) => kind === "state")

  it.live("begin with terrain and the whole room, and are small differences from then on", () =>
    Effect.gen(function* () {
      const updates = yield* collect([room], "guest", (seen) => states(seen).length >= 12)
      assert.deepStrictEqual(updates[0]?.kind, "room")
      const [first, second, ...rest] = states(updates)
      assert.isTrue(first?.kind === "state" && first.isWhole)
      assert.isDefined(second)
      assert.isAtLeast(rest.length, 10)
      for (const update of rest) assert.isFalse(update.kind === "state" && update.isWhole)
      const mean = rest.reduce((sum, update) => sum + JSON.stringify(update).length, 0) / rest.length
      assert.isBelow(mean, 3000)
      assert.isAbove(JSON.stringify(first).length, 5 * mean)
      assert.isEmpty(updates.filter(({ kind }) => kind === "console"))
    })
  )

  it.live("say that a third room waits for its turn", () =>
    Effect.gen(function* () {
      const isWaiting = (update: Updates.Update) =>
        update.kind === "notice" && update.text.includes("waits for its turn")
      const rooms = [room, "W8N3", "W6N3"] as const
      const updates = yield* collect(rooms, "guest", (seen) => seen.some(isWaiting))
      assert.isTrue(updates.some(isWaiting))
    })
  )

  it.live("say why a room cannot be shown, and go on with the others", () =>
    Effect.gen(function* () {
      const missing = "E99N99"
      const updates = yield* collect([missing, room], "guest", (seen) => states(seen).length >= 3)
      assert.isTrue(updates.some((update) => update.kind === "notice" && update.room === missing))
      assert.isTrue(states(updates).every((update) => update.kind === "state" && update.room === room))
    })
  )

  it.live("contain the console of the account as soon as a room is its own", () =>
    Effect.gen(function* () {
      const updates = yield* collect([room], "own", (seen) => seen.some(({ kind }) => kind === "console"))
      const [lines] = updates.filter((update) => update.kind === "console")
      assert.isTrue(lines?.kind === "console" && lines.lines.length > 0)
    })
  )
})

describe("screeps view", () => {
  it.live("prints the address of its page, and ends with its page at Ctrl-C", () =>
    Effect.gen(function* () {
      const env = yield* environment
      let text: string | undefined
      const ended = yield* screeps(["view", "w7n3", "--json"], { env }, (out, child) => {
        if (text !== undefined || !out.endsWith("\n")) return
        text = ""
        const { url } = JSON.parse(out)
        // The command ends although the page still reads its events.
        void fetch(`${url}events?room=W7N3`).then(async ({ body }) => {
          const { value } = (await body?.getReader().read()) ?? {}
          text = new TextDecoder().decode(value)
          child.kill("SIGINT")
        })
      })
      assert.strictEqual(ended.status, 130)
      assert.match(ended.out, /^\{"url":"http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/"\}\n$/)
      assert.strictEqual(ended.err, "")
      assert.match(text ?? "", /^data: \{"kind":"room","room":"W7N3"/)
    }).pipe(Effect.provide(world))
  )

  it.effect("fails like other commands when the credentials or a room are rejected", () =>
    Effect.gen(function* () {
      const run = inside(makeWorld())
      const wrong = yield* run(["view", "W1N1"], { env: { ...asBob, SCREEPS_PASSWORD: "another" } })
      assert.strictEqual(wrong.status, 3)
      assert.match(wrong.err, /^screeps: .*: Unauthorized /)
      const missing = yield* run(["view", "W1N1", "W99N99"])
      assert.deepStrictEqual(
        [missing.err, missing.status],
        ["screeps: GET /api/game/room-terrain: Rejected (invalid room)", 1]
      )
    })
  )

  it.effect("warns when the server is down, and shows the account when it is back", () =>
    Effect.gen(function* () {
      const serve = TestServer.handler(makeWorld())
      let isDown = true
      const step = Effect.andThen(settle, TestClock.adjust(100))
      const until = Effect.gen(function* () {
        while ((yield* TestConsole.logLines).length === 0) yield* step
        const { url } = JSON.parse(String((yield* TestConsole.logLines)[0]))
        const read = Effect.promise(() => fetch(url).then((response) => response.text()))
        assert.notInclude(yield* read, "bob at screeps.test")
        yield* TestClock.adjust("30 seconds")
        isDown = false
        while (!(yield* read).includes("bob at screeps.test")) yield* step
      })
      const run = screepsAt((request) =>
        isDown ? Effect.die(new TypeError("fetch failed")) : serve(request)
      )
      const { err, status } = yield* run(["view", "W1N1", "--json"], { until })
      assert.match(
        err,
        /^\{"warning":"POST \/api\/auth\/signin: Unreachable \(.*\) after 3 retries; trying again until the server responds"\}$/
      )
      assert.strictEqual(status, 130)
    })
  )

  it.live("refuses what is no room, and more rooms than fit", () =>
    Effect.gen(function* () {
      const run = (...rooms: ReadonlyArray<string>) => screeps(["view", ...rooms])
      const many = Array.from({ length: mostRooms + 1 }, (_, i) => `W${i}N1`)
      for (const rooms of [[], ["kitchen"], many]) assert.strictEqual((yield* run(...rooms)).status, 2)
    })
  )
})
