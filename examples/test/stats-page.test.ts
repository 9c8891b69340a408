/** Tests of the page with a colony's numbers, as a file in Chromium: names of players are texts. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, layer } from "@effect/vitest"
import { temporaryFolder } from "@screeps-effect/fixtures/process"
import * as StatsPage from "@screeps-effect/pictures/StatsPage"
import * as Effect from "effect/Effect"
import { Browser, isChromiumMissing } from "./support/page.ts"

const hostile = "</script><img src=x onerror=alert(1)><script>alert(2)</script>"

/** Every label that the page shows, with a text that wants to run something. */
const labelled: ReadonlyArray<readonly [name: string, labels: Readonly<Record<string, string>>]> = [
  ["cpu_used", {}],
  ["cpu_limit", { shard: hostile }],
  ["room_stored", { room: hostile, shard: hostile }],
  ["room_controller_level", { room: hostile, shard: hostile }],
  ["room_creeps", { room: hostile, owner: hostile }],
  ["market_orders", { type: hostile }],
  ["market_best_bid", { resource: hostile, shard: hostile }],
  ["memory_value", { path: `stats.${hostile}`, room: hostile }],
  ["memory_value", { path: "stats.bucket", shard: hostile }]
]

const range: StatsPage.Range = {
  step: 15,
  times: [1_700_000_000, 1_700_000_015],
  leftOut: 0,
  series: ["bob", hostile].flatMap((account) =>
    labelled.map(([name, labels]) => ({
      name: `screeps_${name}`,
      labels: { account, ...labels },
      values: [1, 2]
    }))
  )
}

describe.skipIf(isChromiumMissing)("the page of numbers in a browser", () => {
  layer(Browser.layer, { excludeTestServices: true })((it) => {
    it.effect("runs nothing that the name of an account, a room, a resource or a path contains", () =>
      Effect.gen(function* () {
        const file = join(yield* temporaryFolder("stats"), "stats.html")
        writeFileSync(file, StatsPage.html({ hour: range, day: range, week: range }))
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
        const shown = yield* Effect.promise(async () => {
          await page.goto(pathToFileURL(file).href)
          await page.locator("#account").selectOption(hostile)
          await page.locator("#own-charts canvas").first().waitFor()
          // Legends show values under the pointer.
          for (const canvas of await page.locator(".u-over").all()) await canvas.hover()
          await page.getByRole("button", { name: "Week" }).click()
          return page.evaluate(() => ({
            images: document.querySelectorAll("img").length,
            scripts: document.querySelectorAll("script:not([type])").length,
            text: document.body.innerText
          }))
        })
        assert.deepInclude(shown, { images: 0, scripts: 1 })
        for (const part of ["Price of ", "stats.", ""]) assert.include(shown.text, part + hostile)
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped)
    )
  })
})
