/** The page: signs in, follows the room in its address, and shows the signals of its feed. */
import { Auth, Game, type ScreepsError, User } from "@screeps-effect/api"
import { RoomCanvas } from "@screeps-effect/pictures/RoomCanvas"
import { ActionLog, RoomName, type RoomObject, RoomState, type UserId } from "@screeps-effect/schema"
import { RoomFeed, Screeps, ScreepsSocket } from "@screeps-effect/socket"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Map from "./map.ts"
import * as Panel from "./panel.ts"

/** Settings from the page's own server. */
const Setup = Schema.Struct({
  server: Schema.String,
  room: Schema.optional(RoomName.RoomName),
  account: Schema.optional(Schema.Struct({ username: Schema.String, password: Schema.String }))
})
const setup = Effect.promise(() => fetch("/settings.json").then((response) => response.json())).pipe(
  Effect.flatMap(Schema.decodeUnknownEffect(Setup)),
  Effect.orDie
)

const canvas = Panel.element("room", HTMLCanvasElement)
const picture = new RoomCanvas(canvas)

// ---- the room: the part of the address after #

const go = (room: RoomName.RoomName) => {
  location.hash = room
}
const roomInAddress = () => RoomName.parse(location.hash.slice(1))
const chosen = Stream.fromEventListener(window, "hashchange").pipe(
  Stream.map(roomInAddress),
  Stream.merge(Stream.sync(roomInAddress)),
  Stream.filterMap((room) => room),
  Stream.changes
)

const picker = Panel.element("name", HTMLInputElement)
Panel.element("picker", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault()
  const room = RoomName.parse(picker.value)
  picker.setAttribute("aria-invalid", String(Result.isFailure(room)))
  if (Result.isSuccess(room)) go(room.success)
})
for (const button of document.querySelectorAll<HTMLElement>(".step")) {
  button.addEventListener("click", () => {
    const [room, to] = [roomInAddress(), button.dataset["to"]]
    if (Result.isFailure(room)) return
    const { bottom, left, right, top } = RoomName.neighbours(room.success)
    go(to === "top" ? top : to === "right" ? right : to === "bottom" ? bottom : left)
  })
}

// ---- one room

const nameOf = (object: RoomObject.RoomObject) =>
  object.type === "creep" || object.type === "powerCreep" ? object.name : `a ${object.type}`

const actionsOf = (object: RoomObject.RoomObject) =>
  object.type === "creep" ? ActionLog.entries(object).map(({ action }) => action) : []

const verbs: Readonly<Record<string, string>> = {
  attack: "attacks",
  build: "builds",
  harvest: "harvests",
  heal: "heals",
  rangedAttack: "shoots",
  repair: "repairs",
  reserveController: "reserves the controller",
  upgradeController: "upgrades the controller"
}

/** Lists the lines for the log: objects that appear and disappear, and actions that creeps start. */
const news = ({ appeared, changed, gone }: RoomState.RoomChanges) => {
  const notable = (object: RoomObject.RoomObject) => object.type !== "unknown" && object.type !== "road"
  return [
    ...[...appeared.values()].filter(notable).map((object) => `${nameOf(object)} appears`),
    ...[...gone.values()].filter(notable).map((object) => `${nameOf(object)} disappears`),
    ...[...changed.values()].flatMap(({ after, before }) =>
      actionsOf(after).flatMap((action) => {
        const verb = actionsOf(before).includes(action) ? undefined : verbs[action]
        return verb === undefined ? [] : [`${nameOf(after)} ${verb}`]
      })
    )
  ]
}

const follow = (room: RoomName.RoomName, me: UserId.UserId) => {
  let before: RoomFeed.RoomView | undefined
  let gap: RoomFeed.RoomGap | undefined
  const onSignal = Effect.fnUntraced(function* (signal: RoomFeed.RoomSignal) {
    const now = yield* Clock.currentTimeMillis
    if (signal._tag === "Refused") return Panel.notice(`rejected by the server: ${signal.text}`)
    if (signal._tag === "Gap") {
      gap = signal
      return Panel.notice(`gap: ${signal.reason}`)
    }
    const { view } = signal
    picture.animate(view)
    Panel.show(view, me, picture.pace)
    Panel.notice(undefined)
    const tick = String(view.tick ?? before?.tick ?? "–")
    if (gap !== undefined)
      Panel.addLine(tick, `${((now - gap.since) / 1000).toFixed(1)} s missed: ${gap.reason}`, "gap")
    else if (before !== undefined)
      for (const line of news(RoomState.changes(before, view))) Panel.addLine(tick, line)
    else Panel.addLine("–", `watching ${room}, ${view.objects.size} objects`)
    gap = undefined
    before = view
  })
  return Effect.gen(function* () {
    picture.begin(undefined)
    Panel.begin(room)
    Panel.notice(undefined)
    document.title = `${room} · Room viewer`
    picture.begin(yield* Game.terrain({ room }), me)
    yield* Stream.runForEach(RoomFeed.signals(room), onSignal)
  }).pipe(
    // A room that cannot be shown does not end the page.
    Effect.catchTag("ScreepsError", ({ reason }) =>
      Effect.sync(() => Panel.notice(`${room}: ${reason.message}`))
    )
  )
}

