/** Tests of replays: written from history, opened from a file in Chromium without a network. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, layer } from "@effect/vitest"
import { temporaryFolder } from "@screeps-effect/fixtures/process"
import { Game } from "@screeps-effect/api"
import { RoomObject, RoomState, Terrain, Tick, UserId } from "@screeps-effect/schema"
import * as RoomPage from "@screeps-effect/pictures/RoomPage"
import { HistoryReplay } from "@screeps-effect/socket/workflows"
import { SampleWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Page } from "playwright"
import { Browser, isChromiumMissing } from "./support/page.ts"

const { room } = SampleWorld

/** What the player offers to scripts in the browser's console. */
interface Replay {
  readonly ticks: ReadonlyArray<number>
  readonly stateAt: (tick: number) => RoomState.RoomState | undefined
}
declare const replay: Replay

/** Writes a page, and opens it from its file; collects requests and faults. */
const open = Effect.fn(function* <E, R>(
  states: Stream.Stream<RoomState.RoomState, E, R>,
  options: RoomPage.ReplayOptions,
  hash = ""
) {
  const html = yield* Stream.mkString(RoomPage.replay(options)(states))
  const file = join(yield* temporaryFolder("replay"), "replay.html")
  writeFileSync(file, html)
  const browser = yield* Browser
  const page = yield* Effect.acquireRelease(Effect.promise(browser.open), (page) =>
    Effect.promise(() => page.close())
  )
  const [faults, requests]: [Array<string>, Array<string>] = [[], []]
  page.on("pageerror", (error) => faults.push(String(error)))
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()))
  page.on("dialog", (dialog) => {
    faults.push(dialog.message())
    void dialog.dismiss()
  })
  page.on("request", (request) => requests.push(request.url()))
  const url = pathToFileURL(file).href
  yield* Effect.promise(async () => {
    await page.context().setOffline(true)
    await page.goto(url + hash)
    await page.waitForFunction(() => document.body.dataset["tick"] !== undefined)
  })
  return { faults, html, page, requests, url }
})

/** The tick that is drawn, and a checksum of the picture. */
const drawn = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("canvas.room")
    const { data } = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    let sum = 0
    for (let i = 0; i < data.length; i++) sum = (sum * 31 + (data[i] ?? 0)) | 0
    const { tick } = document.body.dataset
    const state = document.querySelector<HTMLElement>("figure")?.dataset["state"]
    return { state, tick, sum }
  })

/** Returns the fields that `RoomState.changes` compares: without bookkeeping and `null`. */
const fieldsOf = (state: RoomState.RoomState | undefined) =>
  Object.fromEntries(
    [...(state?.objects ?? [])].map(([id, object]) => [
      id,
      Object.fromEntries(
        Object.entries(Object(RoomObject.toDocument(object))).filter(
          ([field, value]) => value !== null && !/^(?:meta|\$loki|_(?!id$))/.test(field)
        )
      )
    ])
  )

const user = UserId.make("u")
const terrain = Terrain.fromSquares([{ x: 3, y: 3, type: "wall" }])

const state = (tick: number, objects: Readonly<Record<string, { readonly [field: string]: unknown }>>) =>
  RoomState.fold({ ...RoomState.empty, patchDepth: "two-levels" }, { objects, gameTime: Tick.make(tick) })

const creep = (name: string, x: number) => ({
  _id: "c",
  type: "creep",
  room,
  x,
  y: 10,
  name,
  user,
  body: [{ type: "move", hits: 100 }],
  hits: 100,
  hitsMax: 100,
  fatigue: 0,
  store: {},
  storeCapacity: 0,
  spawning: false,
  ageTime: 2000,
  actionLog: { say: { message: name.slice(0, 10), isPublic: true } }
})

