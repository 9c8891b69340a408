/** The panel beside the canvas. */
import { RoomPicture } from "@screeps-effect/pictures"
import { Controller, RoomObject, Store, type UserId } from "@screeps-effect/schema"
import type { RoomFeed, ScreepsSocket } from "@screeps-effect/socket"

/** Finds an element of the page by its id. */
export const element = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}

const text = (id: string, words: string) => {
  element(id, HTMLElement).textContent = words
}

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 0 })

const swatch = (colour: string, words: string, tag: "span" | "li" = "span") => {
  const item = document.createElement(tag)
  item.className = "swatch"
  item.style.setProperty("--colour", colour)
  item.textContent = words
  return item
}

const states: Readonly<Record<ScreepsSocket.SocketState["_tag"], string>> = {
  Connecting: "connecting",
  Authenticating: "signing in",
  Ready: "live",
  Backoff: "connecting again",
  Closed: "closed"
}

/** Shows the state of the socket. */
export const showState = ({ _tag }: ScreepsSocket.SocketState) => {
  const pill = element("state", HTMLElement)
  pill.dataset["state"] = _tag
  pill.textContent = states[_tag]
}

/** Shows a notice over the room; `undefined` hides it. */
export const notice = (words: string | undefined) => {
  const place = element("notice", HTMLElement)
  place.hidden = words === undefined
  place.textContent = words ?? ""
  element("stage", HTMLElement).toggleAttribute("data-stale", words !== undefined)
}

const maxLines = 11

/** Adds a line to the log. */
export const addLine = (when: string, words: string, kind: "gap" | "news" = "news") => {
  const list = element("events", HTMLElement)
  const item = document.createElement("li")
  item.dataset["kind"] = kind
  const time = document.createElement("time")
  time.textContent = when
  item.append(time, words)
  list.prepend(item)
  while (list.children.length > maxLines) list.lastChild?.remove()
}

/** Clears the panel for another room. */
export const begin = (room: string) => {
  element("name", HTMLInputElement).value = room
  text("tick", "tick –")
  text("pace", "")
  text("owner", "–")
  element("level", HTMLElement).hidden = true
  for (const id of ["stores", "owners", "things", "events"]) element(id, HTMLElement).replaceChildren()
}

const showController = (controller: Controller.Controller | undefined) => {
  const progress = controller === undefined ? undefined : Controller.progress(controller)
  element("level", HTMLElement).hidden = progress === undefined || controller?.level === 0
  if (progress === undefined || controller === undefined) return
  const share = Math.min(100, (100 * progress.done) / progress.total)
  text("level-name", `Level ${controller.level}`)
  text("level-progress", `${share.toFixed(1)} % of ${number.format(progress.total)}`)
  element("level-bar", HTMLElement).style.width = `${share}%`
}

const showStores = (objects: ReadonlyArray<RoomObject.Known>) => {
  const held = (types: ReadonlyArray<string>) =>
    objects
      .filter(({ type }) => types.includes(type))
      .filter(RoomObject.hasStore)
      .reduce((sum, object) => sum + Store.amount(object, "energy"), 0)
  const rows = [
    ["Energy to spawn with", held(["spawn", "extension"])],
    ["Energy in stock", held(["storage", "terminal", "container"])],
    [
      "Energy in sources",
      objects.filter(RoomObject.is("source")).reduce((sum, { energy }) => sum + energy, 0)
    ]
  ] as const
  element("stores", HTMLElement).replaceChildren(
    ...rows.flatMap(([name, amount]) => {
      const [term, value] = [document.createElement("dt"), document.createElement("dd")]
      term.textContent = name
      value.textContent = number.format(amount)
      return [term, value]
    })
  )
}

const plain: Readonly<Record<string, string>> = {
  constructedWall: "wall",
  constructionSite: "construction site",
  energy: "pile",
  keeperLair: "keeper lair",
  powerCreep: "power creep",
  powerSpawn: "power spawn"
}
const words = (type: string, count: number) => `${plain[type] ?? type}${count === 1 ? "" : "s"}`

/** Icons, cached by type, colour and id. */
const icons = new Map<string, HTMLCanvasElement>()
const icon = (object: RoomObject.Known, me: UserId.UserId | undefined, colour: string): HTMLCanvasElement => {
  const key = `${object.type} ${colour} ${object._id}`
  const canvas = icons.get(key) ?? document.createElement("canvas")
  icons.set(key, canvas)
  const size = Math.round(20 * devicePixelRatio)
  canvas.width = canvas.height = size
  const context = canvas.getContext("2d")
  const sprite = RoomPicture.sprite(object, { user: me, at: { x: 0.25, y: 0.25 }, angle: -Math.PI / 2 })
  if (context !== null && sprite !== undefined) RoomPicture.paint(context, [sprite], size / 1.5)
  return canvas
}

const order = (object: RoomObject.Known) => -RoomPicture.height(object)

const showThings = (
  objects: ReadonlyArray<RoomObject.Known>,
  me: UserId.UserId | undefined,
  colour: (object: RoomObject.Known) => string
) => {
  const groups = new Map<string, Array<RoomObject.Known>>()
  for (const object of objects) {
    const key = `${object.type} ${colour(object)}`
    groups.set(key, [...(groups.get(key) ?? []), object])
  }
  const lines = [...groups.values()].flatMap((all) =>
    all[0] === undefined ? [] : [{ first: all[0], count: all.length }]
  )
  element("things", HTMLElement).replaceChildren(
    ...lines
      .toSorted((a, b) => order(a.first) - order(b.first))
      .map(({ count, first }) => {
        const item = document.createElement("li")
        const amount = document.createElement("b")
        amount.textContent = String(count)
        item.append(icon(first, me, colour(first)), words(first.type, count), amount)
        return item
      })
  )
}

/** Shows a state of the room. */
export const show = (view: RoomFeed.RoomView, me: UserId.UserId | undefined, pace: number | undefined) => {
  const objects = [...view.objects.values()].filter((object) => object.type !== "unknown")
  const ownerOf = (object: RoomObject.Known) => (RoomObject.isOwned(object) ? object.user : undefined)
  const known = (user: UserId.UserId) => view.users.get(user)?.username ?? undefined
  const nameOf = (user: UserId.UserId) => (user === me ? "you" : (known(user) ?? "unknown user"))
  const controller = objects.find(RoomObject.is("controller"))
  const holder = controller?.user ?? undefined
  if (view.tick !== undefined) text("tick", `tick ${number.format(view.tick)}`)
  text("pace", pace === undefined ? "" : `${(pace / 1000).toFixed(1)} s per tick`)
  element("owner", HTMLElement).replaceChildren(
    holder === undefined
      ? "No owner"
      : swatch(
          RoomPicture.ownerColor(holder, me),
          `Owned by ${nameOf(holder)}${holder === me && known(me) !== undefined ? ` (${known(me)})` : ""}`
        )
  )
  showController(controller)
  showStores(objects)
  const owners = [...new Set(objects.flatMap((object) => ownerOf(object) ?? []))]
  element("owners", HTMLElement).replaceChildren(
    ...owners.map((user) => swatch(RoomPicture.ownerColor(user, me), nameOf(user), "li"))
  )
  showThings(objects, me, (object) => RoomPicture.ownerColor(ownerOf(object), me))
}
