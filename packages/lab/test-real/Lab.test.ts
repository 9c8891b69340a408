/** Runs of bots on the game's own server. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { inject } from "vitest"
import * as Lab from "../src/Lab.ts"
import type { Sample } from "../src/Sample.ts"
import { broken, onNode, worker } from "./support.ts"

/** Checks whether a process runs; one that has ended may still be listed until it is collected. */
const isRunning = (pid: string) => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ")
  } catch {
    return false
  }
}

/** Returns the running processes that this process has started. */
const children = (): ReadonlyArray<string> =>
  readdirSync("/proc/self/task")
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, "utf8").split(" "))
    .filter((pid) => pid !== "" && isRunning(pid))

/** A folder that is removed at the end of the test. */
const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "lab-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

describe.skipIf(inject("whyNot") !== "")("a run on the game's own server", () => {
  it.live("reaches the same milestones in the same ticks, with the same ids and random numbers", () =>
    Effect.gen(function* () {
      const once = Effect.gen(function* () {
        const lines: Array<string> = []
        const result = yield* Lab.run(
          {
            bots: { player: { code: { main: worker } } },
            milestones: [
              { spawnPlaced: true, within: 1 },
              { creeps: 2, within: 150 },
              { memory: { path: "stats.creeps", atLeast: 2 }, within: 150 },
              { noErrors: true }
            ],
            seed: 3
          },
          {
            onSample: ({ bots, tick }) =>
              Effect.sync(() => {
                const { console = [] } = bots.get("player") ?? {}
                lines.push(`${tick}: ${console.map(({ text }) => text).join("|")}`)
              })
          }
        )
        return { result, lines }
      })
      const [first, second] = [yield* once, yield* once]
      assert.isTrue(first.result.passed, JSON.stringify(first.result))
      assert.deepStrictEqual(second.result.milestones, first.result.milestones)
      assert.deepStrictEqual(second.lines, first.lines)
      // A line is in the sample of its tick: the first tick of a script is the server's first one.
      for (const [i, line] of first.lines.entries()) assert.include(line, `${i + 1}: tick ${i + 1} <`)
    }).pipe(onNode)
  )

  it.live("of a broken bot fails in the tick of its error, and has the trace", () =>
    Effect.gen(function* () {
      const result = yield* Lab.run({
        bots: { player: { code: { main: broken } } },
        milestones: [{ creeps: 1, within: 50 }, { noErrors: true }]
      })
      assert.isFalse(result.passed)
      assert.deepStrictEqual([result.ended, result.ticks], ["failure", 5])
      assert.deepInclude(result.milestones[1], {
        status: "failed",
        tick: 5,
        seen: "Error: broken <on purpose>"
      })
      const [error] = result.bots[0]?.errors.groups ?? []
      assert.deepInclude(error, { count: 1, first: 5, last: 5 })
      assert.match(error?.text ?? "", /at helper \(main:2:\d+\)/)
      assert.strictEqual(result.bots[0]?.console.total, 5)
    }).pipe(onNode)
  )

  it.live("of a folder has traces in the sources, and is recorded as a page", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const code = join(path, "dist")
      mkdirSync(code)
      writeFileSync(join(code, "main.js"), broken)
      // Each line of the code is a line of the source, which has ten more lines above it.
      const map = {
        version: 3,
        sources: ["../src/main.ts"],
        names: [],
        mappings: "AAUA;AACA;AACA;AACA;AACA;AACA"
      }
      writeFileSync(join(code, "main.js.map"), JSON.stringify(map))
      const replay = join(path, "pages", "replay.html")
      const result = yield* Lab.run(
        { bots: { player: { code } }, milestones: [{ noErrors: true }] },
        { replay }
      )
      assert.match(result.bots[0]?.errors.groups[0]?.text ?? "", /at helper \(src\/main\.ts:12:1\)/)
      const page = readFileSync(replay, "utf8")
      assert.include(page, "</html>")
      assert.include(page, "player")
    }).pipe(onNode)
  )

  it.live("plays a package against what an effect returns, which is run once for both games", () =>
    Effect.gen(function* () {
      const from = yield* folder
      const installed = join(from, "node_modules", "some-bot")
      mkdirSync(installed, { recursive: true })
      writeFileSync(join(installed, "package.json"), JSON.stringify({ main: "bot.js" }))
      writeFileSync(join(installed, "bot.js"), worker)
      let runs = 0
      const effect = Effect.sync(() => {
        runs += 1
        return { main: worker }
      })
      const bots = { a: { code: { package: "some-bot", from } }, b: { code: effect } }
      const { games } = yield* Lab.duel({ bots, limits: { ticks: 5 } }, { swap: true })
      assert.deepStrictEqual(
        games.map(({ bots }) => bots.map(({ console, errors }) => [console.total, errors.total])),
        [
          [
            [5, 0],
            [5, 0]
          ],
          [
            [5, 0],
            [5, 0]
          ]
        ]
      )
      assert.strictEqual(runs, 1)
    }).pipe(onNode)
  )

  it.live("has the module and the line of a syntax error, and runs what the game runs", () =>
    Effect.gen(function* () {
      const errorsOf = (modules: Readonly<Record<string, string>>) =>
        Effect.map(Lab.run({ bots: { player: { code: modules } }, limits: { ticks: 2 } }), ({ bots }) =>
          (bots[0]?.errors.groups ?? []).map(({ count, text }) => ({ count, text }))
        )
      const loop = "module.exports.loop = () => {}"
      assert.deepStrictEqual(yield* errorsOf({ main: `const a = 1\n\nconst b = = 2\n${loop}` }), [
        { count: 2, text: "SyntaxError: Unexpected token '='\n    at main:3:11" }
      ])
      assert.deepStrictEqual(
        yield* errorsOf({ main: `require("util")\n${loop}`, util: "import x from 'y'" }),
        [{ count: 2, text: "SyntaxError: Cannot use import statement outside a module\n    at util:1:1" }]
      )
      assert.deepStrictEqual(yield* errorsOf({ main: `${loop}\nreturn`, unused: "export const x = = 1" }), [])
    }).pipe(onNode)
  )

  it.live("has the terrain, objects and start of its scenario", () =>
    Effect.gen(function* () {
      const main = `module.exports.loop = () => {
        const room = Game.rooms.W1N1
        const path = PathFinder.search(new RoomPosition(5, 25, "W1N1"), { pos: new RoomPosition(45, 25, "W1N1"), range: 0 })
        console.log(JSON.stringify([
          room.controller.level, room.find(FIND_MY_STRUCTURES).map((s) => s.structureType).sort(),
          room.getTerrain().get(20, 25), path.path.some(({ x, y }) => x === 20 && y === 25), path.incomplete,
          Memory.start, Game.cpu.limit, Game.cpu.bucket
        ]))
      }`
      const row = `#${".".repeat(48)}#`
      const walled = `#${".".repeat(19)}#${".".repeat(28)}#`
      const edge = "#".repeat(50)
      const terrain = [edge, ...Array.from({ length: 48 }, (_, i) => (i < 40 ? walled : row)), edge].join(
        "\n"
      )
      const samples: Array<Sample> = []
      const result = yield* Lab.run(
        {
          rooms: {
            W1N1: {
              terrain,
              controller: { x: 10, y: 10, level: 3 },
              objects: [{ type: "tower", x: 30, y: 30, owner: "player", store: { energy: 10 } }]
            }
          },
          bots: { player: { code: { main }, cpu: 30, memory: { start: 7 }, spawn: { x: 12, y: 12 } } },
          milestones: [{ structures: { tower: 1 }, within: 1 }],
          limits: { ticks: 1 }
        },
        { onSample: (sample) => Effect.sync(() => samples.push(sample)) }
      )
      assert.isTrue(result.passed)
      const [line] = samples[0]?.bots.get("player")?.console ?? []
      assert.deepStrictEqual(JSON.parse(line?.text ?? "null"), [
        3,
        ["controller", "spawn", "tower"],
        1,
        false,
        false,
        7,
        30,
        10_000
      ])
    }).pipe(onNode)
  )

  it.live("sees orders that are filled, rooms that are claimed, and code that runs", () =>
    Effect.gen(function* () {
      const seller = `module.exports.loop = () => {
        if (Game.time === 2) Game.market.createOrder({
          type: "sell", resourceType: "H", price: 2.5, totalAmount: 100, roomName: "W1N1"
        })
        if (Game.time === 3) console.log(Game.market.credits)
      }`
      // Buys in two steps: the order is not filled after the first one.
      const buyer = `module.exports.loop = () => {
        if (Game.time < 2) throw new Error("not yet")
        const [order] = Game.market.getAllOrders({ type: "sell", resourceType: "H" })
        if (order && order.amount > 0) Game.market.deal(order.id, Math.min(60, order.amount), "W3N1")
      }`
      const claimer = `module.exports.loop = () => {
        if (Game.time < 3) return console.log(Game.gcl.level)
        for (const creep of Object.values(Game.creeps)) creep.claimController(creep.room.controller)
      }`
      const trader = { controller: { x: 25, y: 12, level: 6 } }
      const terminal = { type: "terminal", x: 20, y: 20 }
      const samples: Array<Sample> = []
      const result = yield* Lab.run(
        {
          rooms: {
            W1N1: { ...trader, objects: [{ ...terminal, owner: "seller", store: { H: 100, energy: 900 } }] },
            W3N1: { ...trader, objects: [{ ...terminal, owner: "buyer", store: { energy: 900 } }] },
            W6N1: {},
            W5N1: {
              objects: [
                {
                  type: "creep",
                  owner: "claimer",
                  name: "one",
                  x: 25,
                  y: 13,
                  body: [{ type: "claim", hits: 100 }],
                  hits: 100,
                  hitsMax: 100,
                  store: {},
                  storeCapacity: 0,
                  fatigue: 0,
                  spawning: false,
                  ageTime: 500,
                  actionLog: {}
                }
              ]
            }
          },
          bots: {
            seller: { code: { main: seller }, room: "W1N1", credits: 12.5 },
            buyer: { code: { main: buyer }, room: "W3N1", credits: 250 },
            claimer: { code: { main: claimer }, room: "W6N1", gcl: 2 }
          },
          milestones: [
            { codeRuns: true, bot: "seller" },
            { codeRuns: true, bot: "buyer" },
            { roomClaimed: "W5N1", bot: "claimer" },
            { orderFilled: "H", bot: "seller" },
            { tick: 30 }
          ],
          limits: { ticks: 40 }
        },
        { onSample: (sample) => Effect.sync(() => samples.push(sample)) }
      )
      assert.deepStrictEqual(
        result.milestones.map(({ status }) => status),
        ["passed", "passed", "passed", "passed", "passed"],
        JSON.stringify(result)
      )
      const [seen, bought, owned, filled, last] = result.milestones.map(({ tick }) => tick ?? 0)
      assert.deepStrictEqual([seen, bought, owned, last], [1, 2, 3, 30])
      assert.strictEqual(samples[0]?.bots.get("claimer")?.console[0]?.text, "2")
      const left = samples.map(({ bots }) => bots.get("seller")?.orders[0]?.remainingAmount)
      // It is filled in the second step.
      assert.deepStrictEqual([...new Set(left.slice(0, filled))], [undefined, 100, 40, 0])
      assert.strictEqual(samples.at(-1)?.bots.get("seller")?.orders[0]?.price, 2.5)
      // The fee is five percent.
      const [line] = samples[2]?.bots.get("seller")?.console ?? []
      assert.strictEqual(line?.text, "0")
    }).pipe(onNode)
  )

  it.live("ends at its time limit", () =>
    Effect.gen(function* () {
      const result = yield* Lab.run({
        bots: { player: { code: { main: worker } } },
        milestones: [{ controllerLevel: 8 }],
        limits: { ticks: 100_000, time: "1 second" }
      })
      assert.deepStrictEqual([result.passed, result.ended], [false, "time"])
      assert.isBelow(result.ticks, 10_000)
    }).pipe(onNode)
  )

  it.live("ends the server when it is interrupted", () =>
    Effect.gen(function* () {
      const before = children()
      const running = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        Lab.run(
          { bots: { player: { code: { main: worker } } }, limits: { ticks: 100_000 } },
          { onSample: () => Deferred.succeed(running, undefined) }
        )
      )
      yield* Deferred.await(running)
      assert.notDeepEqual(children(), before)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(children(), before)
    }).pipe(onNode)
  )

  it.live("fails before a server is started when the code is missing", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Lab.run({ bots: { player: { code: "/nowhere" } } }))
      assert.strictEqual(error._tag, "BotCodeError")
      assert.include(error.message, "code of player: the folder /nowhere: it does not exist")
    }).pipe(onNode)
  )
})
