/** An adversary who calls tools at random: nothing is changed without consent, nothing is shown, nothing ends the server. */
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import { Auth, Catalogue, Code, Endpoints, Memory, User } from "@screeps-effect/api"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { type AuditLog, ScreepsToolkit } from "../src/index.ts"
import { connect } from "./support/client.ts"

vi.setConfig({ testTimeout: 600_000 })

/** Repeatable random numbers (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const tools = Object.keys(ScreepsToolkit.toolkit.tools)
const operations = Catalogue.entries().map(({ group, name }) => `${group}.${name}`)
const fields =
  "room shard cursor tick expression path value segment text branch module modules watch_seconds sites x y name resource words operation input rooms picture __proto__ constructor _id activeName newName existing".split(
    " "
  )

/** Generates the parameters of a call: valid values, wrong types, long and hostile texts. */
const generator = (random: () => number) => {
  const pick = <A>(list: ReadonlyArray<A>): A => {
    const one = list[Math.floor(random() * list.length)]
    if (one === undefined) throw new Error("an empty list")
    return one
  }
  const text = (): string =>
    pick([
      "W7N3",
      "W99N99",
      "default",
      "$activeWorld",
      "main",
      "energy",
      "creeps.Bob",
      "settings.reserve",
      "",
      "../../etc/passwd",
      "\u001b[2J\u202E",
      "' + process.env + '",
      "<script>",
      "A".repeat(3000),
      "💥".repeat(200),
      "Game.market.deal('x', 1)",
      "while (true) {}",
      "constructor.prototype",
      pick(operations)
    ])
  const value = (depth: number): unknown => {
    switch (Math.floor(random() * (depth > 2 ? 5 : 8))) {
      case 0:
      case 1:
        return text()
      case 2:
        return pick([0, 1, -1, 3.5, 49, 50, 1e308, Number.MAX_SAFE_INTEGER, 99])
      case 3:
        return pick([true, false, null])
      case 4:
        return pick(["W7N3", 30, "road", "1"])
      case 5:
        return Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1))
      default:
        return parameters(depth + 1)
    }
  }
  const parameters = (depth: number): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: Math.floor(random() * 4) }, () => [pick(fields), value(depth)]))
  const room = () => ({ room: pick(["W7N3", "W7N3", "W1N1"]) })
  /** Parameters that a tool accepts, with hostile values where it accepts any. */
  const accepted: Readonly<Record<string, () => object>> = {
    who_am_i: () => ({}),
    my_rooms: () => ({}),
    map_of_rooms: () => ({ rooms: [pick(["W7N3", "W1N1", "W99N99"])] }),
    room_history: () => ({ ...room(), tick: Math.floor(random() * 2000) }),
    run_console: () => ({ expression: `${text().slice(0, 800)} ` }),
    read_console: () => ({}),
    read_memory: () => ({ path: pick(["settings", "settings.reserve", "creeps.Bob", "a.b.c"]) }),
    write_memory: () => ({ ...(random() < 0.5 ? { path: "settings.reserve" } : {}), value: value(0) }),
    read_segment: () => ({ segment: Math.floor(random() * 100) }),
    write_segment: () => ({ segment: 3, text: text() }),
    list_code: () => ({}),
    read_code: () => ({ module: `${text().slice(0, 100)} ` }),
    deploy_code: () => ({ modules: { [`${text().slice(0, 20)}m`]: text() } }),
    rollback_code: () => ({}),
    activate_branch: () => ({ branch: "default" }),
    place_construction_sites: () => ({
      ...room(),
      sites: [{ x: 30, y: 30, structureType: `${text().slice(0, 20)}r` }]
    }),
    place_first_spawn: () => ({ ...room(), x: 30, y: 30, name: "A" }),
    market_book: () => ({ resource: `${text().slice(0, 20)}e` }),
    market_prices: () => ({ resource: "energy" }),
    my_orders: () => ({}),
    search_operations: () => ({ words: text().slice(0, 200) }),
    call_operation: () => ({ operation: pick(operations), input: random() < 0.5 ? room() : parameters(1) })
  }
  return () => {
    const name = pick(tools)
    const likely = accepted[name]
    return { name, parameters: likely !== undefined && random() < 0.75 ? likely() : parameters(0) }
  }
}

/** What the player has that tools could change. */
const belongings = (world: Parameters<typeof connect>[0]) =>
  Effect.gen(function* () {
    const { branches } = yield* Effect.all({ branches: User.branches() })
    const code = yield* Effect.forEach(branches.list, ({ branch }) => Code.get({ branch }))
    const memory = Option.getOrUndefined(yield* Memory.read({}, Schema.Unknown))
    const { money } = yield* Auth.me()
    return {
      code: code.map(({ modules }) => modules),
      memory,
      money,
      status: (yield* User.worldStatus()).status
    }
  }).pipe(Effect.provide(TestServer.layerScreeps(world, { account: SampleWorld.account.username })))

const budget = 1000
/** Set `SCREEPS_MCP_CALLS` for a longer run. */
const calls = Number(process.env["SCREEPS_MCP_CALLS"] ?? 150)

describe("an adversary", () => {
  for (const { access, title } of [
    { title: "without --allow write", access: {} },
    { title: "with --allow write, whose player always says no", access: { write: true } }
  ] as const) {
    it.live(
      `${title} changes nothing without consent, sees no secret, and ends nothing (${calls} calls)`,
      () =>
        Effect.gen(function* () {
          const world = yield* SampleWorld.make()
          const before = yield* belongings(world)
          const entries: Array<AuditLog.Entry> = []
          const { call, questions } = yield* connect(world, {
            access,
            budget,
            answer: () => false,
            audit: (entry) => entries.push(entry)
          })
          const next = generator(randomOf(7))
          let errors = 0
          for (let i = 0; i < calls; i++) {
            const { name, parameters } = next()
            // Rooms that do not exist and deployments that are watched wait for seconds.
            if ("watch_seconds" in parameters || /room_changes|look_at_room/.test(name)) continue
            const { isError, text } = yield* call(name, parameters)
            errors += isError ? 1 : 0
            assert.isAtMost(countTokens(text), budget, `${name} ${JSON.stringify(parameters)}`)
            assert.notInclude(text, SampleWorld.account.password)
          }
          assert.isAbove(errors, calls / 10)
          assert.isAbove(entries.length, calls / 3)
          assert.notInclude(JSON.stringify(entries), `"${SampleWorld.account.password}"`)
          const after = yield* belongings(world)
          if (access.write === undefined) {
            assert.deepStrictEqual(after, before)
            assert.deepStrictEqual(questions, [])
          } else {
            assert.deepStrictEqual([after.money, after.status], [before.money, before.status])
            assert.isNotEmpty(questions)
          }
          assert.isFalse((yield* call("who_am_i")).isError)
        }).pipe(Effect.scoped)
    )
  }

  it("knows every operation", () => {
    assert.lengthOf(operations, Endpoints.all.length)
  })
})
