/** Tests the room viewer: built and served by Vite, opened in Chromium; reads its canvas and its texts. */
import { createServer } from "node:http"
import { join } from "node:path"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, layer } from "@effect/vitest"
import { Server } from "@screeps-effect/api"
import { RoomPicture } from "@screeps-effect/pictures"
import { Terrain } from "@screeps-effect/schema"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Page } from "playwright"
import { isChromiumMissing, layerPages, open, text } from "./support/page.ts"

const source = join(import.meta.dirname, "../browser/room-viewer")

const password = "not a real one"

// ---- a room that only the test changes

const land = Terrain.fromSquares([
  { x: 3, y: 3, type: "wall" },
  { x: 3, y: 4, type: "wall" },
  { x: 6, y: 3, type: "swamp" }
])

const makeGame = Effect.gen(function* () {
  const world = ScreepsWorld.make({
    tick: 500,
    accounts: [{ username: "bob", password }, { username: "alice" }]
  })
  const [bob, alice] = [(yield* world.users.get("bob"))._id, (yield* world.users.get("alice"))._id]
  yield* world.rooms.change("W5N5", { terrain: land })
  const creep = { type: "creep", hits: 100, hitsMax: 100, fatigue: 0, spawning: false, ageTime: 9999 }
  const rest = { ...creep, body: [{ type: "move", hits: 100 }], store: {}, storeCapacity: 0 }
  const walker = yield* world.rooms.addObject("W5N5", { ...rest, name: "Walker", user: bob, x: 10, y: 20 })
  yield* world.rooms.addObject("W5N5", { ...rest, name: "Guest", user: alice, x: 30, y: 30 })
  const { controls, url } = yield* Layer.build(
    TestServer.layerHttp(world).pipe(
      Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
      Layer.orDie
    )
  ).pipe(
    Effect.map((built) => ({
      controls: Context.get(built, TestServer.Controls),
      url: Context.get(built, Server.Server).url
    }))
  )
  return { alice, bob, controls, url, walker, world }
})

/** Returns the share of pixels near a colour in a part of the canvas, and their mean x. */
const find = (
  page: Page,
  colour: string,
  part: { readonly x: number; readonly y: number; readonly w?: number }
) =>
  page.evaluate(
    ({ colour, part: { w = 1, x, y } }) => {
      const canvas = document.querySelector<HTMLCanvasElement>("#room")
      const context = canvas?.getContext("2d")
      if (canvas === null || !context) throw new Error("no canvas")
      const scale = canvas.width / 50
      const { data, width } = context.getImageData(x * scale, y * scale, w * scale, scale)
      const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      let [count, sum] = [0, 0]
      for (let i = 0; i < data.length; i += 4) {
        const off = wanted.reduce(
          (all, value, channel) => all + Math.abs(value - (data[i + channel] ?? 0)),
          0
        )
        if (off < 24) {
          count++
          sum += (i / 4) % width
        }
      }
      return { share: count / (data.length / 4), x: count === 0 ? undefined : x + sum / count / scale }
    },
    { colour, part }
  )

