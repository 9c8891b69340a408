import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as StructureType from "@screeps-effect/schema/StructureType"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as World from "../src/run/world.ts"
import * as Scenario from "../src/scenario/scenario.ts"
import { onNode } from "./support/node.ts"

const minimal = { bots: { player: { code: { main: "" } } } } as const

const failure = (text: string) => {
  const parsed = Scenario.parse(text, "s.yaml")
  return Result.isFailure(parsed) ? parsed.failure.message : assert.fail("it is valid")
}

describe("a scenario", () => {
  it("needs nothing but a bot", () => {
    const scenario = Result.getOrThrow(Scenario.make(minimal))
    assert.deepStrictEqual(Object.keys(scenario.rooms), ["W1N1"])
    assert.strictEqual(scenario.limits.ticks, 1000)
    assert.strictEqual(Duration.toMillis(scenario.limits.time), 600_000)
    assert.deepStrictEqual(scenario.bots["player"]?.spawn, { x: 25, y: 25 })
  })

  it("stays the same when it is checked again", () => {
    const scenario = Result.getOrThrow(Scenario.make(minimal))
    assert.deepStrictEqual(Result.getOrThrow(Scenario.make(scenario)), scenario)
  })

  it("is read from YAML", () => {
    const text = `
name: two rooms
rooms: { W1N1: {}, W2N1: { controller: false, mineral: { x: 1, y: 2, type: X } } }
bots:
  player: { code: dist, room: W1N1, cpu: 20 }
milestones:
  - controllerLevel: 2
    within: 300
limits: { ticks: 500, time: 30 seconds }
seed: 7`
    const scenario = Result.getOrThrow(Scenario.parse(text))
    assert.deepStrictEqual(scenario.milestones, [{ controllerLevel: 2, within: 300 }])
    assert.strictEqual(Duration.toMillis(scenario.limits.time), 30_000)
    assert.deepStrictEqual(scenario.rooms["W2N1"]?.mineral, { x: 1, y: 2, type: "X" })
  })

  const invalid: ReadonlyArray<readonly [what: string, text: string, message: string]> = [
    [
      "a misspelt field",
      "bots:\n  a: { code: d }\nlimit: 3",
      "s.yaml: line 3: limit: there is no such field"
    ],
    [
      "a misspelt condition",
      "bots: { a: { code: d } }\nmilestones:\n  - creeps: 1\n  - crepes: 3",
      "s.yaml: line 4: milestones[1].crepes: there is no such field"
    ],
    [
      "a value that is out of range",
      "bots: { a: { code: d } }\nmilestones:\n  - controllerLevel: 9",
      "line 3: milestones[0].controllerLevel: "
    ],
    [
      "a room that does not exist",
      "bots:\n  a:\n    code: d\n    room: W5N5",
      "s.yaml: line 4: bots.a.room: the scenario has no room W5N5"
    ],
    [
      "an invalid name of a room",
      "rooms: { Kitchen: {} }\nbots: { a: { code: d } }",
      "line 1: rooms.Kitchen: "
    ],
    [
      "two bots in one room",
      "bots:\n  a: { code: d }\n  b: { code: d }",
      "bots.b.room: a starts in W1N1, too"
    ],
    [
      "a milestone of an unknown bot",
      "bots: { a: { code: d } }\nmilestones:\n  - creeps: 1\n    bot: b",
      "line 4: milestones[0].bot: the scenario has no bot b"
    ],
    [
      "a claim of a room that does not exist",
      "bots: { a: { code: d } }\nmilestones:\n  - roomClaimed: W9N9",
      "line 3: milestones[0].roomClaimed: the scenario has no room W9N9"
    ],
    [
      "modules without main",
      "bots: { a: { code: { util: '' } } }",
      "bots.a.code: Expected a folder, { package }, { branch }, or modules with a module main"
    ],
    ["no bots", "name: x", "bots: "],
    ["a syntax error", "bots:\n  a: { code: d", "s.yaml: line 2: "],
    ["a key that occurs twice", "bots: { a: { code: d } }\nname: x\nname: y", "s.yaml: line 3: "],
    [
      "a text in place of a function",
      "bots: { a: { code: d } }\nmilestones: [{ when: 'true' }]",
      "milestones[0].when: "
    ]
  ]
  for (const [what, text, message] of invalid) {
    it(`with ${what} is invalid, and the message has the place`, () => assert.include(failure(text), message))
  }

  it("refuses aliases that multiply", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for (let i = 1; i < 9; i++)
      lines.push(`a${i}: &a${i} [${Array.from({ length: 10 }, () => `*a${i - 1}`).join(", ")}]`)
    assert.include(failure(lines.join("\n")), "s.yaml: ")
  })

  it.effect("takes rooms from a map file, all open ones or those with names", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "scenario-map-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
      const terrain = `${"1".repeat(50)}${"0".repeat(2400)}${"1".repeat(50)}`
      const rooms = [
        {
          room: "W1N1",
          terrain,
          status: "normal",
          bus: false,
          objects: [
            { _id: "5", type: "controller", room: "W1N1", x: 7, y: 8, level: 0 },
            { type: "source", x: 10, y: 11, energy: 3000 },
            { type: "mineral", x: 20, y: 21, mineralType: "X", density: 3, mineralAmount: 70_000 },
            { _id: "6", type: "keeperLair", room: "W1N1", x: 30, y: 31 }
          ]
        },
        { room: "W2N1", terrain, status: "out of borders" }
      ]
      writeFileSync(join(folder, "map.json"), JSON.stringify({ description: "", rooms }))
      const load = (text: string) => {
        writeFileSync(join(folder, "s.yaml"), `bots: { player: { code: dist, room: W1N1 } }\n${text}`)
        return Scenario.load(join(folder, "s.yaml"))
      }
      const scenario = yield* load("map: map.json")
      assert.deepStrictEqual(scenario.rooms, {
        W1N1: {
          terrain,
          controller: { x: 7, y: 8 },
          sources: [{ x: 10, y: 11 }],
          mineral: { x: 20, y: 21, type: "X" },
          objects: [{ type: "keeperLair", x: 30, y: 31 }]
        }
      })
      assert.isTrue(Result.isSuccess(World.make(scenario, 1)))
      const both = yield* load(
        "map: { file: map.json, rooms: [W2N1] }\nrooms: { W1N1: { controller: { x: 3, y: 4 } } }"
      )
      assert.deepStrictEqual(Object.keys(both.rooms), ["W2N1", "W1N1"])
      assert.deepStrictEqual(yield* Scenario.readMap(join(folder, "map.json")), scenario.rooms)
      for (const [text, message] of [
        ["map: none.json", "none.json: map: "],
        ["map: s.yaml", "s.yaml: map: not a map: "],
        ["map: { file: map.json, rooms: [W9N9] }", "map.json: map: the map has no room W9N9"],
        ["map: { file: map.json, room: W1N1 }", "map: neither a file nor { file, rooms }"]
      ] as const)
        assert.include((yield* Effect.flip(load(text))).message, message)
    }).pipe(Effect.scoped, onNode)
  )

  it.effect.skipIf(process.platform === "win32")(
    "with files that are pipes or devices is rejected at once",
    () =>
      Effect.gen(function* () {
        const folder = yield* Effect.acquireRelease(
          Effect.sync(() => mkdtempSync(join(tmpdir(), "scenario-"))),
          (path) => Effect.sync(() => rmSync(path, { recursive: true }))
        )
        execFileSync("mkfifo", [join(folder, "pipe")])
        symlinkSync("/dev/zero", join(folder, "zero"))
        writeFileSync(join(folder, "latin1"), new Uint8Array([0xe4]))
        const bots = "bots: { player: { code: dist, room: W1N1 } }"
        for (const [file, detail] of [
          ["pipe", "it is not a regular file; choose another path"],
          ["zero", "it is not a regular file; choose another path"],
          ["latin1", "it is not text in UTF-8, nor in UTF-16 with a byte order mark; save it as UTF-8"]
        ] as const) {
          writeFileSync(join(folder, "map.yaml"), `${bots}\nmap: ${file}`)
          writeFileSync(join(folder, "terrain.yaml"), `${bots}\nrooms: { W1N1: { terrainFile: ${file} } }`)
          assert.strictEqual(
            (yield* Effect.flip(Scenario.load(join(folder, "map.yaml")))).message,
            `${join(folder, file)}: map: ${detail}`
          )
          assert.strictEqual(
            (yield* Effect.flip(
              Scenario.load(join(folder, "terrain.yaml")).pipe(Effect.flatMap(Scenario.withTerrains))
            )).message,
            `${join(folder, file)}: rooms.W1N1.terrainFile: ${detail}`
          )
        }
        const endless = yield* Effect.flip(Scenario.load("/dev/zero"))
        assert.strictEqual(endless.message, "/dev/zero: it is too large (more than 16 MiB)")
      }).pipe(Effect.scoped, onNode)
  )

  it.effect("that is loaded has paths relative to its file", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "scenario-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true }))
      )
      writeFileSync(
        join(folder, "s.yaml"),
        "bots: { a: { code: dist } }\nrooms: { W1N1: { terrainFile: map.txt } }"
      )
      const scenario = yield* Scenario.load(join(folder, "s.yaml"))
      assert.strictEqual(scenario.bots["a"]?.code, join(folder, "dist"))
      assert.strictEqual(scenario.rooms["W1N1"]?.terrainFile, join(folder, "map.txt"))
      const missing = yield* Effect.flip(Scenario.load(join(folder, "none.yaml")))
      assert.strictEqual(missing.message, `${join(folder, "none.yaml")}: it does not exist`)
    }).pipe(onNode)
  )
})

