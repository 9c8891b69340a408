/** Tests of `screeps view`: the command as a process, its page in Chromium. */
import { spawn } from "node:child_process"
import { createServer } from "node:http"
import { join } from "node:path"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, layer } from "@effect/vitest"
import { Server } from "@screeps-effect/api"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Browser, isChromiumMissing } from "./support/page.ts"

const program = join(import.meta.dirname, "../../packages/cli/src/bin.ts")
const password = "not a real one"
const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(2)><!-- \u2028 \u202e`
const room = "W5N5"

/** A world with a creep of a hostile name that stands at the western exit, in a room of bob's. */
const makeGame = Effect.gen(function* () {
  const world = ScreepsWorld.make({
    tick: 500,
    accounts: [{ username: "bob", password }, { username: hostile }],
    evaluate: ScreepsWorld.evaluate
  })
  const { _id: bob } = yield* world.users.get("bob")
  const { _id: other } = yield* world.users.get(hostile)
  const creep = {
    type: "creep",
    hits: 100,
    hitsMax: 100,
    fatigue: 0,
    spawning: false,
    ageTime: 9999,
    body: [{ type: "move", hits: 100 }],
    store: {},
    storeCapacity: 0
  }
  const controller = (yield* world.rooms.objects(room)).find(({ type }) => type === "controller")
  if (controller !== undefined)
    yield* world.rooms.changeObject(controller._id, {
      user: bob,
      level: 3,
      progress: 100,
      sign: { user: other, text: hostile, time: 1, datetime: 1 }
    })
  const walker = yield* world.rooms.addObject(room, { ...creep, name: hostile, user: other, x: 0, y: 25 })
  yield* world.rooms.addObject(room, {
    ...creep,
    name: "Talker",
    user: bob,
    x: 20,
    y: 20,
    actionLog: { say: { message: hostile, isPublic: true } }
  })
  const { url } = yield* Effect.provide(
    Server.Server,
    yield* Layer.build(
      TestServer.layerHttp(world).pipe(
        Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
        Layer.orDie
      )
    )
  )
  return { creep, other, url, walker, world }
})

/** Starts the command; returns the address of its page, and the end of the process. */
const view = (url: string, ...rooms: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const env = { ...process.env, SCREEPS_URL: url, SCREEPS_USERNAME: "bob", SCREEPS_PASSWORD: password }
      const child = spawn(process.execPath, [program, "view", ...rooms, "--json"], {
        env,
        stdio: ["ignore", "pipe", "inherit"]
      })
      const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
      const line = await new Promise<string>((resolve) =>
        child.stdout.once("data", (bytes) => resolve(String(bytes)))
      )
      const page: { readonly url: string } = JSON.parse(line)
      return { child, ended, page: page.url }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
  )

const open = (address: string) =>
  Effect.gen(function* () {
    const browser = yield* Browser
    const page = yield* Effect.acquireRelease(Effect.promise(browser.open), (page) =>
      Effect.promise(() => page.close())
    )
    const faults: Array<string> = []
    page.on("pageerror", (error) => faults.push(String(error)))
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()))
    page.on("dialog", (dialog) => {
      faults.push(dialog.message())
      void dialog.dismiss()
    })
    yield* Effect.promise(() => page.goto(address))
    return { faults, page }
  })

describe.skipIf(isChromiumMissing)("the page of screeps view", () => {
  layer(Browser.layer, { excludeTestServices: true, timeout: 60_000 })((it) => {
    it.effect("runs nothing that a name, a text or a console line contains", () =>
      Effect.gen(function* () {
        const { url, world } = yield* makeGame
        const { page: address } = yield* view(url, room)
        const { faults, page } = yield* open(address)
        yield* Effect.promise(() => page.locator('figure[data-state="live"]').waitFor())
        yield* world.tick
        yield* Effect.promise(async () => {
          await page.waitForFunction(() => document.body.dataset["tick"] === "501")
          const box = await page.locator("canvas.room").boundingBox()
          const scale = (box?.width ?? 0) / 50
          await page.locator("canvas.room").click({ position: { x: 0.5 * scale, y: 25.5 * scale } })
          const panel = (await page.locator("#panel").allInnerTexts()).join("\n")
          assert.include(panel, "<img src=x onerror=alert(2)>")
          assert.include(panel, "\\u202e")
        })
        assert.deepStrictEqual(
          yield* Effect.promise(() =>
            page.evaluate(() => [
              document.querySelectorAll("img").length,
              document.querySelectorAll("script:not([data-kind])").length
            ])
          ),
          [0, 1]
        )
        assert.deepStrictEqual(faults, [])
        // The policy stops what someone adds.
        const isRun = yield* Effect.promise(() =>
          page.evaluate(() => {
            const script = document.createElement("script")
            script.textContent = "globalThis.isRun = true"
            document.body.append(script)
            return "isRun" in globalThis
          })
        )
        assert.isFalse(isRun)
      }).pipe(Effect.scoped)
    )

    it.effect("follows a creep into the next room", () =>
      Effect.gen(function* () {
        const { creep, other, url, walker, world } = yield* makeGame
        const { page: address } = yield* view(url, room)
        const { faults, page } = yield* open(address)
        yield* Effect.promise(async () => {
          await page.locator('figure[data-state="live"]').waitFor()
        })
        yield* world.tick
        yield* Effect.promise(async () => {
          await page.waitForFunction(() => document.body.dataset["tick"] === "501")
          const box = await page.locator("canvas.room").boundingBox()
          const scale = (box?.width ?? 0) / 50
          await page.locator("canvas.room").click({ position: { x: 0.5 * scale, y: 25.5 * scale } })
          await page.locator("#follow").check()
        })
        yield* world.rooms.removeObject(walker)
        yield* world.rooms.addObject("W6N5", { ...creep, name: "Walker", user: other, x: 49, y: 25 })
        yield* world.tick
        yield* Effect.promise(() => page.locator("figcaption b", { hasText: "W6N5" }).waitFor())
        assert.strictEqual(yield* Effect.promise(() => page.locator("#name").innerText()), "W6N5")
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped)
    )

    it.effect("is refused to foreign pages and to other names of this machine", () =>
      Effect.gen(function* () {
        const { url } = yield* makeGame
        const { page: address } = yield* view(url, room)
        const byName = address.replace("127.0.0.1", "localhost")
        const { page } = yield* open("about:blank")
        const status = yield* Effect.promise(async () => (await page.goto(byName))?.status())
        assert.strictEqual(status, 403)
        // A page of another local server, which even knows the address.
        const foreign = createServer((_, response) => {
          response.setHeader("content-type", "text/html")
          response.end(`<!doctype html><iframe src="${address}"></iframe>`)
        })
        yield* Effect.addFinalizer(() => Effect.sync(() => foreign.close()))
        const home = yield* Effect.promise(
          () =>
            new Promise<string>((resolve) =>
              foreign.listen(0, "127.0.0.1", () => {
                const bound = foreign.address()
                resolve(`http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}/`)
              })
            )
        )
        const read = yield* Effect.promise(async () => {
          await page.goto(home)
          return page.evaluate(
            async (address) => ({
              fetched: await fetch(address).then(
                () => "read",
                () => "refused"
              ),
              blind: await fetch(address, { mode: "no-cors" }).then(
                ({ type }) => type,
                () => "refused"
              ),
              events: await new Promise((resolve) => {
                const source = new EventSource(`${address}events?room=W5N5`)
                source.addEventListener("message", () => resolve("read"))
                source.addEventListener("error", () => resolve("refused"))
              })
            }),
            address
          )
        })
        assert.deepStrictEqual(read, { fetched: "refused", blind: "refused", events: "refused" })
        const framed = page.frames().find((frame) => frame !== page.mainFrame())
        const content = yield* Effect.promise(() => framed?.content() ?? Promise.resolve(""))
        assert.notInclude(content, 'id="stage"')
      }).pipe(Effect.scoped)
    )

    it.effect("says that the command has ended, which Ctrl-C ends at once", () =>
      Effect.gen(function* () {
        const { url } = yield* makeGame
        const { child, ended, page: address } = yield* view(url, room)
        const { page } = yield* open(address)
        yield* Effect.promise(async () => {
          await page.locator('figure[data-state="live"]').waitFor()
          child.kill("SIGINT")
          assert.strictEqual(await ended, 130)
          await page.locator(".note", { hasText: "No connection to screeps view." }).waitFor()
        })
      }).pipe(Effect.scoped)
    )
  })
})
