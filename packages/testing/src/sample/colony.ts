/** A small colony: creeps that harvest, one that upgrades, and a stranger's creep that walks through. */
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { size, type Terrain } from "@screeps-effect/schema/Terrain"
import type { Xy } from "@screeps-effect/schema/Xy"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { ScreepsWorld } from "../world/ScreepsWorld.ts"
import { act } from "../world/rules/creatures.ts"
import { numberOf, storeOf } from "../world/state/fields.ts"
import { around } from "../world/state/landscape.ts"
import type { Room, StoredObject } from "../world/state/rooms.ts"
import type { Shard } from "../world/state/shard.ts"

interface Owners {
  readonly resident: UserId
  readonly stranger: UserId
}

const middle: Xy = { x: size / 2, y: size / 2 }

const squares: ReadonlyArray<Xy> = Array.from({ length: size * size }, (_, i) => ({
  x: i % size,
  y: Math.floor(i / size)
}))

const inner = ({ x, y }: Xy) => x > 5 && y > 5 && x < size - 6 && y < size - 6

/** The square of a colony's storage and the paths to its sources and controller, which share no square. */
interface Plan {
  readonly storage: Xy
  readonly ways: ReadonlyArray<{ readonly to: StoredObject; readonly squares: ReadonlyArray<Xy> }>
}

const plan = ({ objects, terrain }: Room): Plan => {
  const targets = [...objects.values()].filter(({ type }) => type === "source" || type === "controller")
  const open = squares
    .filter((square) => inner(square) && walkable(terrain, square).length === 8)
    .toSorted((a, b) => distance(a, middle) - distance(b, middle))
  for (const storage of open) {
    const closed = new Set([keyOf(storage)])
    const ways = targets.flatMap((to) => {
      const found = findPath(terrain, storage, (square) => distance(square, to) === 1, closed)
      for (const square of found ?? []) closed.add(keyOf(square))
      return found === undefined ? [] : [{ to, squares: found }]
    })
    if (ways.length === targets.length) return { storage, ways }
  }
  throw new Error("The room has no space for a colony: choose another room or seed.")
}

const structure = (type: string, { x, y }: Xy, user: UserId, fields: object) => ({
  type,
  x,
  y,
  user,
  hits: 1000,
  hitsMax: 1000,
  notifyWhenAttacked: true,
  ...fields
})

const energy = (amount: number, capacity: number) => ({
  store: { energy: amount },
  storeCapacityResource: { energy: capacity }
})

const capacity = 100
const strength = 10

const newCreep = (name: string, user: UserId, { x, y }: Xy, age: number) => ({
  type: "creep",
  name,
  x,
  y,
  user,
  body: ["work", "carry", "carry", "move", "move"].map((type) => ({ type, hits: 100 })),
  hits: 500,
  hitsMax: 500,
  fatigue: 0,
  store: {},
  storeCapacity: capacity,
  spawning: false,
  ageTime: age,
  actionLog: null,
  notifyWhenAttacked: true
})

const build = (shard: Shard, room: Room, { storage, ways }: Plan, { resident }: Owners) => {
  const { rooms } = shard
  const taken = new Set([keyOf(storage), ...ways.flatMap(({ squares }) => squares.map(keyOf))])
  const free = squares
    .filter((square) => !taken.has(keyOf(square)) && walkable(room.terrain, square).length === 8)
    .filter((square) => (square.x + square.y) % 2 === (storage.x + storage.y) % 2)
    .toSorted((a, b) => distance(a, storage) - distance(b, storage))
  const [spawn, tower, ...others] = free
  const hasLevel4 = { level: 4, progress: 120_000, downgradeTime: null, safeModeAvailable: 3 }
  const controller = rooms.controller(room)
  if (controller !== undefined) rooms.update(controller, { user: resident, ...hasLevel4 })
  const at = (type: string, square: Xy, fields: object) =>
    rooms.put(room, structure(type, square, resident, fields))
  at("storage", storage, { store: { energy: 20_000 }, storeCapacity: 1_000_000 })
  if (spawn !== undefined) at("spawn", spawn, { name: "Spawn1", spawning: null, ...energy(300, 300) })
  if (tower !== undefined) at("tower", tower, energy(700, 1000))
  for (const extension of others.slice(0, 20)) at("extension", extension, energy(50, 50))
  const nextDecayTime = shard.time + 1000
  for (const { x, y } of ways.flatMap(({ squares }) => squares))
    rooms.put(room, { type: "road", x, y, hits: 5000, hitsMax: 5000, nextDecayTime })
}

