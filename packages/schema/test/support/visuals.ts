import { UnknownVisual } from "@screeps-effect/schema/RoomVisual"

/** Formats a visual of a room or of the map as servers do. */
export const formatVisual = (items: ReadonlyArray<object>): string =>
  items.map((item) => `${item instanceof UnknownVisual ? item.line : JSON.stringify(item)}\n`).join("")