describe.skipIf(isChromiumMissing)("room-viewer", () => {
  layer(layerPages(source), { timeout: 120_000, excludeTestServices: true })((it) => {
    it.effect("draws terrain, objects in their owners' colours, and moving creeps", () =>
      Effect.gen(function* () {
        const { alice, bob, url, walker, world } = yield* makeGame
        const account = { username: "bob", password }
        const { faults, page } = yield* open({ url, name: "a test", room: "W5N5", account })
        yield* text(page, "state", "live")
        yield* text(page, "events", "watching W5N5, 2 objects")
        const [mine, hers] = [RoomPicture.ownerColor(bob, bob), RoomPicture.ownerColor(alice, bob)]
        const look = (colour: string, x: number, y: number) =>
          Effect.promise(() => find(page, colour, { x, y }))

        // Terrain and objects are at their squares.
        assert.isAbove((yield* look(RoomPicture.ground.wall, 3, 3)).share, 0.5)
        assert.isAbove((yield* look(RoomPicture.edges.wall, 3, 3)).share, 0.02)
        assert.isAbove((yield* look(RoomPicture.ground.swamp, 6, 3)).share, 0.5)
        assert.isAbove((yield* look(RoomPicture.ground.plain, 8, 8)).share, 0.9)
        assert.isAbove((yield* look(mine, 10, 20)).share, 0.1)
        assert.strictEqual((yield* look(mine, 30, 30)).share, 0)
        assert.isAbove((yield* look(hers, 30, 30)).share, 0.1)
        yield* text(page, "owners", "youalice")

        // Two ticks measure the pace; in the third the creep moves.
        const later = Effect.delay(world.tick, "1500 millis")
        yield* Effect.repeat(later, { times: 1 })
        yield* text(page, "tick", "tick 502")
        yield* world.rooms.moveObject(walker, { x: 11, y: 20 })
        yield* later
        const places: Array<number> = []
        const [first, last] = [10.45, 11.45]
        while ((places.at(-1) ?? 0) < last) {
          const { x } = yield* Effect.promise(() => find(page, mine, { x: 10, y: 20, w: 2 }))
          if (x !== undefined) places.push(x)
        }
        const between = places.filter((x) => x > first + 0.1 && x < last - 0.1)
        assert.isAtLeast(new Set(between.map((x) => Math.round(x * 10))).size, 3, places.join(" "))
        // Edges between pixels shift the mean a little.
        const isBack = places.some((x, i) => x < (places[i - 1] ?? 0) - 0.1)
        assert.isFalse(isBack, places.join(" "))
        yield* text(page, "tick", "tick 503")
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped)
    )

    it.effect("shows gaps, and continues after them", () =>
      Effect.gen(function* () {
        const { controls, url, walker, world } = yield* makeGame
        const account = { username: "bob", password }
        const { faults, page } = yield* open({ url, name: "a test", room: "W5N5", account })
        yield* text(page, "state", "live")
        yield* text(page, "events", "watching W5N5")
        yield* controls.stop
        yield* text(page, "notice", "gap: disconnected")
        yield* text(page, "state", "connecting again")
        assert.isTrue(yield* Effect.promise(() => page.locator("#stage[data-stale]").isVisible()))
        yield* world.rooms.removeObject(walker)
        yield* world.tick
        yield* controls.start
        yield* text(page, "state", "live")
        yield* text(page, "events", /s missed: disconnected/)
        assert.isTrue(yield* Effect.promise(() => page.locator("#notice").isHidden()))
        yield* text(page, "things", /^creep1$/)
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped)
    )

    it.effect("shows a sign-in form, and switches rooms by name, arrows and map", () =>
      Effect.gen(function* () {
        const { url, world } = yield* makeGame
        const { faults, page } = yield* open({ url, name: "a test", room: "W5N5" })
        const signIn = (password: string) =>
          Effect.promise(async () => {
            await page.fill("#user", "bob")
            await page.fill("#password", password)
            await page.click("#sign-in button")
          })
        yield* signIn("a wrong one")
        yield* text(page, "refused", "The name or the password is wrong.")
        yield* signIn(password)
        yield* text(page, "events", "watching W5N5")

        yield* Effect.promise(async () => {
          await page.fill("#name", "w4n5")
          await page.press("#name", "Enter")
        })
        yield* text(page, "events", "watching W4N5")
        assert.include(yield* Effect.promise(() => page.title()), "W4N5")
        yield* Effect.promise(() => page.click('.step[data-to="left"]', { force: true }))
        yield* text(page, "events", "watching W5N5")
        // The map shows seven rooms from left to right, the shown one in the middle: the one below is 29 pixels away.
        yield* text(page, "around", "Nearby rooms")
        yield* Effect.promise(() => page.hover("#map", { position: { x: 101, y: 130 } }))
        yield* text(page, "map-room", "W5N4, free")
        yield* Effect.promise(() => page.click("#map", { position: { x: 101, y: 130 } }))
        yield* text(page, "events", "watching W5N4")
        yield* Effect.promise(async () => {
          await page.fill("#name", "kitchen")
          await page.press("#name", "Enter")
        })
        assert.strictEqual(yield* Effect.promise(() => page.getAttribute("#name", "aria-invalid")), "true")
        assert.strictEqual(yield* world.time, 500)
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped)
    )
  })
})
