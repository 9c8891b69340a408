/** The panel beside the room. All texts are set as text, never as markup. */
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { Xy } from "@screeps-effect/schema/Xy"
import { ownerColor } from "../../RoomPicture.ts"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import { controllerRows, count, kind, type Row, rows, storedRows, title, userName } from "./details.ts"
import { make } from "./dom.ts"

const heading = (text: string, color: string): HTMLElement => {
  const made = make("h2", text, "owner")
  made.style.setProperty("--color", color)
  return made
}

const list = (all: ReadonlyArray<Row>): HTMLElement => {
  const made = document.createElement("dl")
  made.append(...all.flatMap(([name, value]) => [make("dt", name), make("dd", value)]))
  return made
}

const ownerOf = (object: RoomObject.RoomObject) => (RoomObject.isOwned(object) ? object.user : undefined)

const most = 20

/** A square and its objects, the uppermost first. */
export interface Square {
  readonly at: Xy
  readonly objects: ReadonlyArray<RoomObject.RoomObject>
}

const square = (
  state: RoomState,
  { at, objects }: Square,
  user: UserId | undefined
): ReadonlyArray<HTMLElement> => {
  if (objects.length === 0) return [make("p", `Nothing is on the square ${at.x}, ${at.y}.`)]
  return objects
    .slice(0, most)
    .flatMap((object) => [
      heading(title(object), ownerColor(ownerOf(object), user)),
      list(rows(object, state))
    ])
}

/** Returns the number of objects of each kind, the most frequent first. */
const kinds = (objects: ReadonlyArray<RoomObject.RoomObject>): ReadonlyArray<Row> => {
  const counts = new Map<string, number>()
  for (const object of objects) counts.set(kind(object), (counts.get(kind(object)) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([name, many]) => [name, count(many)])
}

const overview = (state: RoomState, user: UserId | undefined): ReadonlyArray<HTMLElement> => {
  const objects = [...state.objects.values()]
  const owners = new Map<UserId, number>()
  for (const object of objects) {
    const owner = ownerOf(object)
    if (owner !== undefined) owners.set(owner, (owners.get(owner) ?? 0) + 1)
  }
  return [
    ...[...owners]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, most)
      .map(([owner, many]) =>
        heading(
          `${userName(state, owner)}: ${count(many)} ${many === 1 ? "object" : "objects"}`,
          ownerColor(owner, user)
        )
      ),
    list(controllerRows(objects, state)),
    make("h2", "In structures"),
    list(storedRows(objects)),
    make("h2", "Objects"),
    list(kinds(objects))
  ]
}

/** Shows what is on a square; without a square, an overview of the room; without a state, why there is none. */
export const show = (
  panel: HTMLElement,
  state: RoomState | undefined,
  at: Square | undefined,
  user: UserId | undefined,
  nothing: string
): void =>
  panel.replaceChildren(
    ...(state === undefined
      ? [make("p", nothing)]
      : at === undefined
        ? overview(state, user)
        : square(state, at, user))
  )
