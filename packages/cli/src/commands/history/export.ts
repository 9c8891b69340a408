/** `screeps history export` */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import type { UserBrief } from "@screeps-effect/schema/UserBrief"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as client from "../../config/client.ts"
import { toggle } from "../../input/flags.ts"
import * as Output from "../../output/output.ts"
import { format, oneLine, plain } from "../../output/text.ts"
import { Refused, Usage } from "../../runner/failure.ts"
import * as Source from "./source.ts"
import * as Span from "./span.ts"

/** Returns the users that a page names: owners of objects, and who reserved the controller. */
const usersIn = (object: RoomObject.RoomObject): ReadonlyArray<UserId> => [
  ...(RoomObject.isOwned(object) ? [object.user] : []),
  ...(object.type === "controller" && object.reservation ? [object.reservation.user] : [])
]

/** Further users keep their ids: each name may cost a request. */
const mostUsers = 50

/** Adds the names of users to one state after another: history has only their ids. */
const withUsernames = (usernameOf: Source.Source["usernameOf"]) => {
  const requested = new Set<UserId>()
  let users: ReadonlyMap<UserId, UserBrief> = new Map()
  return Effect.fnUntraced(function* (state: RoomState) {
    for (const id of new Set([...state.objects.values()].flatMap(usersIn))) {
      if (requested.has(id) || requested.size >= mostUsers) continue
      requested.add(id)
      const username = yield* usernameOf(id)
      if (username !== undefined) users = new Map([...users, [id, { _id: id, username }]])
    }
    return { ...state, users }
  })
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

/** @internal */
export const command = Command.make(
  "export",
  {
    ...Span.config,
    html: toggle("html", "Write an HTML file with a player, which opens without a network"),
    output: Flag.Path("output", { pathType: "either" }).pipe(
      Flag.withAlias("o"),
      Flag.withMetavar("<file>"),
      Flag.optional,
      Flag.withDescription("File to write, which must not exist (default: <room>-<from>-<to>.html)")
    ),
    database: Flag.String("database").pipe(
      Flag.withMetavar("<file or url>"),
      Flag.optional,
      Flag.withDescription(
        "Database of screeps collect, read instead of the server: SQLite file, or postgres://…"
      )
    )
  },
  ({ database, html, output, room, ...given }) =>
    Effect.gen(function* () {
      if (!html) return yield* new Usage({ message: "pass a format: --html" })
      const fs = yield* FileSystem
      const { from, states, terrain, to, user, usernameOf } = yield* Option.match(database, {
        onNone: () => Source.ofServer(room, given),
        onSome: (address) => Source.ofStore(room, address, given)
      })
      const file = Option.getOrElse(output, () => `${room}-${from}-${to}.html`)
      // Found out before the states are read; a pipe or a device is written.
      const before = yield* Effect.option(fs.stat(file))
      if (Option.exists(before, ({ type }) => type === "File" || type === "Directory"))
        return yield* new Refused({ message: `nothing was written: ${file} exists` })
      const { html: page } = yield* Effect.promise(() => import("@screeps-effect/pictures/RoomReplay"))
      let count = 0
      const recorded = Stream.tap(states, () => Effect.sync(() => void (count += 1)))
      const orNothing = Stream.suspend(() =>
        count === 0 ? Stream.fail(Span.nothing(room, from, to)) : Stream.empty
      )
      let bytes = 0
      const pieces = Stream.concat(recorded, orNothing).pipe(
        Stream.mapEffect(withUsernames(usernameOf)),
        page({ room, terrain, user, from, to }),
        Stream.encodeText,
        Stream.tap((piece) => Effect.sync(() => void (bytes += piece.length)))
      )
      yield* LocalFile.writeStream(file, pieces, { existing: "fail" })
      const missing = to - from + 1 - count
      yield* Output.value({ room, from, to, file, states: count, missing, bytes }, (_, paint) => {
        const gaps = missing === 0 ? format`` : paint("yellow", format`, ${missing} missing`)
        return format`${paint("bold", oneLine(file))}: ticks ${from} to ${to} of ${plain(room)}${gaps}, ${plain(megabytes(bytes))} MB`
      })
    }).pipe(Effect.scoped, Effect.provide(client.http))
).pipe(
  Command.withDescription("Write a room's history as a file that can be shared, with a player"),
  Command.withExamples([
    { command: "screeps history export W7N3 71000000..71000999 --html" },
    { command: "screeps history export W7N3 1000..2000 --html --database world.sqlite --output battle.html" }
  ])
)
