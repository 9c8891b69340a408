import { assert, describe, it } from "@effect/vitest"
import * as MapStats from "@screeps-effect/schema/MapStats"
import * as Millis from "@screeps-effect/schema/Millis"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Tick from "@screeps-effect/schema/Tick"
import type { RoomView } from "@screeps-effect/socket/RoomFeed"
import * as Schema from "effect/Schema"
import * as Grid from "../src/commands/map/grid.ts"
import * as News from "../src/commands/watch/news.ts"
import * as Picture from "../src/commands/watch/picture.ts"
import { frame } from "../src/output/screen.ts"
import { drawing, format, plain, type PlainText } from "../src/output/text.ts"

const pile = { _id: "p", type: "energy", room: "W7N3", x: 3, y: 4, energy: 9, resourceType: "energy" }
const road = { _id: "r", type: "road", room: "W7N3", x: 1, y: 1, hits: 100, hitsMax: 5000, nextDecayTime: 9 }
const site = { _id: "s", type: "constructionSite", structureType: "tower", x: 8, y: 9, progress: 0 }
const creep = { _id: "c", type: "creep", name: "Ann\u001B[2J", x: 5, y: 6, store: { energy: 50 }, fatigue: 0 }

const viewOf = (tick: number, documents: ReadonlyArray<{ readonly _id: string }>): RoomView => ({
  ...RoomState.empty,
  room: "W7N3",
  shard: undefined,
  tick: Tick.make(tick),
  receivedAt: Millis.make(0),
  monotonicAt: 0,
  afterGap: false,
  objects: new Map(
    documents.map((document) => [ObjectId.make(document._id), RoomObject.classify(document)] as const)
  )
})

const changeOf = (before: RoomView, after: RoomView) => ({
  before,
  after,
  ...RoomState.changes(before, after)
})

describe("changes of a room", () => {
  const moved = {
    ...creep,
    x: 6,
    fatigue: 2,
    store: { energy: 40, H: 5 },
    actionLog: { attack: { x: 1, y: 1 } }
  }
  const worn = { ...road, hits: 90, nextDecayTime: null }
  const change = changeOf(viewOf(1, [pile, road, creep]), viewOf(2, [worn, site, moved]))

  it("are lines about new, removed and changed objects, without control characters", () => {
    assert.deepStrictEqual(News.lines(change), [
      { sign: "+", text: plain("constructionSite (tower) at 8,9") },
      { sign: "-", text: plain("energy at 3,4") },
      { sign: "·", text: plain("road hits 100 → 90, nextDecayTime 9 → none") },
      { sign: "·", text: plain("Ann\\x1b[2J → 6,6, energy 50 → 40, H 0 → 5, attack") }
    ])
  })

  it("are documents and old and new values as data", () => {
    const { appeared, changed, gone, tick } = News.changeData(change)
    assert.deepStrictEqual([tick, appeared, gone], [Tick.make(2), [site], [pile]])
    const [first] = changed
    const fields = { hits: [100, 90], nextDecayTime: [9, null] }
    assert.deepStrictEqual(first, { _id: ObjectId.make("r"), type: "road", fields })
  })
})

