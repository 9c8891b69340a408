/** `screeps map` */
import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import * as User from "@screeps-effect/api/User"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { accept, roomArgument } from "../input/flags.ts"
import * as client from "../config/client.ts"
import { define } from "../runner/define.ts"
import { Refused, Usage } from "../runner/failure.ts"
import * as Output from "../output/output.ts"
import { format, join, oneLine, plain, type PlainText } from "../output/text.ts"
import * as Grid from "./map/grid.ts"

/** Returns the user's first room, as the server chooses it. */
const startRoom = Effect.flatMap(User.worldStartRoom(), ({ room: [named = ""] }) => {
  const room = named.replace(/^.*\//, "")
  return RoomName.is(room)
    ? Effect.succeed(room)
    : new Usage({ message: "no room given, and the account has no room: pass a room name" })
})

/** Describes the room in the middle, for people. */
const about = (
  { density, exists, holding, level, mineral, owner, room, safeMode, sign, status }: Grid.Cell,
  paint: Output.Paint
): PlainText => {
  if (!exists) return format`${paint("bold", plain(room))}  was not found on this server`
  const held =
    owner === null
      ? "free"
      : holding === "reserved"
        ? `reserved by ${owner}`
        : `${owner}, level ${level ?? 0}`
  const parts = [
    held,
    ...(safeMode ? ["safe mode"] : []),
    ...(mineral === null ? [] : [density === null ? mineral : `${mineral} of density ${density}`]),
    ...(status === "normal" || status === null ? [] : [status]),
    ...(sign === null ? [] : [`"${sign}"`])
  ]
  return format`${paint("bold", plain(room))}  ${oneLine(parts.join(", "))}`
}

export default define(
  Command.make(
    "map",
    {
      room: roomArgument("Room in the middle, such as W7N3; default: your first room").pipe(
        Argument.withDefault(undefined)
      ),
      radius: Flag.Int("radius").pipe(
        accept((radius: number) => radius >= 0 && radius <= 20, "between 0 and 20"),
        Flag.withDefault(5),
        Flag.withDescription("Number of rooms on each side, 0 to 20 (default: 5)")
      )
    },
    ({ radius, room }) =>
      Effect.gen(function* () {
        const output = yield* Output.Output
        const centre = room ?? (yield* startRoom)
        const names = Grid.around(centre, radius)
        const { stats, users = {} } = yield* Game.mapStats({ rooms: names.flat(), statName: "minerals0" })
        const now = yield* Clock.currentTimeMillis
        const rows = names.map((line) => line.map((name) => Grid.cellOf(name, stats, users, now)))
        const known = rows.flat().filter(({ exists }) => exists)
        if (known.length === 0)
          return yield* new Refused({ message: `no room around ${centre} exists on this server` })
        if (output.isJson) return yield* Output.rows(known, [])
        const me = Option.getOrUndefined(
          Option.map(yield* Effect.option(Auth.me()), ({ username }) => username)
        )
        const middle = rows[radius]?.[radius]
        const map = Grid.draw(rows, centre, me ?? undefined, output.paint)
        yield* output.line(
          join([...map, format``, ...(middle === undefined ? [] : [about(middle, output.paint)])], "\n")
        )
      }).pipe(Effect.provide(client.http))
  ).pipe(
    Command.withDescription("Draw the rooms around a room and their owners"),
    Command.withExamples([
      { command: "screeps map W7N3 --radius 3" },
      { command: "screeps map --json | jq .owner" }
    ])
  )
)
