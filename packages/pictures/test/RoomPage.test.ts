/** Replays: the states in the page, and what the page contains. */
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import type * as RoomPatch from "@screeps-effect/schema/RoomPatch"
import * as RoomPage from "@screeps-effect/pictures/RoomPage"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Frame from "@screeps-effect/schema/Frame"
import { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import { objects as recordedObjects, received, recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { rows, title } from "../src/RoomPage/script/details.ts"
import { parseTicks, Timeline } from "../src/RoomPage/script/timeline.ts"
import { rooms } from "@screeps-effect/fixtures/documents"

const terrain = Terrain.fromSquares([{ x: 3, y: 3, type: "wall" }])

const pageOf = (states: Iterable<RoomState.RoomState>, options: Partial<RoomPage.ReplayOptions> = {}) =>
  Effect.runSync(
    Stream.fromIterable(states).pipe(RoomPage.replay({ room: "W7N3", terrain, ...options }), Stream.mkString)
  )

const part = /<script type="application\/json" data-kind="part" data-ticks="([\d,-]+)">([^<]*)<\/script>/g

/** Reads a page as its player does. */
const read = (page: string) =>
  new Timeline(
    [...page.matchAll(part)].map(([, ticks = "", json = ""]) => ({
      ticks: parseTicks(ticks),
      read: () => JSON.parse(json)
    }))
  )

const ranges = (page: string) => [...page.matchAll(part)].map(([, ticks]) => ticks)

const assertSame = (page: string, states: ReadonlyArray<RoomState.RoomState>) => {
  const timeline = read(page)
  assert.deepStrictEqual<unknown>(
    timeline.ticks,
    states.map(({ tick }) => tick)
  )
  for (const state of states) {
    const { appeared, changed, gone } = RoomState.changes(
      timeline.at(state.tick ?? 0) ?? RoomState.empty,
      state
    )
    assert.deepStrictEqual([[...appeared.keys()], [...changed.values()], [...gone.keys()]], [[], [], []])
  }
}

const state = (
  tick: number,
  objects: Readonly<Record<string, RoomPatch.RoomPatch>> = {}
): RoomState.RoomState =>
  RoomState.fold({ ...RoomState.empty, patchDepth: "two-levels" }, { objects, gameTime: Tick.make(tick) })

const chunk = (name: string) =>
  Result.getOrThrow(
    Decoder.make(RoomHistory.RoomHistory)(recording(`game/room-history.${name}`).response.body)
  )

const decodeRoom = Decoder.make(RoomFrame)

/** Returns the decoded messages of one room in a capture, in order. */
const roomFrames = (name: string, room: string) =>
  received(name).flatMap((text) => {
    const frame = Frame.parse(text)
    return frame._tag === "Event" && frame.channel === `room:${room}`
      ? [Result.getOrThrow(decodeRoom(frame.payload))]
      : []
  })

describe("the states in a replay", () => {
  for (const name of ["mod.chunk", "mod.stronghold-chunk"]) {
    it(`equal those of a recorded chunk of history: ${name}`, () => {
      const states = [...RoomHistory.states(chunk(name))]
      assert.strictEqual(states.length, 20)
      assertSame(pageOf(states), states)
    })
  }

  it("equal those of the room channel, with the names of users", () => {
    const frames = roomFrames("19-room-full-diffs-full", "W7N3")
    const states: Array<RoomState.RoomState> = []
    for (const frame of frames) states.push(RoomState.fold(states.at(-1) ?? RoomState.empty, frame))
    const page = pageOf(states)
    // The first message has no tick, and the last one is of another subscription.
    const kept = states.slice(1, 71)
    assertSame(page, kept)
    const last = read(page).at(kept.at(-1)?.tick ?? 0)
    const names = (one: RoomState.RoomState | undefined) =>
      [...(one?.users ?? [])].map(([id, { username }]) => [id, username])
    assert.deepStrictEqual(names(last), names(kept.at(-1)))
    assert.isAbove(names(last).length, 0)
  })

  const anyRooms = Arbitrary.array(rooms, { minLength: 1, maxLength: 6 })
  it.prop("equal any states, whatever changes between them", [anyRooms], ([all]) => {
    const states = all.map((objects, i) => state(100 + i, objects))
    assertSame(pageOf(states), states)
  })

  it("begin with the whole room every 100 ticks, and can be read from any of them", () => {
    const probe = (x: number) => ({ a: { _id: "a", type: "probe", room: "W1N1", x, y: 1 } })
    const states = Array.from({ length: 250 }, (_, i) => state(1000 + i, probe(i % 50)))
    const page = pageOf(states)
    assert.deepStrictEqual(ranges(page), ["1000-1099", "1100-1199", "1200-1249"])
    const timeline = read(page)
    for (const tick of [1249, 1000, 1150, 1249, 1100, 1099]) {
      assert.strictEqual(timeline.at(tick)?.tick, tick)
    }
    assertSame(page, states)
  })

  it("are those with later ticks: a repeated tick, an earlier one and a state without a tick are left out", () => {
    const first = { ...state(9), tick: undefined }
    assert.deepStrictEqual(
      ranges(pageOf([first, state(10), state(10), state(9), state(12), first, state(13)])),
      ["10,12-13"]
    )
  })

  it("leave gaps where ticks are missing", () => {
    const timeline = read(pageOf([state(10), state(11), state(15)]))
    assert.deepStrictEqual(timeline.gaps(8, 18), [
      [8, 9],
      [12, 14],
      [16, 18]
    ])
    assert.strictEqual(timeline.at(12), undefined)
    assert.deepStrictEqual(
      [9, 10, 12, 15, 99].map((tick) => timeline.indexAt(tick)),
      [-1, 0, 1, 2, 2]
    )
  })
})

describe("the page of a replay", () => {
  it("has the same elements and attributes whatever the texts are", () => {
    const hostile = `</script><script>alert(1)</script><!-- <script> ]]> " ' & \u2028\u2029\ud800 {{x}}`
    const creep = (name: string) => ({
      [name]: {
        _id: "1",
        type: "creep",
        room: name,
        x: 1,
        y: 1,
        name,
        actionLog: { say: { message: name } }
      },
      __proto__: { type: name }
    })
    const page = (name: string) =>
      pageOf(
        [{ ...state(1, creep(name)) }, { ...state(2, { ...creep(name), b: { _id: name, type: name } }) }],
        {
          room: name
        }
      )
    const elements = (html: string) => html.match(/<[^>]*>/g)
    assert.deepStrictEqual(elements(page(hostile)), elements(page("harmless")))
    assert.deepStrictEqual<unknown>(read(page(hostile)).ticks, [1, 2])
  })

  it("allows its own script and style, and no connection", () => {
    const [, policy = ""] = /Content-Security-Policy" content="([^"]+)"/.exec(pageOf([])) ?? []
    assert.match(
      policy,
      /^default-src 'none'; script-src 'sha256-[\w+/=]{44}'; style-src 'sha256-[\w+/=]{44}'; img-src data:; base-uri 'none'; form-action 'none'$/
    )
  })

  it("is written in pieces while the states are read", () => {
    const states = Array.from({ length: 250 }, (_, i) => state(1000 + i))
    const pieces = Effect.runSync(
      Stream.runCollect(RoomPage.replay({ room: "W7N3", terrain })(Stream.fromIterable(states)))
    )
    assert.strictEqual(pieces.length, 5)
    assert.isTrue(pieces[0]?.startsWith("<!doctype html>"))
    assert.isTrue(pieces[4]?.endsWith("</html>\n"))
  })
})

describe("the fields that a replay shows of an object", () => {
  const at = state(1000)
  const shown = (document: object) => {
    const object = RoomObject.classify(document)
    return [title(object), ...rows(object, at).map(([name, value]) => `${name}: ${value}`)]
  }

  it("are those that matter for its kind", () => {
    const place = { room: "W7N3", x: 3, y: 4 }
    assert.deepStrictEqual(
      shown({ _id: "1", type: "energy", ...place, resourceType: "XGH2O", XGH2O: 1500 }),
      ["pile", "square: 3, 4", "XGH2O: 1\u202f500"]
    )
    assert.deepStrictEqual(
      shown({
        _id: "1",
        type: "controller",
        ...place,
        level: 2,
        progress: 500,
        user: "u",
        sign: { user: "u", text: "mine\u202e", time: 1, datetime: 1 }
      }),
      [
        "controller",
        "square: 3, 4",
        "owner: u",
        "level: 2",
        "progress: 500 / 45\u202f000",
        "sign: mine\\u202e"
      ]
    )
    assert.deepStrictEqual(shown({ _id: "1", type: "superSpawn", ...place }), ["superSpawn", "square: 3, 4"])
  })

  it("exist for every recorded object", () => {
    let count = 0
    for (const { document } of recordedObjects()) {
      const [name = "", ...fields] = shown(document)
      assert.isAbove(name.length, 0)
      assert.isAbove(fields.length, 0)
      for (const field of fields) assert.notInclude(field, "undefined")
      count++
    }
    assert.isAbove(count, 100)
  })
})