describe("the picture of a room", () => {
  const land = Terrain.fromSquares([])
  const scene = { land, user: undefined, colors: false, paint: (_: unknown, text: PlainText) => text }
  const news = Array.from(
    { length: 9 },
    (_, i) => ({ sign: "·", text: plain("x".repeat(99)), tick: plain(String(9 - i)) }) as const
  )

  it("fits into the terminal and keeps some rows for changes", () => {
    const rows = Picture.lines(viewOf(9, [road, pile, creep, site]), scene, news, { columns: 80, rows: 10 })
    const shown = rows.slice(0, 10)
    assert.deepStrictEqual(
      shown.filter((row) => row.length > 79),
      []
    )
    assert.strictEqual(shown[0]?.slice(52), "W7N3  tick 9")
    assert.strictEqual(shown.filter((row) => /\d · x+…$/.test(row)).length, 4)
  })

  it("loses the column beside the map in a narrow window, but not the room and the tick", () => {
    const objects = [road, pile, creep, site]
    const [first, ...rows] = Picture.lines(viewOf(9, objects), scene, news, { columns: 60, rows: 60 })
    assert.strictEqual(first, "W7N3  tick 9, 1 creep")
    assert.deepStrictEqual([...new Set(rows.map((row) => row.length))], [50])
    const [narrow] = Picture.lines(viewOf(9, objects), scene, news, { columns: 14, rows: 60 })
    assert.strictEqual(narrow, "W7N3  tick 9")
  })

  it("says that safe mode is active only before the tick at which it ends", () => {
    const place = { _id: "k", type: "controller", room: "W7N3", x: 3, y: 4 }
    const controller = { ...place, level: 4, user: "u", progress: 0, downgradeTime: 99, safeMode: 20 }
    const said = (tick: number | undefined) =>
      Picture.facts({ ...viewOf(1, [controller]), tick: tick === undefined ? tick : Tick.make(tick) }, scene)
    assert.include(said(19), plain("controller 4, 0 %, safe mode"))
    assert.include(said(20), plain("controller 4, 0 %"))
    assert.include(said(undefined), plain("controller 4, 0 %"))
  })

  it("contains all changes if the terminal is high enough", () => {
    const rows = Picture.lines(viewOf(9, []), scene, news, { columns: 200, rows: 70 })
    assert.strictEqual(rows.filter((row) => row.endsWith("x".repeat(99))).length, 9)
  })
})

describe("the screen", () => {
  const lines = ["first", "\u001B[31msecond\u001B[0m", "日本日本"].map(drawing)
  const shown = (columns: number, rows: number) =>
    frame(lines, { columns, rows }, format`, or use --changes`)
      .replace("\u001B[?2026h\u001B[H", "")
      .replace("\n\u001B[J", "")
      .replace("\u001B[?2026l", "")
      .replaceAll("\u001B[K", "")
      .split("\n")

  it("shows all lines if they fit, and otherwise how many are missing", () => {
    assert.deepStrictEqual(shown(80, 3), lines)
    assert.deepStrictEqual(shown(Infinity, Infinity), lines)
    assert.deepStrictEqual(shown(80, 2), ["first", "2 more rows: make the window taller, or use --changes"])
  })

  it("cuts lines at its width and keeps colour codes", () => {
    assert.deepStrictEqual(shown(3, 3), ["fir", "\u001B[31msec\u001B[0m", "日"])
    assert.deepStrictEqual(shown(8, 1), ["3 more r"])
  })

  it("clears each line before writing it, so that the last letter of a full line stays", () => {
    assert.include(frame(lines, { columns: 5, rows: 3 }, format``), "\u001B[H\u001B[Kfirst\n")
  })
})

describe("the map", () => {
  const stats = Schema.decodeUnknownSync(MapStats.MapStats)({
    W2N2: { status: "normal", own: { user: "a1", level: 8 }, minerals0: { type: "H", density: 2 } },
    W1N2: { status: "normal", own: { user: "a1", level: 0 } },
    W2N1: { status: "normal", own: { user: "b2", level: 3 }, safeMode: true },
    W1N1: { status: "normal", own: { user: "2", level: 4 } },
    W0N1: { status: "normal" },
    W0N0: { status: "out of borders" }
  })
  const users = { a1: { username: "ann" }, b2: { username: "Alf" } }
  const cells = Grid.around("W1N1", 1).map((row) => row.map((room) => Grid.cellOf(room, stats, users, 0)))
  const lines = Grid.draw(cells, "W1N1", "Alf", (_, text) => text)

  it("has a letter for each owner, the user first, in lower case for reserved rooms", () => {
    assert.deepStrictEqual(lines.slice(0, 5), [
      "      W2    W1    W0   ",
      "  N2  N8 H  n          ",
      "  N1  A3   [I4  ] ─    ",
      "",
      "A Alf (1)  N ann (2)  I Invader (1)"
    ])
  })

  it("shows an owner without a name by the id", () => {
    for (const nameless of [{}, { username: null }, undefined]) {
      const users = nameless === undefined ? {} : { b2: nameless }
      assert.strictEqual(Grid.cellOf("W2N1", stats, users, 0).owner, "b2")
    }
  })

  it("distinguishes strongholds from rooms of players", () => {
    const [, w1n1] = cells[1] ?? []
    assert.deepStrictEqual([w1n1?.holding, w1n1?.owner, w1n1?.level], ["stronghold", "Invader", 4])
  })
})
