/** Transfers between terminals and their energy costs. */
import * as RoomName from "@screeps-effect/schema/RoomName"
import { loadOf, numberOf, storeOf, textOf } from "../state/fields.ts"
import type { StoredObject } from "../state/rooms.ts"
import type { World } from "../state/world.ts"

const cooldown = 10

/** Returns the terminals of a shard by room. @internal */
export const terminalsOf = (world: World): ReadonlyMap<string, StoredObject> => {
  const found = new Map<string, StoredObject>()
  for (const { name, objects } of world.rooms.made)
    for (const object of objects.values()) if (object.type === "terminal") found.set(name, object)
  return found
}

/** Returns the energy cost of a transfer. */
const transferCost = (
  world: World,
  from: RoomName.RoomName,
  to: RoomName.RoomName,
  amount: number
): number => {
  const { side } = world.rooms
  const range = RoomName.distanceWrapped(from, to, { width: side, height: side })
  return Math.ceil(amount * (1 - Math.exp(-range / 30)))
}

/** Moves a resource between terminals; returns the amount that arrived, 0 for none. @internal */
export const move = (
  world: World,
  {
    amount: wanted,
    from,
    payer,
    resourceType,
    to
  }: {
    readonly from: StoredObject
    readonly to: StoredObject
    /** The terminal that pays the energy and gets the cooldown. */
    readonly payer: StoredObject
    readonly resourceType: string
    readonly amount: number
  }
): number => {
  const { rooms } = world
  const now = (terminal: StoredObject) => rooms.object(terminal._id) ?? terminal
  const held = (terminal: StoredObject, resource: string) => storeOf(now(terminal))[resource] ?? 0
  // Terminals without an owner have unlimited goods and space.
  const isPlayers = (terminal: StoredObject) => typeof terminal["user"] === "string"
  const room = isPlayers(to) ? Math.max(0, numberOf(now(to), "storeCapacity") - loadOf(now(to))) : Infinity
  if (isPlayers(from) && held(from, resourceType) < wanted) return 0
  const amount = Math.min(wanted, room)
  if (!(amount > 0)) return 0
  const cost = transferCost(world, from.room, to.room, amount)
  const spent = payer === from && resourceType === "energy" ? amount + cost : cost
  if (held(payer, "energy") < spent) return 0
  const change = (terminal: StoredObject, resource: string, by: number) => {
    if (!isPlayers(terminal)) return
    const store = storeOf(now(terminal))
    rooms.update(terminal, { store: { ...store, [resource]: (store[resource] ?? 0) + by } })
  }
  change(to, resourceType, amount)
  change(from, resourceType, -amount)
  change(payer, "energy", -cost)
  rooms.update(payer, { cooldownTime: world.time + cooldown })
  return amount
}

/** Executes the terminals' send intents. @internal */
export const send = (world: World) => {
  const terminals = terminalsOf(world)
  for (const terminal of terminals.values()) {
    const order = terminal["send"]
    if ((order ?? null) === null) continue
    world.rooms.update(terminal, { send: null })
    const to = terminals.get(textOf(order, "targetRoomName"))
    if (typeof to?.["user"] !== "string" || numberOf(terminal, "cooldownTime") > world.time) continue
    const [resourceType, amount] = [textOf(order, "resourceType"), numberOf(order, "amount")]
    move(world, { from: terminal, to, payer: terminal, resourceType, amount })
  }
}
