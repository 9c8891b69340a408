/** Drawings of the game: rooms as text, SVG and on a canvas, and badges as SVG. `RoomPage` is imported by its path. */
export * as BadgeSvg from "./BadgeSvg.ts"
export * as RoomPicture from "./RoomPicture.ts"
