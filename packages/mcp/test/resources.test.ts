/** Resources, subscriptions and prompts, for the reference client. */
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { connect } from "./support/client.ts"

const textOf = (contents: ReadonlyArray<object>): string =>
  contents.map((one) => ("text" in one ? String(one.text) : "")).join("\n")

/** Lets ticks pass until a condition holds; the test times out if it never does. */
const until = (tick: Effect.Effect<unknown>, holds: () => boolean) =>
  Effect.gen(function* () {
    while (!holds()) {
      yield* tick
      yield* Effect.promise(() => new Promise(setImmediate))
    }
  })

describe("resources", () => {
  it.live("are the own rooms, any room, the console and operations", () =>
    Effect.gen(function* () {
      const { client } = yield* connect(yield* SampleWorld.make())
      const read = (uri: string) =>
        Effect.promise(async () => textOf((await client.readResource({ uri })).contents))
      const { resources } = yield* Effect.promise(() => client.listResources())
      assert.sameMembers(
        resources.map(({ uri }) => uri),
        ["screeps://rooms", "screeps://console"]
      )
      const { resourceTemplates } = yield* Effect.promise(() => client.listResourceTemplates())
      assert.sameMembers(
        resourceTemplates.map(({ uriTemplate }) => uriTemplate),
        ["screeps://room/{room}", "screeps://operation/{name}"]
      )
      assert.include(yield* read("screeps://rooms"), "W7N3")
      assert.match(yield* read("screeps://room/W7N3"), /^W7N3 in tick \d+/)
      assert.include(yield* read("screeps://operation/game.time"), "GET /api/game/time")
      assert.include(yield* read("screeps://console"), "No lines so far")
    }).pipe(Effect.scoped)
  )

  it.live("subscribers are notified when a room and the console change", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make()
      const { client, updates } = yield* connect(world)
      for (const uri of ["screeps://room/W7N3", "screeps://console"]) {
        yield* Effect.promise(() => client.readResource({ uri }))
        yield* Effect.promise(() => client.subscribeResource({ uri }))
      }
      yield* until(
        world.tick,
        () => updates.includes("screeps://room/W7N3") && updates.includes("screeps://console")
      )
      yield* Effect.promise(() => client.unsubscribeResource({ uri: "screeps://console" }))
    }).pipe(Effect.scoped)
  )

  it.live("a room without a valid name is an error, and nothing is watched", () =>
    Effect.gen(function* () {
      const { client } = yield* connect(yield* SampleWorld.make())
      const failed = yield* Effect.promise(() =>
        client.readResource({ uri: "screeps://room/nowhere" }).then(
          () => "read",
          (error: unknown) => String(error)
        )
      )
      assert.include(failed, "room")
    }).pipe(Effect.scoped)
  )
})

describe("prompts", () => {
  it.live("name tools that exist", () =>
    Effect.gen(function* () {
      const { client } = yield* connect(yield* SampleWorld.make())
      const { tools } = yield* Effect.promise(() => client.listTools())
      const names = new Set(tools.map(({ name }) => name))
      const { prompts } = yield* Effect.promise(() => client.listPrompts())
      assert.sameMembers(
        prompts.map(({ name }) => name),
        ["first_colony", "find_errors", "review_room"]
      )
      for (const { arguments: parameters = [], name } of prompts) {
        const given = Object.fromEntries(parameters.map((one) => [one.name, "W7N3"]))
        const { messages } = yield* Effect.promise(() => client.getPrompt({ name, arguments: given }))
        const text = textOf(messages.map(({ content }) => content))
        const named = text.match(/\b[a-z]+(?:_[a-z]+)+\b/g)?.filter((word) => word !== "watch_seconds") ?? []
        assert.isNotEmpty(named, name)
        for (const tool of named) assert.isTrue(names.has(tool), `${name} names ${tool}`)
      }
    }).pipe(Effect.scoped)
  )
})
