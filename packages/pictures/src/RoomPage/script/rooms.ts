/** The rooms of the page, and the square or object that is selected in one of them. */
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { Xy } from "@screeps-effect/schema/Xy"
import { byId } from "./dom.ts"
import { Figure } from "./figure.ts"
import * as Panel from "./panel.ts"

/** A square, and the object on it that is followed from tick to tick. */
interface Selected {
  readonly figure: Figure
  readonly at: Xy
  readonly object: ObjectId | undefined
}

/** The rooms of the page. */
export class Rooms {
  readonly user: UserId | undefined
  readonly figures: ReadonlyArray<Figure>
  readonly #panel = byId("panel", HTMLElement)
  #hovered: Pick<Selected, "figure" | "at"> | undefined
  #selected: Selected | undefined
  /** The room that the panel describes while nothing is selected. */
  #active: Figure | undefined

  constructor(names: ReadonlyArray<string>, user: UserId | undefined) {
    this.user = user
    this.figures = names.map((name) => new Figure(name))
    this.#active = this.figures[0]
    const stage = byId("stage", HTMLElement)
    stage.dataset["count"] = String(this.figures.length)
    stage.replaceChildren(...this.figures.map(({ element }) => element))
    for (const figure of this.figures) this.#listen(figure)
    this.refresh()
  }

  /** The selected object and its room. */
  get selected(): Selected | undefined {
    return this.#selected
  }

  /** Removes the selection. */
  unselect(): void {
    this.#select(undefined)
  }

  /** Follows the selected object, which may be in another room now, and shows the panel again. */
  refresh(): void {
    const id = this.#selected?.object
    const figure = id === undefined ? undefined : this.figures.find(({ state }) => state?.objects.has(id))
    const object = id === undefined ? undefined : figure?.state?.objects.get(id)
    const at = object === undefined ? undefined : RoomObject.position(object)
    if (figure !== undefined && at !== undefined) this.#selected = { figure, at, object: id }
    for (const one of this.figures) {
      const isHere = this.#selected?.figure === one
      one.picture.select(isHere ? (object === undefined ? this.#selected?.at : id) : undefined)
      one.element.ariaCurrent = String(one === this.#shown)
    }
    byId("following", HTMLElement).hidden = object?.type !== "creep" && object?.type !== "powerCreep"
    this.#showPanel()
  }

  get #shown(): Figure | undefined {
    return this.#hovered?.figure ?? this.#selected?.figure ?? this.#active
  }

  #select(selected: Selected | undefined): void {
    this.#selected = selected
    if (selected !== undefined) this.#active = selected.figure
    this.refresh()
  }

  #showPanel(): void {
    const figure = this.#shown
    if (figure === undefined) return
    byId("name", HTMLElement).textContent = figure.room
    const at = (this.#hovered ?? this.#selected)?.at
    const square = at === undefined ? undefined : { at, objects: figure.picture.on(at) }
    Panel.show(this.#panel, figure.state, square, this.user, figure.nothing)
  }

  #listen(figure: Figure): void {
    const { canvas, element, picture } = figure
    const hover = (at: Xy | undefined) => {
      this.#hovered = at === undefined ? undefined : { figure, at }
      this.#showPanel()
    }
    canvas.addEventListener("pointermove", (event) =>
      // A finger has no position between two touches.
      hover(event.pointerType === "mouse" ? picture.square(event) : undefined)
    )
    canvas.addEventListener("pointerleave", () => hover(undefined))
    canvas.addEventListener("click", (event) => {
      const at = picture.square(event)
      const before = this.#selected
      const isSame = before?.figure === figure && before.at.x === at?.x && before.at.y === at.y
      const top = at === undefined ? undefined : picture.on(at)[0]
      const object = top === undefined ? undefined : RoomObject.id(top)
      this.#active = figure
      this.#select(at === undefined || isSame ? undefined : { figure, at, object })
    })
    element.firstElementChild?.addEventListener("click", () => {
      this.#active = figure
      this.#select(undefined)
    })
  }
}
