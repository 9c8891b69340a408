import { assert, describe, it } from "@effect/vitest"
import { Administration, Objects, Rooms, Storage, System, Users } from "@screeps-effect/private-server"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as StructureType from "@screeps-effect/schema/StructureType"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { speak } from "./support/commandLine.ts"
import { add, at, clear, echo, fails, message, password, reason } from "./support/commands.ts"

describe("a command", () => {
  it.effect("returns its decoded result", () =>
    Effect.gen(function* () {
      const value = { a: [1, null, "é\u2028"] }
      assert.deepStrictEqual(yield* echo(value), value)
    }).pipe(at(speak({})))
  )

  it.effect("is not sent when its input does not match its schema", () =>
    Effect.gen(function* () {
      const numbers: Array<number> = []
      const { _tag } = yield* reason(at(speak({ numbers }))(Administration.batch([add(1), add(Number.NaN)])))
      assert.strictEqual(_tag, "InvalidInput")
      assert.deepStrictEqual(numbers, [])
    })
  )

  it.effect("fails when its result does not match its schema", () =>
    Effect.gen(function* () {
      const numbers = { push: () => "one" }
      assert.match(yield* message(at(speak({ numbers }))(add(1))), /^add: unexpected result: Expected number/)
    })
  )

  it.effect("fails with the server's message, without the secrets of the input", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* message(at(speak({}))(fails({ password }))),
        "fails: rejected by the server: wrong: <redacted>"
      )
    })
  )

  it.effect("fails with a bounded message, however long that of the server is", () =>
    Effect.gen(function* () {
      const numbers = {
        push: () => {
          throw new Error("x".repeat(1_000_000))
        }
      }
      assert.isBelow((yield* message(at(speak({ numbers }))(add(1)))).length, 3000)
    })
  )

  it.effect("rejects inputs that the server would accept and that would break it", () =>
    Effect.gen(function* () {
      const inputs: ReadonlyArray<Administration.Command<unknown>> = [
        System.step(0),
        System.step(1.5),
        System.setTickDuration(0),
        System.setTickDuration("0.5 millis"),
        Objects.remove({}),
        Storage.update("rooms.objects", { where: { _id: "a" }, increment: { hits: Number.NaN } }),
        Objects.insert([{ type: "portal", room: "W1N1", x: 1, y: 1 }]),
        Objects.insert([{ type: "castle", room: "W1N1", x: 1, y: 1 } as never]),
        Users.update({ username: "bob", cpu: -1 }),
        Rooms.generate({ room: "W1N1", exits: { top: [49] } })
      ]
      for (const command of inputs) {
        const { _tag } = yield* reason(command)
        assert.strictEqual(_tag, "InvalidInput", command.statement.name)
      }
    }).pipe(Effect.provide(Administration.layerCli({ port: 1 })))
  )
})

describe("an object to be added", () => {
  const base = { room: "W1N1", x: 1, y: 2 } as const
  /** The objects that a server receives. */
  const received = (objects: ReadonlyArray<Objects.NewObject>) =>
    Effect.map(
      Effect.fromResult(Objects.insert(objects).statement.input),
      (input): ReadonlyArray<Record<string, unknown>> => JSON.parse(input).objects
    )

  it.effect("gets the fields that it may leave out, whatever structure it is", () =>
    Effect.gen(function* () {
      const types = StructureType.all.filter((type) => type !== "portal" && type !== "powerBank")
      const objects = yield* received(types.map((type) => ({ ...base, type })))
      assert.deepStrictEqual(
        objects.map((object) => RoomObject.drift(RoomObject.classify(object))),
        types.map(() => [])
      )
      const [link] = yield* received([{ ...base, type: "link", store: { energy: 5 } }])
      assert.deepStrictEqual(link, {
        ...base,
        type: "link",
        store: { energy: 5 },
        storeCapacityResource: { energy: 800 },
        cooldown: 0,
        hits: 1000,
        hitsMax: 1000
      })
      const old = [{ ...base, type: "tower", energy: 500 }]
      const [tower] = yield* received(yield* Schema.decodeUnknownEffect(Objects.NewObjects)(old))
      assert.deepInclude(tower, { store: { energy: 500 }, storeCapacityResource: { energy: 1000 } })
      const [rampart] = yield* received([{ ...base, type: "rampart" }])
      assert.deepInclude(rampart, { hits: 300_000_000, hitsMax: 300_000_000 })
    })
  )

  it.effect("is named by its index and its type when it is wrong", () =>
    Effect.gen(function* () {
      const problemOf = (second: unknown) =>
        Effect.map(
          Effect.flip(Schema.decodeUnknownEffect(Objects.NewObjects)([{ ...base, type: "road" }, second])),
          ({ message }) => message
        )
      const portal = { ...base, type: "portal" }
      assert.strictEqual(
        yield* problemOf(portal),
        "object 1 (portal): destination: expected Destination, found absent"
      )
      assert.strictEqual(
        yield* problemOf({ ...base, type: "lab", hits: "many" }),
        "object 1 (lab): hits: expected number, found string"
      )
      assert.strictEqual(
        yield* problemOf({ ...base, type: "castle" }),
        'object 1: "castle" is not a type of the game; Storage.insert of this package adds objects of mods'
      )
      assert.strictEqual(
        yield* problemOf({ ...base, type: "wall" }),
        'object 1: "wall" is not a type of the game; did you mean constructedWall?'
      )
      assert.strictEqual(yield* problemOf(base), "object 1: type: expected a type of the game, such as road")
      for (const x of [-1, 50, 1.5])
        assert.strictEqual(
          yield* problemOf({ ...base, x, type: "lab" }),
          "object 1 (lab): x, y: expected whole numbers from 0 to 49"
        )
      assert.strictEqual(
        yield* problemOf({ ...base, type: "lab", room: undefined }),
        "object 1 (lab): room: expected the name of a room, such as W1N1"
      )
      assert.strictEqual(
        yield* problemOf({ ...base, type: "lab", room: "kitchen" }),
        'object 1 (lab): "kitchen" is not a room name'
      )
      assert.match(yield* problemOf(5), /^Expected an object\n {2}at \[1\]$/)
    })
  )
})