// ---- the map

const map = Panel.element("map", HTMLCanvasElement)
let shown: Map.RoomsAround | undefined
const pointed = (event: MouseEvent) => (shown === undefined ? undefined : Map.find(shown, map, event))
map.addEventListener("click", (event) => {
  const cell = pointed(event)
  if (cell !== undefined) go(cell.room)
})
map.addEventListener("mousemove", (event) => {
  Panel.element("map-room", HTMLElement).textContent = pointed(event)?.text ?? "\u00a0"
})

const mapAround = (room: RoomName.RoomName, me: UserId.UserId) =>
  Map.around(room).pipe(
    Effect.tap((rooms) =>
      Effect.sync(() => {
        shown = rooms
        Map.draw(map, rooms, me)
      })
    ),
    Effect.ignore,
    Effect.repeat(Schedule.spaced("1 minute"))
  )

canvas.addEventListener("mousemove", (event) => {
  const square = picture.square(event)
  const objects = square === undefined ? [] : picture.on(square)
  const names = objects.map((object) => (object.type === "creep" ? object.name : object.type))
  canvas.title = [square === undefined ? "" : `(${square.x}, ${square.y})`, ...names].join("  ")
})

// ---- the account

interface Account {
  readonly username: string
  readonly password: Redacted.Redacted
}

/** The page's own server forwards everything to the game server, which accepts no requests from other origins. */
const live = (account: Account) => Screeps.layer({ url: location.origin, ...account })

const page = Effect.fnUntraced(function* (first: RoomName.RoomName | undefined) {
  const { _id: me } = yield* Auth.me()
  Panel.element("sign-in", HTMLDialogElement).close()
  if (Result.isFailure(roomInAddress())) {
    const [start] = first === undefined ? (yield* User.worldStartRoom()).room : [first]
    go(start !== undefined && RoomName.is(start) ? start : "W5N5")
  }
  const socket = yield* ScreepsSocket.ScreepsSocket
  yield* Effect.all(
    [
      Stream.runForEach(socket.states, (state) => Effect.sync(() => Panel.showState(state))),
      Stream.runDrain(Stream.switchMap(chosen, (room) => Stream.fromEffect(follow(room, me)))),
      Stream.runDrain(Stream.switchMap(chosen, (room) => Stream.fromEffect(mapAround(room, me))))
    ],
    { concurrency: "unbounded", discard: true }
  )
})

const form = Panel.element("sign-in", HTMLDialogElement)
const promptForAccount = Effect.callback<Account>((resume) => {
  form.showModal()
  const [user, password] = [
    Panel.element("user", HTMLInputElement),
    Panel.element("password", HTMLInputElement)
  ]
  const submit = (event: Event) => {
    event.preventDefault()
    resume(Effect.succeed({ username: user.value, password: Redacted.make(password.value) }))
    password.value = ""
  }
  form.addEventListener("submit", submit, { once: true })
  return Effect.sync(() => form.removeEventListener("submit", submit))
})

const sentence = ({ reason }: ScreepsError.ScreepsError) =>
  reason._tag === "Unauthorized" ? "The name or the password is wrong." : reason.message

Effect.gen(function* () {
  const { account, room, server } = yield* setup
  Panel.element("server", HTMLElement).textContent = server
  Panel.element("sign-in-to", HTMLElement).textContent = server
  const known = account && { username: account.username, password: Redacted.make(account.password) }
  // The form stays open until a sign-in succeeds.
  yield* (known === undefined ? promptForAccount : Effect.succeed(known)).pipe(
    Effect.flatMap((account) => Effect.provide(page(room), live(account))),
    Effect.tapError((error) =>
      Effect.sync(() => {
        const words = error._tag === "ScreepsError" ? sentence(error) : error.message
        Panel.element("refused", HTMLElement).textContent = words
        if (known !== undefined) Panel.notice(words)
      })
    ),
    Effect.retry({ while: () => known === undefined })
  )
}).pipe(Effect.runFork)
