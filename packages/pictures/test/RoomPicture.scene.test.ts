/** Rooms as shapes, as SVG, and on a canvas. */
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomPicture from "@screeps-effect/pictures/RoomPicture"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as UserId from "@screeps-effect/schema/UserId"
import { objects as recorded } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"

const [bob, alice] = [UserId.make("5a0000000000b0b"), UserId.make("5a000000000a11c")]
const land = Terrain.fromSquares([
  { x: 3, y: 3, type: "wall" },
  { x: 4, y: 3, type: "wall" },
  { x: 6, y: 3, type: "swamp" }
])

const creep = (fields: object = {}) =>
  RoomObject.classify({
    _id: "1",
    type: "creep",
    room: "W7N3",
    x: 10,
    y: 20,
    name: "Scout",
    user: bob,
    body: [
      { type: "move", hits: 100 },
      { type: "work", hits: 0 }
    ],
    hits: 100,
    hitsMax: 200,
    fatigue: 0,
    store: {},
    storeCapacity: 0,
    spawning: false,
    ageTime: 1500,
    actionLog: null,
    ...fields
  })
const road = (x: number, y: number) =>
  RoomObject.classify({
    _id: `${x},${y}`,
    type: "road",
    room: "W7N3",
    x,
    y,
    hits: 1,
    hitsMax: 1,
    nextDecayTime: 9
  })

const pathsOf = (sprite: RoomPicture.Sprite | undefined) =>
  (sprite?.shapes ?? []).filter((shape) => shape.kind === "path")
const numbersOf = (value: unknown): ReadonlyArray<number> =>
  typeof value === "number"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(numbersOf)
      : []

/** Records the calls on a canvas. */
const canvas = () => {
  const calls: Array<string> = []
  const note =
    (name: string) =>
    (...args: ReadonlyArray<unknown>): void =>
      void calls.push(
        `${name} ${args.map((arg) => (typeof arg === "number" ? Math.round(arg * 100) / 100 : arg)).join(" ")}`.trim()
      )
  const context: RoomPicture.Context2d = {
    fillStyle: "",
    strokeStyle: "",
    lineWidth: 1,
    lineCap: "butt",
    lineJoin: "miter",
    globalAlpha: 1,
    font: "",
    textAlign: "start",
    textBaseline: "alphabetic",
    save: note("save"),
    restore: note("restore"),
    scale: note("scale"),
    translate: note("translate"),
    beginPath: note("beginPath"),
    closePath: note("closePath"),
    moveTo: note("moveTo"),
    lineTo: note("lineTo"),
    quadraticCurveTo: note("quadraticCurveTo"),
    arc: note("arc"),
    setLineDash: note("setLineDash"),
    fill: () => calls.push(`fill ${String(context.fillStyle)} ${context.globalAlpha}`),
    stroke: () => calls.push(`stroke ${String(context.strokeStyle)} ${context.lineWidth}`),
    fillText: note("fillText")
  }
  return { calls, context }
}

describe("a scene", () => {
  it("contains the ground, a net of roads, and an object per sprite", () => {
    const [ground, roads, ...rest] = RoomPicture.scene(land, [creep(), road(1, 1), road(2, 2)], { user: bob })
    assert.deepStrictEqual(
      pathsOf(ground).map(({ fill, stroke }) => fill ?? stroke),
      [
        RoomPicture.ground.plain,
        RoomPicture.ground.plainLight,
        RoomPicture.edges.swamp,
        RoomPicture.ground.swamp,
        RoomPicture.edges.wall,
        RoomPicture.ground.wall,
        RoomPicture.ground.exit
      ]
    )
    const [net] = pathsOf(roads)
    assert.includeDeepMembers(
      [...(net?.steps ?? [])],
      [
        ["M", 1.5, 1.5],
        ["L", 2.5, 2.5]
      ]
    )
    assert.deepStrictEqual(
      rest.map(({ name, object, x, y }) => ({ name, object: String(object), x, y })),
      [{ name: "Scout", object: "1", x: 10.5, y: 20.5 }]
    )
  })

  it("merges the squares of a row, with round corners at its ends", () => {
    const walls =
      pathsOf(RoomPicture.terrain(land)).find(({ fill }) => fill === RoomPicture.ground.wall)?.steps ?? []
    assert.deepStrictEqual(walls[0], ["M", 3.42, 3])
    assert.deepStrictEqual(walls[1], ["L", 4.58, 3])
    assert.lengthOf(
      walls.filter(([kind]) => kind === "Q"),
      4
    )
  })

  it("draws every kind of object with finite numbers, at its place", () => {
    const objects = recorded().map(({ document }) => RoomObject.classify(document))
    assert.isAbove(new Set(objects.map(({ type }) => type)).size, 25)
    for (const object of objects) {
      const drawn = RoomPicture.sprite(object, { user: alice, at: { x: 25, y: 25 } })
      const isSpawning = object.type === "creep" && object.spawning === true
      assert.strictEqual((drawn?.shapes.length ?? 0) > 0, !isSpawning, object.type)
      for (const number of numbersOf(drawn)) assert.isTrue(Number.isFinite(number), object.type)
    }
  })

  it("uses one colour for the viewer, and separate colours for the game's own users", () => {
    const color = RoomPicture.ownerColor
    assert.strictEqual(color(bob, bob), color(alice, alice))
    assert.notStrictEqual(color(alice, bob), color(bob, bob))
    assert.notStrictEqual(color(UserId.invader, bob), color(UserId.sourceKeeper, bob))
    const colors = (user: UserId.UserId) =>
      pathsOf(RoomPicture.sprite(creep(), { user })).map(({ stroke }) => stroke)
    assert.include(colors(bob), color(bob, bob))
    assert.notInclude(colors(alice), color(bob, bob))
  })

  it("turns an object to its target, and leaves out a creep that is spawning", () => {
    const harvester = creep({ actionLog: { harvest: { x: 10, y: 21 } } })
    const tip = pathsOf(RoomPicture.sprite(harvester)).at(-1)?.steps[0]
    assert.deepStrictEqual(
      numbersOf(tip).map((n) => Math.round(n * 10) / 10),
      [0, 0.5]
    )
    const east = pathsOf(RoomPicture.sprite(creep(), { angle: 0 })).at(-1)?.steps[0]
    assert.deepStrictEqual(numbersOf(east), [0.5, 0])
    assert.isUndefined(RoomPicture.sprite(creep({ spawning: true })))
  })

  it("shows actions as lines with moving dots, and speech as a bubble", () => {
    const busy = creep({ actionLog: { build: { x: 12, y: 20 }, say: { message: "hi", isPublic: true } } })
    const [line, bubble, text, ...more] = RoomPicture.activity(busy)?.shapes ?? []
    assert.deepStrictEqual(line?.kind === "path" && line.steps, [
      ["M", 0, 0],
      ["L", 2, 0]
    ])
    assert.strictEqual(bubble?.kind, "path")
    assert.strictEqual(text?.kind === "text" && text.text, "hi")
    assert.isEmpty(more)
    const dots = pathsOf(RoomPicture.activity(busy, { phase: 0.5 })).slice(1, 4)
    assert.deepStrictEqual(
      dots.map(({ steps }) => Math.round(Number(steps[0]?.[1]) * 100) / 100),
      [1, 1.67, 0.33]
    )
    assert.isUndefined(RoomPicture.activity(creep()))
  })

  it("is bounded for a server that sends too many objects and long texts", () => {
    const many = Array.from({ length: 20_000 }, (_, i) => creep({ _id: String(i) }))
    assert.lengthOf(RoomPicture.scene(land, many), 5002)
    const long = creep({
      name: "n".repeat(100_000),
      actionLog: { say: { message: "s".repeat(100_000), isPublic: true } }
    })
    const svg = RoomPicture.toSvg(RoomPicture.scene(land, [long]))
    assert.isBelow(svg.length, RoomPicture.toSvg(RoomPicture.scene(land, [creep()])).length + 2000)
  })
})