describe("a batch", () => {
  it.effect("executes commands in order and returns their results with their types", () =>
    Effect.gen(function* () {
      const [first, value, second]: readonly [number, Schema.Json, number] = yield* Administration.batch([
        add(5),
        echo("a"),
        add(6)
      ])
      assert.deepStrictEqual([first, value, second], [1, "a", 2])
      assert.deepStrictEqual(yield* Administration.batch([]), [])
    }).pipe(at(speak({ numbers: [] })))
  )

  it.effect("ends at the first command that fails, and names it", () =>
    Effect.gen(function* () {
      const numbers: Array<number> = []
      const text = yield* message(
        at(speak({ numbers }))(Administration.batch([add(1), fails({ password }), add(2)]))
      )
      assert.match(text, /^fails: rejected/)
      assert.deepStrictEqual(numbers, [1])
    })
  )
})

describe("a plan", () => {
  it.effect("lists the changes of a program without executing them, and executes its reads", () =>
    Effect.gen(function* () {
      const numbers = [1]
      const program = Effect.gen(function* () {
        const why = yield* echo("reset")
        yield* clear({ password, why: JSON.stringify(why) })
        yield* clear({ password, why: "again" })
      })
      const { changes, complete } = yield* at(speak({ numbers }))(Administration.plan(program))
      assert.isTrue(complete)
      assert.deepStrictEqual(
        changes.map(({ command, input }) => ({ command, input })),
        [
          { command: "clear", input: { password: "<redacted>", why: '"reset"' } },
          { command: "clear", input: { password: "<redacted>", why: "again" } }
        ]
      )
      assert.deepStrictEqual(numbers, [1])
    })
  )

  it.effect("ends at a change whose result the program would need", () =>
    Effect.gen(function* () {
      const numbers: Array<number> = []
      const program = Effect.flatMap(Administration.batch([add(1), add(2)]), ([count]) => add(count))
      const { changes, complete } = yield* at(speak({ numbers }))(Administration.plan(program))
      assert.isFalse(complete)
      assert.deepStrictEqual(
        changes.map(({ input }) => input),
        [1, 2]
      )
      assert.deepStrictEqual(numbers, [])
    })
  )

  it.effect("fails as the program does", () =>
    Effect.gen(function* () {
      const { _tag } = yield* reason(at(speak({}))(Administration.plan(System.step(0))))
      assert.strictEqual(_tag, "InvalidInput")
    })
  )

  it.effect("contains terrain as digits, and constant code", () =>
    Effect.gen(function* () {
      const terrain = Terrain.fromSquares([{ x: 0, y: 0, type: "wall" }])
      const { changes } = yield* Administration.plan(Rooms.setTerrain([{ room: "W1N1", terrain }]))
      const [change] = changes
      const digits = `1${"0".repeat(2499)}`
      assert.deepStrictEqual(change?.input, { rooms: [{ room: "W1N1", terrain: digits }] })
      assert.notInclude(change?.code, "W1N1")
    }).pipe(Effect.provide(Administration.layerCli({ port: 1 })))
  )
})

describe("queries of the storage", () => {
  const documents = [
    { _id: "a", n: 1, $loki: 1, meta: { created: 0 } },
    { _id: "b", n: 2, meta: "own" }
  ]
  const collection = {
    find: () => Promise.resolve(structuredClone(documents)),
    findEx: (_: unknown, { limit }: { limit: number }) => Promise.resolve(documents.slice(0, limit))
  }
  const names = { storage: { db: { rooms: collection } } }
  const Numbered = Schema.Struct({ _id: Schema.String, n: Schema.Finite })

  it.effect("are decoded by the caller's schema, without the fields of the built-in storage", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Storage.find("rooms", Numbered), [
        { _id: "a", n: 1 },
        { _id: "b", n: 2 }
      ])
      assert.deepStrictEqual(yield* Storage.find("rooms", Schema.Json), [
        { _id: "a", n: 1 },
        { _id: "b", n: 2, meta: "own" }
      ])
    }).pipe(at(speak(names)))
  )

  it.effect("fail for a document that does not match, and for a collection that does not exist", () =>
    Effect.gen(function* () {
      const strict = Schema.Struct({ n: Schema.String })
      assert.match(yield* message(Storage.find("rooms", strict)), /^Storage.find: unexpected result: .*"n"/s)
      for (const name of ["castles", "constructor", "__proto__"]) {
        assert.strictEqual(
          yield* message(Storage.count(name)),
          `Storage.count: rejected by the server: there is no collection ${name}`
        )
      }
    }).pipe(at(speak(names)))
  )
})
