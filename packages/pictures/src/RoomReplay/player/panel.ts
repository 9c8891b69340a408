/** The panel beside the room. All texts are set as text, never as markup. */
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Store from "@screeps-effect/schema/Store"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { Xy } from "@screeps-effect/schema/Xy"
import { ownerColor } from "../../RoomPicture.ts"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import { count, kind, type Row, rows, title, userName } from "./details.ts"

const element = (tag: string, text: string, className = ""): HTMLElement => {
  const made = document.createElement(tag)
  made.textContent = text
  made.className = className
  return made
}

const heading = (text: string, color: string): HTMLElement => {
  const made = element("h2", text)
  made.style.setProperty("--color", color)
  return made
}

const list = (all: ReadonlyArray<Row>): HTMLElement => {
  const made = document.createElement("dl")
  made.append(...all.flatMap(([name, value]) => [element("dt", name), element("dd", value)]))
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
  if (objects.length === 0) return [element("p", `Nothing is on the square ${at.x}, ${at.y}.`)]
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

const energyIn = (objects: ReadonlyArray<RoomObject.RoomObject>): number =>
  objects
    .filter(RoomObject.hasStore)
    .filter(RoomObject.isStructure)
    .reduce((sum, object) => sum + Store.amount(object, "energy"), 0)

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
    list([["energy in structures", count(energyIn(objects))], ...kinds(objects)])
  ]
}

/** Shows what is on a square; without a square, an overview of the room. */
export const show = (
  panel: HTMLElement,
  state: RoomState | undefined,
  at: Square | undefined,
  user: UserId | undefined
): void =>
  panel.replaceChildren(
    ...(state === undefined
      ? [element("p", "This tick is not recorded.")]
      : at === undefined
        ? overview(state, user)
        : square(state, at, user))
  )
