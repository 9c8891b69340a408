/** Tests of the playground in browsers: built by Vite, and served with a policy that allows no `unsafe-eval`. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { isMissing } from "@screeps-effect/fixtures/services"
import { type Browser, chromium, firefox, type FrameLocator, type Page } from "playwright"
import { build, preview, type PreviewServer } from "vite"
import type { ToFrame } from "../playground/messages.ts"
import * as Link from "../playground/link.ts"

const docs = join(import.meta.dirname, "..")
const chromiumPath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium"
const samples = (): ReadonlyArray<{ readonly name: string; readonly code: string }> =>
  JSON.parse(readFileSync(join(docs, "playground/made/samples.json"), "utf8"))

/** Builds the playground alone in a folder. */
const makePage = async (folder: string): Promise<PreviewServer> => {
  execFileSync(process.execPath, [join(docs, "site/playground.mjs")], { stdio: "pipe" })
  await build({
    root: join(docs, "test/page"),
    configFile: false,
    logLevel: "warn",
    build: { outDir: folder, emptyOutDir: true, target: "es2023", reportCompressedSize: false }
  })
  const frame = readFileSync(join(docs, "playground/made/frame.html"), "utf8")
  const [hash = ""] = /'sha256-[^']+'/.exec(frame) ?? []
  const policy = `default-src 'none'; script-src 'self' ${hash} blob:; worker-src blob:; style-src 'unsafe-inline' 'self'; img-src data:; connect-src 'self'; frame-src 'self'`
  return preview({
    root: join(docs, "test/page"),
    configFile: false,
    logLevel: "silent",
    build: { outDir: folder },
    preview: { port: 0, host: "127.0.0.1", headers: { "Content-Security-Policy": policy } }
  })
}

/** An open playground: what went wrong in it, and what it requested. */
interface Playground {
  readonly page: Page
  readonly frame: FrameLocator
  readonly faults: ReadonlyArray<string>
  readonly requests: ReadonlyArray<string>
}

const checkOutput = ({ frame }: Playground, words: string | RegExp) =>
  frame.locator("#output li", { hasText: words }).first().waitFor()
const output = ({ frame }: Playground) => frame.locator("#output").innerText()
const tick = async ({ frame }: Playground) => Number(await frame.locator("#tick").innerText())

/** Replaces the program, and runs it. */
const run = async ({ page }: Playground, code: string) => {
  const editor = page.locator(".cm-content")
  await editor.waitFor()
  await editor.fill(code)
  await page.getByRole("button", { name: "Run" }).click()
}

/** A checksum of the room's picture. */
const picture = ({ frame }: Playground) =>
  frame.locator("#room").evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return 0
    const image = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height)
    return Array.from(image?.data ?? []).reduce((sum, one) => (sum * 31 + one) | 0, 0)
  })

/** How many frames of the page pass in half a second. */
const framesOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let [count, end] = [0, performance.now() + 500]
        const next = (now: number) => (now > end ? resolve(count) : (count++, requestAnimationFrame(next)))
        requestAnimationFrame(next)
      })
  )

const linked = await Link.write('console.log("from a link")')
let server: PreviewServer
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "playground-"))
  server = await makePage(folder)
  return async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  }
})

const browsers = [
  {
    name: "Chromium",
    isAbsent: isMissing("chromium", existsSync(chromiumPath)),
    launch: () => chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] })
  },
  { name: "Firefox", isAbsent: !existsSync(firefox.executablePath()), launch: () => firefox.launch() }
]

