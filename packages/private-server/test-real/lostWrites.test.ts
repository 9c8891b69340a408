import { assert, describe, it } from "@effect/vitest"
import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as Flags from "@screeps-effect/api/Flags"
import * as Messages from "@screeps-effect/api/Messages"
import * as Register from "@screeps-effect/api/Register"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as Segments from "@screeps-effect/api/Segments"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { inject } from "vitest"
import { evaluate, js } from "./support/world.ts"
import { guest, newcomer } from "./socket/support/player.ts"
import { server } from "./socket/support/server.ts"

const room = "W7N3"
const several = Array.from({ length: 12 }, (_, i) => i)
const atOnce = { concurrency: "unbounded" } as const
/** Whether requests overlap on the server is chance: most do so in the first round. */
const mostRounds = 50

/** Returns the number of flags that a user has in the room. */
const flagCount = (user: string) =>
  evaluate(
    Schema.Int,
    `storage.db['rooms.flags'].find({ user: ${js(user)} })
      .then((list) => list.reduce((sum, { data }) => sum + data.split('|').filter(Boolean).length, 0))`
  )

/** A raw request: the operation sends one after another. */
const createAtOnce = (i: number) =>
  Effect.flatMap(ScreepsClient, (client) =>
    client.request({
      method: "POST",
      path: Flags.create.path,
      body: { room, x: 5 + i, y: 5, name: `F${i}`, color: 1, secondaryColor: 1 }
    })
  )

const create = (i: number) => Flags.create({ room, x: 5 + i, y: 5, name: `F${i}` })

describe.skipIf(inject("whyNot") !== "")("writes to the game's own server that overlap", () => {
  it.layer(server, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    it.effect("lose flags of a room, although every response is ok", (test) =>
      Effect.gen(function* () {
        const kept: Array<number> = []
        while (kept.length < mostRounds && !kept.some((flags) => flags < several.length)) {
          const { as, id } = yield* newcomer()
          const answers = yield* as(Effect.forEach(several, createAtOnce, atOnce))
          assert.deepStrictEqual(
            answers.map((answer) => Predicate.hasProperty(answer, "ok") && answer.ok),
            several.map(() => 1)
          )
          kept.push(yield* flagCount(id))
        }
        yield* Effect.promise(() => test.annotate(`kept of 12: ${kept.join(", ")}`))
        assert.isAbove(Math.min(...kept), 0)
        assert.isBelow(Math.min(...kept), several.length)
      }).pipe(Effect.scoped)
    )

    it.effect("keep all flags that are created one after another", () =>
      Effect.gen(function* () {
        const { as, id } = yield* newcomer()
        const [first, ...others] = yield* as(Effect.forEach(several, create))
        assert.strictEqual(first?.inserted, 1)
        assert.isTrue(others.every((one) => one.modified === 1))
        assert.strictEqual(yield* flagCount(id), several.length)
      }).pipe(Effect.scoped)
    )

    it.effect("lose notification settings", () =>
      Effect.gen(function* () {
        let lost = 0
        for (let round = 0; round < mostRounds && lost === 0; round++) {
          const { as } = yield* newcomer()
          const changes = [{ disabled: true }, { disabledOnMessages: true }, { sendOnline: true }]
          yield* as(Effect.forEach(changes, Account.notifyPrefs, atOnce))
          const { notifyPrefs = {} } = yield* as(Auth.me())
          lost += changes.length - Object.keys(notifyPrefs ?? {}).length
        }
        assert.isAbove(lost, 0)
      }).pipe(Effect.scoped)
    )

    it.effect("register several accounts with one name", () =>
      Effect.gen(function* () {
        const asGuest = yield* guest
        const password = Redacted.make("secret of twins")
        let most = 0
        for (let round = 0; round < mostRounds && most < 2; round++) {
          const username = `Twins${round}`
          const submit = () => Effect.option(asGuest(Register.submit({ username, password })))
          const answers = yield* Effect.forEach(several, submit, atOnce)
          most = answers.filter(Option.isSome).length
          const found = yield* evaluate(Schema.Int, `storage.db.users.count({ username: ${js(username)} })`)
          assert.strictEqual(found, most)
        }
        assert.isAbove(most, 1)
      }).pipe(Effect.scoped)
    )

    it.effect("keep records of their own: messages and segments", () =>
      Effect.gen(function* () {
        const { as } = yield* newcomer()
        const friend = yield* newcomer()
        yield* as(
          Effect.forEach(several, (i) => Messages.send({ respondent: friend.id, text: `text ${i}` }), atOnce)
        )
        const { messages } = yield* as(Messages.list({ respondent: friend.id }))
        assert.lengthOf(messages, several.length)
        yield* as(Effect.forEach(several, (i) => Segments.set({ segment: i, data: `data ${i}` }), atOnce))
        assert.deepStrictEqual(
          yield* as(Segments.readMany({ segments: several })),
          several.map((i) => Option.some(`data ${i}`))
        )
      }).pipe(Effect.scoped)
    )
  })
})
