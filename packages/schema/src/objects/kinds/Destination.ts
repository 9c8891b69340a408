/** Destinations of portals and of creeps that cross the border of a room. */
import * as Schema from "effect/Schema"
import { coordinate } from "../../values/numbers.ts"
import { record } from "../../values/Record.ts"

/**
 * A square in a room of the same shard.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class RoomDestination extends record<RoomDestination>("RoomDestination")({
  /** Name of the destination room. */
  room: Schema.String,
  /** Column of the destination, from 0 (west) to 49 (east). */
  x: coordinate,
  /** Row of the destination, from 0 (north) to 49 (south). */
  y: coordinate
}) {}

/**
 * A square in a room of the same shard, as xxscreeps writes it.
 *
 * **Source** recorded from xxscreeps 0.0.9 (a portal inserted for the recording).
 */
export class NamedRoomDestination extends record<NamedRoomDestination>("NamedRoomDestination")({
  /** Name of the destination room. */
  roomName: Schema.String,
  /** Column of the destination, from 0 (west) to 49 (east). */
  x: coordinate,
  /** Row of the destination, from 0 (north) to 49 (south). */
  y: coordinate
}) {}

/**
 * A room of another shard.
 *
 * **Source** recorded from a server 4.3.0 (a portal inserted for the recording).
 */
export class ShardDestination extends record<ShardDestination>("ShardDestination")({
  /** Name of the destination room. */
  room: Schema.String,
  /** Name of the destination shard. */
  shard: Schema.String
}) {}

/** A square in a room of the same shard, or a room of another shard; `tagged` reads all forms. */
export type Destination = RoomDestination | NamedRoomDestination | ShardDestination

/** Decodes a destination of either kind. */
export const Destination: Schema.Codec<Destination> = Schema.Union([
  ShardDestination,
  RoomDestination,
  NamedRoomDestination
]).annotate({ identifier: "Destination" })

/** A destination, distinguished by `kind`. */
export type Tagged =
  | { readonly kind: "room"; readonly room: string; readonly x: number; readonly y: number }
  | { readonly kind: "shard"; readonly room: string; readonly shard: string }

/** Returns a destination with a `kind` to match on. @internal */
export const tagged = (destination: Destination): Tagged => {
  if ("shard" in destination) return { kind: "shard", room: destination.room, shard: destination.shard }
  const { x, y } = destination
  return { kind: "room", room: "room" in destination ? destination.room : destination.roomName, x, y }
}
