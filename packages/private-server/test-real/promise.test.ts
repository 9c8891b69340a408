/** What screeps-multimeter and agents for Grafana request, by promises, on the game's own server. */
import { assert, describe, it } from "@effect/vitest"
import { PrivateServer } from "@screeps-effect/private-server"
import { connect, Redacted } from "@screeps-effect/promise"
import * as Effect from "effect/Effect"
import { inject } from "vitest"
import { settle } from "./support/world.ts"
import * as RealServer from "./support/server.ts"

const account = { username: "bob", password: "bobs secret" }
const main = `module.exports.loop = () => {
  Memory.stats = { cpu: Game.cpu.getUsed(), gcl: Game.gcl.level, ticks: (Memory.stats || { ticks: 0 }).ticks + 1 }
  console.log("tick", Game.time)
  RawMemory.setActiveSegments([99])
}`

const first = async <A>(values: AsyncIterable<A>, matches: (value: A) => boolean = () => true) => {
  for await (const value of values) if (matches(value)) return value
  return assert.fail("the stream ended")
}

/** Signs up, and returns a connection of an account whose script runs. */
const play = async (server: PrivateServer.PrivateServer["Service"]) => {
  await using guest = await connect({ url: server.url, guest: true })
  const password = Redacted.make(account.password)
  await guest.register.submit({ username: account.username, password, email: "bob@example.com" })
  const { token } = await guest.auth.signIn({ email: account.username, password })
  await using byToken = await connect({ url: server.url, token })
  assert.strictEqual((await byToken.auth.me()).username, account.username)
  const screeps = await connect({ url: server.url, ...account })
  const { room } = await screeps.run(Effect.provideService(settle, PrivateServer.PrivateServer, server))
  const { branch } = await screeps.code.push(
    { main },
    { branch: "next", activate: "activeWorld", confirm: "10 seconds" }
  )
  return { screeps, room, branch }
}

describe.skipIf(inject("whyNot") !== "")("other tools' calls as promises on the game's own server", () => {
  it.live("of screeps-multimeter: console, commands, a gauge, Memory, code", () =>
    Effect.gen(function* () {
      const server = yield* RealServer.make()
      yield* Effect.promise(async () => {
        const { branch, screeps } = await play(server)
        await using _ = screeps
        assert.match((await first(screeps.console.lines())).text, /^tick \d+$/)
        const { cpu, memory } = await first(screeps.channels.cpu())
        assert.isTrue(Number(cpu) >= 0 && Number(memory) > 0)
        const watched = first(screeps.channels.memory("stats.gcl"))
        assert.strictEqual(await watched, "1")
        assert.strictEqual(await screeps.console.run("1 + 1"), "2")
        await screeps.user.console({ expression: "Memory.asked = true" })
        await first(screeps.memory.watch({ path: "asked" }), (asked) => asked === true)
        await screeps.memory.set({ path: "plan", value: { towers: 2 } })
        await first(screeps.memory.watch({ path: "plan.towers" }), (towers) => towers === 2)
        assert.deepStrictEqual(await screeps.memory.read({ path: "plan" }), { towers: 2 })
        assert.deepStrictEqual((await screeps.code.get({ branch })).modules, { main })
        await screeps.code.set({ branch, modules: { main, extra: "// é" } })
        assert.deepStrictEqual((await screeps.code.get({ branch })).modules, { main, extra: "// é" })
      })
    }).pipe(Effect.scoped)
  )

  it.live("of agents for Grafana: Memory, a segment, the account, rooms and statistics", () =>
    Effect.gen(function* () {
      const server = yield* RealServer.make()
      yield* Effect.promise(async () => {
        const { room, screeps } = await play(server)
        await using _ = screeps
        await first(screeps.memory.watch({ path: "stats.ticks" }), (ticks) => Number(ticks) > 0)
        const stats = await screeps.memory.read({ path: "stats" })
        assert.hasAllKeys(stats, ["cpu", "gcl", "ticks"])
        // Not segment 99, which is active in the script: each run writes it back, and may overwrite this text.
        await screeps.segments.set({ segment: 98, data: JSON.stringify(stats) })
        assert.deepStrictEqual(await screeps.segments.readJson({ segment: 98 }), stats)
        const { _id: id, cpu, gcl } = await screeps.auth.me()
        assert.deepStrictEqual([cpu, gcl], [100, 0])
        assert.deepStrictEqual((await screeps.user.rooms({ id })).rooms, [room])
        assert.strictEqual((await screeps.user.worldStatus()).status, "normal")
        assert.strictEqual((await screeps.user.stats({ id, interval: 8 })).ok, 1)
        assert.strictEqual((await screeps.user.overview({ interval: 8, statName: "energyHarvested" })).ok, 1)
        assert.strictEqual((await screeps.game.roomOverview({ room, interval: 8 })).owner?.username, "bob")
        assert.isAbove((await screeps.game.time()).time, 0)
      })
    }).pipe(Effect.scoped)
  )
})
