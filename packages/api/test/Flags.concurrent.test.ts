/** Changes of flags at the same time, on a server that loses them. */
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { fake, type ReceivedRequest, run } from "./support/fake.ts"
import { official } from "./support/calls.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

/** A server that reads the record of an account's flags, takes a while, and writes it. */
const losingServer = () => {
  let record: ReadonlyArray<string> = []
  let inFlight = 0
  const seen = { most: 0 }
  const server = fake(({ body, url }: ReceivedRequest) =>
    Effect.gen(function* () {
      seen.most = Math.max(seen.most, ++inFlight)
      const read = record
      yield* Effect.sleep(50)
      const { name } = body as { readonly name: string }
      if (url.pathname.endsWith("create-flag")) record = [...read, name]
      if (url.pathname.endsWith("remove-flag")) record = read.filter((one) => one !== name)
      inFlight--
      return Response.json({ ok: 1, modified: 1 })
    })
  )
  return { ...server, seen, flags: () => record }
}

const names = Array.from({ length: 12 }, (_, i) => `Flag${i}`)
const createAll = Effect.forEach(
  names,
  (name, i) => Flags.create({ room: `W${i % 3}N1`, x: i, y: 5, name }),
  { concurrency: "unbounded" }
)

describe("flags", () => {
  it.effect("created at the same time are all kept", () =>
    Effect.gen(function* () {
      const server = losingServer()
      yield* run(within(createAll), server)
      assert.deepStrictEqual(server.flags(), names)
      assert.strictEqual(server.seen.most, 1)
    })
  )

  it.effect("created and removed at the same time are changed in this order", () =>
    Effect.gen(function* () {
      const server = losingServer()
      const room = "W1N1"
      const changes = [
        Flags.create({ room, x: 1, y: 1, name: "A" }),
        Flags.create({ room, x: 2, y: 1, name: "B" }),
        Flags.remove({ room, name: "A" }),
        Flags.changeColor({ room, name: "B", color: 1, secondaryColor: 2 })
      ]
      yield* run(within(Effect.all(changes, { concurrency: "unbounded" })), server)
      assert.deepStrictEqual(server.flags(), ["B"])
    })
  )

  it.effect("do not wait for interrupted changes, and do not delay other calls", () =>
    Effect.gen(function* () {
      const server = fake(({ url }) =>
        url.pathname.endsWith("create-flag")
          ? Effect.never
          : Effect.succeed(Response.json({ ok: 1, time: 5, modified: 1 }))
      )
      const program = Effect.gen(function* () {
        const stuck = yield* Effect.forkChild(createAll)
        yield* pass(100)
        assert.strictEqual((yield* Game.time()).time, 5)
        yield* Fiber.interrupt(stuck)
        yield* Flags.remove({ room: "W1N1", name: "A" })
      })
      yield* run(program, server)
      assert.lengthOf(server.requests, 3)
    })
  )

  it.effect("are created at the same time on official servers", () =>
    Effect.gen(function* () {
      const server = losingServer()
      yield* run(within(createAll), server, official)
      assert.strictEqual(server.seen.most, 12)
    })
  )
})
