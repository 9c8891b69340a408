/** The page: signs in, follows the room that its address names, and shows what the room's feed tells. */
import { Auth, Game, type ScreepsError, User } from "@screeps-effect/api"
import { ActionLog, RoomName, type RoomObject, RoomState, type UserId } from "@screeps-effect/schema"
import { RoomFeed, Screeps, ScreepsSocket } from "@screeps-effect/socket"
import { Clock, Effect, Redacted, Result, Schedule, Schema, Stream } from "effect"
import * as Map from "./map.ts"
import * as Panel from "./panel.ts"
import { Scene } from "./scene.ts"

/** What the page's own server tells. */
const Setup = Schema.Struct({
  server: Schema.String,
  room: Schema.optional(RoomName.RoomName),
  account: Schema.optional(Schema.Struct({ username: Schema.String, password: Schema.String }))
})
const setup = Effect.promise(() => fetch("/viewer.json").then((answer) => answer.json())).pipe(
  Effect.flatMap(Schema.decodeUnknownEffect(Setup)),
  Effect.orDie
)

const canvas = Panel.element("room", HTMLCanvasElement)
const context = canvas.getContext("2d")
if (context === null) throw new Error("this browser draws no canvas")
const scene = new Scene(canvas, context)

// ---- which room: what the address names after #

const go = (room: RoomName.RoomName) => {
  location.hash = room
}
const named = () => RoomName.parse(location.hash.slice(1))
const chosen = Stream.fromEventListener(window, "hashchange").pipe(
  Stream.map(named),
  Stream.merge(Stream.sync(named)),
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
    const [room, to] = [named(), button.dataset["to"]]
    if (Result.isFailure(room)) return
    const { bottom, left, right, top } = RoomName.neighbours(room.success)
    go(to === "top" ? top : to === "right" ? right : to === "bottom" ? bottom : left)
  })
}

// ---- one room

const nameOf = (object: RoomObject.RoomObject) =>
  object.type === "creep" || object.type === "powerCreep" ? object.name : `a ${object.type}`

const doings = (object: RoomObject.RoomObject) =>
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

/** What is worth a line: who comes, who goes, and what creeps begin to do. */
const news = ({ appeared, changed, gone }: RoomState.RoomChanges) => {
  const notable = (object: RoomObject.RoomObject) => object.type !== "unknown" && object.type !== "road"
  return [
    ...[...appeared.values()].filter(notable).map((object) => `${nameOf(object)} appears`),
    ...[...gone.values()].filter(notable).map((object) => `${nameOf(object)} is gone`),
    ...[...changed.values()].flatMap(({ after, before }) =>
      doings(after).flatMap((action) => {
        const verb = doings(before).includes(action) ? undefined : verbs[action]
        return verb === undefined ? [] : [`${nameOf(after)} ${verb}`]
      })
    )
  ]
}

const follow = (room: RoomName.RoomName, me: UserId.UserId) => {
  let before: RoomFeed.RoomView | undefined
  let gap: RoomFeed.RoomGap | undefined
  const see = Effect.fnUntraced(function* (signal: RoomFeed.RoomSignal) {
    const now = yield* Clock.currentTimeMillis
    if (signal._tag === "Refused") return Panel.notice(`the server refuses: ${signal.text}`)
    if (signal._tag === "Gap") {
      gap = signal
      return Panel.notice(`a gap: ${signal.reason}`)
    }
    const { view } = signal
    scene.show(view)
    Panel.show(view, me, scene.pace)
    Panel.notice(undefined)
    const tick = String(view.tick ?? before?.tick ?? "–")
    if (gap !== undefined)
      Panel.tell(tick, `${((now - gap.since) / 1000).toFixed(1)} s are missing: ${gap.reason}`, "gap")
    else if (before !== undefined)
      for (const line of news(RoomState.changes(before, view))) Panel.tell(tick, line)
    else Panel.tell("–", `${room} is seen, ${view.objects.size} things in it`)
    gap = undefined
    before = view
  })
  return Effect.gen(function* () {
    scene.begin(undefined)
    scene.me = me
    Panel.begin(room)
    Panel.notice(undefined)
    document.title = `${room} · Room viewer`
    scene.begin(yield* Game.terrain({ room }))
    yield* Stream.runForEach(RoomFeed.signals(room), see)
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
  const { x, y } = scene.square(event)
  const things = scene.on(x, y).map((object) => (object.type === "creep" ? object.name : object.type))
  canvas.title = [`(${x}, ${y})`, ...things].join("  ")
})

// ---- the account

interface Account {
  readonly username: string
  readonly password: Redacted.Redacted
}

/** The page's own server forwards everything to the game's: game servers accept no requests from other origins. */
const live = (account: Account) => Screeps.layer({ url: location.origin, ...account })

const page = Effect.fnUntraced(function* (first: RoomName.RoomName | undefined) {
  const { _id: me } = yield* Auth.me()
  Panel.element("sign-in", HTMLDialogElement).close()
  if (Result.isFailure(named())) {
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
const ask = Effect.callback<Account>((resume) => {
  form.showModal()
  const [user, password] = [
    Panel.element("user", HTMLInputElement),
    Panel.element("password", HTMLInputElement)
  ]
  const given = (event: Event) => {
    event.preventDefault()
    resume(Effect.succeed({ username: user.value, password: Redacted.make(password.value) }))
    password.value = ""
  }
  form.addEventListener("submit", given, { once: true })
  return Effect.sync(() => form.removeEventListener("submit", given))
})

const sentence = ({ reason }: ScreepsError.ScreepsError) =>
  reason._tag === "Unauthorized" ? "The name or the password is wrong." : reason.message

Effect.gen(function* () {
  const { account, room, server } = yield* setup
  Panel.element("server", HTMLElement).textContent = server
  Panel.element("sign-in-to", HTMLElement).textContent = server
  const known = account && { username: account.username, password: Redacted.make(account.password) }
  // Asked for again until a server lets somebody in.
  yield* (known === undefined ? ask : Effect.succeed(known)).pipe(
    Effect.flatMap((who) => Effect.provide(page(room), live(who))),
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