describe("an SVG image", () => {
  const elements = (svg: string) => new Set([...svg.matchAll(/<\/?([^\s>/]+)/g)].map(([, name]) => name))

  it("contains a group per sprite, with the object's name as its title", () => {
    const svg = RoomPicture.toSvg(RoomPicture.scene(land, [creep()]), { size: 300, title: "W7N3" })
    assert.match(
      svg,
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 50 50" width="300" height="300" [^>]*><title>W7N3<\/title><g>/
    )
    assert.include(svg, '<g transform="translate(10.5 20.5)"><title>Scout</title><path d="')
    assert.isTrue(svg.endsWith("</g></svg>"))
    assert.notMatch(svg, /NaN|Infinity|undefined/)
  })

  it("contains nothing but its own elements, whatever names and texts players choose", () => {
    const evil = `</title><script>alert(1)</script>"'&\u202e\u0000\u001b[2J\ud800`
    const svg = RoomPicture.toSvg(
      RoomPicture.scene(land, [
        creep({ name: evil, actionLog: { say: { message: evil, isPublic: true } } }),
        RoomObject.classify({ _id: "2", type: evil, room: "W7N3", x: 1, y: 1 })
      ]),
      { title: evil }
    )
    assert.sameMembers([...elements(svg)], ["g", "path", "svg", "text", "title"])
    assert.notMatch(svg, /[\p{Cc}\p{Cf}\p{Cs}]/u)
    assert.notMatch(svg, /&(?!(?:amp|lt|gt|quot|#39);)/)
    const attributes = [...svg.matchAll(/ ([\w-]+)="/g)].map(([, name]) => name)
    for (const name of attributes) assert.notMatch(name ?? "", /^on|href|style/)
  })

  it("contains no number that a server made huge", () => {
    const object = creep({ actionLog: { attack: { x: 1e300, y: -1e300 } } })
    assert.notMatch(RoomPicture.toSvg(RoomPicture.scene(land, [object])), /e\+|NaN|Infinity/)
  })
})

describe("a canvas", () => {
  it("receives the same shapes, scaled, and keeps its settings", () => {
    const { calls, context } = canvas()
    const shapes = [
      { kind: "path", steps: [["A", 0, 0, 0.5, 0, Math.PI], ["Z"]], fill: "#fff", opacity: 0.5 },
      {
        kind: "path",
        steps: [
          ["M", 0, 0],
          ["Q", 1, 0, 1, 1],
          ["L", 2, 2]
        ],
        stroke: "#000",
        width: 0.2,
        dash: [1, 2]
      },
      { kind: "text", text: "a", x: 0, y: 0, size: 1, fill: "#111" }
    ] as const
    RoomPicture.paint(context, [{ x: 3, y: 4, shapes }], 10)
    assert.deepStrictEqual(calls, [
      "save",
      "scale 10 10",
      "setLineDash",
      "translate 3 4",
      "beginPath",
      "arc 0 0 0.5 0 3.14",
      "closePath",
      "fill #fff 0.5",
      "beginPath",
      "moveTo 0 0",
      "quadraticCurveTo 1 0 1 1",
      "lineTo 2 2",
      "setLineDash 1,2",
      "stroke #000 0.2",
      "setLineDash",
      "fillText a 0 0.07",
      "translate -3 -4",
      "restore"
    ])
    assert.strictEqual(context.globalAlpha, 1)
  })
})
