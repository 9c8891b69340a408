/** Shows a room, live or from history: drawn in place, as a list of changes, or as data. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomState from "@screeps-effect/schema/RoomState"
import type { RoomView } from "@screeps-effect/socket/RoomFeed"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Terminal from "effect/Terminal"
import { Output } from "../../output/output.ts"
import * as Screen from "../../output/screen.ts"
import { format, join, plain, toJson } from "../../output/text.ts"
import * as News from "./news.ts"
import * as Picture from "./picture.ts"

/** Handles an update of a room. */
export type Show = (update: News.Update) => Effect.Effect<void>

const changeTo = (before: RoomView | undefined, after: RoomView) => ({
  before,
  after,
  ...RoomState.changes(before ?? RoomState.empty, after)
})

/** The number of lines about changes that are kept. */
const kept = 60

const onScreen = Effect.fnUntraced(function* (room: RoomName, land: Picture.Scene["land"]) {
  const { paint } = yield* Output
  const me = yield* Effect.option(Auth.me())
  const scene: Picture.Scene = {
    land,
    user: me._tag === "Some" ? me.value._id : undefined,
    colors: yield* Screen.hasManyColors,
    paint
  }
  const screen = yield* Screen.make(format`, or use --changes`)
  yield* screen.draw([format`${paint("bold", plain(room))}  waiting for the first tick`], format``)
  let last: RoomView | undefined
  let news: ReadonlyArray<Picture.Dated> = []
  const show: Show = (update) =>
    Effect.gen(function* () {
      const tick = plain(String((update._tag === "State" ? update.view.tick : last?.tick) ?? "?"))
      const lines: ReadonlyArray<News.News> =
        update._tag === "State"
          ? News.lines(changeTo(last, update.view))
          : [{ sign: "-", text: News.remark(update) }]
      news = [...lines.map((one) => ({ ...one, tick })), ...news].slice(0, kept)
      if (update._tag === "State") last = update.view
      if (last === undefined) return
      const remains = join(Picture.facts(last, scene), ", ")
      yield* screen.draw(Picture.lines(last, scene, news, yield* screen.size), remains)
    })
  return show
})

const asLines = Effect.fnUntraced(function* (room: RoomName, hasChanges: boolean) {
  const output = yield* Output
  const forPeople = output.isTerminal && !output.isJson
  const styles = { "+": "green", "-": "red", "·": "reset" } as const
  let last: RoomView | undefined
  const show: Show = (update) =>
    Effect.gen(function* () {
      if (update._tag !== "State") {
        const text = forPeople
          ? output.paint("yellow", News.remark(update))
          : toJson(News.remarkData(room, update))
        return yield* output.line(text)
      }
      const change = changeTo(last, update.view)
      const isFirst = last === undefined
      last = update.view
      if (!hasChanges) return yield* output.line(toJson(News.stateData(update.view)))
      if (forPeople) {
        const tick = output.paint("dim", plain(String(update.view.tick ?? "?")))
        return yield* Effect.forEach(
          News.lines(change),
          ({ sign, text }) =>
            output.line(format`${tick} ${output.paint(styles[sign], format`${plain(sign)} ${text}`)}`),
          { discard: true }
        )
      }
      const { appeared, changed, gone } = change
      if (isFirst || appeared.size + changed.size + gone.size > 0)
        yield* output.line(toJson(News.changeData(change)))
    })
  return show
})

/**
 * Creates the output for a room: at a terminal its map, or its changes with `--changes`; otherwise JSON lines.
 *
 * **Details**
 *
 * Always requests the room's terrain, so that the command fails for a room that does not exist instead of waiting.
 */
export const make = (
  room: RoomName,
  hasChanges: boolean
): Effect.Effect<Show, ScreepsError, Output | ScreepsClient | Terminal.Terminal | Scope.Scope> =>
  Effect.gen(function* () {
    const { isJson, isTerminal } = yield* Output
    const land = yield* Game.terrain({ room })
    return yield* isTerminal && !isJson && !hasChanges ? onScreen(room, land) : asLines(room, hasChanges)
  })