describe("the world of a scenario", () => {
  const worldOf = (input: Scenario.Input) => World.make(Result.getOrThrow(Scenario.make(input)), 1)

  it("has a spawn, a controller, two sources and a mineral, with the same ids each time", () => {
    const { objects, users } = Result.getOrThrow(worldOf(minimal))
    assert.deepStrictEqual(
      objects.map(({ type }) => type),
      ["controller", "source", "source", "mineral", "spawn"]
    )
    const user = users.get("player") ?? assert.fail("no user")
    const [controller, , , , spawn] = objects
    assert.deepInclude(controller, { level: 1, user, safeMode: Tick.make(20_001) })
    assert.deepInclude(spawn, { user, room: "W1N1" })
    assert.deepStrictEqual(Result.getOrThrow(worldOf(minimal)).objects, objects)
  })

  it("has walls around it, with exits to neighbours that exist", () => {
    const { rooms } = Result.getOrThrow(worldOf({ ...minimal, rooms: { W1N1: {}, W2N1: {} } }))
    const [east, west] = rooms
    // W2N1 is west of W1N1.
    assert.strictEqual(east?.terrain.at(0, 25), "plain")
    assert.strictEqual(west?.terrain.at(49, 25), "plain")
    for (const [x, y] of [
      [49, 25],
      [25, 0],
      [25, 49],
      [0, 5]
    ] as const)
      assert.strictEqual(east?.terrain.at(x, y), "wall")
  })

  it("reads terrain as rows of characters", () => {
    const row = `#~.${".".repeat(47)}\n`
    const { rooms } = Result.getOrThrow(worldOf({ ...minimal, rooms: { W1N1: { terrain: row.repeat(50) } } }))
    assert.deepStrictEqual(
      [0, 1, 2].map((x) => rooms[0]?.terrain.at(x, 9)),
      ["wall", "swamp", "plain"]
    )
    const invalid = worldOf({ ...minimal, rooms: { W1N1: { terrain: row } } })
    assert.include(Result.isFailure(invalid) && invalid.failure.message, "rooms.W1N1.terrain: ")
  })

  it("has objects with defaults for structures, and rejects what is not of the game", () => {
    const tower = { type: "tower", x: 3, y: 3, owner: "player", store: { energy: 7 } }
    const { objects, users } = Result.getOrThrow(
      worldOf({ ...minimal, rooms: { W1N1: { objects: [tower] } } })
    )
    const found = objects.find(({ type }) => type === "tower")
    assert.deepInclude(found, { user: users.get("player"), hits: 3000, store: { energy: 7 } })
    const problemOf = (object: { readonly type: string; readonly hits?: string }) => {
      const invalid = worldOf({
        ...minimal,
        rooms: { W1N1: { objects: [tower, { ...object, x: 3, y: 3 }] } }
      })
      return Result.isFailure(invalid) ? invalid.failure.message : "no failure"
    }
    assert.include(problemOf({ type: "castle" }), "rooms.W1N1.objects[1]: castle: not a type of the game")
    assert.include(
      problemOf({ type: "link", hits: "all" }),
      "rooms.W1N1.objects[1]: link: hits: expected number, found string"
    )
    assert.include(
      problemOf({ type: "portal" }),
      "rooms.W1N1.objects[1]: portal: destination: expected Destination, found absent"
    )
  })

  it.each(StructureType.all.filter((type) => type !== "portal"))(
    "has an undamaged %s of which the scenario has only the place",
    (type) => {
      const objects = [{ type, x: 3, y: 3, owner: "player" }]
      const rooms = { W1N1: { controller: { x: 25, y: 12, level: 5 }, objects } }
      const { objects: placed } = Result.getOrThrow(worldOf({ ...minimal, rooms }))
      const found = placed.find(({ x }) => x === 3) ?? assert.fail("no such object")
      assert.strictEqual(found.type, type)
      if (RoomObject.isDamageable(found)) assert.strictEqual(found.hits, found.hitsMax)
      if (found.type === "rampart")
        assert.deepInclude(found, {
          hits: 10_000_000,
          nextDecayTime: Tick.make(101),
          notifyWhenAttacked: false
        })
      if (found.type === "extension")
        assert.deepStrictEqual<unknown>(found.storeCapacityResource, { energy: 50 })
    }
  )
})