for (const { isAbsent, launch, name } of browsers) {
  describe.skipIf(isAbsent)(`the playground in ${name}`, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launch()
      return () => browser.close()
    })

    const open = async (hash = ""): Promise<Playground> => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      const [faults, requests]: [Array<string>, Array<string>] = [[], []]
      page.on("pageerror", (error) => faults.push(String(error)))
      page.on("dialog", (dialog) => {
        faults.push(dialog.message())
        void dialog.dismiss()
      })
      page.on("request", (request) => requests.push(request.url()))
      await page.goto((server.resolvedUrls?.local[0] ?? "") + hash)
      await page.locator(".cm-content").waitFor()
      return { page, frame: page.frameLocator("iframe"), faults, requests }
    }
    const using = async (use: (playground: Playground) => Promise<void>, hash?: string) => {
      const playground = await open(hash)
      await use(playground)
      assert.deepStrictEqual(playground.faults, [])
      await playground.page.close()
    }

    it("runs the program of the README, and draws a room that moves, until it is stopped", () =>
      using(async (playground) => {
        const { page } = playground
        await page.getByRole("button", { name: "Run" }).click()
        await checkOutput(playground, /Tick \d+: the middle of the room is plain\./)
        await checkOutput(playground, /Tick \d+: \d+ objects\./)
        await checkOutput(playground, "The program has ended.")
        const [before, drawn] = [await tick(playground), await picture(playground)]
        assert.isAtLeast(before, 1000)
        const frame = page.frames()[1]
        await frame?.waitForFunction((tick) => Number(document.body.dataset["tick"]) > tick + 1, before)
        assert.notStrictEqual(await picture(playground), drawn)
        await page.getByRole("button", { name: "Stop" }).click()
        await checkOutput(playground, "Stopped.")
        const stopped = await tick(playground)
        await page.waitForTimeout(1500)
        assert.strictEqual(await tick(playground), stopped)
      }))

    it("runs every sample to its end", () =>
      using(async (playground) => {
        const names = samples().map(({ name }) => name)
        assert.include(names, "01_retry-schedule")
        for (const name of names) {
          await playground.page.getByRole("combobox").selectOption(name)
          await playground.page.getByRole("button", { name: "Run" }).click()
          await checkOutput(playground, "The program has ended")
          assert.match(await output(playground), /^The program has ended\.$/m, name)
        }
      }))

    it("stops an endless loop, while the page stays alive", () =>
      using(async (playground) => {
        await run(playground, 'console.log("begins")\nwhile (true) {}')
        await checkOutput(playground, "begins")
        assert.isAbove(await framesOf(playground.page), 3)
        await checkOutput(playground, "did not respond for 5 seconds")
        await run(playground, 'console.log("the next one")')
        await checkOutput(playground, "the next one")
      }))

    it("survives a program that prints without end", () =>
      using(async (playground) => {
        await run(playground, 'while (true) console.log("x".repeat(10_000))')
        await checkOutput(playground, "xxx")
        assert.isAbove(await framesOf(playground.page), 3)
        await checkOutput(playground, "did not respond for 5 seconds")
        assert.isAtMost((await output(playground)).length, 150_000)
      }))

    it("removes types before a program runs", () =>
      using(async (playground) => {
        await run(
          playground,
          `import type { Layer } from "effect"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
interface Pair<A> { readonly first: A; readonly second?: A }
enum Side { left = 1, right }
const pair = { first: "typed" as const } satisfies Pair<string>
class One<A> { constructor(readonly value: A) {} }
const layer: Layer.Layer<never> | undefined = undefined
console.log(pair.first!, new One<number>(Side.right).value, Option.some(1), layer)`
        )
        await checkOutput(playground, "typed 2 some(1) undefined")
      }))

    it("shows errors with their text and their line", () =>
      using(async (playground) => {
        await run(playground, "const a = 1\nnull.b")
        await checkOutput(playground, /TypeError: .*null.*\n.*program\.ts:2/s)
        await run(playground, "const = 5")
        await checkOutput(playground, /SyntaxError: .*\(1:7\)/)
        await run(playground, 'import fs from "node:fs"\nfs.readFileSync("x")')
        await checkOutput(playground, 'The playground has no module "node:fs"')
        await run(playground, 'setTimeout(() => { throw new RangeError("late") }, 10)')
        await checkOutput(playground, "RangeError: late")
        await run(playground, 'Promise.reject(new Error("rejected"))')
        await checkOutput(playground, "Error: rejected")
        await run(
          playground,
          'import { Effect } from "effect"\nimport * as NodeRuntime from "@effect/platform-node/NodeRuntime"\nNodeRuntime.runMain(Effect.fail("a failure"))'
        )
        await checkOutput(playground, "a failure")
        await checkOutput(playground, "The program has ended with code 1.")
      }))

    it("shows markup as text, and draws hostile names without running them", () =>
      using(async (playground) => {
        const hostile = "</script><img src=x onerror=alert(1)><script>alert(2)</script>\u202e"
        await run(
          playground,
          `import { ScreepsWorld } from "@screeps-effect/testing"
console.log(${JSON.stringify(hostile)})
console.error({ name: ${JSON.stringify(hostile)} })`
        )
        await checkOutput(playground, "<img src=x onerror=alert(1)>")
        assert.notInclude(await output(playground), "\u202e")
        assert.deepStrictEqual(
          [
            await playground.frame.locator("img").count(),
            await playground.frame.locator("script").count(),
            await playground.page.locator("img").count()
          ],
          [0, 1, 0]
        )
      }))

    it("gives a program no network, no storage, no evaluation and no way to the page", () =>
      using(async (playground) => {
        const before = playground.requests.length
        await run(
          playground,
          `const attempt = async (name: string, run: () => unknown) => {
  try { console.log(name, "worked", String(await run())) } catch (error) { console.log(name, "refused") }
}
const home = ${JSON.stringify(server.resolvedUrls?.local[0])}
await attempt("fetch", () => fetch(home))
await attempt("socket", () => new Promise((done, fail) => { const one = new WebSocket(home.replace("http", "ws")); one.onopen = done; one.onerror = fail }))
await attempt("import", () => new Function("at", "return import(at)")(home))
await attempt("module of data", () => new Promise((done, fail) => { const one = new Worker("data:text/javascript,postMessage(1)"); one.onmessage = done; one.onerror = fail }))
await attempt("eval", () => (0, eval)("1 + 1"))
await attempt("database", () => new Promise((done, fail) => { const one = indexedDB.open("x"); one.onsuccess = done; one.onerror = fail }))
await attempt("caches", () => caches.keys())
await attempt("page", () => (globalThis as any).postMessage("hostile"))
await attempt("document", () => document.title)
console.log("origin", self.origin)`
        )
        await checkOutput(playground, "origin")
        assert.strictEqual(
          (await output(playground)).replaceAll(/\n+/g, "\n").trim(),
          "fetch refused\nsocket refused\nimport refused\nmodule of data refused\neval refused\ndatabase refused\ncaches refused\npage refused\ndocument refused\norigin null"
        )
        const later = playground.requests.slice(before)
        assert.isTrue(
          later.every((url) => url.startsWith("blob:") || /\/assets\/worker-[^/]+\.js$/.test(url)),
          later.join("\n")
        )
      }))

    it("runs the program of a link only when asked to", () =>
      using(async (playground) => {
        await playground.page.getByText("This program came with a link.").waitFor()
        assert.include(await playground.page.locator(".cm-content").innerText(), "from a link")
        await playground.page.waitForTimeout(500)
        assert.deepStrictEqual(
          playground.requests.filter((url) => url.includes("worker")),
          []
        )
        assert.strictEqual(await output(playground), "")
        await playground.page.getByRole("button", { name: "Run" }).click()
        await checkOutput(playground, "from a link")
      }, linked))

    it("takes messages of other windows for nothing", () =>
      using(async (playground) => {
        const message: ToFrame = { kind: "run", code: 'console.log("hostile")', worker: "" }
        await playground.page.frames()[1]?.evaluate((data) => window.postMessage(data, "*"), message)
        await run(playground, 'console.log("own")')
        await checkOutput(playground, "own")
        assert.notInclude(await output(playground), "hostile")
      }))
  })
}

describe("links to programs", () => {
  it("contain a program of any characters", async () => {
    const code = "const tick: string = `⏱ ${1 + 1}`\n".repeat(20)
    const hash = await Link.write(code)
    assert.isBelow(hash.length, 150)
    assert.strictEqual(await Link.read(hash), code)
  })

  it("are not read when they are broken, foreign or too long", async () => {
    const large = await Link.write("x".repeat(50_001))
    assert.isBelow(large.length, 500)
    for (const hash of ["", "#program=", "#program=%%%", "#program=AAAA", "#sizes", large])
      assert.isTrue([undefined, ""].includes(await Link.read(hash)), hash)
  })
})