describe.skipIf(isChromiumMissing)("a replay in a browser", () => {
  layer(Browser.layer, { excludeTestServices: true })((it) => {
    it.effect("has the states of history, and requests nothing but itself", () =>
      Effect.gen(function* () {
        const sample = yield* SampleWorld.make()
        yield* Effect.repeat(sample.tick, { times: 139 })
        yield* Effect.gen(function* () {
          const states = HistoryReplay.states(room, 1000, 1119)
          const options = { room, terrain: yield* Game.terrain({ room }), from: 990, to: 1129 }
          const { faults, page, requests, url } = yield* open(states, options)
          const recorded = yield* Stream.runCollect(states)
          const ticks = yield* Effect.promise(() => page.evaluate(() => replay.ticks))
          assert.deepStrictEqual<unknown>(
            ticks,
            recorded.map(({ tick }) => tick)
          )
          // Every sixth tick, so that both parts are read, backwards.
          const some = recorded.filter((_, i) => i % 6 === 0).toReversed()
          assert.strictEqual(some.length, 20)
          for (const one of some) {
            const shown = yield* Effect.promise(() =>
              page.evaluate((tick) => {
                const state = replay.stateAt(tick)
                return { tick: state?.tick, objects: [...(state?.objects ?? [])] }
              }, Number(one.tick))
            )
            assert.strictEqual(shown.tick, one.tick)
            assert.deepStrictEqual(
              fieldsOf({ ...RoomState.empty, objects: new Map(shown.objects) }),
              fieldsOf(one)
            )
          }
          assert.deepStrictEqual([faults, requests], [[], [url]])
        }).pipe(Effect.provide(TestServer.layerScreeps(sample)))
      }).pipe(Effect.scoped)
    )

    it.effect("moves by keys, buttons, slider and playing, and dims ticks that are not recorded", () =>
      Effect.gen(function* () {
        const states = [0, 1, 2, 3, 7, 8].map((i) => state(1000 + i, { c: creep("Scout", 10 + i) }))
        const options = { room, terrain, from: 998, to: 1010 }
        const { faults, page } = yield* open(Stream.fromIterable(states), options, "#1002")
        yield* Effect.promise(async () => {
          const pictures = new Map<string | undefined, number>()
          const check = async (tick: number, kind: "waiting" | "live" = "live") => {
            const { sum, ...shown } = await drawn(page)
            assert.deepStrictEqual(shown, { tick: String(tick), state: kind })
            const known = pictures.get(shown.tick)
            if (known !== undefined) assert.strictEqual(sum, known, "the same tick has the same picture")
            else if (kind === "live") assert.notInclude([...pictures.values()], sum)
            pictures.set(shown.tick, sum)
          }
          await check(1002)
          await page.keyboard.press("ArrowRight")
          await check(1003)
          await page.keyboard.press("ArrowRight")
          await check(1007)
          await page.getByRole("button", { name: "Previous tick" }).click()
          await check(1003)
          await page.getByRole("slider").fill("1005")
          await check(1005, "waiting")
          await page.getByText("This tick is not recorded.").waitFor()
          await page.keyboard.press("ArrowLeft")
          await check(1003)
          await page.keyboard.press("Home")
          await check(1000)
          await page.getByRole("combobox", { name: "Speed" }).selectOption("100")
          await page.getByRole("button", { name: "Play" }).click()
          await page.waitForFunction(() => document.body.dataset["tick"] === "1008")
          await check(1008)
          await page.getByRole("button", { name: "Play" }).waitFor()
        })
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped)
    )

    it.effect("shows the fields of an object that is clicked, and follows it", () =>
      Effect.gen(function* () {
        const states = [0, 1, 2].map((i) => ({
          ...state(1000 + i, { c: { ...creep("Scout", 10 + i), ageTime: 1500 } }),
          users: new Map([[user, { _id: user, username: "bob" }]])
        }))
        const { faults, page } = yield* open(Stream.fromIterable(states), { room, terrain })
        yield* Effect.promise(async () => {
          const box = await page.locator("canvas.room").boundingBox()
          const scale = (box?.width ?? 0) / 50
          await page.locator("canvas.room").click({ position: { x: 10.5 * scale, y: 10.5 * scale } })
          const panel = page.locator("#panel")
          const [first] = await panel.allInnerTexts()
          assert.match(
            first ?? "",
            /^creep Scout\nsquare\n10, 10\nowner\nbob\nhits\n100 \/ 100\nbody\n1 move\n/
          )
          assert.include(first, "lives\n500 ticks")
          await page.mouse.move(0, 0)
          await page.keyboard.press("End")
          await panel.getByText("12, 10").waitFor()
          await page.keyboard.press("Escape")
          await panel.getByText("bob: 1 object").waitFor()
        })
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped)
    )

    it.effect("runs no script of a hostile name, text or type", () =>
      Effect.gen(function* () {
        const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(2)><!-- \u2028 \u202e`
        const objects = {
          c: creep(hostile, 10),
          [hostile]: { _id: hostile, type: hostile, room, x: 10, y: 10 },
          k: {
            _id: "k",
            type: "controller",
            room,
            x: 10,
            y: 10,
            level: 0,
            sign: { user, text: hostile, time: 1, datetime: 1 }
          }
        }
        const states = [1000, 1001].map((tick) => ({
          ...state(tick, objects),
          users: new Map([[user, { _id: user, username: hostile }]])
        }))
        const { faults, page, requests } = yield* open(Stream.fromIterable(states), {
          room: hostile,
          terrain
        })
        yield* Effect.promise(async () => {
          const box = await page.locator("canvas.room").boundingBox()
          const scale = (box?.width ?? 0) / 50
          await page.locator("canvas.room").click({ position: { x: 10.5 * scale, y: 10.5 * scale } })
          const panel = (await page.locator("#panel").allInnerTexts()).join("\n")
          assert.include(panel, "<img src=x onerror=alert(2)>")
          assert.include(panel, "\\u202e")
          assert.deepStrictEqual(
            await page.evaluate(() => [
              document.querySelectorAll("img").length,
              document.querySelectorAll("script:not([data-kind])").length
            ]),
            [0, 1]
          )
          assert.deepStrictEqual(faults, [])
          // The policy stops scripts and connections even if someone adds them.
          const isRun = await page.evaluate(() => {
            const script = document.createElement("script")
            script.textContent = "globalThis.isRun = true"
            document.body.append(script)
            return "isRun" in globalThis
          })
          assert.isFalse(isRun)
          const fetched = await page.evaluate(() =>
            fetch("http://127.0.0.1:1/").then(
              () => "sent",
              () => "refused"
            )
          )
          assert.strictEqual(fetched, "refused")
        })
        assert.strictEqual(requests.length, 1)
        for (const fault of faults) assert.include(fault, "Content Security Policy")
      }).pipe(Effect.scoped)
    )
  })
})