const amountIn = (object: StoredObject): number => storeOf(object)["energy"] ?? 0

/** Moves one creep by one tick. */
type Routine = () => void

/** Returns a worker that carries energy between the storage and the far end of a path, and works there. */
const worker = (
  shard: Shard,
  room: Room,
  { storage: base, ways }: Plan,
  { squares, to }: Plan["ways"][number],
  user: UserId
): Routine => {
  const { rooms } = shard
  const isUpgrader = to.type === "controller"
  const name = `${isUpgrader ? "Upgrader" : "Harvester"}${ways.findIndex((one) => one.to === to) + 1}`
  const born = () => rooms.put(room, newCreep(name, user, squares[0] ?? base, shard.time + 1500))
  let at = 0
  let creep = born()
  const give = (object: StoredObject, amount: number) =>
    rooms.update(object, { store: { energy: amountIn(object) + amount } })

  /** Works one tick at the far end; returns whether it had work to do. */
  const work = (): boolean => {
    const target = rooms.object(to._id)
    if (target === undefined) return false
    const log = { [isUpgrader ? "upgradeController" : "harvest"]: { x: to.x, y: to.y } }
    const done = isUpgrader ? amountIn(creep) : capacity - amountIn(creep)
    const amount = Math.min(strength, done, isUpgrader ? done : numberOf(target, "energy"))
    if (amount <= 0) return false
    if (isUpgrader) rooms.update(target, { progress: numberOf(target, "progress") + amount })
    else rooms.update(target, { energy: numberOf(target, "energy") - amount })
    creep = act(rooms, give(creep, isUpgrader ? -amount : amount), log)
    return true
  }

  /** Exchanges energy at the storage for one tick; returns whether it had work to do. */
  const exchange = (): boolean => {
    const storage = rooms.on(room, base.x, base.y).find(({ type }) => type === "storage")
    const amount = isUpgrader ? amountIn(creep) - capacity : amountIn(creep)
    if (storage === undefined || amount === 0) return false
    give(storage, amount)
    creep = act(rooms, give(creep, -amount), {
      say: { message: isUpgrader ? "take" : "store", isPublic: true }
    })
    return true
  }

  return () => {
    const now = rooms.object(creep._id)
    if (now === undefined) {
      // The creep died of age, or a test removed it: a new one starts.
      at = 0
      creep = born()
      return
    }
    creep = now
    const isLoaded = amountIn(creep) > 0
    const isGoing = isUpgrader ? isLoaded : amountIn(creep) < capacity
    const end = isGoing ? squares.length - 1 : 0
    if (at === end && (isGoing ? work() : exchange())) return
    if (at === end && isGoing) return
    at += Math.sign(end - at)
    const { x, y } = squares[at] ?? base
    creep = rooms.put(room, { ...creep, x, y })
  }
}

/** Ticks between one stranger and the next. */
const pause = 15

/** Returns a creep that walks from west to east, again and again. */
const stranger = (shard: Shard, room: Room, closed: ReadonlySet<number>, user: UserId): Routine => {
  const { rooms } = shard
  const entrance = squares.find(({ x, y }) => x === 0 && room.terrain.isWalkable(x, y))
  const ground: Terrain = room.terrain
  const found = entrance && findPath(ground, entrance, ({ x }) => x === size - 1, closed)
  if (found === undefined) return () => {}
  let id: StoredObject["_id"] | undefined
  let at = 0
  return () => {
    const creep = id === undefined ? undefined : rooms.object(id)
    const square = found[at]
    at = square === undefined && at > found.length + pause ? 0 : at + 1
    if (square === undefined) {
      if (creep !== undefined) rooms.remove(creep)
    } else if (creep === undefined) {
      at = 1
      id = rooms.put(room, newCreep("Stranger", user, found[0] ?? square, shard.time + 1500))._id
    } else rooms.put(room, { ...creep, x: square.x, y: square.y })
  }
}

/** Builds the colony; returns the function that runs it for one tick. @internal */
export const settle = (shard: Shard, name: RoomName, owners: Owners): Routine => {
  const room = shard.rooms.at(name)
  if (room === undefined) throw new Error(`The world has no room ${name}.`)
  const made = plan(room)
  build(shard, room, made, owners)
  const standing = [...room.objects.values()].map(keyOf)
  const lives = [
    ...made.ways.map((way) => worker(shard, room, made, way, owners.resident)),
    stranger(shard, room, new Set(standing), owners.stranger)
  ]
  return () => {
    for (const live of lives) live()
  }
}

