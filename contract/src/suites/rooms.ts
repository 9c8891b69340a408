import * as Flags from "@screeps-effect/api/Flags"
import * as Flag from "@screeps-effect/schema/Flag"
import * as RoomMapEvent from "@screeps-effect/schema/RoomMapEvent"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { isBookkeeping, type RoomState } from "@screeps-effect/schema/RoomState"
import * as RoomVisual from "@screeps-effect/schema/RoomVisual"
import * as Channels from "@screeps-effect/socket/Channels"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import { signals, subscribe } from "@screeps-effect/socket/ScreepsSocket"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { eventually, isTrue, same, sameItems, some, test, type Test } from "../test.ts"
import { first, isWhole, listen, listener, readRoom, take, testAsListener } from "../listening.ts"
import { activate, roomOutside, settle, settleNameless, unsettledRoom } from "../places.ts"

const Document = Schema.Record(Schema.String, Schema.Unknown)

/** Returns the objects of a room as the game sees them. */
const documents = ({ objects }: RoomState) =>
  Effect.map(
    Effect.forEach(objects, ([id, object]) =>
      Effect.map(Schema.decodeUnknownEffect(Document)(RoomObject.toDocument(object)), (document) => [
        id,
        Object.fromEntries(Object.entries(document).filter(([field]) => !isBookkeeping(field)))
      ])
    ),
    (entries): Readonly<Record<string, unknown>> => Object.fromEntries(entries)
  )

/** Rooms on the socket. */
export const rooms: ReadonlyArray<Test> = [
  testAsListener("sends a room in full, then its changes, tick by tick", function* () {
    const { room } = yield* settle
    yield* activate()
    const frames = yield* take(subscribe(Channels.room(room)), 5, "frames of the room")
    const [whole, ...patches] = frames
    const { objects } = yield* some(whole, "frame")
    yield* isTrue(whole !== undefined && isWhole(whole), "the first frame is full")
    const kinds = Object.values(objects ?? {}).map((document) => RoomObject.classify(document).type)
    for (const type of ["spawn", "controller", "source"]) {
      yield* isTrue(
        kinds.some((kind) => kind === type),
        `there is a ${type}`
      )
    }
    yield* isTrue(!kinds.includes("unknown"), "every object is of a known kind")
    const ticks = patches.map(({ gameTime }) => gameTime ?? 0)
    const inOrder = [...new Set(ticks)].toSorted((a, b) => a - b)
    yield* same(ticks, inOrder, "the ticks")
    yield* isTrue((ticks[0] ?? 0) > 0, "ticks are sent")
  }),
  testAsListener("sends a spawn that was placed without a name", function* () {
    const { room } = yield* settleNameless
    const { objects } = yield* readRoom(room)
    const spawns = [...objects.values()].filter(RoomObject.is("spawn"))
    yield* same(
      spawns.map(({ name }) => name ?? null),
      [null],
      "the names of spawns"
    )
  }),
  test("sends changes that add up to the state that a later subscriber receives", function* () {
    const ann = yield* listener
    const room = yield* ann.as(Effect.map(Effect.tap(settle, activate()), ({ room }) => room))
    const states = yield* ann.as(listen(RoomFeed.states(room)))
    const enough = Effect.sync(() => states.filter(({ tick }) => tick !== undefined).length)
    yield* eventually(enough, (count) => count >= 10, "ten states")
    const asBob = (yield* listener).as
    const fresh = yield* asBob(first(RoomFeed.states(room), ({ tick }) => tick !== undefined, "the room"))
    const found = yield* eventually(
      Effect.sync(() => states.find(({ tick }) => tick === fresh.tick)),
      (state) => state !== undefined,
      "the same tick"
    )
    yield* same(yield* documents(yield* some(found, "state")), yield* documents(fresh), "the objects")
  }),
  test("sends players only their own flags in a room", function* () {
    const room = unsettledRoom
    const ann = yield* listener
    const bob = yield* listener
    yield* ann.as(Flags.create({ room, x: 3, y: 4, name: "Ann's" }))
    const flags = (received: RoomState) => Flag.parse(received.flags).map(({ name }) => name)
    const states = Stream.map(RoomFeed.states(room), flags)
    yield* ann.as(first(states, (names) => names.join() === "Ann's", "the flag"))
    yield* same(yield* bob.as(first(states, () => true, "the room")), [], "what bob sees")
  }),
  testAsListener("sends what a script draws in a room to its player", function* () {
    const { room } = yield* settle
    yield* activate(`new RoomVisual("${room}").circle(10, 20)`)
    const drawings = Stream.map(subscribe(Channels.room(room)), ({ visual }) => RoomVisual.parse(visual))
    const [item] = yield* first(drawings, ({ length }) => length > 0, "a circle")
    yield* same(item?.t === "c" ? [item.x, item.y] : item, [10, 20], "the circle")
  }),
  testAsListener("sends two rooms of an account per tick and rejects the others in turn", function* () {
    const names = [unsettledRoom, "W7N4", "W8N3"] as const
    const received = yield* Effect.forEach(names, (room) => listen(signals(Channels.room(room))))
    const all = Effect.sync(() =>
      received.map((list) => ({
        payloads: list.filter(({ _tag }) => _tag === "Payload").length,
        refused: list.filter(({ _tag }) => _tag === "Refused").length
      }))
    )
    const inTurns = (list: ReadonlyArray<{ payloads: number; refused: number }>) =>
      list.every(({ payloads, refused }) => payloads > 1 && refused > 0)
    yield* eventually(all, inTurns, "each room is sent and rejected")
    const texts = received.flat().flatMap((signal) => (signal._tag === "Refused" ? [signal.text] : []))
    yield* same([...new Set(texts)], ["subscribe limit reached"], "the rejection")
  }),
  test("sends a room of the coarse map in full in every tick", function* () {
    const { as, id } = yield* listener
    const { room, x, y } = yield* as(settle)
    // A real server may not notice a new spawn until the room gets an intent.
    yield* as(activate())
    const received = subscribe(Channels.roomMap(room))
    const hasSpawn = (map: RoomMapEvent.RoomMapEvent) =>
      (RoomMapEvent.owned(map).get(id) ?? []).some((square) => String(square) === `${x},${y}`)
    const { s: sources } = yield* as(first(received, hasSpawn, "the spawn on the map"))
    yield* isTrue((sources ?? []).length > 0, "there are sources")
    const maps = yield* as(take(received, 2, "the map"))
    yield* isTrue(maps.every(hasSpawn), "each is complete")
  }),
  testAsListener("sends nothing for rooms that do not exist", function* () {
    const received = yield* listen(signals(Channels.room(roomOutside)))
    yield* take(subscribe(Channels.roomMap(unsettledRoom)), 4, "another room")
    yield* sameItems(
      received.map(({ _tag }) => _tag),
      ["Connected"],
      "the payloads"
    )
  }),
  test("sends the same content compressed on request", function* () {
    const room = unsettledRoom
    const { again, as } = yield* listener
    const packed = yield* again({ gzip: true })
    const state = first(RoomFeed.states(room), () => true, "the room")
    const inClear = yield* documents(yield* as(state))
    yield* same(yield* documents(yield* packed(state)), inClear, "the objects")
  })
]
