/** The data of the page. Each atom is a call or a stream; it runs while a component shows it. */
import { Auth, Game, Market } from "@screeps-effect/api"
import { RoomPicture } from "@screeps-effect/pictures"
import { Order, RoomName } from "@screeps-effect/schema"
import { RoomFeed, Screeps, ScreepsSocket } from "@screeps-effect/socket"
import { MemoryWatch } from "@screeps-effect/socket/workflows"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Atom from "effect/reactivity/Atom"

/** Settings from the page's own server. */
const Settings = Schema.Struct({
  server: Schema.String,
  room: Schema.optional(RoomName.RoomName),
  account: Schema.optional(
    Schema.Struct({ username: Schema.String, password: Schema.RedactedFromValue(Schema.String) })
  )
})
const settings = await fetch("/settings.json")
  .then((response) => response.json())
  .then(Schema.decodeUnknownPromise(Settings))

export const { server } = settings
export const firstRoom: RoomName.RoomName = settings.room ?? "W5N5"

/** The account: that of the in-memory world, or of the sign-in form. */
export const account = Atom.keepAlive(Atom.make<typeof settings.account>(settings.account))

/** One client for the whole page; another account replaces it. */
const runtime = Atom.runtime((get) => {
  const [url, user] = [location.origin, get(account)]
  return user === undefined ? Screeps.layer({ url, guest: true }) : Screeps.layer({ url, ...user })
})

export const me = runtime.atom(Auth.me())

export const connection = runtime.atom(
  Stream.unwrap(Effect.map(ScreepsSocket.ScreepsSocket, ({ states }) => states))
)

/** A room as an image, for each tick. */
export const picture = Atom.family((room: RoomName.RoomName) =>
  runtime.atom((get) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const [land, { _id: user }] = yield* Effect.all([Game.terrain({ room }), get.result(me)])
        return Stream.map(RoomFeed.states(room), ({ objects, tick }) => ({
          tick,
          objects: objects.size,
          svg: RoomPicture.toSvg(RoomPicture.scene(land, objects.values(), { user }))
        }))
      })
    )
  )
)

const resources = ["energy", "H", "XGH2O"] as const

/** Prices, once a minute. */
export const market = runtime.atom(
  Stream.fromEffectSchedule(
    Effect.forEach(
      resources,
      (resource) =>
        Effect.map(Market.orders({ resourceType: resource }), ({ list }) => ({
          resource,
          ...Order.book(list)
        })),
      { concurrency: "unbounded" }
    ),
    Schedule.spaced("1 minute")
  )
)

/** A value of Memory, with each message of the server. */
export const memory = Atom.family((path: string) => runtime.atom(MemoryWatch.readings(path, Schema.Json)))

export const now = Atom.make(Stream.fromEffectSchedule(Clock.currentTimeMillis, Schedule.spaced("1 second")))