const keyOf = ({ x, y }: Xy): number => y * size + x

/** Returns the walkable squares around a square. */
const walkable = (land: Terrain, square: Xy): ReadonlyArray<Xy> =>
  around(square).filter(({ x, y }) => x >= 0 && y >= 0 && x < size && y < size && land.isWalkable(x, y))

/** Returns the distance between two squares in steps. */
const distance = (a: Xy, b: Xy): number => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))

/**
 * Returns a shortest path from a square beside `from` to a square that fits, both included; `undefined` without a path.
 */
const findPath = (
  land: Terrain,
  from: Xy,
  fits: (square: Xy) => boolean,
  closed: ReadonlySet<number>
): ReadonlyArray<Xy> | undefined => {
  const before = new Map<number, Xy | undefined>([[keyOf(from), undefined]])
  const queue: Array<Xy> = [from]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at !== from && fits(at)) {
      const squares: Array<Xy> = []
      for (let back: Xy | undefined = at; back !== undefined && back !== from;) {
        squares.unshift(back)
        back = before.get(keyOf(back))
      }
      return squares
    }
    for (const next of walkable(land, at)) {
      if (before.has(keyOf(next)) || closed.has(keyOf(next))) continue
      before.set(keyOf(next), at)
      queue.push(next)
    }
  }
  return undefined
}

/** The traded resources and their mean prices in credits. */
const prices = { energy: 12, H: 61, O: 45, U: 83, battery: 140, XGH2O: 910, power: 480 } as const

const days = 21
const day = 24 * 60 * 60 * 1000
const rooms = ["W7N3", "W2N8", "W9N1", "W3N7"] as const

const spread = (around: number, part: number) => Random.nextBetween(around * (1 - part), around * (1 + part))

const rounded = (credits: number) => Math.round(credits * 1000) / 1000

/** Adds some weeks of statistics with varying prices; returns the last price. */
const addStatistics = Effect.fnUntraced(function* (world: ScreepsWorld, resourceType: keyof typeof prices) {
  const today = yield* Clock.currentTimeMillis
  let price: number = prices[resourceType]
  for (let ago = days; ago > 0; ago--) {
    price = yield* spread(price, 0.09)
    const transactions = yield* Random.nextIntBetween(20, 400)
    yield* world.tables.addMarketStat({
      _id: ObjectId.make(`${resourceType}${ago}`),
      resourceType,
      date: new Date(today - ago * day).toISOString().slice(0, 10),
      transactions,
      volume: transactions * (yield* Random.nextIntBetween(100, 5000)),
      avgPrice: rounded(price),
      stddevPrice: rounded(price * 0.07)
    })
  }
  return price
})

const addOrders = Effect.fnUntraced(function* (
  world: ScreepsWorld,
  resourceType: keyof typeof prices,
  price: number,
  traders: ReadonlyArray<string>
) {
  for (const [i, room] of rooms.entries()) {
    const totalAmount = 100 * (yield* Random.nextIntBetween(20, 900))
    const username = traders[i % traders.length]
    const order = { resourceType, room, totalAmount, username }
    yield* world.tables.addOrder({
      ...order,
      type: "sell",
      price: rounded(yield* Random.nextBetween(price * 1.02, price * 1.3))
    })
    yield* world.tables.addOrder({
      ...order,
      type: "buy",
      price: rounded(yield* Random.nextBetween(price * 0.7, price * 0.98))
    })
  }
})

/** Adds a terminal with goods for all orders: orders are active as far as goods, space and credits allow. */
const addTerminal = Effect.fnUntraced(function* (
  world: ScreepsWorld,
  room: (typeof rooms)[number],
  username: string
) {
  const { _id: user } = yield* world.users.get(username)
  const store = Object.fromEntries(Object.keys(prices).map((resource) => [resource, 20_000]))
  const whole = { hits: 3000, hitsMax: 3000, store, storeCapacity: 300_000, notifyWhenAttacked: true }
  yield* world.rooms.addObject(room, { type: "terminal", x: 20, y: 32, user, ...whole })
})

/** Fills the market. @internal */
export const open = (world: ScreepsWorld, traders: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const [i, room] of rooms.entries())
      yield* addTerminal(world, room, traders[i % traders.length] ?? "")
    for (const resource of ["energy", "H", "O", "U", "battery", "XGH2O", "power"] as const)
      yield* addOrders(world, resource, yield* addStatistics(world, resource), traders)
  }).pipe(Random.withSeed("market"))
